;; (checks "section" (expression datum) ...): the value of each expression is equal to the datum, which is not evaluated.
;; Failures are printed, and (report) prints the number of checks.
(define passed 0)
(define failed 0)
(define (check-one section form thunk expected)
  (let ((value (guard (e (#t (cons 'raised (if (error-object? e)
                                                (cons (error-object-message e) (error-object-irritants e))
                                                e))))
                 (thunk))))
    (if (equal? value expected)
        (set! passed (+ passed 1))
        (begin
          (set! failed (+ failed 1))
          (display section) (display ": ") (write form) (newline)
          (display "   gives ") (write value) (newline)
          (display "   wanted ") (write expected) (newline)))))
(define-syntax checks
  (syntax-rules ()
    ((_ section (expression datum) ...)
     (begin (check-one section 'expression (lambda () expression) 'datum) ...))))
;; Does it raise an error object?
(define-syntax fails?
  (syntax-rules ()
    ((_ expression) (guard (e ((error-object? e) #t) (else 'other)) expression #f))))
(define (report)
  (display passed) (display " checks passed, ") (display failed) (display " failed") (newline))
