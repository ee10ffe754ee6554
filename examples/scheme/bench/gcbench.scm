;; gcbench: binary trees of several depths, beside a long-lived tree and a long-lived vector.
;; small 6 large 20
(define (tree depth) (if (= depth 0) '() (let ((left (tree (- depth 1)))) (cons left (tree (- depth 1))))))
(define (nodes t) (if (null? t) 0 (+ 1 (nodes (car t)) (nodes (cdr t)))))
;; From the top: nodes exist before their children.
(define (populate! t depth)
  (if (> depth 0)
      (begin
        (set-car! t (cons '() '()))
        (set-cdr! t (cons '() '()))
        (populate! (car t) (- depth 1))
        (populate! (cdr t) (- depth 1)))))
(define (main n)
  (let ((kept (tree n)) (v (make-vector 50000 0.0)))
    (do ((i 0 (+ i 1))) ((= i 25000)) (vector-set! v i (* 0.5 i)))
    (let loop ((depth 4) (sum 0))
      (if (> depth n) (list sum (nodes kept) (= (vector-ref v 1000) 500.0))
          (let again ((times (quotient (let power ((k (- n depth)) (r 1)) (if (= k 0) r (power (- k 1) (* 2 r)))) 1))
                      (sum sum))
            (if (= times 0) (loop (+ depth 2) sum)
                (let ((top (cons '() '())))
                  (populate! top (- depth 1))
                  (again (- times 1) (+ sum (nodes (tree depth)) (nodes top))))))))))
