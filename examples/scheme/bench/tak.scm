;; tak: calls of one known procedure with three arguments.
;; small 12 large 30
(define (tak x y z)
  (if (not (< y x)) z
      (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))
(define (main n) (list (tak n (quotient (* n 2) 3) (quotient n 3)) (tak 18 12 6)))
