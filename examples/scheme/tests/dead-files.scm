;; Run with ulimit -n 64: files that nothing refers to are closed when there are no descriptors.
(define (open-dead n) (if (= n 0) 'opened (begin (open-input-file "/dev/null") (open-dead (- n 1)))))
(define (open-all n l) (if (= n 0) 'opened (open-all (- n 1) (cons (open-output-file "/dev/null") l))))
(define dead (open-dead 1000))
(define alive (guard (e (#t (error-object-kind e))) (open-all 1000 '())))
(write (list dead alive (open-dead 1000)))
