;; SPDX-License-Identifier: MIT
;; Control: values, dynamic-wind, continuations, exceptions, parameters, promises.
(define (call-with-values producer consumer)
  (let ((v (producer)))
    (if (%values? v) (apply consumer (%values->list v)) (consumer v))))

;; Winders are lists (handlers before . after), innermost first.  %rewind goes from those of now to those of `to`.  Each
;; thunk runs with the handlers of its dynamic-wind.
(define (%common a b)
  (let ((la (length a)) (lb (length b)))
    (let loop ((a (if (> la lb) (list-tail a (- la lb)) a)) (b (if (> lb la) (list-tail b (- lb la)) b)))
      (if (eq? a b) a (loop (cdr a) (cdr b))))))
(define (%rewind to)
  (let ((base (%common (%winders) to)) (handlers (%handlers)))
    (let out ()
      (if (not (eq? (%winders) base))
          (let ((w (car (%winders))))
            (%set-winders! (cdr (%winders)))
            (%set-handlers! (car w))
            ((cddr w))
            (out))))
    (let in ((l to))
      (if (not (eq? l base))
          (begin
            (in (cdr l))
            (%set-handlers! (car (car l)))
            ((cadr (car l)))
            (%set-winders! l))))
    (%set-handlers! handlers)))
(define (dynamic-wind before thunk after)
  (before)
  (%set-winders! (cons (cons (%handlers) (cons before after)) (%winders)))
  (let ((result (thunk)))
    (%set-winders! (cdr (%winders)))
    (after)
    result))

;; What a continuation is called with, as one value.
(define (%results l)
  (if (and (pair? l) (null? (cdr l))) (car l)
      (let ((v (apply values l))) v))) ; no tail call, so that this one may be a direct function
;; A continuation works once: by a call, or by the return of the procedure that got it.  It is tested before anything
;; changes: %continue tests it, and sets the handlers behind that.
(define (call-with-current-continuation f)
  (let ((winders (%winders)) (handlers (%handlers)))
    (%call/cc
      (lambda (k)
        (f (lambda results
             (if (not (eq? winders (%winders)))
                 (begin
                   (if (not (%usable? k)) (error "continuation: it has been continued before, and works once"))
                   (%rewind winders)))
             (%continue k (%results results) handlers)))))))
(define call/cc call-with-current-continuation)
;; The same for a continuation that only leaves: without a stack of its own.  It fails once the call has returned.
(define (call-with-escape-continuation f)
  (let ((winders (%winders)) (handlers (%handlers)))
    (%catch
      (lambda (mark)
        (f (lambda results
             (if (not (eq? winders (%winders))) (%rewind winders))
             (%set-handlers! handlers)
             (%escape mark (%results results))))))))

;; Handlers are procedures, innermost first; a handler runs where the exception is raised, with those outside of it.
(define (%with-handlers handlers thunk)
  (let ((old (%handlers)))
    (%set-handlers! handlers)
    (let ((result (thunk)))
      (%set-handlers! old)
      result)))
(define (with-exception-handler handler thunk)
  (if (not (procedure? handler)) (error "with-exception-handler: the handler is no procedure" handler))
  (if (not (procedure? thunk)) (error "with-exception-handler: the body is no procedure" thunk))
  (%with-handlers (cons handler (%handlers)) thunk))
(define (raise-continuable obj)
  (let ((handlers (%handlers)))
    (if (null? handlers) (%uncaught obj)
        (%with-handlers (cdr handlers) (lambda () ((car handlers) obj))))))
(define (raise obj)
  (let ((handlers (%handlers)))
    (if (null? handlers) (%uncaught obj)
        (begin
          (%with-handlers (cdr handlers) (lambda () ((car handlers) obj)))
          (%set-handlers! (cdr handlers))
          (raise (%condition "raise: the handler returned" obj))))))
(define (error message . irritants)
  (raise (apply %condition message irritants)))

;; guard: `select` gives the thunk of the clause for an exception, or #f.  It runs on the stack of the exception, in the
;; dynamic environment of the guard, and that of the exception comes back if no clause takes it.
(define (%guard body select)
  (let ((winders (%winders)) (handlers (%handlers)))
    ((%catch
       (lambda (mark)
         (let ((result
                (%with-handlers
                  (cons (lambda (obj)
                          (let ((inside (%winders)))
                            (if (not (eq? winders inside)) (%rewind winders))
                            (let ((chosen (select obj)))
                              (if chosen (begin (%set-handlers! handlers) (%escape mark chosen))
                                  (begin (%rewind inside) (raise-continuable obj))))))
                        handlers)
                  body)))
           (lambda () result)))))))

(define (exit . status)
  (%rewind '())
  (apply %exit status))

(define (make-parameter init . converter)
  (let* ((convert (if (pair? converter) (car converter) (lambda (x) x)))
         (value (convert init)))
    (lambda arguments
      (cond ((null? arguments) value)
            ((and (eq? (car arguments) (%parameter-set)) (pair? (cdr arguments))) (set! value (car (cdr arguments))))
            ((and (eq? (car arguments) (%parameter-convert)) (pair? (cdr arguments))) (convert (car (cdr arguments))))
            (else (error "a parameter takes no arguments"))))))
(define (%parameterize parameters values thunk)
  (let ((values (map (lambda (p v) (p (%parameter-convert) v)) parameters values)))
    (define (swap)
      (let ((old (map (lambda (p) (p)) parameters)))
        (for-each (lambda (p v) (p (%parameter-set) v)) parameters values)
        (set! values old)))
    (dynamic-wind swap thunk swap)))

;; A promise holds a pair: (#t . value) or (#f . thunk).
(define (make-promise x) (if (promise? x) x (%make-promise (cons #t x))))
(define (force promise)
  (if (not (promise? promise)) promise
      (let ((state (%promise-state promise)))
        (if (car state) (cdr state)
            (let* ((next ((cdr state))) (state (%promise-state promise)))
              (if (not (car state))
                  (let ((new (%promise-state next)))
                    (set-car! state (car new))
                    (set-cdr! state (cdr new))
                    (%set-promise-state! next state)))
              (force promise))))))

(define (call-with-port port f)
  (let ((result (f port)))
    (close-port port)
    result))
(define (call-with-input-file name f) (call-with-port (open-input-file name) f))
(define (call-with-output-file name f) (call-with-port (open-output-file name) f))
(define (with-input-from-file name thunk)
  (let ((port (open-input-file name)))
    (let ((result (%parameterize (list current-input-port) (list port) thunk)))
      (close-port port)
      result)))
(define (with-output-to-file name thunk)
  (let ((port (open-output-file name)))
    (let ((result (%parameterize (list current-output-port) (list port) thunk)))
      (close-port port)
      result)))
