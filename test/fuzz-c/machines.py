# SPDX-License-Identifier: MIT
"""Whole programs as language implementers write them: interpreters with registers or a stack, frames linked on the C
stack."""

SHAPES = ["vm-switch", "vm-goto", "vm-table", "vm-tail", "vm-tail-refs", "vm-stack", "frames"]

# Of a register machine: `r` registers, `k` constants, `x`, `y`, `z` operands.  What is in braces is for all forms of
# dispatch.
OPS = [
    "r[x].r = mk(y);",
    "r[x] = r[y];",
    "r[x].r = cons(z, r[y].r, r[z].r);",
    "r[x].r = y & 1 ? car(r[z].r) : cdr(r[z].r);",
    "r[x].n = r[y].n + look(r[z].r);",
    "{ VALUE t = r[x]; r[x] = r[y]; churn(1); r[y] = t; }",
    "r[x] = PRE_join(r[y], r[z]);",
    "PRE_fill(&r[x], &r[y], z);",
    "memmove(&r[x], &r[y], (z & 3) * sizeof(VALUE));",
    "r[x].r = AT(k)->e[y & 3].r; r[x].n = AT(k)->e[y & 3].n;",
    "SET_SLOT(k, AT(k)->e[y & 3].r, r[x].r); AT(k)->e[y & 3].n = r[z].n;",
    "churn(2); mix(look(r[x].r));",
    "r[x] = (VALUE){.r = mk(z), .n = y};",
    "if (look(r[x].r) & 1) pc += 4;",
    "mix((num)(r[x].r == r[y].r));",
]


def value(p):
    """The type of a register."""
    fields = ["node r;", "num n;"]
    fields += p.rng.sample(["box b;", "unsigned char tag;", "double d;", "node other;", "node pad[2];"],
                           p.rng.randrange(0, 3))
    p.rng.shuffle(fields)
    c = "struct %s_value" % p.name
    p.text.append("%s {\n\t%s\n};" % (c, "\n\t".join(fields)))
    return c, fields


def helpers(p, c, fields):
    """What instructions call: a struct by value in and out, and one through pointers."""
    extra = "\tv.b = mkbox(a.n);\n" if "box b;" in fields else "\tv.other = a.r;\n" if "node other;" in fields else ""
    p.text.append("""static %s%s
%s_join(%s a, %s b)
{
	%s v = a;

%s	churn(1);
	v.r = cons(look(b.r), a.r, b.r);
	v.n = a.n + b.n;
	return v;
}""" % (p.rng.choice(["NOINLINE ", "UNUSED "]), c, p.name, c, c, c, extra))
    p.text.append("""static %svoid
%s_fill(%s *to, %s *from, num n)
{
	to->r = mk(n);
	%s
	from->n = look(to->r) + n;
	from->r = cdr(from->r);
}""" % (p.rng.choice(["NOINLINE ", "UNUSED "]), p.name, c, c,
        p.rng.choice(["churn(1);", "*to = *from;", "if (n & 1)\n\t\t*from = *to;", "dirty();"])))


def code(p, ops, most):
    n = p.rng.randrange(8, most)
    rows = ["{%d, %d, %d, %d}" % (p.rng.randrange(ops), p.rng.randrange(8), p.rng.randrange(8), p.rng.randrange(8))
            for _ in range(n)]
    rows += ["{%d, 0, 0, 0}" % ops] * 6  # an instruction skips four
    p.text.append("static const unsigned char %s_code[][4] = {\n\t%s,\n};" % (p.name, ", ".join(rows)))


def text_of(p, op, c):
    return op.replace("VALUE", c).replace("PRE_", p.name + "_")


def registers(p, c, ops):
    """The program's own function: makes registers and constants, runs, looks at all."""
    return """static num
%s(void)
{
	GC_FUNCTION;
	%s%s r[12];
	recs k = mkrecs(4);

	dirty();
	for (int i = 0; i < 12; i++)
		r[i] = (%s){0};
	for (int round = 0; round < %d; round++) {
		%s
		churn(1);
	}
	for (int i = 0; i < 12; i++)
		mix(look(r[i].r) + r[i].n);
	for (int i = 0; i < 4; i++)
		mix(look(AT(k)->e[i].r) + AT(k)->e[i].n);
	return sum;
}"""  # filled in by the callers


def vm(p, how):
    c, fields = value(p)
    helpers(p, c, fields)
    chosen = p.rng.sample(OPS, p.rng.randrange(6, len(OPS)))
    chosen[0] = OPS[0]
    bodies = [text_of(p, o, c) for o in chosen]
    code(p, len(bodies), 24)
    n, name = len(bodies), p.name
    operands = "const num x = pc[-1][1], y = pc[-1][2], z = pc[-1][3];\n\t(void)x, (void)y, (void)z;"
    if how == "vm-switch":
        cases = "\n".join("\t\tcase %d: %s break;" % (i, b) for i, b in enumerate(bodies))
        p.text.append("""static %svoid
%s_run(%s *r, recs k, const unsigned char (*pc)[4])
{
	while (--fuel > 0) {
		const num x = pc[0][1], y = pc[0][2], z = pc[0][3];
		switch ((*pc++)[0]) {
%s
		default: return;
		}
	}
}""" % (p.rng.choice(["NOINLINE ", ""]), name, c, cases))
        call = "%s_run(r, k, %s_code);" % (name, name)
    elif how == "vm-goto":
        labels = ", ".join("&&op%d" % i for i in range(n + 1))
        body = "\n".join(
            "op%d: { const num x = pc[-1][1], y = pc[-1][2], z = pc[-1][3]; (void)x, (void)y, (void)z; %s }"
            "\n\tgoto *at[(--fuel > 0 ? *pc++ : pc[0])[0]];" % (i, b)
                         for i, b in enumerate(bodies)).replace("(--fuel > 0 ? *pc++ : pc[0])[0]",
                                                                "--fuel > 0 ? (*pc++)[0] : %d" % n)
        p.text.append("""static NOINLINE void
%s_run(%s *r, recs k, const unsigned char (*pc)[4])
{
	static void *const at[] = {%s};

	goto *at[(*pc++)[0]];
%s
op%d:
	return;
}""" % (name, c, labels, body, n))
        call = "%s_run(r, k, %s_code);" % (name, name)
    elif how == "vm-table":
        for i, b in enumerate(bodies):
            p.text.append(
                "static const unsigned char (*%s_op%d(%s *r, recs k, const unsigned char (*pc)[4]))[4]\n"
                "{\n\t%s\n\t%s\n\treturn pc;\n}" % (name, i, c, operands, b))
        p.text.append(
            "static const unsigned char (*(*const %s_ops[])(%s *, recs, const unsigned char (*)[4]))[4] = {%s};" % (
            name, c, ", ".join("%s_op%d" % (name, i) for i in range(n))))
        call = ("for (const unsigned char (*pc)[4] = %s_code; (*pc)[0] < %d && --fuel > 0;)"
                "\n\t\t\tpc = %s_ops[(*pc)[0]](r, k, pc + 1);") % (name, n, name)
    else:  # each instruction calls the next one in its tail
        refs = how == "vm-tail-refs"
        params = "const unsigned char (*pc)[4], %s *r, %s" % (c, "recs k, node acc" if refs else "recs *kp")
        args = "pc + 1, r, k, acc" if refs else "pc + 1, r, kp"
        p.text.append("typedef num %s_op(%s);\nstatic ROOTS_ARGUMENTS %s_op %s;\n"
            "static %s_op *const %s_ops[] = {%s};" % (
            name, params, name, ", ".join("%s_op%d" % (name, i) for i in range(n + 1)), name, name,
            ", ".join("%s_op%d" % (name, i) for i in range(n + 1))))
        for i, b in enumerate(bodies):
            own = "recs k = *kp;"
            if refs:
                own = p.rng.choice(["acc = cons(x, acc, r[y].r);", "acc = r[x].r;", "mix(look(acc));", ""])
            p.text.append(
                "static ROOTS_ARGUMENTS num\n%s_op%d(%s)\n{\n\t%s\n\t%s\n\t%s\n"
                "\t%s__attribute__((musttail)) return %s_ops[--fuel > 0 ? (*pc)[0] : %d](%s);\n}" % (
                name, i, params, operands, own, b, "" if refs else "(void)k;\n\t", name, n, args))
        p.text.append("static ROOTS_ARGUMENTS num\n%s_op%d(%s)\n{\n\t(void)pc, (void)r%s;\n\treturn %s;\n}" % (
                name, n, params, ", (void)k" if refs else ", (void)kp",
                "look(acc) + walk(acc, 3)" if refs else "look(AT(*kp)->e[0].r)"))
        call = "mix(%s_ops[%s_code[0][0]](%s_code + 1, r, %s));" % (name, name, name, "k, mk(1)" if refs else "&k")
    p.text.append(registers(p, c, n) % (name, p.rng.choice(["", "", "static "] if p.on("static-locals") else [""]), c,
                                        c, p.rng.randrange(1, 4), call))


def stack_machine(p):
    """References on a stack of its own; its pointer is moved by callees."""
    name, size = p.name, p.rng.choice(["16", "n"])
    bodies = p.rng.sample(["push(&s, mk(x));", "push(&s, pop(&s));",
                           "{ node a = pop(&s), b = pop(&s); churn(1); push(&s, cons(x, a, b)); }",
                           "if (s.sp > 1) s.at[s.sp - 2] = s.at[s.sp - 1];", "mix(look(pop(&s)));",
                           "if (s.sp > 0) push(&s, s.at[IDX(x, s.sp)]);",
                           "churn(2);",
                           "if (s.sp > 2) { node t = s.at[0]; memmove(s.at, s.at + 1, (size_t)(s.sp - 1) * sizeof "
                           "*s.at); "
                           "s.at[s.sp - 1] = t; }",
                           "push(&s, car(pop(&s)));"], p.rng.randrange(4, 9))
    bodies = [b.replace("push(", name + "_push(").replace("pop(", name + "_pop(") for b in ["push(&s, mk(x));"] +
              bodies]
    p.text.append("""struct %(n)s_stack {
	node *at;
	long sp, size;
};

static %(u)svoid
%(n)s_push(struct %(n)s_stack *s, node x)
{
	if (s->sp < s->size)
		s->at[s->sp++] = x;
}

static %(u)snode
%(n)s_pop(struct %(n)s_stack *s)
{
	return s->sp > 0 ? s->at[--s->sp] : mk(2);
}""" % {"n": name, "u": p.rng.choice(["NOINLINE ", "UNUSED "])})
    codes = ", ".join(str(p.rng.randrange(256)) for _ in range(p.rng.randrange(8, 24)))
    p.text.append("""static const unsigned char %(n)s_code[] = {%(c)s};

static NOINLINE num
%(n)s_run(int n)
{
	node room[%(s)s];
	struct %(n)s_stack s = {room, 0, %(s)s};

	dirty();
	for (int i = 0; i < %(s)s; i++)
		room[i] = NULL;
	for (size_t i = 0; i < sizeof %(n)s_code && --fuel > 0; i++) {
		const num x = %(n)s_code[i] / 16;
		switch (IDX(%(n)s_code[i], %(k)d)) {
%(b)s
		}
	}
	(void)n;
	while (s.sp > 0)
		mix(depth_first(room[--s.sp], 2));
	return sum;
}

static num
%(n)s(void)
{
	mix(%(n)s_run(12));
	return %(n)s_run(7);
}""" % {"n": name, "c": codes, "s": size, "k": len(bodies),
        "b": "\n".join("\t\tcase %d: %s break;" % (i, b) for i, b in enumerate(bodies))})


def frames(p):
    """A chain of structs on the C stack, as interpreters have for their calls; callees write into those further out."""
    name, r = p.name, p.rng
    fields = ["struct %s_frame *prev;" % name, "node self;", "num n;"]
    fields += r.sample(["box b;", "node locals[3];", "unsigned char tag;"], r.randrange(0, 3))
    head, rest = fields[:1], fields[1:]
    r.shuffle(rest)
    fields = head + rest if r.random() < 0.5 else rest + head
    local = "node locals[3];" in fields
    p.text.append("""struct %(n)s_frame {
	%(f)s
};

static NOINLINE void
%(n)s_touch(struct %(n)s_frame *f, num n)
{
	for (; f != NULL && --fuel > 0; f = f->prev) {
		mix(look(f->self) + f->n);
		%(t)s
	}
}

static %(i)snum
%(n)s_call(struct %(n)s_frame *prev, node arg, int depth)
{
	struct %(n)s_frame f = {.prev = prev, .n = (num)depth, .self = %(v)s};
	num s = 0;

	%(a)s
	if (depth > 0 && --fuel > 0)
		for (int i = 0; i < %(w)d; i++)
			s += %(n)s_call(&f, %(p)s, depth - 1);
	else
		%(n)s_touch(&f, s);
	%(z)s
	return s + look(f.self) + look(arg) + f.n;
}

static num
%(n)s(void)
{
	mix(%(n)s_call(NULL, mk(3), %(d)d));
	return %(n)s_call(NULL, NULL, 2);
}""" % {"n": name, "f": "\n\t".join(fields), "i": r.choice(["", "NOINLINE "]),
        "t": r.choice(["f->self = cons(n, f->self, NULL);", "if (f->n & 1)\n\t\t\tf->self = mk(n);", "churn(1);",
                       "if (f->prev != NULL)\n\t\t\tf->prev->self = f->self;"]) +
        ("\n\t\tf->locals[IDX(n, 3)] = f->self;" if local else ""),
        "v": r.choice(["arg", "mk(1)", "cons(2, arg, NULL)", "NULL"]),
        "a": r.choice(["churn(1);", "f.self = mk(s);", "dirty();", ""]),
        "w": r.randrange(1, 3), "p": r.choice(["f.self", "arg", "mk(4)"]),
        "z": "mix(look(f.locals[1]));" if local else "churn(1);", "d": r.randrange(2, 6)})


def machine(p):
    how = p.rng.choice([s for s in SHAPES if p.on(s)])
    if how == "frames":
        frames(p)
    elif how == "vm-stack":
        stack_machine(p)
    else:
        vm(p, how)
