;; destruct: lists that are cut and joined in place by set-cdr! and set-car!.
;; small 5 large 9000
(define (chain n) (let loop ((i 0) (l '())) (if (= i n) l (loop (+ i 1) (cons i l)))))
(define (reverse-in-place l)
  (let loop ((l l) (before '()))
    (if (null? l) before
        (let ((next (cdr l))) (set-cdr! l before) (loop next l)))))
;; Puts each second cell of b behind one of a.
(define (interleave a b)
  (let loop ((a a) (b b))
    (if (and (pair? a) (pair? b))
        (let ((next (cdr a)) (rest (cdr b)))
          (set-cdr! a b)
          (set-cdr! b next)
          (loop next rest))))
  a)
(define (add-all l n) (if (pair? l) (begin (set-car! l (+ (car l) n)) (add-all (cdr l) n))))
(define (sum l) (let loop ((l l) (s 0)) (if (null? l) s (loop (cdr l) (+ s (car l))))))
(define (main n)
  (let loop ((i 0) (total 0))
    (if (= i n) total
        (let* ((rows (map (lambda (k) (chain (+ 300 k))) '(1 2 3 4 5 6 7 8 9 10)))
               (turned (map reverse-in-place rows))
               (all (let join ((rows turned)) (if (null? (cdr rows)) (car rows)
                      (interleave (car rows) (join (cdr rows)))))))
          (add-all all i)
          (loop (+ i 1) (remainder (+ total (sum all)) 1000003))))))
