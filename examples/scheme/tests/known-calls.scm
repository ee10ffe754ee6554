;; The IR of this program calls what the system has directly (run.sh, part "calls").
(define (double x) (* 2 x))
(define (measure l s) (if (memq 'a l) (length l) (substring s 0 (string-length s))))
(define (each l) (list (map double l) (map (lambda (x) (- x)) l) (append l l)))
;; The closure in it captures k, and not step.
(define (steps x)
  (define (step x k) (if (< x 1) (k x) (step (- x 1) (lambda (a) (if (< a 0) (step a k) (k a))))))
  (step x (lambda (result) result)))
;; The last call of a procedure of the library leaves this one direct, too.
(define (backwards l) (reverse l))
(define (first-result f) (call-with-current-continuation (lambda (k) (+ 1 (f k)))))
(write (list (measure '(a b) "") (measure '(b) "text") (each '(1 2)) (steps 3)
             (backwards '(1 2)) (first-result (lambda (k) (k 5))) backwards))
(newline)
