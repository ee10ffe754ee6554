#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""interrupt.py SCHEMER: in a terminal, Ctrl-C ends the form that runs, and the REPL goes on."""
import os
import pty
import select
import sys
import time


def main():
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.argv[1], [sys.argv[1]])
    seen = b""

    def wait_for(text, again=b""):
        nonlocal seen
        end = time.time() + 60
        quiet = 0
        while text not in seen and time.time() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                seen += os.read(terminal, 4096)
                continue
            quiet += 1
            if again and quiet % 10 == 0:  # Ctrl-C came before the REPL read what was typed
                os.write(terminal, again)
        good = text in seen
        seen = seen.split(text, 1)[-1]
        if not good:
            print("no", text, "but", seen)
            sys.exit(1)

    def send(text):
        os.write(terminal, text)

    wait_for(b"> ")
    send(b"(define circle (list 1)) (set-cdr! circle circle)\n")
    wait_for(b"> ")
    library = (b"(list-tail circle (expt 10 15))", b"(for-each car (list circle circle)) (for-each list circle)")
    for call in (b"(read-char)", b"(read-line)", b"(read-string 3)", b"(read)"):
        send(b"(begin (display \"begin\" ) (newline)) " + call + b"\n")
        wait_for(b"begin\r\n")
        time.sleep(0.3)
        send(b"\x03")
        wait_for(b"error: interrupted")
        wait_for(b"> ")
    for loop in library + (b"(let loop () (loop))",
                           b"(define (f n) (f (+ n 1))) (f 0)", b"(let loop ((l '())) (loop (list l)))"):
        send(b"(begin (display \"begin\" ) (newline)) " + loop + b"\n")
        wait_for(b"begin\r\n")
        time.sleep(0.3)
        send(b"\x03")
        wait_for(b"error: interrupted")
        wait_for(b"> ")
    send(b"(typed in part ")
    wait_for(b"typed in part")
    time.sleep(0.3)
    send(b"\x03")
    wait_for(b"> ", b"\x03")
    send(b"(* 6 7)\n")
    wait_for(b"42\r\n")
    send(b"(exit 5)\n")
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return 0 if status == 5 else 1


sys.exit(main())
