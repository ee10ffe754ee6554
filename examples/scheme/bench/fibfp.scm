;; fibfp: fib of flonums.
;; small 15 large 35
(define (fib n) (if (< n 2.0) n (+ (fib (- n 1.0)) (fib (- n 2.0)))))
(define (main n) (= (fib (* 1.0 n)) (let loop ((i 0) (a 0) (b 1)) (if (= i n) a (loop (+ i 1) b (+ a b))))))
