# SPDX-License-Identifier: MIT
"""Whole programs whose objects do not leave their function, or leave it on some paths: what AllocOpt takes away."""
import re

SHAPES = ["objects", "objects-addresses"]

# What a function does.  ACC is its type of objects, `a` and `b` are such, `v` an array of numbers, `x` its number, `r`
# its reference; I is a fresh name, C a condition, K a small number.
STATEMENTS = [
    "a = PRE_new(x + K, r);",
    "b = PRE_new(x ^ K, some(AT(a)->r));",
    "mix(PRE_look(a));",
    "mix(AT(b)->v);",
    "AT(a)->v += K;",
    "SET(a, r, mk(x + K));",
    "mix(look(AT(a)->r));",
    "SET(b, next, a);",
    "if (AT(b)->next != NULL)\n\tmix(PRE_look(AT(b)->next));",
    "a = C ? a : b;",
    "if (C)\n\tb = PRE_new(K, r);",
    "if (C)\n\tPRE_kept = a;",
    "if (C)\n\tmix(PRE_given(a));",
    "if (__builtin_expect(x == 77777, 0))\n\tPRE_never(a, b);",
    "mix(a == b);",
    "churn(K);",
    "for (num I = 0; I < K && --fuel > 0; I++) {\n\tacc n = PRE_new(AT(a)->v + I, AT(a)->r);\n\tchurn(1);\n\ta = n;\n}",
    "for (num I = 0; I < K && --fuel > 0; I++) {\n\tacc n = PRE_new(I, r);\n\tif ((x + I) % 5 == 3)\n"
    "\t\tPRE_kept = n;\n"
    "\tmix(AT(n)->v);\n}",
    "for (num I = 0; I < K && --fuel > 0; I++) {\n\tacc n = NEW_ZEROED(struct PRE_acc, PRE_type);\n"
    "\tif ((x ^ I) & 1)\n\t\tAT(n)->v = I + 1;\n\tmix(AT(n)->v);\n\tmix(AT(n)->r == NULL);\n}",
    "{\n\tacc n = PRE_new(x, NULL);\n\tSET(n, next, PRE_new(K, r));\n\tchurn(1);\n\tmix(PRE_look(AT(n)->next));\n}",
    "AT(v)->e[IDX(x + K, 4)] += x;",
    "for (int I = 0; I < 4; I++)\n\tmix(AT(v)->e[I]);",
    "{\n\tarr w = PRE_array(x);\n\tCOPY(AT(w), AT(v), sizeof(struct PRE_arr));\n\tchurn(1);\n"
    "\tmix(AT(w)->e[IDX(x, 4)]);\n}",
    "r = cons(x, AT(a)->r, r);",
]
# Those that are given an object's address.
ADDRESSES = [
    "{\n\tpreserved t = PRESERVE((ref)a);\n\tPRE_each(K, PRE_body, ADDRESS(a));\n\tUNPRESERVE(t);\n\tmix(AT(a)->v);\n}",
    "{\n\tpreserved t = PRESERVE((ref)a);\n\tPRE_slot = ADDRESS(a);\n\tlr_gc_add_root(&PRE_slot);\n\tUNPRESERVE(t);\n"
    "\tchurn(2);\n\tmix(((struct PRE_acc *)PRE_slot)->v);\n\tlr_gc_remove_root(&PRE_slot);\n\tPRE_slot = NULL;\n}",
    "{\n\tconst bool other = C;\n\tacc n = other ? NEW(struct PRE_acc, PRE_other) : NEW(struct PRE_acc, PRE_type);\n"
    "\tPRE_fill(n, K, r);\n\tpreserved t = PRESERVE((ref)n);\n\tmix(TYPE_IS(ADDRESS(n), PRE_other, other));\n"
    "\tUNPRESERVE(t);\n\tmix(PRE_look(n));\n}",
    "{\n\tpreserved t = PRESERVE((ref)v);\n\tnum *raw = ADDRESS(v);\n\traw[IDX(x, 4)] = K;\n\tchurn(1);\n"
    "\tmix(raw[IDX(K, 4)]);\n"
    "\tUNPRESERVE(t);\n\tmix(AT(v)->e[IDX(x, 4)]);\n}",
    "{\n\tpreserved t = PRESERVE((ref)a);\n\tnum *raw = &((struct PRE_acc *)ADDRESS(a))->v;\n\t*raw += K;\n"
    "\tchurn(1);\n"
    "\tmix(*raw);\n\tUNPRESERVE(t);\n}",
]

HEAD = """struct PRE_acc {
	uint32_t canary, id;
	num v;
	node r;
	struct PRE_acc TRACKED *next;
};
struct PRE_arr {
	num e[4];
};
typedef struct PRE_acc TRACKED *PRE_t;
typedef struct PRE_arr TRACKED *PRE_v;
TYPE(PRE_type, struct PRE_acc, FIELD(struct PRE_acc, r), FIELD(struct PRE_acc, next));
TYPE(PRE_other, struct PRE_acc, FIELD(struct PRE_acc, r), FIELD(struct PRE_acc, next));
TYPE_BYTES(PRE_bits, struct PRE_arr);
static PRE_t PRE_kept;
static UNUSED void *PRE_slot;

static INLINE void
PRE_fill(PRE_t a, num v, node r)
{
	AT(a)->id = ++ids;
	AT(a)->canary = CANARY(ids);
	AT(a)->v = v;
	AT(a)->r = r;
	AT(a)->next = NULL;
}

static INLINE PRE_t
PRE_new(num v, node r)
{
	GC_FUNCTION;
	PRE_t a = NEW(struct PRE_acc, PRE_type);

	PRE_fill(a, v, r);
	return a;
}

static INLINE PRE_v
PRE_array(num x)
{
	GC_FUNCTION;
	PRE_v v = NEW(struct PRE_arr, PRE_bits);

	for (num i = 0; i < 4; i++)
		AT(v)->e[i] = x + i;
	return v;
}

static LOOKS num
PRE_look(PRE_t a)
{
	if (AT(a)->canary != CANARY(AT(a)->id))
		lost(AT(a)->canary);
	mix(AT(a)->id);
	return AT(a)->v;
}

static NOINLINE num
PRE_given(PRE_t a)
{
	churn(1);
	return PRE_look(a) + look(AT(a)->r);
}

static NOINLINE void
PRE_never(PRE_t a, PRE_t b)
{
	mix(PRE_look(a) + PRE_look(b));
	PRE_kept = b;
}

static NOINLINE void
PRE_each(num n, void (*f)(void *, num), void *context)
{
	for (num i = 0; i < n; i++) {
		f(context, i);
		churn(1);
	}
}

static UNUSED void
PRE_body(void *context, num i)
{
	GC_FUNCTION;
	PRE_t a = (PRE_t)context;

	AT(a)->v += i;
	PRE_kept = a;
}"""


def statement(p, text):
    text = text.replace("PRE_", p.name + "_").replace("acc n", p.name + "_t n").replace("arr w", p.name + "_v w")
    for word, by in (("C", condition(p)), ("I", p.fresh("i")), ("K", str(p.rng.randrange(1, 5)))):
        text = re.sub(r"\b%s\b" % word, by, text)
    return text


def condition(p):
    return p.rng.choice(["x & 1", "x % 3 == 0", "AT(a)->v & 2", "x < 9"])


def program(p, statements):
    """The text of the program."""
    r, name = p.rng, p.name
    p.text.append(HEAD.replace("PRE_", name + "_"))
    n = r.randrange(1, 4)
    for k in range(n):
        lines = []
        for _ in range(r.randrange(4, 14)):
            text = statement(p, r.choice(statements))
            if r.random() < 0.25:
                lines.append("if (%s) {" % condition(p))
                lines += ["\t" + line for line in text.split("\n")] + ["}"]
            else:
                lines += text.split("\n")
        p.text.append("""static %snum
%s_f%d(num x, node r)
{
	GC_FUNCTION;
	%s_t a = %s_new(x, r), b = %s_new(x + 1, NULL);
	%s_v v = %s_array(x);

	%s
	return PRE_look(a) + AT(b)->v + AT(v)->e[1] + look(r);
}""".replace("PRE_", name + "_") % (r.choice(["NOINLINE ", "UNUSED ", "INLINE "]), name, k,
        name, name, name, name, name, "\n\t".join(lines)))
    calls = "\n\t\t".join("mix(%s_f%d(i, mk(i)));" % (name, k) for k in range(n))
    p.text.append("""static num
%s(void)
{
	GC_FUNCTION;

	%s_kept = NULL;
	for (num i = 0; i < 6; i++) {
		%s
		churn(1);
		if (%s_kept != NULL)
			mix(%s_look(%s_kept) + look(AT(%s_kept)->r));
	}
	%s_kept = NULL;
	return sum;
}""" % (name, name, calls, name, name, name, name, name))


def objects(p):
    program(p, STATEMENTS + (ADDRESSES * 2 if p.on("objects-addresses") else []))
