;; mperm: perm again and again while older results stay reachable: work for the collector.
;; small 2 large 30
(define (insert-everywhere x l)
  (if (null? l) (list (list x))
      (cons (cons x l) (map (lambda (rest) (cons (car l) rest)) (insert-everywhere x (cdr l))))))
(define (permutations l)
  (if (null? l) '(())
      (let loop ((all (permutations (cdr l))) (result '()))
        (if (null? all) result (loop (cdr all) (append (insert-everywhere (car l) (car all)) result))))))
(define (main n)
  (let ((kept (make-vector 6 '())))
    (let loop ((i 0))
      (if (< i n)
          (begin
            (vector-set! kept (remainder i 6) (permutations (list 1 2 3 4 5 6 7 (+ i 8))))
            (loop (+ i 1)))))
    (map length (vector->list kept))))
