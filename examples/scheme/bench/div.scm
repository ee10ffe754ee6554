;; div: halves of lists in unary arithmetic, by a loop and by recursion.
;; small 10 large 150000
(define (unary n) (let loop ((n n) (l '())) (if (= n 0) l (loop (- n 1) (cons '() l)))))
(define (half-loop l)
  (do ((l l (cddr l)) (r '() (cons (car l) r))) ((null? l) r)))
(define (half-rec l) (if (null? l) '() (cons (car l) (half-rec (cddr l)))))
(define (main n)
  (let ((l (unary 400)))
    (let loop ((i 0) (s 0))
      (if (= i n) s
          (loop (+ i 1) (+ s (length (half-loop l)) (length (half-rec l))))))))
