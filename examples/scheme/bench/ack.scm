;; ack: Ackermann's function; deep recursion.
;; small 4 large 11
(define (ack m n)
  (cond ((= m 0) (+ n 1))
        ((= n 0) (ack (- m 1) 1))
        (else (ack (- m 1) (ack m (- n 1))))))
(define (main n) (list (ack 3 n) (ack 2 (* n n)) (ack 3 n)))
