# SPDX-License-Identifier: MIT
"""Programs that must not compile, for what they keep references in cannot be known.  Each comes with what the message
has to say."""
import random

HEAD = """#include "prelude.h"
void outside(void *);
"""


def members(r):
    """The members of a union with a reference, in any order."""
    ref = r.choice(["node n;", "box n;", "ref n;", "struct { node n; num k; } s;", "struct { num k; box n; } s;"])
    others = r.sample(["long i;", "double d;", "num w[2];", "char c[8];", "unsigned char tag;",
                       "struct { long a, b; } p;"], r.randrange(1, 3))
    parts = others + [ref]
    r.shuffle(parts)
    path = ".s.n" if ref.startswith("struct") else ".n"
    kind = "box" if "box" in ref else "ref" if ref.startswith("ref") else "node"
    number = others[0]
    put = {"l": "U.i = (long)V;", "d": "U.d = (double)V;", "n": "U.w[0] = V;", "c": "U.c[0] = (char)V;",
           "u": "U.tag = (unsigned char)V;", "s": "U.p.a = (long)V;"}[number[0]]
    return " ".join(parts), path, kind, put


def make(kind, v):
    return "mkbox(%s)" % v if kind == "box" else "(ref)mk(%s)" % v if kind == "ref" else "mk(%s)" % v


def see(kind, x):
    return "lookb(%s)" % x if kind == "box" else "look((node)%s)" % x if kind == "ref" else "look(%s)" % x


def in_union(r):
    text, path, kind, put = members(r)
    inside = r.random() < 0.5  # of a struct
    t = "struct value" if inside else "union u"
    u = ".u" if inside else ""
    head = "union u { %s };\n%s" % (text, "struct value { int tag; union u u; };\n" if inside else "")
    how = r.choice(["local", "result", "parameter", "global", "array", "pointer"])
    a, b = make(kind, "1"), see(kind, "X" + u + path)
    if how == "local":
        body = """int main(int argc, char **argv)
{
	(void)argv;
	%s x;
	if (argc > 1) { %s } else x%s%s = %s;
	churn(3);
	return argc > 1 ? 0 : (int)%s;
}""" % (t, put.replace("U", "x" + u).replace("V", "(num)argc"), u, path, a, b.replace("X", "x"))
    elif how in ("result", "parameter"):
        body = """static NOINLINE %(t)s make(int k)
{ %(t)s x; if (k & 1) x%(u)s%(p)s = %(a)s; else { %(n)s } return x; }
static NOINLINE num take(%(t)s x, int k) { churn(2); return k & 1 ? %(b)s : 0; }
int main(int argc, char **argv) { (void)argv; %(t)s y = make(argc); churn(2); return (int)take(y, argc); }""" % {
            "t": t, "u": u, "p": path, "a": a, "n": put.replace("U", "x" + u).replace("V", "(num)k"),
            "b": b.replace("X", "x")}
    elif how == "global":
        body = """static %s g;
int main(int argc, char **argv) { (void)argv; g%s%s = %s; churn(2); if (argc > 1) { %s } return (int)%s; }""" % (
            t, u, path, a, put.replace("U", "g" + u).replace("V", "(num)argc"), b.replace("X", "g"))
    elif how == "array":
        body = """int main(int argc, char **argv)
{
	(void)argv;
	%s r[8];
	for (int i = 0; i < 8; i++) { if (i & argc) r[i]%s%s = %s; else { %s } }
	r[argc + 1] = r[argc];
	churn(2);
	return (int)%s;
}""" % (t, u, path, a, put.replace("U", "r[i]" + u).replace("V", "(num)i"), b.replace("X", "r[argc + 1]"))
    else:
        body = """static NOINLINE void fill(%(t)s *x, int k) { if (k) x->%(q)s = %(a)s; else { %(n)s } }
int main(int argc, char **argv) { (void)argv; %(t)s x; fill(&x, argc); churn(2); return (int)%(b)s; }""" % {
            "t": t, "q": (u + path)[1:], "a": a, "n": put.replace("U", "(*x)" + u).replace("V", "(num)k"),
            "b": b.replace("X", "x")}
    return "union-" + how, HEAD + head + body + "\n", r"union"


def in_bytes(r):
    n = r.choice([16, 24, 64])
    at = r.randrange(0, n - 7, 8)
    into = r.choice(["memcpy(buf + %d, &x, sizeof x);" % at, "*(node *)(buf + %d) = x;" % at])
    align = "_Alignas(8) "
    return "bytes", HEAD + """int main(void)
{
	%schar buf[%d];
	node x = mk(3);
	%s
	outside(buf);
	churn(3);
	memcpy(&x, buf + %d, sizeof x);
	return (int)look(x);
}
static void *volatile kept;
/* Without outside() clang may do without the buffer, and all is well. */
NOINLINE void outside(void *p) { kept = p; if (sum == 77) memset(p, 0, 8); }
""" % (align, n, into, at), r"the stack variable ('buf'|without a name) where its type has none"


def to_integer(r):
    how = r.choice(["uintptr_t u = (uintptr_t)x; churn(1); return (int)look((node)u);",
                    "struct node *p = (struct node *)x; churn(1); return (int)p->v;",
                    "long l = (long)x; churn(2); mix((num)l); return (int)look((node)l);"])
    said = r"inttoptr|ptrtoint|integer|cast|address space"
    return "integer", HEAD + "int main(void) { node x = mk(1); %s }\n" % how, said


def derived_kept(r):
    body = r.choice([
        "struct it { num DERIVED *p; num n; };\nstatic NOINLINE num go(struct it *i) { churn(2); return *i->p; }\n"
        "int main(void) { node x = mk(1); struct it i = {&AT(x)->v, 1}; return (int)go(&i); }",
        "static num DERIVED *g;\nint main(void) { node x = mk(1); g = &AT(x)->v; churn(2); return (int)*g; }",
    ])
    return "derived", HEAD + body + "\n", r"Derived|derived"


def program(seed):
    """Name of the kind, text, what the message must match."""
    r = random.Random(seed * 104729 + 7)
    return r.choice([in_union, in_union, in_union, in_union, in_bytes, to_integer, derived_kept])(r)
