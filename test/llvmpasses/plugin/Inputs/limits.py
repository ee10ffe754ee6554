"""Programs that are larger or deeper than anybody writes: python3 limits.py CASE.  See clang-limits.test."""
import sys

HEAD = """#include <lateroot/dialect.h>
struct box { long v; };
TYPE(box_type, struct box);
typedef struct box TRACKED *box;
box make(long);
void outside(void *);
"""


def nested(inner, depth):
    text = "struct s0 { %s };\n" % inner
    for i in range(1, depth):
        text += "struct s%d { struct s%d s; };\n" % (i, i - 1)
    return text, "struct s%d" % (depth - 1), ".s" * (depth - 1)


def union():
    text, t, path = nested("union { box b; long n; } u;", 90)
    return text + ("long f(void)\n{\n\t%s v = {0};\n\tv%s.u.b = make(1);\n\tmake(2);\n"
        "\treturn AT(v%s.u.b)->v;\n}\n" % (t, path, path))


def variable():
    text, t, path = nested("box b; long n;", 90)
    return text + "%s deep;\nvoid f(void)\n{\n\tdeep%s.b = make(1);\n}\n" % (t, path)


def copy():
    text, t, path = nested("box b; long n;", 90)
    return text + """long f(%s *p)
{
	%s v[1] = {*p};
	make(2);
	outside(v);
	*p = v[0];
	return v[0]%s.n;
}
""" % (t, t, path)


def suspensions():
    awaits = "\tco_await std::suspend_always{};\n" * 80
    return HEAD.replace("*box;", "*boxed;").replace("box make", "boxed make") + """#include <coroutine>
struct task {
	struct promise_type {
		task get_return_object() { return {}; }
		std::suspend_never initial_suspend() { return {}; }
		std::suspend_never final_suspend() noexcept { return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
};
task f()
{
%s	boxed b = make(1);
	co_await std::suspend_always{};
	make(AT(b)->v);
}
""" % awaits


def phi(kinds):
    """A pointer from 300 places of two stack variables."""
    cases = "".join("\tcase %d: p = (box *)((char *)&%s + %s); break;\n" % (i, "ab"[i % 2], "16 * (n & 7)" if i % 3
        else "0") for i in range(300))
    types = {"good": ("struct pair { box b; long n; }", "struct pair"),
        "bad": ("struct pair { box b; long n; }", "struct number")}[kinds]
    return """struct number { long m, n; };
%s;
long f(int n)
{
	struct pair a[8] = {0};
	%s b[8] = {0};
	box *p;
	outside(a);
	outside(b);
	switch (n) {
%s	default: p = (box *)&a[7];
	}
	*p = make(1);
	outside(a);
	outside(b);
	return AT(*p)->v;
}
""" % (types[0], types[1], cases)


def small(n):
    """Small functions: what is done for each must not depend on how many there are."""
    one = """
long f%d(long n)
{
	struct box TRACKED *b = make(n);
	struct pair p = *pairs;
	make(p.n);
	*pairs = p;
	return AT(b)->v + p.n;
}
"""
    return "struct pair { box b; long n; };\nextern struct pair *pairs;\n" + "".join(one % i for i in range(n))


cases = {"union": union, "variable": variable, "copy": copy, "suspensions": suspensions,
         "many-good": lambda: phi("good"), "many-bad": lambda: phi("bad"), "small": lambda: small(int(sys.argv[2]))}
body = cases[sys.argv[1]]()
sys.stdout.write(body if body.startswith("#include") else HEAD + body)
