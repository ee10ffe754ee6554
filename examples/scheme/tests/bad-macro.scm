;; bad-macro.scm:3: no rule of the macro fits: (two 1)
(define-syntax two (syntax-rules () ((_ a b) (list a b))))
(define x (two 1))
