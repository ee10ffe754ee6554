;; cpstak: tak in continuation-passing style; closures and tail calls of unknown procedures.
;; small 9 large 30
(define (cpstak x y z)
  (define (step x y z k)
    (if (not (< y x)) (k z)
        (step (- x 1) y z
          (lambda (a)
            (step (- y 1) z x
              (lambda (b)
                (step (- z 1) x y
                  (lambda (c) (step a b c k)))))))))
  (step x y z (lambda (result) result)))
(define (main n) (cpstak n (quotient (* n 2) 3) (quotient n 3)))
