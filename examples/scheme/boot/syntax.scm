;; SPDX-License-Identifier: MIT
;; The derived forms of R7RS.  schemer reads them when it starts.
(define-syntax let*
  (syntax-rules ()
    ((_ () body ...) (let () body ...))
    ((_ (first rest ...) body ...) (let (first) (let* (rest ...) body ...)))))
(define-syntax when
  (syntax-rules () ((_ test body ...) (if test (begin body ...)))))
(define-syntax unless
  (syntax-rules () ((_ test body ...) (if test (if #f #f) (begin body ...)))))
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
           (begin (if #f #f) result ...)
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
         (%case-lambda args n clause ...)))))
;; The clauses become tests that give thunks: the body of one runs after the exception's stack is gone.
(define-syntax guard
  (syntax-rules ()
    ((_ (e clause ...) body ...)
     (%guard (lambda () body ...) (lambda (e) (%guard-clauses clause ...))))))
(define-syntax %guard-clauses
  (syntax-rules (else =>)
    ((_) #f)
    ((_ (else body ...)) (lambda () body ...))
    ((_ (test => receiver) clause ...)
     (let ((t test)) (if t (lambda () (receiver t)) (%guard-clauses clause ...))))
    ((_ (test) clause ...) (let ((t test)) (if t (lambda () t) (%guard-clauses clause ...))))
    ((_ (test body ...) clause ...) (if test (lambda () body ...) (%guard-clauses clause ...)))))
(define-syntax parameterize
  (syntax-rules ()
    ((_ ((parameter value) ...) body ...)
     (%parameterize (list parameter ...) (list value ...) (lambda () body ...)))))
(define-syntax delay-force
  (syntax-rules () ((_ expression) (%make-promise (cons #f (lambda () expression))))))
(define-syntax delay
  (syntax-rules () ((_ expression) (delay-force (%make-promise (cons #t expression))))))
;; All values are computed before any is bound: temporary names first.
(define-syntax let-values
  (syntax-rules ()
    ((_ (binding ...) body ...) (%let-values () (binding ...) body ...))))
(define-syntax %let-values
  (syntax-rules ()
    ((_ ((name temporary) ...) () body ...) (let ((name temporary) ...) body ...))
    ((_ bound ((formals value) rest ...) body ...)
     (%formals formals () () value bound (rest ...) body ...))))
(define-syntax %formals
  (syntax-rules ()
    ((_ (a . more) (t ...) (pair ...) value bound rest body ...)
     (%formals more (t ... temporary) (pair ... (a temporary)) value bound rest body ...))
    ((_ () (t ...) (pair ...) value (bound ...) rest body ...)
     (call-with-values (lambda () value) (lambda (t ...) (%let-values (bound ... pair ...) rest body ...))))
    ((_ a (t ...) (pair ...) value (bound ...) rest body ...)
     (call-with-values (lambda () value)
       (lambda (t ... . temporary) (%let-values (bound ... pair ... (a temporary)) rest body ...))))))
(define-syntax let*-values
  (syntax-rules ()
    ((_ () body ...) (let () body ...))
    ((_ ((formals value) rest ...) body ...)
     (call-with-values (lambda () value) (lambda formals (let*-values (rest ...) body ...))))))
(define-syntax receive
  (syntax-rules ()
    ((_ formals value body ...) (call-with-values (lambda () value) (lambda formals body ...)))))
;; map and for-each of one list, where the procedure is a name or a lambda (form_of_call in compiler/forms.c).
(define-syntax %map-in-place
  (syntax-rules ()
    ((_ f l)
     (%let-procedure (mapped f)
       (let ((head (cons #f '())))
         (let loop ((rest l) (last head))
           (if (pair? rest)
               (let ((next (cons (mapped (car rest)) '())))
                 (set-cdr! last next)
                 (loop (cdr rest) next))
               (cdr head))))))))
(define-syntax %for-each-in-place
  (syntax-rules ()
    ((_ f l)
     (%let-procedure (each f)
       (let loop ((rest l))
         (if (pair? rest)
             (begin (each (car rest)) (loop (cdr rest)))))))))
;; A lambda that letrec binds is known where it is called.
(define-syntax %let-procedure
  (syntax-rules (lambda)
    ((_ (name (lambda . parts)) body) (letrec ((name (lambda . parts))) body))
    ((_ (name f) body) (let ((name f)) body))))
