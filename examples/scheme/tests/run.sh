#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SCHEMER PART: tests of the compiler.  PART is an ABI (checks of R7RS and programs, in the JIT and compiled,
# with a collection at every k-th allocation that moves objects), "static", "limits", "errors", "calls", "repl",
# "random" (programs whose output has to be Guile's), or "fuzz".
set -u
schemer=$1 part=$2 here=$(cd "$(dirname "$0")" && pwd) bad=0
t=$(mktemp -d) || exit 1
trap 'rm -rf "$t"' EXIT
cd "$here" || exit 1

fail() {
	echo "FAIL: $*"
	bad=1
}
# same NAME COMMAND...: the command's output is that of NAME.expected
same() {
	name=$1
	shift
	if ! "$@" >"$t/out" 2>"$t/err" || ! cmp -s "$t/out" "$name.expected"; then
		fail "$*"
		diff "$t/out" "$name.expected" | head -5
		head -5 "$t/err"
	fi
}
# checks COMMAND...: all checks of a program have passed
checks() {
	if ! "$@" >"$t/out" 2>"$t/err" || ! tail -1 "$t/out" | grep -q "^[1-9][0-9]* checks passed, 0 failed$"; then
		fail "$*"
		tail -12 "$t/out"
		head -5 "$t/err"
	fi
}

case $part in
gcframe | framemap | statepoint)
	same compiler "$schemer" --abi="$part" --check --gc-stress --heap=moving run compiler.scm
	same compiler "$schemer" --abi="$part" --gc-stress run compiler.scm
	checks "$schemer" --abi="$part" --check --stack=32 --memory=100 run direct.scm
	for f in r7rs-*.scm; do
		checks "$schemer" --abi="$part" -O1 --no-check --gc-stress=11 --heap=moving run "$f"
		[ "$f" = r7rs-io.scm ] && continue # it calls eval, which compiled programs do not have
		"$schemer" --abi="$part" -O1 --no-check compile "$f" -o "$t/program" || fail "compile $f"
		checks env LATEROOT_GC_STRESS=11 LATEROOT_GC_MODE=moving "$t/program"
	done
	;;
static)
	"$schemer" --static compile compiler.scm -o "$t/program" || fail "compile --static"
	same compiler "$t/program"
	;;
limits)
	checks "$schemer" -O1 --stack=32 --memory=100 run limits.scm
	for option in memory=abc memory=-1 memory=0 memory= memory=10x stack=abc stack=99999999999999 \
		gc-stress=abc gc-stress=0; do
		"$schemer" "--$option" run no-memory.scm >"$t/out" 2>"$t/err"
		[ $? = 2 ] && grep -q ^usage: "$t/err" || fail "--$option is accepted"
	done
	echo '(display "run")' >"$t/program.scm"
	"$schemer" compile "$t/program.scm" -o "$t/program" || fail "compile"
	for setting in SCHEME_STACK=abc SCHEME_MEMORY=-1 SCHEME_MEMORY=; do
		env "$setting" "$t/program" >"$t/out" 2>"$t/err"
		[ $? = 2 ] && grep -q "^error: $setting:" "$t/err" || fail "$setting is accepted"
	done
	[ "$(SCHEME_STACK=8 SCHEME_MEMORY=50 "$t/program")" = run ] || fail "SCHEME_STACK=8 SCHEME_MEMORY=50"
	(ulimit -n 64 && "$schemer" run dead-files.scm >"$t/out" 2>"$t/err") || { fail "dead-files.scm"; cat "$t/err"; }
	[ "$(cat "$t/out")" = "(opened file-error opened)" ] || { fail "dead-files.scm"; cat "$t/out"; }
	# What the system refuses to give is an error too, and never lost.
	(ulimit -v 3500000 && "$schemer" --memory=3000 run no-memory.scm >"$t/out" 2>"$t/err") || fail "no-memory.scm"
	[ "$(cat "$t/out")" = "(out-of-memory #t)" ] || { fail "no-memory.scm"; cat "$t/out"; }
	;;
errors)
	# Optimised code has no frames of procedures that stand where they were called.
	"$schemer" -O0 run errors.scm >"$t/out" 2>&1 && fail "an error gives no status"
	cmp -s "$t/out" errors.expected || { fail "errors.scm"; diff "$t/out" errors.expected; }
	for f in bad-*.scm; do
		"$schemer" run "$f" >"$t/out" 2>&1 && fail "$f is accepted"
		sed -n 's/^;; //p' "$f" | cmp -s - "$t/out" || { fail "$f"; cat "$t/out"; }
	done
	;;
calls)
	# Known procedures are called directly: as functions that never collect, or without a test of what they are.
	SCHEMER_IR=1 "$schemer" run known-calls.scm >"$t/out" 2>"$t/ir" || fail "known-calls.scm"
	[ "$(cat "$t/out")" = '(2 "text" ((2 4) (-1 -2) (1 2 1 2)) 0 (2 1) 5 #<procedure backwards>)' ] \
		|| { fail "known-calls.scm"; cat "$t/out"; }
	for f in @scm_leaf_memq @scm_leaf_length @builtin.substring.3 '@"scheme/double' '@"scheme/mapped' \
		'@"scheme/backwards' '@"scheme.library/reverse' '@"scheme.library/call-with-current-continuation'; do
		grep -q "call .*$f" "$t/ir" || fail "known-calls.scm has no call of $f"
	done
	grep -E 'map1|c"append.00' "$t/ir" && fail "known-calls.scm: what map and append call is called in place"
	grep -q 'i64 24, .*@scm_closure_type' "$t/ir" || fail "known-calls.scm: a closure captures what is constant"
	;;
repl)
	SCHEMER_UNLOAD=1 "$schemer" <repl.in >"$t/out" 2>&1 || fail "the REPL"
	cmp -s "$t/out" repl.expected || { fail "repl.in"; diff "$t/out" repl.expected; }
	printf '(display 1)\n(+ 1\n' | "$schemer" >"$t/out" 2>"$t/err" && fail "input that ends within a form"
	[ "$(cat "$t/out")" = 1 ] && grep -q 'not closed' "$t/err" || fail "what is said of an open form"
	[ "$("$schemer" <winds.in 2>/dev/null | tr '\n' ' ')" = 'left 1 outer ' ] || fail "an error in dynamic-wind"
	! command -v python3 >/dev/null || timeout 300 python3 interrupt.py "$schemer" || fail "Ctrl-C"
	;;
random)
	command -v guile >/dev/null || { echo "no guile: left out"; exit 77; }
	python3 random_programs.py "$schemer" "${SCHEMER_PROGRAMS:-60}" || bad=1
	;;
fuzz)
	command -v python3 >/dev/null || { echo "no python3: left out"; exit 77; }
	python3 fuzz.py "$schemer" "${SCHEMER_CALLS:-400}" || bad=1
	;;
esac
exit $bad
