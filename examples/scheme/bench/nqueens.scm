;; nqueens: all solutions of the n queens, with lists of columns.
;; small 6 large 12
(define (range from to) (if (= from to) '() (cons from (range (+ from 1) to))))
(define (safe? column distance placed)
  (or (null? placed)
      (let ((other (car placed)))
        (and (not (= other column))
             (not (= other (+ column distance)))
             (not (= other (- column distance)))
             (safe? column (+ distance 1) (cdr placed))))))
(define (count-from columns rows placed)
  (if (= rows 0) 1
      (let loop ((left columns) (sum 0))
        (if (null? left) sum
            (loop (cdr left)
              (if (safe? (car left) 1 placed)
                  (+ sum (count-from columns (- rows 1) (cons (car left) placed)))
                  sum))))))
(define (main n) (count-from (range 0 n) n '()))
