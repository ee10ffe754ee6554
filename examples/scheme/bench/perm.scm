;; perm: all permutations of a list as lists, which share tails.
;; small 5 large 9
(define (insert-everywhere x l)
  (if (null? l) (list (list x))
      (cons (cons x l) (map (lambda (rest) (cons (car l) rest)) (insert-everywhere x (cdr l))))))
(define (permutations l)
  (if (null? l) '(())
      (let loop ((all (permutations (cdr l))) (result '()))
        (if (null? all) result (loop (cdr all) (append (insert-everywhere (car l) (car all)) result))))))
(define (count-up n) (let loop ((n n) (l '())) (if (= n 0) l (loop (- n 1) (cons n l)))))
(define (weigh l) (let loop ((l l) (i 1) (s 0)) (if (null? l) s (loop (cdr l) (+ i 1) (+ s (* i (car l)))))))
(define (main n)
  (let loop ((all (permutations (count-up n))) (k 0) (s 0))
    (if (null? all) (list k s) (loop (cdr all) (+ k 1) (remainder (+ (* s 3) (weigh (car all))) 1000003)))))
