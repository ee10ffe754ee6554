;; Uncaught errors name their place, and the procedures that are called.
(define (inner x)
  (+ 1 (car x)))
(define (outer l)
  (list 'result
        (inner (cdr l))))
(define (deep n)
  (if (= n 0)
      (outer '(1 . 2))
      (+ 1 (deep (- n 1)))))
(guard (e (#t (display (error-object-location e)) (newline)))
  (vector-ref (vector 1 2 3)
              'x))
(guard (e (#t (display (error-object-location e)) (newline)))
  (string-append "a"
                 5))
(define-record-type point (make-point x) point? (x point-x))
(define (where thunk)
  (guard (e (#t (display (error-object-location e)) (newline))) (thunk)))
(define (apply-to f x)
  (list
    (f x)))
(where (lambda ()
         (list (point-x
                 5))))
(where (lambda () (apply-to car 1)))
(where (lambda ()
         (list
           (map car '(1)))))
(where (lambda ()
         (for-each car
                   '(1)) 1))
(display (+ 1 (deep 3)))
