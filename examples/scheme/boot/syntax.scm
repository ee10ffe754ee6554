;; SPDX-License-Identifier: MIT
;; The derived forms of R7RS.  schemer reads them when it starts.
(define-syntax let*
  (syntax-rules ()
    ((_ () body ...) (let () body ...))
    ((_ (first rest ...) body ...) (let (first) (let* (rest ...) body ...)))))
(define-syntax when
  (syntax-rules () ((_ test body ...) (if test (begin body ...)))))
(define-syntax unless
  (syntax-rules () ((_ test body ...) (if test #f (begin body ...)))))
(define-syntax cond
  (syntax-rules (else =>)
    ((_) (if #f #f))
    ((_ (else body ...)) (begin body ...))
    ((_ (test => receiver) clause ...) (let ((t test)) (if t (receiver t) (cond clause ...))))
    ((_ (test) clause ...) (or test (cond clause ...)))
    ((_ (test body ...) clause ...) (if test (begin body ...) (cond clause ...)))))
(define-syntax case
  (syntax-rules (else =>)
    ((_ (part ...) clause ...) (let ((key (part ...))) (case key clause ...)))
    ((_ key) (if #f #f))
    ((_ key (else => receiver)) (receiver key))
    ((_ key (else body ...)) (begin body ...))
    ((_ key ((datum ...) => receiver) clause ...)
     (if (memv key '(datum ...)) (receiver key) (case key clause ...)))
    ((_ key ((datum ...) body ...) clause ...)
     (if (memv key '(datum ...)) (begin body ...) (case key clause ...)))))
(define-syntax do
  (syntax-rules ()
    ((_ ((var init . step) ...) (test result ...) body ...)
     (let loop ((var init) ...)
       (if test
           (begin #f result ...)
           (begin body ... (loop (%do-step var . step) ...)))))))
(define-syntax %do-step
  (syntax-rules () ((_ var) var) ((_ var step) step)))
(define-syntax case-lambda
  (syntax-rules ()
    ((_ (params body ...) ...)
     (lambda args (let ((n (length args))) (%case-lambda args n (params body ...) ...))))))
(define-syntax %case-lambda
  (syntax-rules ()
    ((_ args n) (error "case-lambda: no clause for the arguments" args))
    ((_ args n ((p ...) body ...) clause ...)
     (if (= n (length '(p ...))) (apply (lambda (p ...) body ...) args) (%case-lambda args n clause ...)))
    ((_ args n ((p ... . rest) body ...) clause ...)
     (if (>= n (length '(p ...))) (apply (lambda (p ... . rest) body ...) args)
         (%case-lambda args n clause ...)))
    ((_ args n (rest body ...) clause ...) (apply (lambda rest body ...) args))))
(define-syntax guard
  (syntax-rules ()
    ((_ (e clause ...) body ...)
     (%try (lambda () body ...) (lambda (e) (%guard e clause ...))))))
(define-syntax %guard
  (syntax-rules (else =>)
    ((_ e) (raise e))
    ((_ e (else body ...)) (begin body ...))
    ((_ e (test => receiver) clause ...) (let ((t test)) (if t (receiver t) (%guard e clause ...))))
    ((_ e (test) clause ...) (or test (%guard e clause ...)))
    ((_ e (test body ...) clause ...) (if test (begin body ...) (%guard e clause ...)))))
(define-syntax let-values
  (syntax-rules ()
    ((_ () body ...) (let () body ...))
    ((_ ((formals value) rest ...) body ...)
     (call-with-values (lambda () value) (lambda formals (let-values (rest ...) body ...))))))
(define-syntax let*-values
  (syntax-rules () ((_ bindings body ...) (let-values bindings body ...))))
(define-syntax receive
  (syntax-rules ()
    ((_ formals value body ...) (call-with-values (lambda () value) (lambda formals body ...)))))
