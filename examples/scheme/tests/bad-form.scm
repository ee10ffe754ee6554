;; bad-form.scm:3: this form has too few parts: (if)
(display "not printed")
(define (f) (if))
