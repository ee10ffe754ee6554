;; The IR of this program calls what the system has directly (run.sh, part "calls").
(define (double x) (* 2 x))
(define (measure l s) (if (memq 'a l) (length l) (substring s 0 (string-length s))))
(define (each l) (list (map double l) (map (lambda (x) (- x)) l) (append l l)))
(write (list (measure '(a b) "") (measure '(b) "text") (each '(1 2))))
(newline)
