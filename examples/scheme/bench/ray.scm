;; ray: rays and spheres; flonums, small vectors that are made and dropped.
;; small 8 large 600
(define (point x y z) (vector x y z))
(define (px p) (vector-ref p 0))
(define (py p) (vector-ref p 1))
(define (pz p) (vector-ref p 2))
(define (dot a b) (+ (* (px a) (px b)) (* (py a) (py b)) (* (pz a) (pz b))))
(define (minus a b) (point (- (px a) (px b)) (- (py a) (py b)) (- (pz a) (pz b))))
(define (along a k d) (point (+ (px a) (* k (px d))) (+ (py a) (* k (py d))) (+ (pz a) (* k (pz d)))))
(define (unit a) (let ((l (sqrt (dot a a)))) (point (/ (px a) l) (/ (py a) l) (/ (pz a) l))))
(define (sphere x y z r light) (vector (point x y z) r light))
(define world
  (let loop ((i 0) (l (list (sphere 0.0 -300.0 -1200.0 200.0 0.8) (sphere -80.0 -150.0 -1200.0 200.0 0.7))))
    (if (= i 12) l
        (loop (+ i 1)
          (cons (sphere (- (* 60.0 i) 330.0) (* 40.0 (remainder i 4)) (- -300.0 (* 70.0 (remainder i 5))) 40.0 0.75) l)))))
;; The distance to a sphere, or -1.0.
(define (hit s from d)
  (let* ((v (minus from (vector-ref s 0)))
         (b (dot v d))
         (r (vector-ref s 1))
         (q (- (* b b) (- (dot v v) (* r r)))))
    (if (< q 0.0) -1.0
        (let* ((root (sqrt q)) (near (- (- 0.0 b) root)))
          (if (> near 0.0) near (+ (- 0.0 b) root))))))
(define (nearest from d found)
  (let loop ((l world) (best #f) (distance 1000000000.0))
    (if (null? l) (found best distance)
        (let ((k (hit (car l) from d)))
          (if (and (> k 0.0) (< k distance)) (loop (cdr l) (car l) k) (loop (cdr l) best distance))))))
(define (brightness from d)
  (nearest from d
    (lambda (s k)
      (if (not s) 0.0
          (let* ((p (along from k d)) (n (unit (minus p (vector-ref s 0)))) (b (- 0.0 (dot d n))))
            (if (> b 0.0) (* b (vector-ref s 2)) 0.0))))))
(define (main n)
  (let ((eye (point 0.0 0.0 200.0)) (step (/ 400.0 n)))
    (let rows ((y 0) (bright 0))
      (if (= y n) bright
          (rows (+ y 1)
            (let columns ((x 0) (bright bright))
              (if (= x n) bright
                  (let ((d (unit (minus (point (- (* step x) 200.0) (- (* step y) 200.0) 0.0) eye))))
                    (columns (+ x 1) (if (> (brightness eye d) 0.25) (+ bright 1) bright))))))))))
