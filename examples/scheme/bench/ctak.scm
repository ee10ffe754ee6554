;; ctak: tak whose every result leaves through a continuation.
;; small 9 large 26
(define (ctak x y z)
  (call-with-current-continuation (lambda (k) (ctak-to k x y z))))
(define (ctak-to k x y z)
  (if (not (< y x)) (k z)
      (call-with-current-continuation
        (lambda (k)
          (ctak-to k
            (call-with-current-continuation (lambda (k) (ctak-to k (- x 1) y z)))
            (call-with-current-continuation (lambda (k) (ctak-to k (- y 1) z x)))
            (call-with-current-continuation (lambda (k) (ctak-to k (- z 1) x y))))))))
(define (main n) (ctak n (quotient (* n 2) 3) (quotient n 3)))
