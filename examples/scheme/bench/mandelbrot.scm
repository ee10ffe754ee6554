;; mandelbrot: flonums in loops.
;; small 10 large 500
(define (steps cr ci most)
  (let loop ((i 0) (zr 0.0) (zi 0.0))
    (if (= i most) i
        (let ((rr (* zr zr)) (ii (* zi zi)))
          (if (> (+ rr ii) 4.0) i
              (loop (+ i 1) (+ (- rr ii) cr) (+ (* 2.0 zr zi) ci)))))))
(define (main n)
  (let ((unit (/ 3.0 n)))
    (let rows ((y 0) (sum 0))
      (if (= y n) sum
          (rows (+ y 1)
            (let columns ((x 0) (sum sum))
              (if (= x n) sum
                  (columns (+ x 1) (+ sum (steps (- (* unit x) 2.0) (- (* unit y) 1.5) 200))))))))))
