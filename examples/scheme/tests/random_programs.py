#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""random_programs.py SCHEMER N [SEED]: N random programs, whose output has to be that of Guile.

Expressions have types,
    so that most of them mean something; what fails prints `error` in both.  No operand has an effect
that another operand of the same call sees, because the order of operands is not specified.
"""
import os
import random
import subprocess
import sys
import tempfile

IMPORTS = "(import (scheme base) (scheme char) (scheme write))"
PRELUDE = """
(define (show thunk)
  (write (call-with-current-continuation
    (lambda (k) (with-exception-handler (lambda (e) (k 'error)) thunk))))
  (newline))
"""
LITERALS = {
    "int": ["0", "1", "2", "-1", "7", "-13", "100", "4611686018427387903", "-4611686018427387904",
            "9223372036854775808", "123456789012345678901234567890"],
    "rat": ["1/2", "-3/4", "5", "0", "22/7", "-100000000000000000000/3"],
    "bool": ["#t", "#f"], "sym": ["'a", "'b", "'else", "'|x y|"], "char": ["#\\a", "#\\Z", "#\\5", "#\\λ"],
    "str": ['""', '"abc"', '"Hello"', '"λx"', '"a\\"b"'], "list": ["'()", "'(1 2 3)", "'(5)", "(list 3 1 2)"],
    "vec": ["#()", "#(1 2 3)", "(vector 9 8)"],
}
CALLS = {  # type: (format, types of the holes)
    "int": [("(+ {} {})", "int int"), ("(- {} {})", "int int"), ("(* {} {})", "int int"), ("(quotient {} {})",
    "int int"),
            ("(remainder {} {})", "int int"), ("(modulo {} {})", "int int"), ("(abs {})", "int"), ("(- {})", "int"),
            ("(max {} {})", "int int"), ("(min {} {} {})", "int int int"), ("(gcd {} {})", "int int"),
            ("(length {})", "list"),
            ("(car {})", "list"), ("(list-ref {} {})", "list small"), ("(string-length {})", "str"),
            ("(vector-ref {} {})", "vec small"), ("(vector-length {})", "vec"), ("(char->integer {})", "char"),
            ("(apply + {})", "list"), ("(floor {})", "rat"), ("(round {})", "rat"), ("(truncate {})", "rat"),
            ("(numerator {})", "rat"), ("(exact-integer-sqrt-root {})", "int"), ("(expt {} {})", "int small"),
            ("({} {})", "fun int"), ("(string->number (number->string {}))", "int"), ("(square {})", "int"),
            ("(call-with-values (lambda () (values {} {})) (lambda (p q) (- p q)))", "int int"),
            ("(floor-quotient {} {})", "int int"), ("(exact (floor (inexact {})))", "small")],
    "small": [("(modulo {} 5)", "int"), ("(string-length {})", "str")],
    "rat": [("(/ {} {})", "rat rat"), ("(+ {} {})", "rat rat"), ("(* {} {})", "rat rat"), ("(- {} {})", "rat int")],
    "bool": [("(< {} {})", "int int"), ("(= {} {})", "int int"), ("(<= {} {} {})", "int int int"), ("(not {})",
    "bool"),
             ("(and {} {})", "bool bool"), ("(or {} {})", "bool bool"), ("(null? {})", "list"), ("(equal? {} {})",
             "list list"),
             ("(eqv? {} {})", "int int"), ("(even? {})", "int"), ("(string<? {} {})", "str str"), ("(eq? {} {})",
             "sym sym"),
             ("(char<? {} {})", "char char"), ("(equal? {} {})", "str str"), ("(< {} {})", "rat rat"),
             ("(pair? {})", "list"),
             ("(if (memv {} {}) #t #f)", "int list"), ("(char-alphabetic? {})", "char"), ("(integer? {})", "rat")],
    "sym": [("(string->symbol {})", "str"), ("(case {} ((0 1 2) 'low) ((7) 'seven) (else 'other))", "int")],
    "char": [("(string-ref {} {})", "str small"), ("(char-upcase {})", "char"), ("(char-downcase {})", "char")],
    "str": [("(string-append {} {})", "str str"), ("(number->string {})", "int"), ("(symbol->string {})", "sym"),
            ("(substring {} {} {})", "str small small"), ("(list->string (list {} {}))", "char char"),
            ("(string-upcase {})", "str"), ("(string-map char-downcase {})", "str"), ("(number->string {} 16)",
            "int"),
            ("(make-string {} {})", "small char"), ("(string-copy {} {})", "str small")],
    "list": [("(cons {} {})", "int list"), ("(cdr {})", "list"), ("(append {} {})", "list list"), ("(reverse {})",
    "list"),
             ("(map {} {})", "fun list"), ("(list {} {} {})", "int int int"), ("(vector->list {})", "vec"),
             ("(map + {} {})", "list list"), ("`(1 ,{} ,@{})", "int list"), ("(list-tail {} {})", "list small"),
             ("(let ((r '())) (for-each (lambda (e) (set! r (cons ({} e) r))) {}) r)", "fun list"),
             ("(map char->integer (string->list {}))", "str"), ("(list-copy {})", "list")],
    "vec": [("(list->vector {})", "list"), ("(make-vector {} {})", "small int"), ("(vector-map {} {})", "fun vec"),
            ("(vector-append {} {})", "vec vec"), ("(let ((v (make-vector 3 {}))) (vector-set! v {} {}) v)",
            "int small int"),
            ("(vector-copy {} {})", "vec small")],
    "fun": [],
}
LITERALS["small"] = ["0", "1", "2", "3", "4"]
LITERALS["fun"] = ["abs", "-", "(lambda (u) (+ u 1))", "square"]


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = 0

    def name(self):
        self.names += 1
        return "v%d" % self.names

    def of(self, kind, scope, depth):
        known = [n for n, k in scope if k == kind]
        if depth <= 0 or self.r.random() < 0.12:
            return self.r.choice(known if known and self.r.random() < 0.7 else LITERALS[kind])
        if self.r.random() < 0.4:
            return self.form(kind, scope, depth - 1)
        if kind == "fun":
            return self.lambda_(scope, depth - 1)
        text, holes = self.r.choice(CALLS[kind])
        return text.format(*[self.of(h, scope, depth - 1) for h in holes.split()])

    def lambda_(self, scope, depth):
        n = self.name()
        return "(lambda (%s) %s)" % (n, self.of("int", scope + [(n, "int")], depth))

    def form(self, kind, scope, depth):
        def of(k, more=()):
            return self.of(k, scope + list(more), depth)

        kinds = ["int", "bool", "list", "str", "sym", "fun", "vec", "rat"]
        k, k2, n, m = self.r.choice(kinds), self.r.choice(kinds), self.name(), self.name()
        which = self.r.randrange(16)
        if which == 0:
            return "(if %s %s %s)" % (of("bool"), of(kind), of(kind))
        if which == 1:
            return "(let ((%s %s) (%s %s)) %s)" % (n, of(k), m, of(k2), of(kind, [(n, k), (m, k2)]))
        if which == 2:
            return "(let* ((%s %s) (%s %s)) %s)" % (n, of(k), m, of(k2, [(n, k)]), of(kind, [(n, k), (m, k2)]))
        if which == 3:
            return "(cond (%s %s) ((assv %s '((1 . 2) (3 . 4))) %s) (else %s))" % (
                of("bool"), of(kind), of("int"), of(kind), of(kind))
        if which == 4:  # a loop
            return "(let loop ((%s %s) (%s %s)) (if (<= %s 0) %s (loop (- %s 1) %s)))" % (
                n, of("small"), m, of(kind), n, m, n, of(kind, [(n, "int"), (m, kind)]))
        if which == 5:
            return "(do ((%s 0 (+ %s 1)) (%s %s %s)) ((= %s 3) %s))" % (
                n, n, m, of(kind), of(kind, [(n, "int"), (m, kind)]), n, of(kind, [(m, kind)]))
        if which == 6:  # an escape
            return "(call-with-current-continuation (lambda (%s) (if %s (%s %s) %s)))" % (
                n, of("bool"), n, of(kind), of(kind))
        if which == 7:
            return "(guard (%s ((symbol? %s) %s) ((string? %s) %s)) (if %s (raise %s) %s))" % (
                n, n, of(kind), n, of(kind, [(n, "str")]), of("bool"), of(self.r.choice(["sym", "str", "int"])),
                    of(kind))
        if which == 8:  # a variable that is set
            return "(let ((%s %s)) (set! %s %s) %s)" % (n, of(kind), n, of(kind, [(n, kind)]), of(kind, [(n, kind)]))
        if which == 9:  # a counter in a closure
            return "(let* ((%s %s) (%s (lambda (d) (set! %s (+ %s d)) %s))) (%s 1) (%s %s) %s)" % (
                n, of("int"), m, n, n, n, m, m, of("int"), of(kind, [(n, "int")]))
        if which == 10:
            return "(letrec ((%s (lambda (i) (if (<= i 0) %s (%s (- i 1)))))) (%s %s))" % (
                n, of(kind), n, n, of("small"))
        if which == 11:
            # Guile 3.0.8 does not take exceptions inside handlers as R7RS says: the handler is simple.
            return "(begin (+ 1 (with-exception-handler (lambda (%s) %s) (lambda () (raise-continuable 'c)))) %s)" % (
                n, self.r.choice(LITERALS["int"]), of(kind))
        if which == 12:
            return "(let-values (((%s %s) (values %s %s))) %s)" % (n, m, of(k), of(k2), of(kind, [(n, k), (m, k2)]))
        if which == 13:
            return "(let () (define %s %s) (define (%s x) %s) %s)" % (
                n, of(k), m, of("int", [("x", "int"), (n, k)]), of(kind, [(n, k), (m, "fun")]))
        if which == 14:
            return "(let ((%s '())) (dynamic-wind (lambda () (set! %s (cons 1 %s))) (lambda () %s) (lambda () #f)))" % (
                n, n, n, of(kind, [(n, "list")]))
        return "(my-or2 #f (begin %s))" % of(kind) if kind != "bool" else "(my-if %s %s %s)" % (
            of("bool"), of("bool"), of("bool"))

    def program(self, shows):
        lines = []
        for _ in range(shows):
            kind = self.r.choice(["int", "bool", "list", "str", "sym", "rat", "char", "vec"])
            text = self.of(kind, [], self.r.randint(3, 6))
            lines.append("(show (lambda () %s))" % ("(symbol->string %s)" % text if kind == "sym" else text))
        return "\n".join(lines)


MACROS = """
(define-syntax my-or2 (syntax-rules () ((_ a b) (let ((t a)) (if t t b)))))
(define-syntax my-if (syntax-rules () ((_ c a b) (cond (c a) (else b)))))
(define (exact-integer-sqrt-root n) (call-with-values (lambda () (exact-integer-sqrt n)) (lambda (a b) a)))
"""


def main():
    schemer, programs = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    bad = 0
    options = [[], ["--heap=moving", "--gc-stress=13"],
               ["--abi=statepoint", "--heap=moving", "--gc-stress=17", "-O1"],
               ["--abi=framemap", "--heap=moving", "--gc-stress=7", "-O0"]]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.scm")
        for start in range(first, first + programs, 20):
            texts = [Generator(seed).program(2) for seed in range(start, min(start + 20, first + programs))]
            with open(path, "w", encoding="utf-8") as f:
                f.write("\n".join([IMPORTS, MACROS, PRELUDE, *texts, ""]))
            env = dict(os.environ, LC_ALL="C.UTF-8", GUILE_AUTO_COMPILE="0")
            want = subprocess.run(["guile", "--r7rs", path], capture_output=True, text=True, env=env)
            chosen = options[start // 20 % len(options)]
            got = subprocess.run([schemer, *chosen, "run", path], capture_output=True, text=True, env=env)
            lines, wanted = got.stdout.split("\n"), want.stdout.split("\n")
            if got.returncode != 0 or want.returncode != 0:
                print("seed", start, "status", got.returncode, want.returncode, got.stderr[:500], want.stderr[:500])
                bad += 1
            shows = "\n".join(texts).split("\n")
            for i, (a, b) in enumerate(zip(lines, wanted)):
                if a != b:
                    print("seed %d, %s: %s\n   gives %s\n   Guile %s" % (start, chosen, shows[i], a[:300], b[:300]))
                    bad += 1
    print(programs, "programs,", bad, "differ")
    return 1 if bad else 0


sys.exit(main())
