;; The IR of this program calls what the system has directly (run.sh, part "calls").
(define (double x) (* 2 x))
(define (measure l s) (if (memq 'a l) (length l) (substring s 0 (string-length s))))
(define (each l) (list (map double l) (map (lambda (x) (- x)) l) (append l l)))
;; The closure in it captures k, and not step.
(define (steps x)
  (define (step x k) (if (< x 1) (k x) (step (- x 1) (lambda (a) (if (< a 0) (step a k) (k a))))))
  (step x (lambda (result) result)))
(write (list (measure '(a b) "") (measure '(b) "text") (each '(1 2)) (steps 3)))
(newline)
