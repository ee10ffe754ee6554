# SPDX-License-Identifier: MIT
"""Statements of generated functions; each kind belongs to a shape that can be switched off."""
from model import Array, BOX, Env, NODE, NUM, PAIR, REF, Var, declare, has_ref


class Body:
    """The inside of a function, or of a block in it; what it sees is `env`."""

    def __init__(self, program, env, outer=None, indent=1):
        self.p, self.env, self.rng = program, env, program.rng
        self.lines = outer.lines if outer else []
        self.top = outer.top if outer else self
        self.indent, self.stack, self.dynamic_size = indent, False, False  # the last two: of the whole function

    def line(self, text):
        self.lines.append("\t" * self.indent + text)

    def block(self, head, env=None):
        """Opens a block; the caller closes it by end()."""
        self.line(head + "{" if not head or head.endswith(" ") else head + " {")
        return Body(self.p, env or self.env.inner(), self, self.indent + 1)

    def end(self, text="}"):
        self.line(text)

    def name(self, stem):
        return self.p.fresh(stem)

    # ---- variables

    def local(self):
        t = self.p.variable_type()
        name, r = self.name("v"), self.rng.random()
        scalar = t.kind in ("node", "box", "num")
        if r < 0.08 and self.p.on("static-locals"):
            self.line("static %s;" % declare(t, name))
            self.env.vars.append(Var(name, t, own=False))
            return
        if scalar:
            volatile = r < 0.2 and self.p.on("volatile")
            c = "%s volatile %s" % (t.c, name) if volatile else declare(t, name)
            self.line("%s = %s;" % (c, self.p.value(self.env, t)))
            self.env.vars.append(Var(name, t, volatile=volatile))
            return
        volatile = ""
        if r < 0.13 and self.p.on("volatile") and t.kind == "struct":
            volatile = "volatile "
        elif r < 0.25 and t.kind == "struct":
            self.line("%s = %s;" % (declare(t, name), self.p.struct(self.env, t)))
            self.env.vars.append(Var(name, t))
            return
        elif r < 0.5 and t.kind == "array":  # filled by a loop
            i = self.name("i")
            self.line("%s;" % declare(t, name))
            self.line("for (int %s = 0; %s < %d; %s++)" % (i, i, t.n, i))
            if t.elem.kind == "struct":
                self.line("\t%s[%s] = (%s)%s;" % (name, i, t.elem.c, self.p.initialiser(self.env, t.elem)))
            else:
                self.line("\t%s[%s] = %s;" % (name, i, self.p.value(self.env, t.elem, 1)))
            self.env.vars.append(Var(name, t))
            return
        elif r < 0.56:
            self.line("%s;" % declare(t, name))
            self.line("memset(%s%s, 0, sizeof %s);" % ("" if t.kind == "array" else "&", name, name))
            self.env.vars.append(Var(name, t))
            return
        first = "{%s}" % ("{0}" if t.kind == "array" and t.elem.kind in ("struct", "array") else "0")
        if t.kind == "struct":
            first = self.p.initialiser(self.env, t) if self.rng.random() < 0.6 else "{%s}" % self.zero(t.fields[0][1])
        self.line("%s%s = %s;" % (volatile, declare(t, name), first))
        self.env.vars.append(Var(name, t, volatile=bool(volatile)))

    def zero(self, t):
        if t.kind not in ("struct", "array"):
            return "0"
        return "{%s}" % self.zero(t.fields[0][1] if t.kind == "struct" else t.elem)

    def locals(self, n):
        for _ in range(n):
            self.local()

    def use_all(self, v):
        """Mixes all that a variable holds."""
        if "{i}" in v.base or v.volatile:
            return
        if v.t.kind == "array":
            i = self.name("i")
            self.line("for (int %s = 0; %s < %d; %s++) {" % (i, i, v.t.n, i))
            self.use("%s[%s]" % (v.base, i), v.t.elem, self.indent + 1)
            self.line("}")
        else:
            self.use(v.base, v.t, self.indent)

    def use(self, text, t, indent):
        pad = "\t" * indent
        if t.kind == "struct":
            for n, f in t.fields:
                self.use("%s.%s" % (text, n), f, indent)
        elif t.kind == "array":
            for k in range(t.n):
                self.use("%s[%d]" % (text, k), t.elem, indent)
        elif t.kind == "num":
            self.lines.append("%smix((num)%s%s);" % (pad, "(int)" if t.c == "double" else "", text))
        else:
            looked = {"box": "lookb(%s)", "ref": "look((node)%s)"}.get(t.kind, "look(%s)") % text
            self.lines.append("%smix(%s);" % (pad, looked))

    # ---- statements

    def some(self, n, calls=False):
        for _ in range(n):
            if calls and self.rng.random() < 0.5 and self.call():
                continue
            self.one()

    def one(self):
        total = sum(w for w, shape, _ in KINDS if shape is None or self.p.on(shape))
        r = self.rng.random() * total
        for w, shape, kind in KINDS:
            if shape is not None and not self.p.on(shape):
                continue
            r -= w
            if r < 0:
                if kind(self) is False:
                    self.line("mix(%s);" % self.p.number(self.env))
                return

    def call(self):
        fs = self.p.callable(self.env)
        if not fs:
            return False
        f = self.rng.choice(fs)
        c = self.p.call_of(f, self.env, 1)
        if c is None:
            return False
        if f.result.kind == "struct":
            p = self.env.places(lambda u: u is f.result, write=True)
            if p and p.var.owner is None:
                self.line("%s = %s;" % (p.text, c))
            else:
                x = self.name("x")
                self.line("%s = %s;" % (declare(f.result, x), c))
                self.env.vars.append(Var(x, f.result))
        elif f.result is NUM:
            self.line("mix(%s);" % c)
        else:
            self.line("mix(look%s(%s));" % ("b" if f.result is BOX else "", c))
        return True

    def store(self, p, value):
        if p.var.owner is None:
            self.line("%s = %s;" % (p.text, value))
        elif p.t.kind == "struct":  # of an object: the barrier names what is in it
            x = self.name("x")
            b = self.block("")
            b.line("%s = %s;" % (declare(p.t, x), value))
            b.line("julia_write_barrier(%s, (ref)%s.r);" % (p.var.owner, x))
            b.line("%s = %s;" % (p.text, x))
            self.end()
        elif p.t.kind == "num":
            self.line("%s = %s;" % (p.text, value))
        else:
            self.line("SET_SLOT(%s, %s, %s);" % (p.var.owner, p.text, value))

    def assign(self):
        p = self.env.places(lambda t: t.kind in ("node", "box", "ref"), write=True)
        if p is None:
            return False
        self.store(p, self.p.value(self.env, p.t))

    def number(self):
        p = self.env.places(lambda t: t.kind == "num", write=True)
        if p is None:
            return False
        self.store(p, self.p.value(self.env, p.t))

    def copy(self):
        p = self.env.places(lambda t: t.kind == "struct", write=True)
        if p is None or p.var.volatile:
            return False
        self.store(p, self.p.struct(self.env, p.t))

    def copy_bytes(self):
        """memcpy, memmove of one element, or of some."""
        p = self.env.places(lambda t: t.kind in ("struct", "node"), write=True, address=True)
        if p is None:
            return False
        q = self.env.places(lambda t: t is p.t, write=True, address=True)
        a, b = "&" + p.text, "&" + q.text
        if self.rng.random() < 0.3:
            a, b = "(void *)" + a, "(void *)" + b
        self.line("memmove(%s, %s, sizeof(%s));" % (a, b, p.t.c))

    def copy_many(self):
        p = self.env.places(lambda t: t.kind == "array" and has_ref(t), write=True, address=True)
        if p is None:
            return False
        q = self.env.places(lambda t: t.kind == "array" and t.elem is p.t.elem, write=True, address=True)
        n, most = p.t.elem.c if p.t.elem.kind != "array" else None, min(p.t.n, q.t.n)
        if n is None:
            return False
        if p.var is not q.var and p.var.own and q.var.own and self.rng.random() < 0.5:
            self.line("memcpy(%s, %s, %s * sizeof(%s));" % (p.text, q.text, self.count(most), n))
        elif most > 1 and self.rng.random() < 0.6:
            k = self.rng.randrange(1, most)
            self.line("memmove(%s + %d, %s, %s * sizeof(%s));" % (p.text, k, q.text, self.count(most - k), n))
        else:
            self.line("memmove(%s, %s, %s * sizeof(%s));" % (p.text, q.text, self.count(most), n))

    def count(self, most):
        if self.rng.random() < 0.5 or not self.env.counters:
            return str(self.rng.randrange(1, most + 1))
        return "IDX(%s, %d)" % (self.env.index(), most + 1)

    def swap(self):
        p = self.env.places(lambda t: t.kind in ("struct", "node", "box"), write=True, address=True)
        q = p and self.env.places(lambda t: t is p.t, write=True, address=True)
        if not q:
            return False
        x = self.name("x")
        b = self.block("")
        b.line("%s = %s;" % (declare(p.t, x), p.text))
        b.line("%s = %s;" % (p.text, q.text))
        b.churn()
        b.line("%s = %s;" % (q.text, x))
        self.end()

    def mix(self):
        self.line("mix(%s);" % self.p.look(self.env))

    def use_some(self):
        vs = [v for v in self.env.vars if v.owner is None]
        if not vs:
            return False
        self.use_all(self.rng.choice(vs))

    def churn(self):
        self.line(self.rng.choice(["churn(1);", "churn(2);", "churn(3);", "lr_safepoint();", "lr_gc_collect(1);",
                                   "dirty();", "mkbox(3);"]))

    def compare(self):
        p = self.env.places(lambda t: t.kind in ("node", "box"))
        if p is None:
            return False
        q = self.env.places(lambda t: t is p.t)
        other = q.text if self.rng.random() < 0.7 else self.p.value(self.env, p.t, 1)
        self.line("mix((num)(%s %s %s));" % (p.text, self.rng.choice(["==", "!="]), other))

    def branch(self):
        b = self.block("if (%s & %d)" % (self.p.number(self.env), self.rng.choice([1, 2, 3])))
        b.some(self.rng.randrange(1, 3))
        if self.rng.random() < 0.4:
            self.line("} else {")
            b = Body(self.p, self.env.inner(), self, self.indent + 1)
            b.some(self.rng.randrange(1, 3))
        self.end()

    def switch(self):
        self.line("switch (IDX(%s, 4)) {" % self.p.number(self.env))
        for k in range(3):
            self.line("case %d: {" % k if k < 2 else "default: {")
            b = Body(self.p, self.env.inner(), self, self.indent + 1)
            b.some(1)
            self.line("}" if k and self.rng.random() < 0.3 else "} break;")
        self.end()

    def loop(self):
        if self.env.loops >= 2:
            return False
        env, i = self.env.inner(), self.name("i")
        env.loops += 1
        env.counters.append(i)
        b = self.block("for (int %s = 0; %s < %d && --fuel > 0; %s++)" % (i, i, self.rng.randrange(2, 6), i), env)
        if self.rng.random() < 0.6:
            b.locals(self.rng.randrange(1, 3))  # alive for one round
        b.some(self.rng.randrange(1, 4))
        if self.rng.random() < 0.25:
            b.line("if (%s %% 5 == 0)" % self.p.number(self.env, 1))
            b.line("\t%s;" % self.rng.choice(["break", "continue"]))
        self.end()

    def scope(self):
        b = self.block("")
        b.locals(self.rng.randrange(1, 3))
        b.some(self.rng.randrange(1, 4))
        self.end()

    def heap(self):
        """A store into an object, and a load."""
        h = self.name("h")
        b = self.block("")
        b.line("node %s = %s;" % (h, self.p.node(self.env)))
        b.line("if (%s != NULL)" % h)
        b.line("\tSET(%s, %s, %s);" % (h, self.rng.choice("ab"), self.p.node(b.env)))
        p = self.env.places(lambda t: t.kind == "node", write=True)
        if p and p.var.owner is None:
            b.line("%s = %s;" % (p.text, h))
        else:
            b.line("mix(depth_first(%s, 3));" % h)
        self.end()

    def vector(self):
        env, v, n = self.env.inner(), self.name("h"), self.rng.randrange(2, 6)
        b = self.block("", env)
        b.line("vec %s = mkvec(%d);" % (v, n))
        env.vars.append(Var("AT(%s)->e[IDX({i}, %d)]" % (v, n), NODE, addressable=False, owner=v))
        b.some(self.rng.randrange(2, 5))
        if self.rng.random() < 0.4:
            w = self.name("h")
            b.line("vec %s = mkvec(%d);" % (w, n))
            b.line("COPY(&AT(%s)->e[0], &AT(%s)->e[0], %d * sizeof(node));" % (w, v, n))
            env.vars.append(Var("AT(%s)->e[IDX({i}, %d)]" % (w, n), NODE, addressable=False, owner=w))
            b.some(1)
        b.line("for (int k = 0; k < %d; k++)" % n)
        b.line("\tmix(look(AT(%s)->e[k]));" % v)
        self.end()

    def records(self):
        env, v, n = self.env.inner(), self.name("h"), self.rng.randrange(2, 6)
        b = self.block("", env)
        b.line("recs %s = mkrecs(%d);" % (v, n))
        env.vars.append(Var("AT(%s)->e[IDX({i}, %d)]" % (v, n), PAIR, addressable=False, owner=v))
        b.line("struct pair %s[4] = {{0}};" % (v + "p"))
        env.vars.append(Var(v + "p", Array(PAIR, 4)))
        b.some(self.rng.randrange(2, 5))
        b.line("%sp[IDX(%s, 4)] = AT(%s)->e[IDX(%s, %d)];" % (v, env.index(), v, env.index(), n))
        b.some(1)
        b.line("for (int k = 0; k < %d; k++)" % n)
        b.line("\tmix(look(AT(%s)->e[k].r) + look(%sp[k & 3].r));" % (v, v))
        self.end()

    def table(self):
        t = self.name("t")
        b = self.block("")
        b.line("vec %s = mkvec(%d);" % (t, self.rng.randrange(1, 4)))
        for _ in range(self.rng.randrange(2, 5)):
            b.line("put(%s, %s %% 7, %s);" % (t, self.p.number(self.env, 1), self.p.node(self.env, 1)))
        b.line("for (num k = 0; k < 7; k++)")
        b.line("\tmix(look(get(%s, k)));" % t)
        self.end()

    def tree(self):
        t = self.name("t")
        b = self.block("")
        b.line("node %s = NULL;" % t)
        b.line("for (num k = 0; k < %d; k++)" % self.rng.randrange(2, 6))
        b.line("\t%s = insert(%s, (%s + k * 5) %% 11, 8);" % (t, t, self.p.number(self.env, 1)))
        b.line("mix(depth_first(%s, 5));" % t)
        p = self.env.places(lambda u: u.kind == "node", write=True)
        b.line("mix(walk(reversed(%s, 5), 5));" % t)
        if p and p.var.owner is None:
            b.line("%s = %s;" % (p.text, t))
        self.end()

    def throw(self):
        if self.env.quiet or not self.env.fn.throws:
            return False
        self.line("if (trying > 0 && %s %% 3 == 0)" % self.p.number(self.env, 1))
        self.line("\tthrow_ref((ref)some(%s));" % self.p.node(self.env, 1))

    def attempt(self):
        """A handler.  What is automatic in this function is only read between save_context and the end."""
        if self.env.tries or self.env.quiet or self.top.dynamic_size:  # which is refused beside a handler
            return False
        k = self.name("")
        self.top.stack = True
        b = self.block("")
        b.line("struct lr_handler h%s;" % k)
        b.line("const int t%s = trying;" % k)
        gp = self.p.gp
        if gp:
            b.line("%s *const g%s = %s_gp;" % (gp.c, k, self.p.name))
        b.line("lr_enter_handler(gcstack, &h%s);" % k)
        env = b.env.frozen()
        env.tries += 1
        c = b.block("if (save_context(&h%s, 0) == 0)" % k, env)
        c.line("trying = t%s + 1;" % k)
        c.locals(self.rng.randrange(0, 3))
        c.some(self.rng.randrange(2, 5), calls=True)
        if self.rng.random() < 0.4:
            c.line("if (%s & 1)" % self.p.number(env, 1))
            c.line("\tthrow_ref((ref)some(%s));" % self.p.node(env, 1))
        c.line("lr_pop_handler_noexcept(gcstack, 1);")
        c.line("trying = t%s;" % k)
        b.line("} else {")
        d = Body(self.p, b.env.inner(), b, b.indent + 1)
        d.line("lr_pop_handler(gcstack, 1);")
        d.line("trying = t%s;" % k)
        if gp:
            d.line("%s_gp = g%s;" % (self.p.name, k))
        d.line("node e%s = (node)current_exception(gcstack);" % k)
        d.env.vars.append(Var("e%s" % k, NODE))
        d.env.tries += 1
        d.some(self.rng.randrange(1, 4))
        d.line("mix(look(e%s));" % k)
        b.end()
        self.end()

    def derived(self):
        """Addresses in objects, over calls that collect."""
        h, d, r = self.name("h"), self.name("d"), self.rng.random()
        b = self.block("")
        if r < 0.4:
            b.line("node %s = some(%s);" % (h, self.p.node(self.env)))
            b.line("node DERIVED *%s = &AT(%s)->%s;" % (d, h, self.rng.choice("ab")))
            b.churn()
            b.line("mix(look(*%s));" % d)
            b.line("SET_SLOT(%s, *%s, %s);" % (h, d, self.p.node(self.env)))
            b.line("mix(look(*%s));" % d)
        elif r < 0.7:
            n = self.rng.randrange(2, 5)
            b.line("vec %s = mkvec(%d);" % (h, n))
            b.line("for (node DERIVED *%s = AT(%s)->e; %s != AT(%s)->e + %d; %s++)" % (d, h, d, h, n, d))
            b.line("\tSET_SLOT(%s, *%s, %s);" % (h, d, self.p.node(self.env, 1)))
            b.line("for (node DERIVED *%s = AT(%s)->e; %s != AT(%s)->e + %d; %s++) {" % (d, h, d, h, n, d))
            b.line("\tchurn(1);")
            b.line("\tmix(look(*%s));" % d)
            b.line("}")
        else:
            x, y = self.name("h"), self.name("h")
            b.line("node %s = some(%s), %s = some(%s);" % (x, self.p.node(self.env, 1), y, self.p.node(self.env, 1)))
            b.line("num DERIVED *%s = %s & 1 ? &AT(%s)->v : &AT(%s)->v;" % (d, self.p.number(self.env, 1), x, y))
            b.churn()
            b.line("*%s += 3;" % d)
            b.line("mix(look(%s) + look(%s));" % (x, y))
        self.end()

    def loaded(self):
        h = self.name("h")
        b = self.block("")
        b.line("node %s = some(%s);" % (h, self.p.node(self.env)))
        b.line("preserved t%s = PRESERVE((ref)%s);" % (h, h))
        b.line("num LOADED *q%s = DATA(num, (ref)%s, (char *)ADDRESS(%s) + offsetof(struct node, v));" % (h, h, h))
        b.line("churn(2);")
        b.line("mix(*q%s);" % h)
        b.line("UNPRESERVE(t%s);" % h)
        self.end()

    def preserve(self):
        h = self.name("h")
        b = self.block("")
        b.env.quiet = True
        b.line("node %s = some(%s);" % (h, self.p.node(self.env)))
        b.line("preserved t%s = PRESERVE((ref)%s);" % (h, h))
        b.line("struct node *p%s = ADDRESS(%s);" % (h, h))
        for _ in range(self.rng.randrange(1, 3)):
            b.churn()
        b.line("p%s->v += 2;" % h)
        if self.rng.random() < 0.5:
            b.line("mix(%s);" % self.p.number(b.env, 1))
        b.line("mix(p%s->v);" % h)
        b.line("UNPRESERVE(t%s);" % h)
        b.line("mix(look(%s));" % h)
        self.end()

    def atomic(self):
        h, x = self.name("h"), self.name("x")
        f = self.rng.choice("ab")
        slot = "(ref DERIVED *)&AT(%s)->%s" % (h, f)
        b = self.block("")
        b.line("node %s = some(%s);" % (h, self.p.node(self.env)))
        b.line("node %s = %s;" % (x, self.p.node(self.env)))
        b.line("julia_write_barrier((ref)%s, (ref)%s);" % (h, x))
        if self.rng.random() < 0.5:
            b.line("mix(look((node)dialect_exchange(%s, (ref)%s)));" % (slot, x))
        else:
            b.line("mix(look((node)dialect_compare_exchange(%s, (ref)AT(%s)->%s, (ref)%s)));" % (slot, h, f, x))
        b.churn()
        b.line("mix(look((node)dialect_load_acquire(%s)));" % slot)
        self.end()

    def boxed_call(self):
        if not self.p.boxed:
            return False
        args = ", ".join("(ref)%s" % self.p.node(self.env, 1) for _ in range(self.rng.randrange(1, 5)))
        if self.rng.random() < 0.3:
            x = self.name("x")  # which of the arguments comes first is the header's affair
            b = self.block("")
            b.line("node %s = %s;" % (x, self.p.node(self.env, 1)))
            b.line("mix(look((node)CALL2(%s2, (ref)%s, (ref)%s, %s)));" % (self.p.boxed, x, x, args))
            self.end()
        else:
            self.line("mix(look((node)CALL(%s, (ref)%s, %s)));" % (self.p.boxed, self.p.node(self.env, 1), args))

    def vararg_call(self):
        if not self.p.variadic:
            return False
        n = self.rng.randrange(0, 6)
        args = []
        for _ in range(n):
            args.append(self.p.node(self.env, 1))
            for t in self.p.variadic[1]:
                args.append(self.p.value(self.env, t, 1))
        args = [("(node)NULL" if a == "NULL" else a) for a in args]
        self.line("mix(%s(%s));" % (self.p.variadic[0], ", ".join(["%d" % n] + args)))

    def escape(self):
        """The address of a variable goes to memory; who is called writes there."""
        gp = self.p.gp
        if gp is None or self.env.tries:
            return False
        p = self.env.places(lambda t: t is gp, write=True, address=True)
        if p is None or not p.var.own:
            return False
        g, name = self.name("g"), "%s_gp" % self.p.name
        b = self.block("")
        b.line("%s *const %s = %s;" % (gp.c, g, name))
        b.line("%s = &%s;" % (name, p.text))
        b.env.tries = 1  # no handlers here: what is changed behind setjmp would be lost
        b.some(self.rng.randrange(1, 4), calls=True)
        b.line("%s = %s;" % (name, g))
        self.end()

    def through(self):
        gp = self.p.gp
        if gp is None:
            return False
        name = "%s_gp" % self.p.name
        env = self.env.inner()
        env.vars.append(Var("(*%s)" % name, gp, own=False))
        b = self.block("if (%s != NULL)" % name, env)
        b.some(self.rng.randrange(1, 3))
        self.end()

    def dynamic(self, alloca):
        """Variables whose number is computed."""
        # Of structs alloca() is bytes, and refused.
        t = self.p.rng.choice([NODE, BOX]) if alloca else self.p.value_type()
        if t.kind not in ("node", "box", "struct") or (alloca and self.env.loops) or self.top.stack:
            return False
        self.top.dynamic_size = True
        env, v, n = self.env.inner(), self.name("d"), self.name("n")
        b = self if alloca else self.block("", env)
        b.line("const int %s = 1 + (int)IDX(%s, 5);" % (n, self.p.number(self.env, 1)))
        if alloca:
            b.line("%s *%s = alloca((size_t)%s * sizeof *%s);" % (t.c, v, n, v))
        else:
            b.line("%s %s[%s];" % (t.c, v, n))
        if self.rng.random() < 0.3:
            b.line("memset(%s, 0, (size_t)%s * sizeof *%s);" % (v, n, v))
        else:
            i = self.name("i")
            b.line("for (int %s = 0; %s < %s; %s++)" % (i, i, n, i))
            b.line("\t%s[%s] = %s;" % (
                v, i, "(%s)%s" % (t.c, self.p.initialiser(self.env, t)) if t.kind == "struct"
                else self.p.value(self.env, t, 1)))
        env.vars.append(Var("%s[IDX({i}, %s)]" % (v, n), t))
        if alloca:
            self.env.vars.append(env.vars[-1])
            return
        b.some(self.rng.randrange(1, 4))
        fs = [f for f in self.p.callable(env) if any(how == "array" and u is t for how, u, _ in f.params)]
        if fs:
            f = self.rng.choice(fs)
            c = self.p.call_of(f, env, 1)
            if c:
                b.line("(void)%s;" % c)
        k = self.name("i")
        b.line("for (int %s = 0; %s < %s; %s++) {" % (k, k, n, k))
        b.use("%s[%s]" % (v, k), t, b.indent + 1)
        b.line("}")
        self.end()

    def vla(self):
        return self.dynamic(False)

    def alloca(self):
        return False if self.env.tries or self.indent > 1 else self.dynamic(True)


# How often, of which shape (None: always), what.
KINDS = [
    (10, None, Body.assign), (3, None, Body.number), (6, None, Body.mix), (5, None, Body.churn),
    (4, None, Body.use_some),
    (5, None, Body.branch), (2, "switches", Body.switch), (5, None, Body.loop), (3, None, Body.scope),
    (6, None, Body.call),
    (8, "copies", Body.copy), (4, "memcpy", Body.copy_bytes), (4, "memcpy", Body.copy_many), (2, "memcpy", Body.swap),
    (2, "comparisons", Body.compare), (4, "heap", Body.heap), (2, "heap", Body.vector), (2, "records", Body.records),
    (1, "heap", Body.table), (1, "heap", Body.tree), (3, "throws", Body.throw), (2, "throws", Body.attempt),
    (2, "derived", Body.derived), (1, "loaded", Body.loaded), (1, "preserve", Body.preserve),
    (1, "atomics", Body.atomic),
    (2, "boxed-calls", Body.boxed_call), (2, "varargs", Body.vararg_call), (3, "escape", Body.escape),
    (3, "escape", Body.through),
    (2, "vla", Body.vla), (1, "alloca", Body.alloca),
]
SHAPES = sorted({s for _, s, _ in KINDS if s} | {"structs", "nested", "arrays", "params", "results", "pointers",
                                                 "globals", "tls", "static-locals", "volatile",
                                                 "recursion", "function-pointers", "vararg-structs"})


def variadic(p):
    """A function with the program's own arguments after a count: nodes, and what else is in each group."""
    name, group = "%s_va" % p.name, []
    for _ in range(p.rng.randrange(0, 3)):
        group.append(p.rng.choice([NUM, NODE, BOX] + ([PAIR] if p.on("vararg-structs") and p.on("structs") else [])))
    lines = ["static NOINLINE num", "%s(int n, ...)" % name, "{", "\tva_list l;", "\tnum s = 1;", "",
             "\tva_start(l, n);",
             "\tfor (int i = 0; i < n; i++) {", "\t\tnode x = va_arg(l, node);", "\t\tchurn(%d);" % p.rng.randrange(3),
             "\t\ts = s * 31 + look(x);"]
    for k, t in enumerate(group):
        lines.append("\t\t%s y%d = va_arg(l, %s);" % (t.c, k, t.c))
        if p.rng.random() < 0.5:
            lines.append("\t\tchurn(1);")
        looked = "look(y%d.r) + (y%d.n)" % (k, k) if t is PAIR else "look(y%d)" % k
        lines.append("\t\ts += %s;" % ("y%d" % k if t is NUM else "lookb(y%d)" % k if t is BOX else looked))
    p.text.append("\n".join(lines + ["\t}", "\tva_end(l);", "\treturn s;", "}"]))
    return name, group


def boxed(p):
    """Callees of CALL and CALL2."""
    name = "%s_boxed" % p.name
    for suffix, extra in (("", ""), ("2", ", ref extra")):
        p.text.append("\n".join([
            "static NOINLINE ref", "%s%s(ref self, ref *args, uint32_t n%s)" % (name, suffix, extra), "{",
            "\tnode r = (node)%s;" % ("extra" if extra else "NULL"), "", "\tfor (uint32_t i = 0; i < n; i++) {",
            "\t\tchurn(%d);" % p.rng.randrange(2),
            "\t\tr = cons(look((node)args[i]), (node)args[IDX(i + %d, n)], r);" % p.rng.randrange(3), "\t}",
            "\tmix(look((node)self) + walk(r, 9));", "\treturn (ref)r;", "}"]))
    return name
