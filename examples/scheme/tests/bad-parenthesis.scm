;; bad-parenthesis.scm:2: a parenthesis that begins here is not closed
(define (f)
  (car 1)
