;; Calls of the system's procedures by name do what calls of the same procedures in a variable do, errors included
(include "check.scm")
(define (outcome thunk)
  (guard (e ((error-object? e) (cons 'error (error-object-message e)))) (thunk)))
(define (unknown f) (vector-ref (vector f) 0))
(define circle (list 1 2 3 4 5))
(set-cdr! (cddddr circle) circle)
(define circle-of-pairs (list (cons 'x 1) (cons 'y 2)))
(set-cdr! (cdr circle-of-pairs) circle-of-pairs)
(define big (expt 10 30))
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))
(define-record-type other (make-other x) other? (x other-x))
(define values-to-try
  (list '() #f 0 1 -2 big (- (expt 2 61)) 1/2 -0.0 2.0 +nan.0 'a "" "ab" "b" #\a #\x3bb car (list 'a 2.0 big "ab")
        (list (cons 'a 1) (cons "ab" 2) (cons 2.0 3) (cons big 4)) (cons 1 (cons 2 3)) (vector 1 2) circle
        circle-of-pairs (make-point 1 2) (make-other 1)))
(define differing '())
(define (compare form direct indirect)
  (let ((a (outcome direct)) (b (outcome indirect)))
    (if (not (or (eq? a b) (equal? a b))) (set! differing (cons (list form a b) differing)))))
(define-syntax try1
  (syntax-rules ()
    ((_ f ...) (begin (for-each (lambda (x) (compare 'f (lambda () (f x)) (lambda () ((unknown f) x)))) values-to-try) ...))))
(define-syntax try2
  (syntax-rules ()
    ((_ f ...)
     (begin
       (for-each
         (lambda (x)
           (for-each (lambda (y) (compare 'f (lambda () (f x y)) (lambda () ((unknown f) x y)))) values-to-try))
         values-to-try)
       ...))))
(define (not-circular x) (if (or (eq? x circle) (eq? x circle-of-pairs)) '() x))
(define-syntax try-on-lists ;; those that go on for ever in a circle
  (syntax-rules ()
    ((_ f ...)
     (begin
       (for-each
         (lambda (x)
           (for-each
             (lambda (y)
               (let ((x (not-circular x)) (y (not-circular y)))
                 (compare 'f (lambda () (f x y)) (lambda () ((unknown f) x y)))))
             values-to-try))
         values-to-try)
       ...))))
(try1 length list? number? real? integer? even? odd? abs boolean? char->integer integer->char string-length not exact?
      inexact? list->vector vector->list string->list symbol->string point? other? point-x other-x)
(try2 memq memv member assq assv assoc equal? eqv? string=? string<? string>? string<=? string>=? max min
      char=? char<? char>? char<=? char>=? string-ref string-append vector-ref make-vector quotient)
(try-on-lists append list-tail list-ref)
(checks "calls by name" (differing ()))
(checks "numbers of arguments"
  ((fails? (length)) #t) ((fails? (length '() '())) #t) ((fails? (memq 1)) #t) ((fails? (memq 1 '(1) 2)) #t)
  ((fails? (string-ref "a")) #t) ((fails? (string-append 1)) #t) ((fails? (vector-fill! (vector 1))) #t)
  ((member 2.0 '(1 2 3) =) (2 3)) ((assoc 2.0 '((1 one) (2 two)) =) (2 two)) ((string=? "a" "a" "a") #t)
  ((string=? "a" "a" "b") #f) ((char<? #\a #\b #\a) #f) ((max 1 2 3) 3) ((max 1 2.0) 2.0) ((min 1 2.0) 1.0)
  ((string-append) "") ((string-append "a" "b" "c" "d" "e" "f") "abcdef") ((append) ()) ((append '(1)) (1))
  ((append '(1) '(2) '(3 4) 5) (1 2 3 4 . 5)) ((vector-copy #(1 2 3) 1 2) #(2)))
(define long (let loop ((i 0) (l '())) (if (= i 5000) l (loop (+ i 1) (cons i l)))))
(define text (make-string 3 #\a))
(checks "strings and characters"
  ((begin (string-set! text 1 #\x3bb) text) "a\x3bb;a") ((fails? (string-set! text 3 #\a)) #t)
  ((fails? (string-set! text -1 #\a)) #t) ((fails? (string-set! text 0 1)) #t) ((fails? (string-set! 'a 0 #\a)) #t)
  ((fails? (string-ref text 3)) #t) ((string-ref text 1) #\x3bb) ((integer->char 955) #\x3bb) ((char->integer #\x10ffff) 1114111)
  ((fails? (integer->char #xd800)) #t) ((fails? (integer->char #x110000)) #t) ((integer->char #xe000) #\xe000))
(checks "long lists and circles"
  ((length long) 5000) ((memv -1 long) #f) ((car (memv 0 long)) 0) ((list-ref long 4999) 0) ((fails? (length circle)) #t)
  ((list? circle) #f) ((car (memv 4 circle)) 4) ((fails? (memv 9 circle)) #t) ((fails? (member "x" circle)) #t)
  ((fails? (assq 'z circle-of-pairs)) #t) ((assq (quote y) circle-of-pairs) (y . 2)))
(report)
