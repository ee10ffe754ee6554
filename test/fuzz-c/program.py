# SPDX-License-Identifier: MIT
"""One program: its types, globals, functions; expressions and calls."""
import random

from model import (ARRAYS_MOST, Array, BOX, Env, Function, NODE, NUM, NUMBERS, PAIR, REF, Struct, Var, declare, has_ref,
                   words)
import machines
import objects
import statements


class Program:
    def __init__(self, seed, shapes):
        self.seed, self.shapes = seed, shapes
        self.rng = random.Random(seed * 7919 + 13)
        self.name = "p%d" % seed
        self.text, self.functions, self.structs, self.globals = [], [], [], []
        self.serial = 0
        self.gp = None      # a struct type, to variables of which a global pointer may point
        self.variadic = self.boxed = None

    def on(self, shape):
        return shape in self.shapes

    def chance(self, p):
        return self.rng.random() < p

    def fresh(self, stem):
        self.serial += 1
        return "%s%d" % (stem, self.serial)

    # ---- types

    def scalar(self):
        r = self.rng.random()
        return NODE if r < 0.35 else BOX if r < 0.5 else REF if r < 0.6 else self.rng.choice(NUMBERS)

    def make_structs(self):
        for i in range(self.rng.randrange(1, 4) if self.on("structs") else 0):
            fields = []
            uniform = self.chance(0.15)  # references only
            for k in range(self.rng.randrange(1, 5)):
                r, t = self.rng.random(), NODE if uniform else self.scalar()
                if self.structs and r < 0.2 and self.on("nested"):
                    t = self.rng.choice(self.structs)
                elif r < 0.35 and self.on("arrays"):
                    t = Array(t, self.rng.randrange(2, 5))
                fields.append(("abcdef"[k], t))
            if not any(has_ref(t) for _, t in fields):
                fields.insert(self.rng.randrange(len(fields) + 1), ("r", NODE))
            s = Struct("struct %s_s%d" % (self.name, i), fields)
            if words(s) <= ARRAYS_MOST:
                self.structs.append(s)
                self.text.append("%s {\n%s\n};" % (s.c, "\n".join("\t%s;" % declare(t, n) for n, t in fields)))
        if self.on("structs") and self.chance(0.5):
            self.structs.append(PAIR)

    def value_type(self):
        if self.structs and self.chance(0.5):
            return self.rng.choice(self.structs)
        return self.rng.choice([NODE, BOX, NUM, NODE])

    def variable_type(self):
        t = self.value_type()
        if self.on("arrays") and self.chance(0.35):
            t = Array(t, self.rng.choice([2, 3, 4, 4, 8]))
        return t

    def make_globals(self):
        for shape, how in (("globals", "static "), ("globals", ""), ("tls", "static _Thread_local "),
                           ("tls", "_Thread_local ")):
            if self.on(shape) and self.chance(0.3):
                name, t = "%s_%s" % (self.name, self.fresh("g")), self.variable_type()
                self.text.append("%s%s;" % (how, declare(t, name)))
                self.globals.append(Var(name, t, own=False))
        if self.on("escape") and self.structs and self.chance(0.4):
            self.gp = self.rng.choice(self.structs)
            self.text.append("static %s *%s_gp;" % (self.gp.c, self.name))

    # ---- expressions

    def number(self, env, depth=2):
        r = self.rng.random()
        if depth == 0 or r < 0.3:
            if env.counters and self.chance(0.5):
                return "(num)%s" % self.rng.choice(env.counters)
            return "%dul" % self.rng.randrange(200)
        if r < 0.45:
            p = env.places(lambda t: t.kind == "num")
            if p:
                return "(num)%s" % p.text if p.t.c != "double" else "(num)(int)%s" % p.text
        if r < 0.75:
            return self.look(env, depth - 1)
        if r < 0.82:
            c = self.call(env, lambda t: t is NUM, depth - 1)
            if c:
                return c
        return "(%s %s %s)" % (self.number(env, depth - 1), self.rng.choice(["+", "^", "*", "-"]),
                               self.number(env, depth - 1))

    def look(self, env, depth=1):
        p = env.places(lambda t: t.kind in ("node", "box", "ref"))
        if p is None or self.chance(0.15):
            return "look(%s)" % self.node(env, depth)
        return {"box": "lookb(%s)", "ref": "look((node)%s)"}.get(p.t.kind, "look(%s)") % p.text

    def node(self, env, depth=2):
        r = self.rng.random()
        if r < 0.4 or depth == 0:
            p = env.places(lambda t: t.kind in ("node", "ref"))
            if p:
                return p.text if p.t.kind == "node" else "(node)%s" % p.text
        if r < 0.6 or depth == 0:
            return "mk(%s)" % self.number(env, max(0, depth - 1))
        if r < 0.72:
            return "cons(%s, %s, %s)" % (self.number(env, depth - 1), self.node(env, depth - 1),
                                         self.node(env, depth - 1))
        if r < 0.8:
            return "%s(%s)" % (self.rng.choice(["car", "cdr", "some"]), self.node(env, depth - 1))
        if r < 0.86:
            c, x, y = self.number(env, depth - 1), self.node(env, depth - 1), self.node(env, depth - 1)
            return "(%s & 1 ? %s : %s)" % (c, x, "(node)NULL" if x == y == "NULL" else y)  # otherwise it were a void *
        if r < 0.97:
            c = self.call(env, lambda t: t is NODE, depth - 1) or self.part_of_call(env, "node", depth - 1)
            if c:
                return c
        return "NULL" if self.chance(0.2) else "mk(%dul)" % self.rng.randrange(100)

    def box(self, env, depth=2):
        if self.chance(0.45):
            p = env.places(lambda t: t.kind == "box")
            if p:
                return p.text
        if self.chance(0.3) and depth:
            c = self.call(env, lambda t: t is BOX, depth - 1) or self.part_of_call(env, "box", depth - 1)
            if c:
                return c
        return "mkbox(%s)" % self.number(env, max(0, depth - 1))

    def part_of_call(self, env, kind, depth):
        """A member of a struct that a call returns."""
        options = [(f, n) for f in self.callable(env) if f.result.kind == "struct" for n, t in f.result.fields
                   if t.kind == kind]
        if not options or not self.on("results"):
            return None
        f, n = self.rng.choice(options)
        c = self.call_of(f, env, depth)
        return "%s.%s" % (c, n) if c else None

    def struct(self, env, t, depth=2):
        """A value of a struct type."""
        r = self.rng.random()
        if r < 0.45:
            p = env.places(lambda u: u is t)
            if p and not p.var.volatile:
                return p.text
        if r < 0.75 and depth:
            c = self.call(env, lambda u: u is t, depth - 1)
            if c:
                return c
        return "(%s)%s" % (t.c, self.initialiser(env, t, max(0, depth - 1)))

    def initialiser(self, env, t, depth=1):
        if t.kind == "struct":
            return "{%s}" % ", ".join(self.initialiser(env, f, depth) for _, f in t.fields)
        if t.kind == "array":
            return "{%s}" % ", ".join(self.initialiser(env, t.elem, depth)
                                      for _ in range(t.n)) if t.n <= 3 else "{%s}" % (
                "{0}" if t.elem.kind in ("struct", "array") else "0")
        return self.value(env, t, depth)

    def value(self, env, t, depth=2):
        if t.kind == "node":
            return self.node(env, depth)
        if t.kind == "ref":
            return "(ref)%s" % self.node(env, depth)
        if t.kind == "box":
            return self.box(env, depth)
        if t.kind == "struct":
            return self.struct(env, t, depth)
        n = self.number(env, depth)
        return "(double)(%s & 0xffff)" % n if t.c == "double" else n if t is NUM else "(%s)(%s)" % (t.c, n)

    # ---- calls

    def callable(self, env):
        return [f for f in self.functions if not (env.quiet and f.throws)]

    def call(self, env, wants, depth):
        options = [f for f in self.callable(env) if wants(f.result)]
        return self.call_of(self.rng.choice(options), env, depth) if options else None

    def call_of(self, f, env, depth):
        args, passed = [], []
        for how, t, _ in f.params:
            if how == "value":
                same = [p for p in passed if p.t is t]  # a copy of what is also passed by its address
                args.append(same[0].text if same and self.chance(0.5) else self.value(env, t, depth))
                continue
            if how == "pointer":
                p = env.places(lambda u: u is t, write=True, address=True)
                if p is None:
                    return None
                args.append("&%s" % p.text)
                passed.append(p)
                continue
            p = env.places(lambda u: u.kind == "array" and u.elem is t, write=True, address=True)
            if p:
                args += [p.text, str(p.t.n)]
                continue
            p = env.places(lambda u: u is t, write=True, address=True)
            if p is None:
                return None
            args += ["&%s" % p.text, "1"]
            passed.append(p)
        name = f.name
        if f.table is not None and not self.chance(0.3):
            name = "%s[IDX(%s, %d)]" % (f.table[0], env.index(), f.table[1])
        return "%s(%s)" % (name, ", ".join(args))

    # ---- functions

    def signature(self, i):
        params = []
        for k in range(self.rng.randrange(0, 5)):
            r, name = self.rng.random(), "a%d" % k
            if r < 0.5 or not self.on("pointers"):
                t = self.value_type()
                params.append(("value", t if t.kind != "struct" or self.on("params") else NODE, name))
            elif r < 0.8:
                params.append(("pointer", self.rng.choice(self.structs + [NODE, BOX]) if self.on("structs") else NODE,
                               name))
            elif self.on("arrays"):
                params.append(("array", self.rng.choice(self.structs + [NODE]) if self.on("structs") else NODE, name))
        result = self.value_type()
        if result.kind == "struct" and not self.on("results"):
            result = NODE
        throws = self.on("throws") and self.chance(0.4)
        return Function("%s_f%d" % (self.name, i), result, params, throws)

    def storage(self):
        r = self.rng.random()
        if r < 0.45:
            return "static NOINLINE "
        if r < 0.6:
            return "static INLINE "
        return "static UNUSED " if r < 0.85 else ""

    def define(self, f, storage):
        f.throws = f.throws or any(g.throws for g in self.functions)
        env = Env(self.rng, f)
        env.vars += self.globals
        for how, t, name in f.params:
            if how == "value":
                env.vars.append(Var(name, t))
                if t is NUM:
                    env.counters.append(name)
                    env.vars.pop()
            elif how == "pointer":
                env.vars.append(Var("(*%s)" % name, t, own=False))
            else:
                env.vars.append(Var("%s[IDX({i}, n%s)]" % (name, name), t, own=False))
        body = statements.Body(self, env)
        zero = "NULL" if f.result.kind in ("node", "box") else "0" if f.result is NUM else "(%s){0}" % f.result.c
        body.line("if (--fuel <= 0)")
        body.line("\treturn %s;" % zero)
        body.locals(self.rng.randrange(1, 4))
        body.some(self.rng.randrange(2, 5))
        body.line("return %s;" % self.value(env, f.result))
        wants = "\tGC_FUNCTION;\n" if body.stack or self.chance(0.3) else ""
        self.text.append("%s%s\n{\n%s%s\n}" % (storage, f.head(), wants, "\n".join(body.lines)))

    def make_functions(self):
        for i in range(self.rng.choice([1, 2, 2, 3])):
            f = self.signature(i)
            if self.on("recursion") and self.chance(0.3):
                f.throws = f.throws or any(g.throws for g in self.functions)
                self.text.append("static %s;" % f.head().replace("\n", " "))
                self.functions.append(f)
                self.define(f, "static ")
                continue
            twins = [f]
            if self.on("function-pointers") and self.chance(0.3):
                for k in range(self.rng.randrange(1, 3)):
                    twins.append(Function("%s_t%d" % (f.name, k), f.result, f.params, f.throws))
            for g in twins:
                self.define(g, self.storage() if g is f else "static ")
            if len(twins) > 1:
                f.throws = any(g.throws for g in twins)
                table = "%s_table%d" % (self.name, i)
                head = f.head().split("\n")
                self.text.append("static %s (*%sconst %s[])%s = {%s};" % (
                    head[0], self.rng.choice(["", "volatile "]), table, head[1][len(f.name):],
                    ", ".join(g.name for g in twins)))
                f.table = (table, len(twins))
            self.functions.append(f)

    def make(self):
        """The text of the program; its last function is NAME()."""
        # not by the dice of the program: those of the other kinds stay as they were
        often = 1 if self.shapes <= set(objects.SHAPES) else 0.12
        if self.on("objects") and random.Random(self.seed * 104729 + 7).random() < often:
            objects.objects(self)
            return "\n\n".join(self.text) + "\n"
        if self.rng.random() < 0.25 and any(self.on(s) for s in machines.SHAPES):
            machines.machine(self)
            return "\n\n".join(self.text) + "\n"
        self.make_structs()
        self.make_globals()
        if self.on("varargs") and self.chance(0.3):
            self.variadic = statements.variadic(self)
        if self.on("boxed-calls") and self.chance(0.3):
            self.boxed = statements.boxed(self)
        self.make_functions()
        main = Function(self.name, NUM, [], False)
        env = Env(self.rng, main)
        env.vars += self.globals
        body = statements.Body(self, env)
        body.locals(self.rng.randrange(2, 5))
        body.some(self.rng.randrange(2, 6), calls=True)
        for v in env.vars:
            body.use_all(v)
        lines = "\n".join(body.lines)
        self.text.append("static num\n%s(void)\n{\n\tGC_FUNCTION;\n%s\n\treturn sum;\n}" % (self.name, lines))
        return "\n\n".join(self.text) + "\n"
