;; graphs: directed graphs of five nodes, each with two edges, from whose first node all are reached; higher-order loops.
;; small 1 large 25
(define (fold-range from to f start) (if (= from to) start (fold-range (+ from 1) to f (f from start))))
(define (reached n next)
  (let ((seen (make-vector n #f)))
    (let visit ((node 0))
      (if (not (vector-ref seen node))
          (begin
            (vector-set! seen node #t)
            (for-each visit (vector-ref next node)))))
    (fold-range 0 n (lambda (i sum) (if (vector-ref seen i) (+ sum 1) sum)) 0)))
;; Calls f with each graph: for each node all pairs of targets.
(define (each-graph n f start)
  (let ((next (make-vector n '())))
    (let choose ((node 0) (result start))
      (if (= node n) (f next result)
          (fold-range 0 n
            (lambda (a result)
              (fold-range (+ a 1) n
                (lambda (b result)
                  (vector-set! next node (list a b))
                  (choose (+ node 1) result))
                result))
            result)))))
(define (main n)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum
        (loop (+ i 1)
          (each-graph 5 (lambda (next sum) (if (= (reached 5 next) 5) (+ sum 1) sum)) sum)))))
