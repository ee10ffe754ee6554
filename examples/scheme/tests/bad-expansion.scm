;; bad-expansion.scm:4: the program is too large when its macros are expanded
(define-syntax double (syntax-rules () ((_ x ...) (begin (double x ... x ...)))))
(display "it ends")
(double 1 2 3)
