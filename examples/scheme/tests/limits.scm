;; Recursion and memory end in errors that can be caught.  Run with --stack=32 --memory=100.
(include "check.scm")
(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))
(define (deep-list n) (let loop ((i 0) (l '())) (if (= i n) l (loop (+ i 1) (list l)))))
(define (kind thunk) (guard (e ((error-object? e) (error-object-kind e))) (thunk)))
(define (endless-list) (let loop ((l '())) (loop (cons (make-vector 100 0) l))))
(define (endless-closures) (define (f l) (f (lambda () l))) (f '()))
(define (endless-text s) (endless-text (string-append s s)))
(define (endless-number n) (endless-number (* n n)))
(checks "recursion"
  ((deep 100000) 100000) ((deep 150000) 150000) ((kind (lambda () (deep 100000000))) stack-overflow) ((deep 100000) 100000) ((call/cc (lambda (k) (deep 200000))) 200000) ((kind (lambda () (call/cc (lambda (k) (deep 100000000))))) stack-overflow)
  ((apply + (map (lambda (x) 1) (make-list 5000 0))) 5000) ((length (let loop ((n 200000)) (if (= n 0) '() (cons n (loop (- n 1)))))) 200000) ((kind (lambda () (let ((p (open-output-string))) (write (deep-list 1000000) p)))) stack-overflow) ((kind (lambda () (equal? (deep-list 1000000) (deep-list 1000000)))) stack-overflow) ((kind (lambda () (read (open-input-string (make-string 1000000 #\())))) stack-overflow)
  ((kind (lambda () (with-exception-handler (lambda (e) (raise e)) (lambda () (deep 100000000))))) stack-overflow) ((kind (lambda () (eval (make-string 1) (interaction-environment)))) "\x20;") ((kind (lambda () (eval (deep-list 100000) (interaction-environment)))) syntax-error))
(checks "memory"
  ((kind endless-list) out-of-memory) ((kind endless-closures) out-of-memory) ((kind (lambda () (endless-text "abc"))) out-of-memory) ((kind (lambda () (endless-number 3))) out-of-memory) ((kind (lambda () (make-vector 100000000000 0))) out-of-memory) ((kind (lambda () (make-string 10000000000 #\a))) out-of-memory) ((kind (lambda () (make-bytevector 100000000000))) out-of-memory) ((kind (lambda () (make-list 100000000 0))) out-of-memory) ((kind (lambda () (expt 2 (expt 2 70)))) out-of-memory) ((kind (lambda () (string->number "1e999999999999999"))) +inf.0) ((length (make-list 100000 0)) 100000))
(define ks '())
(checks "continuations"
  ((kind (lambda () (let loop ((i 0)) (call/cc (lambda (k) (set! ks (cons k ks)) (loop (+ i 1))))))) out-of-memory) ((begin (set! ks '()) (call/cc (lambda (k) (k 1)))) 1) ((let loop ((i 0)) (if (= i 100000) i (loop (+ i (call/cc (lambda (k) (k 1))))))) 100000))
(report)
