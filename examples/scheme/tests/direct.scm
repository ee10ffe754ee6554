;; Calls of known procedures, and arithmetic in place.  No eval in it: that takes known procedures away.
;; Run with --stack=32 --memory=100.
(include "check.scm")
(define (kind thunk) (guard (e ((error-object? e) (error-object-kind e))) (thunk)))

;; ---- the stack, the memory, tail calls ----
(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))
(define (deep-even n) (if (= n 0) 0 (+ 1 (deep-odd (- n 1)))))
(define (deep-odd n) (+ 1 (deep-even (- n 1))))
(define (endless l) (endless (cons (make-vector 100 0) l)))
(define (endless-even l) (endless-odd (cons (make-vector 100 0) l)))
(define (endless-odd l) (endless-even (list l l)))
(define (endless-by f l) (f f (cons (make-vector 100 0) l)))
(define (ping n) (if (= n 0) 'done (pong (- n 1))))
(define (pong n) (if (= n 0) 'done (ping (- n 1))))
(define (start n) (ping n))
(define (through f n) (if (= n 0) 'done (f (lambda (g k) (through g k)) (- n 1))))
(define (five a b c d e f) (if (= a 0) (list b c d e f) (six (- a 1) c d e f b 0 1 2)))
(define (six a b c d e f g h i) (if (= a 0) (list g h i) (five (- a 1) b c d e f)))
(define (with-loop n) (let loop ((i 0)) (if (= i 10) (if (= n 0) 'done (with-loop (- n 1))) (loop (+ i 1)))))
(checks "stack"
  ((deep 100000) 100000) ((deep-even 100000) 100000) ((kind (lambda () (deep 100000000))) stack-overflow)
  ((kind (lambda () (deep-even 100000000))) stack-overflow) ((deep 100000) 100000)
  ((call/cc (lambda (k) (deep 200000))) 200000)
  ((kind (lambda () (call/cc (lambda (k) (deep-even 100000000))))) stack-overflow))
(checks "memory"
  ((kind (lambda () (endless '()))) out-of-memory) ((kind (lambda () (endless-even '()))) out-of-memory)
  ((kind (lambda () (endless-by endless-by '()))) out-of-memory) ((deep 1000) 1000))
(checks "tail calls"
  ((start 3000000) done) ((through through 1000000) done) ((five 1000000 1 2 3 4 5) (1 2 3 4 5))
  ((five 1000001 1 2 3 4 5) (0 1 2)) ((with-loop 100000) done))

;; ---- what is known, and what is not ----
(define (changed) 1)
(define (call-changed) (changed))
(define before (call-changed))
(set! changed (lambda () 2))
(define (twice) 1)
(define (call-twice) (twice))
(define (twice) 2)
(define number 5)
(define (get-number) number)
(define (itself) itself)
(define (car-of x) (define (inner) (car x)) (+ (inner) (inner)))
(define (same-closure) (let ((f (letrec ((g (lambda () g))) g))) (eq? f (f))))
(define (cadr x) (cons 'mine x))
(define (use-early) (early 1))
(define (use-constant) constant)
(define fails-early (list (fails? (use-early)) (fails? (use-constant))))
(define (early x) x)
(define constant 5)
(define (optional a . rest) (cons a rest))
(checks "known"
  (before 1) ((call-changed) 2) ((call-twice) 2) ((get-number) 5) ((eq? itself (itself)) #t)
  ((eq? (itself) (itself)) #t) ((same-closure) #t) ((car-of '(4)) 8) ((cadr '(1 2)) (mine 1 2))
  ((map (lambda (x) x) '(1 2)) (1 2)) ((optional 1) (1)) ((optional 1 2 3) (1 2 3)) ((apply deep '(5)) 5)
  (fails-early (#t #t)) ((use-early) 1) ((use-constant) 5)
  ((fails? (deep)) #t) ((fails? (deep 1 2)) #t) ((fails? (optional)) #t))

;; ---- numbers: in place, and by the procedures ----
(define numbers
  (cons 0 (cons 1 (cons -1 (cons 7 (cons -13 (cons 4611686018427387903
    (cons -4611686018427387904 (cons 2305843009213693951 (cons -2305843009213693952
      (cons 9223372036854775808 (cons 1/2 (cons -22/7 (cons 0.0 (cons -0.0 (cons 1.5 (cons -2.0
      (cons 1e300 (cons +inf.0 (cons -inf.0 (cons +nan.0 (cons 4611686018427387904.0 (cons 'x '())))))))))))))))))))))))
(define (outcome thunk)
  (guard (e ((error-object? e) (cons (error-object-message e) (error-object-irritants e)))) (thunk)))
(define wrong '())
(define-syntax compare-two
  (syntax-rules ()
    ((_ op ...)
     (for-each (lambda (a)
                 (for-each (lambda (b)
                             (let ((x (outcome (lambda () (op a b))))
                                   (y (outcome (lambda () (apply op (cons a (cons b '())))))))
                               (if (not (equal? x y)) (set! wrong (cons (vector 'op a b x y) wrong)))) ...
                             ;; a flonum without a box
                             (if (and (number? a) (inexact? a))
                                 (let* ((c (* a 1.0)) (x (outcome (lambda () (let ((c (* a 1.0))) (op c b)))))
                                        (z (outcome (lambda () (let ((c (* a 1.0))) (op b c)))))
                                        (y (outcome (lambda () (apply op (cons c (cons b '()))))))
                                        (w (outcome (lambda () (apply op (cons b (cons c '())))))))
                                   (if (not (equal? x y)) (set! wrong (cons (vector 'op c b x y) wrong)))
                                   (if (not (equal? z w)) (set! wrong (cons (vector 'op b c z w) wrong))))) ...)
                           numbers))
               numbers))))
(define-syntax compare-one
  (syntax-rules ()
    ((_ op ...)
     (for-each (lambda (a)
                 (let ((x (outcome (lambda () (op a)))) (y (outcome (lambda () (apply op (cons a '()))))))
                   (if (not (equal? x y)) (set! wrong (cons (vector 'op a x y) wrong)))) ...)
               numbers))))
(compare-two + - * / quotient remainder modulo < > <= >= = eqv? eq?)
(compare-one - / sqrt zero? positive? negative? symbol? procedure? char?)
(define (sum-to n) (do ((i 0 (+ i 1)) (s 0.0 (+ s (/ i 2)))) ((= i n) s)))
(define (grow n) (let loop ((i 0) (x 1)) (if (= i n) x (loop (+ i 1) (* x 3)))))
(define (mixed n)
  (let loop ((i 0) (x 0.5)) (if (= i n) x (loop (+ i 1) (if (= i 2) 'none (if (number? x) (+ x 1) x))))))
(checks "numbers"
  (wrong ()) ((sum-to 10) 22.5) ((grow 50) 717897987691852588770249) ((mixed 2) 2.5) ((mixed 5) none)
  ((quotient 7. 2.) 3.0) ((modulo -7. 2) 1.0) ((/ 6 4) 3/2) ((/ 6 3) 2) ((- 0.0) -0.0) ((sqrt 16) 4) ((sqrt 1/4) 1/2)
  ((outcome (lambda () (zero? 'a))) ("zero?: wrong type of argument" a)) ((fails? (sqrt -1.0)) #t)
  ((let ((x (* 1.0 2))) (let ((f (lambda () x))) (set! x (+ x 1)) (f))) 3.0))
(report)
