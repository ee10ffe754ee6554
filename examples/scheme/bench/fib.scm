;; fib: doubly recursive Fibonacci numbers of fixnums.
;; small 15 large 39
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(define (main n) (fib n))
