#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fuzz.py SCHEMER N [SEED]: nothing that a program does ends the process: N calls of the library with odd arguments,
and N forms of random words, which are read, compiled and run.  All must end in a value or an error."""
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# What ends the program, waits for input, or writes files.
LEFT_OUT = {"exit", "emergency-exit", "read", "read-char", "read-line", "read-string", "peek-char", "read-u8",
    "peek-u8",
            "read-bytevector", "read-bytevector!", "char-ready?", "u8-ready?", "delete-file", "open-output-file",
            "open-binary-output-file", "call-with-output-file", "with-output-to-file", "load",
            "interaction-environment",
            "current-output-port", "current-error-port", "current-input-port", "display", "write", "write-shared",
            "write-simple", "write-string", "write-char", "write-u8", "write-bytevector", "newline", "close-port",
            "close-output-port", "%collect"}
VALUES = ["0", "1", "-1", "2", "1/2", "-7/3", "1.5", "-0.0", "+inf.0", "+nan.0", "4611686018427387903",
          "-4611686018427387904", "123456789012345678901234567890", "#t", "#f", "'()", "'a", "'(1 2 3)", "'(1 . 2)",
          "(list 1 2)", "circle", "\"\"", "\"abc\"", "(make-string 3 #\\x)", "#\\a", "#\\x10ffff", "#()",
          "(vector 1 2 3)",
          "#u8()", "(bytevector 1 2 3)", "car", "(lambda () 1)", "(lambda (x) x)", "(lambda args args)",
          "(eof-object)",
          "(if #f #f)", "(delay 1)", "(make-parameter 1)", "record", "(current-output-port)",
          "(open-input-string \"(a b)\")", "(open-output-string)", "(open-input-bytevector #u8(1 2))", "old-k",
          "(guard (e (#t e)) (car 1))", "(values 1 2)", "(values)", "36", "255", "256", "1000000", "16"]
WORDS = ["(", "(", "(", "(", ")", ")", ")", ")", "lambda", "let", "let*", "letrec", "define", "if", "set!",
    "quote", "'",
         "`", ",", ",@", "begin", "cond", "case", "and", "or", "else", "=>", "...", "_", "define-syntax",
         "let-syntax",
         "syntax-rules", "define-record-type", "guard", "parameterize", "do", "x", "y", "x", "f", "1", "2",
         "\"s\"", "#t",
         "#f", "()", "(x)", "(x 1)", "((x 1))", "car", "cons", "+", "list", "delay", "case-lambda", "let-values",
         "define-values", "call/cc", "values", "#(", "#u8(1)", "quasiquote", "unquote", ".", "named", "import",
         "(scheme base)", "define-library", "export", "include", "cond-expand", "syntax-error", "when", "unless",
         "raise",
         "error", "dynamic-wind", "(lambda (x) x)", "(define x 1)", "#\\a", "1.5", "|a b|", "eval", "apply",
         "vector-ref"]


def calls(r, n):
    with open(os.path.join(HERE, "..", "boot", "libraries.scm"), encoding="utf-8") as f:
        text = re.sub(r";.*", "", f.read())
    with open(os.path.join(HERE, "..", "boot", "syntax.scm"), encoding="utf-8") as f:
        syntax = set(re.findall(r"\(define-syntax (\S+)", f.read()))
    words = set(re.findall(r"[^\s()]+", text)) - LEFT_OUT - syntax - {"scheme", "base", "schemer", "_", "...", "=>"}
    names = sorted(w for w in words if not re.match(
        r"(let.*|define.*|lambda|if|set!|quote|quasiquote|unquote.*|begin|else|and|or|cond-expand|include.*|syntax-.*"
        r"|case-lambda|char|complex|cxr|file|inexact|lazy|load|process-context|repl|time|r5rs|eval|environment)$", w))
    lines = ["(define circle (list 1 2 3)) (set-cdr! (cddr circle) circle)",
             "(define-record-type r (make-r a) r? (a r-a)) (define record (make-r 1))",
             "(define old-k #f) (call/cc (lambda (k) (set! old-k k)))",
             "(define (try thunk) (guard (e (#t 'error)) (let ((p (open-output-string)))"
             " (parameterize ((current-output-port p)) (write (thunk) p)) 'value)))"]
    for i in range(n):
        arguments = " ".join(r.choice(VALUES) for _ in range(r.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5])))
        lines.append("(try (lambda () (%s %s)))" % (r.choice(names), arguments))
    return "\n".join(lines) + "\n(display \"done\")\n"


def forms(r, n):
    lines = []
    for _ in range(n):
        words = [r.choice(WORDS) for _ in range(r.randint(1, 14))]
        line = "( " + " ".join(words).replace("import", "x import")
        lines.append(line + ")" * (line.count("(") - line.count(")")))
    return "\n".join(lines) + "\n))))\n\"done\"\n"


def main():
    schemer, n = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    r = random.Random(seed)
    bad = 0
    limits = ["-O0", "--no-check", "--stack=16", "--memory=200"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "calls.scm")
        with open(path, "w", encoding="utf-8") as f:
            f.write(calls(r, n))
        for options in ([], ["--heap=moving", "--gc-stress=29"]):
            p = subprocess.run([schemer, *limits, *options, "run", path], capture_output=True, cwd=folder,
                timeout=300)
            if p.returncode != 0 or not p.stdout.endswith(b"done"):
                print("calls, seed", seed, options, "status", p.returncode, p.stderr[-1000:])
                bad += 1
        text = forms(r, n)
        p = subprocess.run([schemer, *limits], input=text.encode(), capture_output=True, cwd=folder, timeout=300)
        if p.returncode != 0 or b"done" not in p.stdout[-200:]:
            print("forms, seed", seed, "status", p.returncode, p.stdout[-300:], p.stderr[-1000:])
            bad += 1
    return 1 if bad else 0


sys.exit(main())
