;; Run with --memory=3000, where the system gives less: what a port takes is all, or an error.
(define p (open-output-bytevector))
(define b (make-bytevector 1000000 1))
(define written 0)
(define kind
  (guard (e (#t (error-object-kind e)))
    (do ((i 0 (+ i 1))) ((= i 4000) 'written)
      (write-bytevector b p)
      (set! written (+ written 1000000)))))
(define kept (guard (e (#t (error-object-kind e))) (bytevector-length (get-output-bytevector p))))
(write (list kind (or (eq? kept 'out-of-memory) (>= kept written))))
