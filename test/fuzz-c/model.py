# SPDX-License-Identifier: MIT
"""Types of generated programs, the places where values are, and what a function can see."""


class Scalar:
    def __init__(self, c, kind):
        self.c, self.kind = c, kind  # kind: node, box, ref or num


class Struct:
    def __init__(self, c, fields):
        self.c, self.fields, self.kind = c, fields, "struct"  # fields: (name, type)


class Array:
    def __init__(self, elem, n):
        self.elem, self.n, self.kind = elem, n, "array"


NODE, BOX, REF, NUM = Scalar("node", "node"), Scalar("box", "box"), Scalar("ref", "ref"), Scalar("num", "num")
NUMBERS = [NUM, NUM, Scalar("unsigned", "num"), Scalar("unsigned char", "num"), Scalar("unsigned short", "num"),
           Scalar("double", "num")]
PAIR = Struct("struct pair", [("r", NODE), ("n", NUM)])


def declare(t, name):
    """The C declaration of `name`."""
    dims = ""
    while t.kind == "array":
        dims += "[%d]" % t.n
        t = t.elem
    return "%s %s%s" % (t.c, name, dims)


def sites(t, path=""):
    """All parts of a type, itself first: (type, path); {i} stands for an index."""
    yield t, path
    if t.kind == "struct":
        for name, ft in t.fields:
            yield from sites(ft, path + "." + name)
    elif t.kind == "array":
        yield from sites(t.elem, path + "[IDX({i}, %d)]" % t.n)


def has_ref(t):
    return any(s.kind in ("node", "box", "ref") for s, _ in sites(t))


def words(t):
    """Size, roughly: in words, each field one."""
    if t.kind == "struct":
        return sum(words(f) for _, f in t.fields)
    return t.n * words(t.elem) if t.kind == "array" else 1


ARRAYS_MOST = 16  # words of a struct


class Var:
    """Something that can be named: `base` is C text, with {i} for an index."""

    def __init__(self, base, t, writable=True, addressable=True, volatile=False, owner=None, own=True):
        self.base, self.t, self.writable, self.addressable, self.volatile = base, t, writable, addressable, volatile
        self.owner = owner  # the object in which it is, whose barrier a store needs
        self.own = own      # automatic, of this function
        self.sites = list(sites(t))


class Place:
    def __init__(self, var, t, text):
        self.var, self.t, self.text = var, t, text


class Function:
    """name, result (a type), params: (how, type, name); how: value, pointer, array (pointer and count)."""

    def __init__(self, name, result, params, throws):
        self.name, self.result, self.params, self.throws = name, result, params, throws
        self.table = None  # a table of functions of this type, to call through, and its length

    def head(self):
        ps = []
        for how, t, name in self.params:
            if how == "value":
                ps.append(declare(t, name))
            elif how == "pointer":
                ps.append("%s *%s" % (t.c, name))
            else:
                ps += ["%s *%s" % (t.c, name), "int n%s" % name]
        return "%s\n%s(%s)" % (self.result.c, self.name, ", ".join(ps) or "void")


class Env:
    """What can be used at a place in a function."""

    def __init__(self, rng, fn, parent=None):
        self.rng, self.fn, self.parent = rng, fn, parent
        self.vars = list(parent.vars) if parent else []
        self.counters = list(parent.counters) if parent else []  # numbers that no call changes
        self.loops = parent.loops if parent else 0
        self.tries = parent.tries if parent else 0
        self.quiet = parent.quiet if parent else False  # nothing may throw here

    def inner(self):
        return Env(self.rng, self.fn, self)

    def frozen(self):
        """Behind setjmp: what is automatic here is only read."""
        e = self.inner()
        e.vars = [Var(v.base, v.t, v.writable and not v.own, v.addressable and not v.own, v.volatile, v.owner, v.own)
                  for v in e.vars]
        return e

    def index(self):
        r = self.rng
        if self.counters and r.random() < 0.6:
            c = r.choice(self.counters)
            return c if r.random() < 0.6 else "%s + %d" % (c, r.randrange(1, 5))
        return str(r.randrange(8))

    def render(self, var, path):
        text = var.base + path
        while "{i}" in text:
            text = text.replace("{i}", self.index(), 1)
        return text

    def places(self, want, write=False, address=False):
        """A place of a type that `want` likes, or None."""
        found = []
        for v in self.vars:
            if (write and not v.writable) or (address and (not v.addressable or not v.writable or v.volatile)):
                continue
            s = [(t, p) for t, p in v.sites if want(t)]
            if s:
                found.append((v, s))
        if not found:
            return None
        v, s = self.rng.choice(found)
        t, p = self.rng.choice(s)
        return Place(v, t, self.render(v, p))
