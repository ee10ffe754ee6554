;; R7RS 4.1.4 and 6.10: each number of arguments, fixed and in a list, in calls of unknown procedures and by apply
(include "check.scm")
(define (first-of n l) (if (= n 0) '() (cons (car l) (first-of (- n 1) (cdr l)))))
(define (up-to n) (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l)))))
;; A taker gives its fixed arguments and the list of the others.
(define takers
  (list (lambda all (list '() all)) (lambda (a . all) (list (list a) all)) (lambda (a b . all) (list (list a b) all))
        (lambda (a b c . all) (list (list a b c) all)) (lambda (a b c d . all) (list (list a b c d) all))
        (lambda (a b c d e . all) (list (list a b c d e) all))
        (lambda (a b c d e f . all) (list (list a b c d e f) all))))
(define exact
  (list (lambda () '()) (lambda (a) (list a)) (lambda (a b) (list a b)) (lambda (a b c) (list a b c))
        (lambda (a b c d) (list a b c d)) (lambda (a b c d e) (list a b c d e)) (lambda (a b c d e f) (list a b c d e f))
        (lambda (a b c d e f g) (list a b c d e f g))))
(define (call f n)
  (case n
    ((0) (f)) ((1) (f 1)) ((2) (f 1 2)) ((3) (f 1 2 3)) ((4) (f 1 2 3 4)) ((5) (f 1 2 3 4 5)) ((6) (f 1 2 3 4 5 6))
    ((7) (f 1 2 3 4 5 6 7)) (else (f 1 2 3 4 5 6 7 8))))
(define (by-apply f n before)
  (case before
    ((0) (apply f (up-to n))) ((1) (apply f 1 (list-tail (up-to n) 1))) ((2) (apply f 1 2 (list-tail (up-to n) 2)))
    ((3) (apply f 1 2 3 (list-tail (up-to n) 3))) ((4) (apply f 1 2 3 4 (list-tail (up-to n) 4)))
    (else (apply f 1 2 3 4 5 (list-tail (up-to n) 5)))))
(define (right? f fixed n caller)
  (if (< n fixed) (fails? (caller f n))
      (equal? (caller f n) (list (first-of fixed (up-to n)) (list-tail (up-to n) fixed)))))
(define (right-exactly? f fixed n caller)
  (if (= n fixed) (equal? (caller f n) (up-to n)) (fails? (caller f n))))
;; What is wrong: (fixed n) ...
(define (wrong right? procedures caller least)
  (let each ((l procedures) (fixed 0) (bad '()))
    (if (null? l) bad
        (let count ((n least) (bad bad))
          (if (> n 8) (each (cdr l) (+ fixed 1) bad)
              (count (+ n 1) (if (right? (car l) fixed n caller) bad (cons (list fixed n) bad))))))))
(define (applied before) (lambda (f n) (by-apply f n before)))
;; Local procedures that are known, and called with another number of arguments, too
(define (down-to-zero a)
  (define (g x) (if (> x 0) (g (- x 1)) x))
  (if (eq? a 'wrong) (+ 1 (g 1 2)) (+ 1 (g a))))
(define (deeper a)
  (define (g x) (if (> x a) (+ 0 (g (- x 1))) x))
  (list (g 5) (fails? (+ (g) 1)) (fails? (+ (g 1 2) 1))))
(checks "4.1.4 numbers of arguments"
  ((down-to-zero 4) 1) ((fails? (down-to-zero 'wrong)) #t) ((deeper 2) (2 #t #t))
  ((wrong right? takers call 0) ()) ((wrong right-exactly? exact call 0) ()))
(checks "6.10 apply"
  ((wrong right? takers (applied 0) 0) ()) ((wrong right? takers (applied 1) 1) ()) ((wrong right? takers (applied 2) 2) ())
  ((wrong right? takers (applied 3) 3) ()) ((wrong right? takers (applied 4) 4) ()) ((wrong right? takers (applied 5) 5) ())
  ((wrong right-exactly? exact (applied 0) 0) ()) ((wrong right-exactly? exact (applied 2) 2) ())
  ((wrong right-exactly? exact (applied 4) 4) ()))
;; Procedures in C, whose arguments lie in an array
(define (c-call f) (list (f 1) (f 1 2) (f 1 2 3) (f 1 2 3 4) (f 1 2 3 4 5) (f 1 2 3 4 5 6)))
(checks "6.10 procedures of the system"
  ((c-call vector) (#(1) #(1 2) #(1 2 3) #(1 2 3 4) #(1 2 3 4 5) #(1 2 3 4 5 6))) ((c-call +) (1 3 6 10 15 21))
  ((map (lambda (n) (apply vector (up-to n))) '(0 3 4 5 6)) (#() #(1 2 3) #(1 2 3 4) #(1 2 3 4 5) #(1 2 3 4 5 6))))
(report)
