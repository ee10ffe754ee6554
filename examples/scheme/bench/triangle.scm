;; triangle: peg solitaire on a triangle of 15 holes; all ways to leave one peg.
;; small 1 large 5
(define table
  (let* ((m '((1 2 4) (1 3 6) (2 4 7) (2 5 9) (3 5 8) (3 6 10) (4 2 1) (4 5 6) (4 7 11) (4 8 13) (5 8 12) (5 9 14)
              (6 3 1) (6 5 4) (6 9 13) (6 10 15) (7 4 2) (7 8 9) (8 5 3) (8 9 10) (9 5 2) (9 8 7) (10 6 3) (10 9 8)
              (11 7 4) (11 12 13) (12 8 5) (12 13 14) (13 8 4) (13 9 6) (13 12 11) (13 14 15) (14 9 5) (14 13 12)
              (15 10 6) (15 14 13)))
         (v (make-vector (* 3 (length m)) 0)))
    (let loop ((m m) (i 0))
      (if (null? m) v
          (begin (vector-set! v i (car (car m)))
                 (vector-set! v (+ i 1) (cadr (car m)))
                 (vector-set! v (+ i 2) (caddr (car m)))
                 (loop (cdr m) (+ i 3)))))))
(define board (make-vector 16 1))
(define (search left)
  (if (= left 1) 1
      (let loop ((i 0) (sum 0))
        (if (= i 108) sum
            (let ((a (vector-ref table i)) (b (vector-ref table (+ i 1))) (c (vector-ref table (+ i 2))))
              (if (and (= (vector-ref board a) 1) (= (vector-ref board b) 1) (= (vector-ref board c) 0))
                  (begin
                    (vector-set! board a 0)
                    (vector-set! board b 0)
                    (vector-set! board c 1)
                    (let ((found (search (- left 1))))
                      (vector-set! board a 1)
                      (vector-set! board b 1)
                      (vector-set! board c 0)
                      (loop (+ i 3) (+ sum found))))
                  (loop (+ i 3) sum)))))))
;; With few pegs at first the search is short.
(define (main n)
  (let setup ((i 1)) (if (<= i 15) (begin (vector-set! board i (if (< i (+ n 10)) 1 0)) (setup (+ i 1)))))
  (search (+ n 9)))
