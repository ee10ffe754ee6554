#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hostile.py LATEROOT EXAMPLES SCRATCH PART... -- the tool against inputs and outputs that are not what they should be.

  inputs   every subcommand: what is empty, a folder, a device, missing, unreadable, no text, cut off, huge
  outputs  every subcommand: a full disk, a limit on the size of files, a closed pipe, a folder that is not there
  bitcode  bits flipped, ends cut off: what kills LLVM kills no more than one process, with a message
  names    functions whose names are long, or hold quotes, newlines, NULs and broken UTF-8
  sizes    texts with very many blocks, operands, elements, and nested very deeply
  kinds    files that are no IR, names of outputs that are not meant: what is said, and what is made
  usage    command lines with mistakes: what is said, the status, and that nothing is made
  liars    archives, profiles, gzip data and objects whose numbers overflow, options in LATEROOT_ARGS
  snapshots   snapshots of a heap, for view --heap: cut off, damaged, nested, with numbers and names of any size

Everywhere: the exit status is 0, 1 or 2, a failure says why on stderr, and no file is left half written.
"""
import gzip
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import zlib
from pathlib import Path

TOOL, EXAMPLES, SCRATCH = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
SANITIZED = b"__asan_init" in Path(TOOL).read_bytes()
CRASH = "LLVM crashed while reading it"
failures = 0
runs = 0


def limits(file_size=None, memory=True):
	def set_them():
		resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
		if memory and not SANITIZED:
			resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
		if file_size is not None:
			signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
			resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))
	return set_them


def run(*args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120, before=limits(), env=None):
	"""Status, stdout, stderr; status None: it took too long."""
	global runs
	runs += 1
	e = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:max_allocation_size_mb=3000:allocator_may_return_null=1",
		**(env or {}))
	feed = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
	try:
		p = subprocess.run([TOOL, *map(str, args)], stdout=stdout, stderr=subprocess.PIPE, timeout=timeout,
			preexec_fn=before, cwd=SCRATCH, env=e, **feed)
	except subprocess.TimeoutExpired:
		return None, b"", ""
	return p.returncode, p.stdout, p.stderr.decode(errors="replace")


def check(good, what, err=""):
	global failures
	if not good:
		failures += 1
		print(f"FAILED: {what}\n    {err[:300]} ... {err[-300:]}")


def expect(status, what, *args, message=None, **options):
	"""It ends with that status (or one of them); a failure has a message."""
	got, out, err = run(*args, **options)
	wanted = status if isinstance(status, tuple) else (status,)
	check(got in wanted, f"{what}: status {got}, not {wanted}", err)
	check(got == 0 or err.strip() != "", f"{what}: no message")
	check(message is None or message in err, f"{what}: no '{message}'", err)
	check("crashed" not in err or CRASH in err, f"{what}: crashed", err)
	return out, err


def leftovers(what, *expected):
	"""Nothing of an output is there, nor anything of what it would have been made of."""
	for p in SCRATCH.iterdir():
		if p.name.startswith("out") and p.name not in expected:
			check(False, f"{what}: left behind {p.name}")
			shutil.rmtree(p) if p.is_dir() else p.unlink()


def write(name, content):
	p = SCRATCH / name
	p.write_bytes(content if isinstance(content, bytes) else content.encode())
	return name


COMMANDS = {
	"opt": ["opt", "-o", "out"], "opt-text": ["opt", "-S", "-o", "out"], "compile": ["compile", "-o", "out"],
		"assembly": ["compile", "--filetype=asm", "-o", "out"],
	"run": ["run"], "view": ["view", "-o", "out"], "json": ["view", "--json", "-o", "out"],
		"dump": ["dump", "-o", "out"], "archive": ["dump", "--each", "-o", "out.irz"],
	"tables": ["tables"], "stackmap": ["tables", "--stackmap"],
}
GOOD = EXAMPLES / "linked-list.ll"
if not GOOD.exists():
	GOOD = sorted(EXAMPLES.glob("*.ll"))[0]


def inputs():
	os.makedirs(SCRATCH / "folder", exist_ok=True)
	write("empty", b"")
	write("binary", random.Random(1).randbytes(100000))
	write("utf8", b'define void @"\xff\xfe\xc0\x80"() { ret void }\nbroken \xe2\x82\n')
	write("cut.gz", gzip.compress(GOOD.read_bytes())[:400])
	write("wrong.gz", gzip.compress(GOOD.read_bytes())[:-8] + b"12345678")
	write("secret", GOOD.read_bytes())
	os.chmod(SCRATCH / "secret", 0)
	bad = ["folder", "missing", "empty/below", "binary", "utf8", "cut.gz", "wrong.gz", "", "x" * 300,
		"y/" * 2500 + "z"]
	if os.getuid() != 0:
		bad.append("secret")
	for name, command in COMMANDS.items():
		for f in bad:
			expect((1,), f"{name} {f[:40]!r}", *command, f)
			leftovers(f"{name} {f[:40]!r}")
		# What is empty is a module without functions; only some commands can do something with that.
		for f in ("empty", "/dev/null"):
			expect((0,) if name in ("opt", "opt-text", "compile", "assembly", "view", "json") else (1,),
				f"{name} {f}", *command, f)
			for o in ("out", "out.irz"):
				(SCRATCH / o).unlink(missing_ok=True)
	for f in ("folder", "missing", "empty", "binary", "utf8"):
		expect((1, 2), f"profile {f}", "opt", "--profile=./" + f, "-S", "-o", "out", GOOD, message="error: ")
		leftovers(f"profile {f}")
	# More than any machine has: it ends by itself.
	if not SANITIZED:
		with open("/dev/zero", "rb") as zero:
			expect(1, "an input without end", "opt", "-S", "-", stdin=zero)


def outputs():
	targets = [c for n, c in COMMANDS.items() if n not in ("run", "tables", "stackmap")]
	for command in targets:
		what = " ".join(command)
		expect(0, what, *command, "--passes=lateroot" if False else GOOD)
		made = {p.name for p in SCRATCH.iterdir() if p.name.startswith("out")}
		leftovers_of = lambda: [shutil.rmtree(SCRATCH / m) if (SCRATCH / m).is_dir()
			else (SCRATCH / m).unlink() for m in made]
		leftovers_of()
		# As it stands on the disk when files may not grow: nothing, or what was there before.
		expect(1, what + ", no room", *command, GOOD, before=limits(file_size=64))
		for p in SCRATCH.iterdir():
			if p.name.startswith("out"):
				rest = [f for f in p.rglob("*") if f.is_file()] if p.is_dir() else [p]
				check(rest == [], f"{what}, no room: left {rest}")
				shutil.rmtree(p) if p.is_dir() else p.unlink()
		if command[0] != "dump":
			write("out", "precious")
			expect(1, what + ", no room", *command, GOOD, before=limits(file_size=64))
			check((SCRATCH / "out").read_bytes() == b"precious", what + ": the file that was there is gone")
			expect(1, what + ", no room", *command[:-1], "/dev/full", GOOD, message="No space left")
			expect(1, what + ", no folder", *command[:-1], "no/such/out", GOOD, message="No such file")
			(SCRATCH / "out").unlink()
			expect(1, what + ", a folder", *command[:-1], ".", GOOD)
	for command in (["opt", "-S"], ["opt", "-f"], ["compile", "-f", "-o", "-"],
		["compile", "--filetype=ll", "-o", "-"], ["view"], ["view", "--json"], ["dump"],
	                ["dump", "--list"], ["tables"], ["tables", "--stackmap"], ["passes"], ["--help"],
	                	["--version"], ["opt", "--help"]):
		what = " ".join(command)
		argument = []
		if command[0] == "tables":
			expect(0, "an object with a table", "compile", "--abi=framemap", GOOD, "-o", "table.o")
			argument = ["table.o"]
			if "--stackmap" in command:
				continue
		elif command[0] not in ("passes", "--help", "--version") and "--help" not in command:
			argument = [GOOD]
		with open("/dev/full", "wb") as full:
			expect(1, what + " > /dev/full", *command, *argument, stdout=full)
		# Nobody reads: the signal ends it, in silence.
		r, w = os.pipe()
		os.close(r)
		got, _, err = run(*command, *argument, stdout=w)
		check(got == -signal.SIGPIPE and err == "", f"{what} | nobody: status {got}", err)
		os.close(w)
	for option in ("--stats-json=/dev/full", "--remarks=/dev/full", "--stats-json=no/such", "--remarks=no/such"):
		expect(1, option, "opt", option, "-S", "-o", "out", GOOD)
		(SCRATCH / "out").unlink(missing_ok=True)
	leftovers("outputs", "out")
	# Reads that bring little at a time, and in pieces.
	cat = subprocess.Popen(["sh", "-c", f"while IFS= read -r l; do printf '%s\\n' \"$l\"; done < '{GOOD}'"],
		stdout=subprocess.PIPE)
	piped, _ = expect(0, "short reads", "opt", "-S", "-", stdin=cat.stdout)
	cat.wait()
	plain, _ = expect(0, "at once", "opt", "-S", GOOD)
	strip = lambda b: [l for l in b.splitlines() if not l.startswith((b"; ModuleID", b"source_filename"))]
	check(strip(piped) == strip(plain), "short reads give another result")


def bitcode():
	expect(0, "bitcode", "opt", "--passes=verify", GOOD, "-o", "good.bc")
	good = (SCRATCH / "good.bc").read_bytes()
	dice = random.Random(6)
	died = refused = 0
	for n in range(20 if SANITIZED else 80):
		bad = bytearray(good)
		for _ in range(dice.randint(1, 3)):
			at = dice.randrange(len(bad))
			bad[at] ^= 1 << dice.randrange(8)
		if n % 6 == 0:
			bad = bad[:dice.randrange(len(bad))]
		write("flipped.bc", bytes(bad))
		status, _, err = run("compile" if n % 4 == 0 else "opt", "-o", "out", "flipped.bc", timeout=20)
		died += CRASH in err
		refused += status == 1
		check(status in (0, 1, 2, None), f"flipped bits, case {n}: status {status}", err)
		check(status in (0, None) or err.strip() != "", f"flipped bits, case {n}: no message")
		if status == 0:
			(SCRATCH / "out").unlink(missing_ok=True)
		leftovers(f"flipped bits, case {n}")
	check(refused > 5, "nearly all bits may be flipped?")
	print(f"{refused} refused, of {died} of them LLVM died")


def names():
	long = "n" * 1000000
	# ZQZ becomes NULs in bitcode, for texts may not have them.
	strange = ['a\\22b', 'aZQZb', 'a\\0Ab', '\\FF\\FE', "a'b", 'a\\5Cb', '..', '../../etc/x', '/', 'a b', '%s%n',
		'*[', '<script>', long]
	text = ("declare ptr @julia.get_pgcstack()\ndeclare ptr addrspace(10) @make()\n"
		"declare void @use(ptr addrspace(10))\n")
	for n in strange:
		text += (f'define void @"{n}"() {{\n  %"p{n[:900]}" = call ptr @julia.get_pgcstack()\n'
			f'  %"{n[:900]}" = call ptr addrspace(10) @make()\n'
			f'  call void @use(ptr addrspace(10) %"{n[:900]}")\n  ret void\n}}\n')
	write("names.ll", text)
	expect(0, "strange names", "opt", "--passes=verify", "names.ll", "-o", "names.bc")
	packed = (SCRATCH / "names.bc").read_bytes()
	check(b"aZQZb" in packed, "the name is not in the bitcode as it is")
	write("names.bc", packed.replace(b"aZQZb", b"a\0\0\0b"))
	write("violation.ll", text.replace("call void @use(ptr addrspace(10) %\"aZQZb\")",
		"%i = ptrtoint ptr addrspace(10) %\"aZQZb\" to i64"))
	expect(0, "a violation", "opt", "--passes=verify", "violation.ll", "-o", "violation.bc")
	write("violation.bc", (SCRATCH / "violation.bc").read_bytes().replace(b"aZQZb", b"a\0\0\0b"))
	for args in (["opt", "-S", "--check", "--stats", "--verify-each", "-d", "NLCP",
		"--print-after=LateLowerGCFrame", "--remarks=out.yaml", "-o", "out"],
	             ["opt", "--stats-json=out.json", "-o", "out"], ["compile", "-O0", "--check", "-o", "out"],
	             	["view", "-o", "out"], ["view", "--json", "-o", "out"],
	             ["dump", "--each", "-o", "out.irz"], ["dump", "-o", "out.d"],
	             	["opt", "--abi=framemap", "-S", "-o", "out"]):
		# A name may be longer than what a format can hold; then that is said.
		expect((0, 1), "strange names: " + " ".join(args), *args, "names.bc")
		if "-o" in args and args[-1] == "out.d":
			for p in (SCRATCH / "out.d").rglob("*"):
				check(p.resolve().is_relative_to((SCRATCH / "out.d").resolve()), f"a dump went to {p}")
			check(len(list((SCRATCH / "out.d").rglob("*.ll"))) == len(strange),
				"not each function has a file of its own")
		if args[-1] == "out.irz":
			out, _ = expect(0, "listing strange names", "dump", "--list", "out.irz")
			check(out.count(b"\n") % len(strange) == 0, "a name has become several lines")
			expect(0, "one of strange names", "dump", "--func=../../etc/x", "-o", "out.e", "out.irz")
	_, err = expect(1, "a violation in a function with a NUL in its name", "opt", "-S", "violation.bc")
	check("\0" not in err and len(err) < 100000, "messages are not fit to be shown")
	for p in SCRATCH.glob("out*"):
		shutil.rmtree(p) if p.is_dir() else p.unlink()


def sizes():
	small = 20 if SANITIZED else 1
	head = ("declare ptr @julia.get_pgcstack()\ndeclare ptr addrspace(10) @make()\ndeclare void @use(...)\n"
		"define void @f(i1 %c) {\ntop:\n  %s = call ptr @julia.get_pgcstack()\n"
		"  %a = call ptr addrspace(10) @make()\n")

	def case(what, text, statuses=(0,), *args):
		write("big.ll", text)
		_, err = expect(statuses, what, "opt", "--check", "--disable-output", *args, "big.ll", timeout=300)
		return err

	n = 1000000 // small
	case(f"{n} blocks", head + "  br label %b0\n" + "".join(f"b{i}:\n  br label %b{i + 1}\n" for i in range(n)) +
		f"b{n}:\n  call void (...) @use(ptr addrspace(10) %a)\n  ret void\n}}\n", (0,),
			"--passes=LateLowerGCFrame")
	n = 100000 // small
	case(f"{n} operands", head + "  call void (...) @use(" + ", ".join(["ptr addrspace(10) %a"] * n)
		+ ")\n  ret void\n}\n")
	case(f"{n} cases", head + "  switch i32 0, label %b [" + " ".join(f"i32 {i}, label %b" for i in range(n)) +
		"]\nb:\n  call void (...) @use(ptr addrspace(10) %a)\n  ret void\n}\n")
	case(f"a structure of {n} references",
		head + "  %x = insertvalue {" + ", ".join(["ptr addrspace(10)"] * n)
		+ "} undef, ptr addrspace(10) %a, 0\n  call void (...) @use()\n  ret void\n}\n", (0, 1))
	# LLVM's own reader goes as deep as its input; what is too deep for its stack is said to be so.
	deep = 100000
	types = "{" * deep + "ptr addrspace(10)" + "}" * deep
	for what, text in (("types", f"@x = external global {types}\n"),
	                   ("constants", "@x = global i64 " + "add (i64 1, i64 " * deep + "ptrtoint (ptr @x to i64)"
	                   	+ ")" * deep + "\n"),
	                   ("metadata", "!a = !{!0}\n!0 = " + "!{" * deep + "}" * deep + "\n")):
		case(f"{what} nested {deep} times", text, (0, 1))
	# What LLVM still reads, this library must take or refuse.
	deep = 2000
	case(f"types nested {deep} times", head + "  %x = freeze " + "{" * deep + "ptr addrspace(10)" + "}" * deep
		+ " undef\n  call void (...) @use(ptr addrspace(10) %a)\n  ret void\n}\n", (0, 1))
	case("an array of 2^61 references", head
		+ "  %x = freeze [2305843009213693952 x ptr addrspace(10)] undef\n"
		"  call void (...) @use(ptr addrspace(10) %a)\n  ret void\n}\n", (0, 1))
	case("an alloca of 2^60 references", head
		+ "  %x = alloca [1152921504606846976 x ptr addrspace(10)]\n  store ptr addrspace(10) %a, ptr %x\n"
		"  call void (...) @use(ptr %x)\n  ret void\n}\n", (0, 1))
	case("an alloca of 2^60 computed", head
		+ "  %x = alloca ptr addrspace(10), i64 1152921504606846976\n  store ptr addrspace(10) %a, ptr %x\n"
		"  call void (...) @use(ptr %x)\n  ret void\n}\n", (0, 1))


def liars():
	expect(0, "an archive", "dump", "--each", "-o", "good.irz", GOOD)
	good = bytearray((SCRATCH / "good.irz").read_bytes())
	trailer = len(good) - 66
	at = good.rindex(b"LRARCH3")
	body = at
	for field in (8, 16, 24):
		for value in (0, 1, 1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, (1 << 64) - 24):
			bad = bytearray(good)
			bad[body + field:body + field + 8] = struct.pack("<Q", value)
			bad[body + 32:body + 36] = struct.pack("<I", zlib.crc32(bytes(bad[body:body + 32])))
			write("bad.irz", bytes(bad))
			out, err = expect((0, 1), f"an archive with {value} at {field}", "dump", "--list", "bad.irz")
	dice = random.Random(7)
	for n in range(10 if SANITIZED else 30):
		bad = bytearray(good)
		k = dice.randrange(len(bad))
		bad[k:k + 8] = dice.choice([b"\xff" * 8, b"\0" * 8, struct.pack("<Q", 1 << 62)])
		write("bad.irz", bytes(bad[:len(good)]))
		expect((0, 1), f"a damaged archive, case {n}", "dump", "-o", "out.ll", "bad.irz")
	(SCRATCH / "out.ll").unlink(missing_ok=True)
	# A bomb: 4 GB and more out of 4 MB.  Under a limit of memory it is "out of memory", else the tool's own limit.
	if not SANITIZED:
		pack = zlib.compressobj(9, zlib.DEFLATED, 31)
		block = b"\0" * (1 << 24)
		bomb = b"".join(pack.compress(block) for _ in range(16))
		write("bomb.ll.gz", (bomb + pack.flush()) * 20)
		expect(1, "a gzip bomb", "opt", "-S", "bomb.ll.gz", before=limits())
	for what, text in (("classes", "base = lateroot\nclasses = 8 99999999999999999999\n"),
		("offset", "base = lateroot\npool_offset = 9223372036854775808\n"),
	                   ("stride", "base = lateroot\npool_stride = 2147483647\n"),
	                   	("sum", "base = lateroot\npool_offset = 2147483647\n"), ("line", "x" * 100000),
	                   ("lines", "#\n" * 100000), ("itself", "base = bad.profile\n"),
	                   	("NUL", "base = lateroot\nname = a\0b\n"), ("no end", "base ="),
	                   	("tls", "base = lateroot\ngetter = tls\ntls_offset = 4294967296\n")):
		write("bad.profile", text)
		expect((1, 2), f"a profile that lies about {what}", "opt", "--profile=./bad.profile", "-S", GOOD,
			message="bad.profile:")
	# A profile cannot be read twice from a pipe, nor does it end there by itself.
	expect(0, "an object", "compile", "--abi=framemap", "-o", "good.o", GOOD)
	good = (SCRATCH / "good.o").read_bytes()
	for n in range(30 if SANITIZED else 100):
		bad = bytearray(good)
		k = dice.randrange(64) if n % 3 == 0 else \
			len(bad) - 1 - dice.randrange(64 * 20) if n % 3 == 1 else dice.randrange(len(bad))
		bad[k:k + 4] = dice.choice([b"\xff" * 4, b"\0" * 4, b"\0\0\0\x80", b"\x01\0\0\0"])
		write("bad.o", bytes(bad[:len(good)]))
		expect((0, 1), f"a damaged object, case {n}", "tables", *(["--stackmap"] if n % 2 else []), "bad.o")


def kinds():
	"""What a newcomer gives the tool, the status, and what the message says."""
	text = GOOD.read_text()
	other = {
		"x.elf": (b"\x7fELF\2\1\1", "an object or program (ELF); 'lateroot tables'"),
			"x.a": (b"!<arch>\n", "a library of objects"),
		"x.wasm": (b"\0asm\1\0\0\0", "WebAssembly"), "x.macho": (b"\xcf\xfa\xed\xfe", "Mach-O"),
			"x.zip": (b"PK\3\4", "a zip archive"),
		"x.7z": (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
			"x.tar": (b"x.ll" + bytes(253) + b"ustar", "a tar archive"),
		"x.tgz": (gzip.compress(b"x.ll" + bytes(253) + b"ustar"), "a tar archive"),
			"x.html": (b"<!DOCTYPE html>", "a page for a browser"),
		"x.c": (b"#include <stdio.h>\n", "source text, of C"),
			"x.cpp": (b"// c\nclass c;\n", "source text, of C"),
	}
	for name, (content, said) in other.items():
		write(name, content + b"\n")
		for n in ("opt", "compile", "run", "view", "dump"):
			expect(1, f"{n} {name}", *COMMANDS[n], name, message=said)
			leftovers(f"{n} {name}")
		status, _, err = run("check", name)
		check(status in (1, 3) and said in err, f"check {name}: status {status}", err)
	# IR in files whose names are those of code: nothing is written beside them or to stdout.
	for name in ("ir.o", "ir.s", "ir.so", "ir.o.gz"):
		write(name, gzip.compress(text.encode()) if name.endswith(".gz") else text)
		before = sorted(p.name for p in SCRATCH.iterdir())
		for options in ([], ["-S"], ["--filetype=ll"], ["--filetype=bc"]):
			out, _ = expect(2, f"compile {options} {name}", "compile", *options, name,
				message="-o FILE says where the output goes")
			check(out == b"" and before == sorted(p.name for p in SCRATCH.iterdir()),
				f"compile {name} has written something")
		expect(0, f"compile {name} -o", "compile", name, "-o", "out")
		(SCRATCH / "out").unlink()
	# Folders of dumps: the last one is made, those above are not; a file is none.
	write("file", "precious")
	for target, status, said in (("out.d", 0, None), ("out.d/", 2, "has files already"),
		("no/such/dir/", 1, "No such file or directory"),
	                             ("no/such.irz", 1, "No such file or directory"),
	                             	("no/such.ll", 1, "No such file or directory"),
	                             	("file", 2, "file: a file; dump writes"),
	                             ("file/", 1, "Not a directory"), ("x.zip", 2, "x.zip: a file"),
	                             	("y.zip", 2, "'y.zip/' makes a folder"), ("", 2, "-o needs a name"),
	                             ("/dev/full", 1, "No space left"), ("/proc/none/", 1, "No such file"),
	                             	("/dev/null/x", 1, "Not a directory")):
		expect(status, f"dump -o {target!r}", "dump", "-o", target, GOOD, message=said)
	check((SCRATCH / "file").read_bytes() == b"precious", "a file was overwritten by a dump")
	check(not (SCRATCH / "no").exists(), "a folder above was made")
	shutil.rmtree(SCRATCH / "out.d")
	# A folder where nobody may write: said before the work is done.  Root may write everywhere.
	if os.getuid() != 0:
		os.makedirs(SCRATCH / "locked")
		os.chmod(SCRATCH / "locked", 0o555)
		for n, command in COMMANDS.items():
			if "-o" in command:
				expect(1, f"{n}: a locked folder", *command[:-1], "locked/" + command[-1], GOOD,
					message="Permission denied")
		os.chmod(SCRATCH / "locked", 0o755)
	# Messages show no control characters of a name, on terminals of any kind.
	write("esc.ll", 'define void @"\\1B[31mred"() {\n  ret i32 0\n}\n')
	for term in ("dumb", "xterm", ""):
		_, err = expect(1, f"TERM={term}", "opt", "-S", "esc.ll", env={"TERM": term})
		check("\x1b" not in err, f"TERM={term}: an escape sequence", err)


# Command, status, part of the message.  Words are separated by spaces; '' is an empty word.
USAGE = """
optt good.ll | 2 | no command 'optt'; did you mean 'opt'?
good.ll | 2 | no command 'good.ll'
-S good.ll | 2 | no command '-S'
--versoin | 2 | did you mean '--version'?
version x | 2 | version takes no more words
help opt x | 2 | help takes one command
help nope | 2 | no command 'nope'
opt --pases=verify good.ll | 2 | did you mean '--passes'?
opt --functions=f good.ll | 2 | did you mean '--func'?
opt --check=maybe good.ll | 2 | --check takes no value
opt -S good.ll good.ll | 2 | one input file only
opt -S missing.ll | 1 | missing.ll: No such file or directory
opt -S folder | 1 | folder: Is a directory
opt -S good.ll -o | 2 | -o needs a value
opt -S good.ll -o '' | 2 | -o needs a name
opt -S good.ll -o folder | 1 | folder: Is a directory
opt -S good.ll -o no/out | 1 | no/out: No such file or directory
opt --passes=LateLowerGCFrme good.ll -o out | 2 | did you mean 'LateLowerGCFrame'?
opt --passes=nothing good.ll -o out | 2 | unknown pass name 'nothing'
opt --print-after=Nope good.ll -o out | 2 | there is no pass 'Nope'
opt --abi=gcfram good.ll -o out | 2 | no ABI 'gcfram'; did you mean 'gcframe'? There is: gcframe
opt --abi= good.ll -o out | 2 | no ABI ''
opt --profile=nope good.ll -o out | 2 | profile 'nope' is neither built in
opt --func= good.ll -o out | 2 | one is empty
opt --stats-json good.ll | 2 | good.ll exists
opt --stats-json=folder good.ll -o out | 1 | folder: Is a directory
compile -O7 good.ll -o out | 2 | no optimisation level '7'
compile --filetype=exe good.ll -o out | 2 | no file type 'exe'
compile --target=x86_65 good.ll -o out | 1 | x86_65
compile --mcpu=nope good.ll -o out | 1 | no processor 'nope'
compile --mattr=+nope good.ll -o out | 1 | no feature 'nope'
compile --func=nope good.ll -o out | 1 | no function matches 'nope'
compile good.ll good.ll -o out | 2 | one input file only
compile good.ll -o no/out.o | 1 | no/out.o: No such file or directory
run | 2 | no program to run
run empty | 1 | main
run --heap=nope good.ll | 2 | no heap 'nope'; there is: reference
run --gc-moving --heap=bdw good.ll | 2 | --heap=bdw
run --gc-stress=x good.ll | 2 | --gc-stress takes no value
run --passes=nope good.ll | 2 | unknown pass name 'nope'
view good.ll -o no/out.html | 1 | no/out.html: No such file or directory
view --func=nope good.ll -o out | 1 | no function matches 'nope'
view --json good.ll -o folder | 1 | folder: Is a directory
view good.ll good.ll -o out | 2 | one input file only
dump --func=nope good.ll -o out | 1 | no function matches 'nope'
dump --after=Nope good.ll -o out | 2 | the pipeline has no pass 'Nope'
dump --each --passes=Nope good.ll -o out | 2 | unknown pass name 'Nope'
dump good.ll -o no/d/e.irz | 1 | No such file or directory
tables | 2 | no file
tables missing.o | 1 | missing.o: No such file or directory
tables empty | 1 | neither an ELF file
tables good.ll | 1 | neither an ELF file
check missing.ll | 1 | missing.ll: No such file or directory
check --kind=nope good.ll | 2 | no kind 'nope'; there is: auto
check --json --sarif good.ll | 2 | --json and --sarif exclude each other
check -j0 good.ll | 2 | -j takes a number
check --func= good.ll | 2 | --func needs a name
check --func=nope good.ll | 1 | no function matches 'nope'
check --profile=nope good.ll | 2 | profile 'nope' is neither built in
check --baseline=missing good.ll | 1 | missing: No such file or directory
check --baseline=empty good.ll | 1 | empty:
check --baseline=folder good.ll | 1 | folder: Is a directory
check --write-baseline=no/out good.ll | 1 | no/out: No such file or directory
check --view=no/out.html good.ll | 1 | no/out.html: No such file or directory
check --view=folder good.ll | 1 | folder: Is a directory
check good.ll -o no/out | 1 | no/out: No such file or directory
check -o folder good.ll | 1 | folder: Is a directory
passes good.ll | 2 | the command takes no file
passes --nope | 2 | unknown option '--nope'
"""


def usage():
	"""Mistakes of a command line."""
	os.makedirs(SCRATCH / "folder")
	write("empty", b"")
	write("good.ll", GOOD.read_bytes())
	before = sorted(p.name for p in SCRATCH.iterdir())
	for case in USAGE.strip().split("\n"):
		line, status, said = (part.strip() for part in case.split(" | "))
		words = ["" if word == "''" else word for word in line.split()]
		_, err = expect(int(status), line, *words, message=said)
		check(err.count("\n") == 1, f"{line}: not one line", err)
		check(before == sorted(p.name for p in SCRATCH.iterdir()), f"{line}: has left something behind")
		check(not any((SCRATCH / "folder").iterdir()), f"{line}: has left something in the folder")
		leftovers(line)


def heap(*records, end=True):
	"""A snapshot of these records."""
	all_ = ['{"format":"lateroot-heap","version":1}', *records] + (['{"end":true}'] if end else [])
	return "[" + ",\n".join(all_) + "]"


def snapshots():
	"""Snapshots of a heap."""
	good = heap('{"root":"global","object":16,"slot":0,"address":4096}',
		'{"id":16,"type":"pair","bytes":32,"generation":1,"edges":[[0,32],[1,16]]}',
		'{"id":32,"type":"a \\"b\\" é","bytes":16,"edges":[[4,16,"value"]]}',
		'{"address":4096,"symbol":"first","offset":0,"file":"a.out","file_offset":4096}')

	def case(what, content, status=(0, 1), message=None, *args):
		write("heap.json", content)
		expect(status, what, "view", "--heap=heap.json", *args, "-o", "heap.html", message=message)
		if (SCRATCH / "heap.html").exists():
			check(0 in (status if isinstance(status, tuple) else (status,)), f"{what}: a page was made")
			(SCRATCH / "heap.html").unlink()
		(SCRATCH / "heap.json").unlink()
		leftovers(what)

	case("good", good, 0)
	for at in range(0, len(good.encode()) - 1, 7):
		case(f"cut off at {at}", good.encode()[:at], 1)
	dice = random.Random(1)
	for n in range(60):
		bytes_ = bytearray(good.encode())
		bytes_[dice.randrange(len(bytes_))] = dice.randrange(256)
		case(f"a byte changed, {n}", bytes(bytes_))
	for what, content, message in (
		("nested arrays", "[" * 1000000, "no valid JSON"),
		("nested objects", '[{"a":' * 1000000, "no valid JSON"),
		("nested in a record", heap('{"id":16,"edges":' + "[" * 1000000), "no valid JSON"),
		("nested in an edge", heap('{"id":16,"edges":[' + "[" * 1000 + "]" * 1000 + "]}"), "an edge is not"),
		("a number beyond 64 bits", heap('{"id":99999999999999999999}'), "no valid JSON"),
		("a real number", heap('{"id":1e3}'), "'id' is no number"),
		("a negative size", heap('{"id":16,"bytes":-5}'), "'bytes' is no number"),
		("sizes that overflow", heap(*('{"id":%d,"bytes":%d}' % (i, 2**63 - 1) for i in (1, 2, 3))),
			"impossible"),
		("no id", heap('{"id":0}'), "'id' is missing, or 0"),
		("a name that is a number", heap('{"id":1,"type":7}'), "'type' is no string"),
		("edges that are none", heap('{"id":1,"edges":{}}'), "'edges' is no array"),
		("a root that is a number", heap('{"root":7,"object":1}'), "'root' is no string"),
		("a root to nowhere", heap('{"root":"frame","object":1}'), "a root refers to 1, which is not there"),
		("records that are none", heap("[7]"), "a record is no object"),
		("numbers for records", heap("7"), "no valid JSON"),
		("something behind the end", heap() + "[]", "something follows the end"),
		("records behind the end", heap('{"end":true}'), "']' is missing"),
		("no UTF-8", heap('{"id":1,"type":"\xff"}').encode("latin-1"), "no valid JSON"),
		("a NUL", heap('{"id":1,"type":"\\u0000"}'), "no valid JSON"),
		("nothing", "", "does not begin with '['"),
		("the end of another one", heap('{"end":true,"objects":3}', end=False), "the end tells of 3 objects"),
	):
		case(what, content, 1, message)
	many = ",".join(f'{{"address":{i + 1},"symbol":"s{i}"}}' for i in range(100000))
	for what, content in (
		("no objects", heap()),
		("a long name", heap('{"id":1,"type":"%s"}' % ("é" * 10000000))),
		("names of markup", heap('{"id":1,"type":"</script><script>alert(1)</script>"}')),
		("very many types", heap(*(f'{{"id":{i + 1},"type":"t{i}","bytes":16}}' for i in range(100000)))),
		("very many roots and symbols", heap(
			*(f'{{"root":"x{i}","object":1,"address":{i + 1}}}' for i in range(50000)), many, '{"id":1}')),
		("very many edges of one object", heap('{"id":1,"edges":[%s]}' % ",".join(["[0,1]"] * 500000))),
		("ids and words as large as can be", heap('{"id":%d,"edges":[[%d,%d]]}' % ((2**63 - 1,) * 3))),
		("a kind of root that is long", heap('{"root":"%s","object":1}' % ("é" * 1000), '{"id":1}')),
	):
		case(what, content, 0)
	write("heap.json", good)
	expect(1, "a full disk", "view", "--heap=heap.json", "-o", "/dev/full", message="No space left")
	expect(1, "a folder", "view", "--heap=.", "-o", "heap.html", message="directory")
	expect(1, "an object that is none", "view", "--heap=heap.json", "--object=-1", "-o", "heap.html",
		message="no object")
	(SCRATCH / "heap.json").unlink()
	leftovers("the rest")


def main():
	global SCRATCH
	parts = {f.__name__: f for f in (inputs, outputs, bitcode, names, sizes, kinds, usage, liars,
		snapshots)}
	for name in sys.argv[4:] or parts:
		base = SCRATCH
		SCRATCH = base / name
		shutil.rmtree(SCRATCH, ignore_errors=True)
		SCRATCH.mkdir(parents=True)
		parts[name]()
		shutil.rmtree(SCRATCH, ignore_errors=True)
		SCRATCH = base
	print(f"{runs} runs, {failures} failures")
	return failures != 0 or runs == 0


sys.exit(main())
