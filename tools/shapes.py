#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make large functions in the GC dialect, each of one shape: what tools/bench measures growth on.

    tools/shapes.py SHAPE N [-o FILE]      N counts what the shape repeats
    tools/shapes.py --list

The same shape and N give the same text on every machine.
"""

import argparse
import sys

T = "ptr addrspace(10)"
D = "ptr addrspace(11)"

HEAD = """\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

@some_type = external constant i64
@box_type = internal constant { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr } zeroinitializer, align 16
@counter = external global i64
"""

TAIL = """\
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare i32 @setjmp(ptr) returns_twice
declare ptr addrspace(10) @callee(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @make()
declare { ptr addrspace(10), i64, ptr addrspace(10) } @make_pair()
declare void @use(ptr addrspace(10))
declare void @use_derived(ptr addrspace(11))
declare void @collect()
declare i1 @maybe()
declare i64 @number()
declare void @out_of_bounds(ptr addrspace(10), i64) cold noreturn

!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"jtbaa_const", !2, i64 0}
!2 = !{!"jtbaa", !3, i64 0}
!3 = !{!"root"}
!4 = !{!5, !5, i64 0}
!5 = !{!"jtbaa_data", !2, i64 0}
"""

SHAPES = {}


def shape(text):
    """A generator of one function's body, which is entered at `top` with %pgcstack, %arg (tracked), %fields (derived)
    and %n."""
    def register(function):
        name = function.__name__.replace("_", "-")
        SHAPES[name] = (function, text)
        return function
    return register


class Writer:
    """Lines of IR, and names for values and blocks."""

    def __init__(self):
        self.lines = []
        self.count = 0
        self.seed = 0x2545F491

    def __call__(self, text):
        self.lines.append("  " + text)

    def fresh(self, prefix="v"):
        self.count += 1
        return "%%%s%d" % (prefix, self.count)

    def value(self, text, prefix="v"):
        name = self.fresh(prefix)
        self.lines.append("  %s = %s" % (name, text))
        return name

    def block(self, name):
        self.lines.append(name + ":")

    def random(self, n):
        """A number below n; the same sequence everywhere."""
        self.seed = (self.seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.seed >> 8) % n

    # What dialect code consists of.
    def make(self):
        return self.value("call %s @make()" % T)

    def use(self, v):
        self("call void @use(%s %s)" % (T, v))

    def collect(self):
        self("call void @collect()")

    def jlcall(self, *args):
        return self.value("call %s (ptr, %s, ...) @julia.call(ptr @callee, %s)" % (T, T,
            ", ".join(T + " " + a for a in args or ("null",))))

    def alloc(self, bytes_=16, type_="some_type"):
        return self.value("call noalias nonnull %s @julia.gc_alloc_obj(ptr %%pgcstack, i64 %d, "
                          "%s addrspacecast (ptr @%s to %s))" % (T, bytes_, T, type_, T))

    def derived(self, v):
        return self.value("addrspacecast %s %s to %s" % (T, v, D), "d")

    def field(self, base, byte):
        return self.value("getelementptr inbounds i8, %s %s, i64 %d" % (D, base, byte), "p")

    def load(self, p, tag="!4"):
        return self.value("load %s, %s %s, align 8, !tbaa %s" % (T, D, p, tag))

    def maybe(self):
        return self.value("call i1 @maybe()", "c")

    def ret(self, v="%arg"):
        self("ret %s %s" % (T, v))


# ---- straight lines ----

@shape("n calls in one block, each value used 16 calls later")
def straight(w, n):
    queue = []
    for _ in range(n):
        queue.append(w.jlcall(queue.pop(0)) if len(queue) == 16 else w.make())
    for v in queue:
        w.use(v)
    w.ret()


@shape("n values made by n calls in one block, all live until the end")
def all_live(w, n):
    values = [w.make() for _ in range(n)]
    for v in values:
        w.use(v)
    w.ret()


@shape("n loaded values live across n further safepoints in one block")
def crowd(w, n):
    values = [w.load(w.field("%fields", 8 * i)) for i in range(n)]
    for _ in range(n):
        w.collect()
    for v in values:
        w.use(v)
    w.ret()


@shape("n values, each used at two places far apart, so that many lives overlap anyhow")
def tangle(w, n):
    values = []
    for i in range(n):
        values.append(w.make())
        w.use(values[w.random(i + 1)])
    w.ret()


@shape("n chained loads from immutable objects, one call after them")
def chain(w, n):
    v = w.make()
    for i in range(n):
        v = w.load(w.field(w.derived(v), 8 * (i % 4)), "!0")
    w.collect()
    w.use(v)
    w.ret()


@shape("one julia.call with n arguments")
def arguments(w, n):
    w.ret(w.jlcall(*[w.make() for _ in range(n)]))


@shape("n allocations, each with a barrier, a store and a type test")
def objects(w, n):
    last = "%arg"
    for _ in range(n):
        v = w.alloc()
        w("store %s %s, %s %s, align 8" % (T, last, D, w.derived(v)))
        w("call void (%s, ...) @julia.write_barrier(%s %%arg, %s %s)" % (T, T, T, v))
        w("store %s %s, %s %%fields, align 8" % (T, v, D))
        t = w.value("call %s @julia.typeof(%s %s)" % (T, T, last))
        w.value("icmp eq %s %s, %s" % (T, t, v))
        last = v
    w.ret(last)


@shape("n aggregates taken apart and put together, live across calls")
def aggregates(w, n):
    kind = "{ %s, i64, %s }" % (T, T)
    a = w.value("call %s @make_pair()" % kind)
    for _ in range(n):
        v = w.value("extractvalue %s %s, 0" % (kind, a))
        b = w.value("call %s @make_pair()" % kind)
        a = w.value("insertvalue %s %s, %s %s, 2" % (kind, b, T, v))
    w.ret(w.value("extractvalue %s %s, 2" % (kind, a)))


@shape("one vector of tracked pointers changed n times, with a call between")
def vectors(w, n):
    kind = "<4 x %s>" % T
    a = "zeroinitializer"
    for i in range(n):
        v = w.make()
        a = w.value("insertelement %s %s, %s %s, i32 %d" % (kind, a, T, v, i % 4))
    w.collect()
    w.ret(w.value("extractelement %s %s, i32 0" % (kind, a)))


@shape("n stack variables that hold tracked pointers")
def variables(w, n):
    names = [w.value("alloca %s, align 8" % T) for _ in range(n)]
    for a in names:
        w("store %s %s, ptr %s, align 8" % (T, w.make(), a))
    for a in names:
        w.use(w.value("load %s, ptr %s, align 8" % (T, a)))
    w.ret()


def mixed_variable(w, n):
    """A stack variable of n structs of a number and a reference."""
    a = w.value("alloca [%d x { i64, %s }], align 8" % (n, T))
    return lambda i: w.value("getelementptr i8, ptr %s, i64 %d" % (a, 16 * i + 8), "p")


@shape("n stores into one stack variable of structs with a number and a reference, then loads")
def stores(w, n):
    word = mixed_variable(w, n)
    for i in range(n):
        w("store %s %s, ptr %s, align 8" % (T, w.make(), word(i)))
    for i in range(n):
        w.use(w.value("load %s, ptr %s, align 8" % (T, word(i))))
    w.ret()


@shape("n conditional stores, each in a block of its own, into one stack variable of structs with a number and a "
    "reference")
def stores_branches(w, n):
    word = mixed_variable(w, n)
    for i in range(n):
        w("br i1 %s, label %%a%d, label %%b%d" % (w.maybe(), i, i))
        w.block("a%d" % i)
        w("store %s %s, ptr %s, align 8" % (T, w.make(), word(i)))
        w("br label %%b%d" % i)
        w.block("b%d" % i)
    w.use(w.value("load %s, ptr %s, align 8" % (T, word(0))))
    w.ret()


@shape("n casts and GEPs one upon the other, from one stack variable, then loads")
def pointers(w, n):
    a = w.value("alloca [64 x i64], align 8")
    p = w.value("addrspacecast ptr %s to %s" % (a, D), "p")
    for i in range(n):
        p = w.value("getelementptr i8, %s %s, i64 %d" % (D, p, 8 if i % 2 else -8), "p")
    total = w.value("load i64, %s %s, align 8" % (D, p))
    w("store i64 %s, ptr @counter" % total)
    w.ret()


# ---- control flow ----

@shape("n diamonds with a call in each arm, n/8 values live throughout")
def diamonds(w, n):
    values = [w.make() for _ in range(n // 8)]
    at = "top"
    v = "%arg"
    for i in range(n):
        w("br i1 %s, label %%a%d, label %%b%d" % (w.maybe(), i, i))
        w.block("a%d" % i)
        x = w.jlcall(v)
        w("br label %%j%d" % i)
        w.block("b%d" % i)
        y = w.make()
        w("br label %%j%d" % i)
        at = "j%d" % i
        w.block(at)
        v = w.value("phi %s [ %s, %%a%d ], [ %s, %%b%d ]" % (T, x, i, y, i))
    for x in values:
        w.use(x)
    w.ret(v)


def bounds_checks(w, n, shared):
    values = [w.make() for _ in range(8)]
    for i in range(n):
        ok = w.value("icmp ult i64 %d, %%n" % i)
        w("br i1 %s, label %%ok%d, label %%%s" % (ok, i, "throw" if shared else "bad%d" % i))
        if not shared:
            w.block("bad%d" % i)
            w("call void @out_of_bounds(%s %s, i64 %d)" % (T, values[i % 8], i))
            w("unreachable")
        w.block("ok%d" % i)
        p = w.value("getelementptr inbounds i64, %s %%fields, i64 %d" % (D, i), "p")
        w("store i64 %d, %s %s, align 8" % (i, D, p))
    for v in values:
        w.use(v)
    w.ret()
    if shared:
        w.block("throw")
        v = w.value("phi i64 " + ", ".join("[ %d, %%%s ]" % (i, "ok%d" % (i - 1) if i else "top") for i in range(n)))
        w("call void @out_of_bounds(%s %s, i64 %s)" % (T, values[0], v))
        w("unreachable")


@shape("n bounds checks, each with a cold block of its own that throws")
def checks(w, n):
    bounds_checks(w, n, False)


@shape("n bounds checks that share one block that throws")
def ladder(w, n):
    bounds_checks(w, n, True)


@shape("a switch with n cases, which allocate; one phi with n inputs")
def switch(w, n):
    live = [w.make() for _ in range(8)]
    w("switch i64 %%n, label %%join [ %s ]" % " ".join("i64 %d, label %%case%d" % (i, i) for i in range(n)))
    made = []
    for i in range(n):
        w.block("case%d" % i)
        made.append(w.alloc())
        w("br label %join")
    w.block("join")
    v = w.value("phi %s [ %%arg, %%top ], " % T + ", ".join("[ %s, %%case%d ]" % (v, i) for i, v in enumerate(made)))
    w.collect()
    for x in live + [v]:
        w.use(x)
    w.ret()


@shape("a loop with n ways back to its head, each with a safepoint, 8 values live around it")
def continues(w, n):
    live = [w.make() for _ in range(8)]
    w("br label %head")
    w.block("head")
    w("switch i64 %s, label %%exit [ %s ]" % (w.value("call i64 @number()"),
        " ".join("i64 %d, label %%back%d" % (i, i) for i in range(n))))
    for i in range(n):
        w.block("back%d" % i)
        w.use(w.make() if i % 8 else live[i // 8 % 8])
        w("br label %head")
    w.block("exit")
    for v in live:
        w.use(v)
    w.ret()


@shape("n loops, each with two entries")
def irreducible(w, n):
    live = [w.make() for _ in range(8)]
    for i in range(n):
        w("br i1 %s, label %%l%d, label %%r%d" % (w.maybe(), i, i))
        w.block("l%d" % i)
        w.use(live[i % 8])
        w("br i1 %s, label %%r%d, label %%x%d" % (w.maybe(), i, i))
        w.block("r%d" % i)
        w.use(w.make())
        w("br label %%l%d" % i)
        w.block("x%d" % i)
    for v in live:
        w.use(v)
    w.ret()


@shape("one cycle of n blocks that is entered at 64 places")
def ring(w, n):
    live = [w.make() for _ in range(64)]
    step = max(1, n // 64)
    w("switch i64 %%n, label %%b0 [ %s ]" % " ".join("i64 %d, label %%b%d" % (i, i) for i in range(0, n, step)))
    for i in range(n):
        w.block("b%d" % i)
        w.use(live[i // step % 64] if i % step == 0 else w.make())
        if i % step == 0:
            w("br i1 %s, label %%b%d, label %%exit" % (w.maybe(), (i + 1) % n))
        else:
            w("br label %%b%d" % ((i + 1) % n))
    w.block("exit")
    for v in live:
        w.use(v)
    w.ret()


def loop_nest(w, prefix, depth, body):
    """`depth` loops in each other around body()."""
    for i in range(depth):
        w("br label %%%sh%d" % (prefix, i))
        w.block("%sh%d" % (prefix, i))
    body()
    for i in reversed(range(depth)):
        w("br i1 %s, label %%%sh%d, label %%%sx%d" % (w.maybe(), prefix, i, prefix, i))
        w.block("%sx%d" % (prefix, i))
        w.collect()


@shape("one nest of n loops, 64 values live through it")
def nest(w, n):
    live = [w.make() for _ in range(64)]
    loop_nest(w, "", n, lambda: [w.use(v) for v in live])
    for v in live:
        w.use(v)
    w.ret()


@shape("one nest of n loops, each of which uses a value of its own at its head")
def nest_uses(w, n):
    values = [w.make() for _ in range(n)]
    w("br label %head0")
    for k in range(n):
        w.block("head%d" % k)
        w.use(values[k])
        w("br i1 %s, label %%head%d, label %%leave%d" % (w.maybe(), k + 1, k))
    w.block("head%d" % n)
    w("br label %%back%d" % (n - 1))
    for k in reversed(range(n)):
        w.block("back%d" % k)
        w("br label %%head%d" % k)
    for k in reversed(range(1, n)):
        w.block("leave%d" % k)
        w("br label %%back%d" % (k - 1))
    w.block("leave0")
    w.ret()


@shape("nests of 32 loops, n loops in all, n/32 values live through all of them")
def nests(w, n):
    live = [w.make() for _ in range(n // 32)]
    for k in range(n // 32):
        loop_nest(w, "n%d" % k, 32, lambda: w.use(live[k]))
    for v in live:
        w.use(v)
    w.ret()


@shape("n handlers (returns_twice), each with values live across it")
def handlers(w, n):
    buffer = w.value("alloca [200 x i8], align 16")
    live = [w.make() for _ in range(8)]
    for i in range(n):
        r = w.value("call i32 @setjmp(ptr %s) returns_twice" % buffer)
        c = w.value("icmp eq i32 %s, 0" % r)
        w("br i1 %s, label %%try%d, label %%catch%d" % (c, i, i))
        w.block("try%d" % i)
        w.use(w.make())
        w("br label %%end%d" % i)
        w.block("catch%d" % i)
        w.use(live[i % 8])
        w("br label %%end%d" % i)
        w.block("end%d" % i)
    for v in live:
        w.use(v)
    w.ret()


# ---- preserve regions ----

def begin(w, v):
    return w.value("call token (...) @llvm.julia.gc_preserve_begin(%s %s)" % (T, v), "t")


def end(w, t):
    w("call void @llvm.julia.gc_preserve_end(token %s)" % t)


@shape("n preserve regions one after the other")
def preserve(w, n):
    for _ in range(n):
        t = begin(w, w.make())
        w.collect()
        end(w, t)
    w.ret()


@shape("n preserve regions in each other")
def preserve_nested(w, n):
    tokens = []
    for _ in range(n):
        tokens.append(begin(w, w.make()))
        w.collect()
    for t in reversed(tokens):
        end(w, t)
        w.collect()
    w.ret()


@shape("n preserve regions, each of which ends when the 32nd after it has begun")
def preserve_interleaved(w, n):
    tokens = []
    for _ in range(n):
        tokens.append(begin(w, w.make()))
        w.collect()
        if len(tokens) == 32:
            end(w, tokens.pop(0))
    w.ret()


@shape("n preserve regions, each across a diamond and ended in both arms of the next")
def preserve_branches(w, n):
    for i in range(n):
        t = begin(w, w.make())
        w("br i1 %s, label %%a%d, label %%b%d" % (w.maybe(), i, i))
        for arm in "ab":
            w.block("%s%d" % (arm, i))
            w.collect()
            end(w, t)
            w("br label %%j%d" % i)
        w.block("j%d" % i)
    w.ret()


# ---- values made of values ----

@shape("n phis and n selects of derived values, each over the ones before")
def webs(w, n):
    ds = [w.derived(w.make()) for _ in range(4)]
    at = "top"
    for i in range(n):
        c = w.maybe()
        w("br i1 %s, label %%a%d, label %%j%d" % (c, i, i))
        w.block("a%d" % i)
        s = w.value("select i1 %s, %s %s, %s %s" % (c, D, ds[w.random(4)], D, ds[w.random(4)]), "s")
        if i % 8 == 0:
            w.collect()
        w("br label %%j%d" % i)
        w.block("j%d" % i)
        d = w.value("phi %s [ %s, %%a%d ], [ %s, %%%s ]" % (D, s, i, ds[0], at), "d")
        ds = ds[1:] + [d]
        at = "j%d" % i
    for d in ds:
        w("call void @use_derived(%s %s)" % (D, d))
    w.ret()


@shape("n loops in a row, whose phis of derived values feed each other around and on")
def loop_webs(w, n):
    ds = [w.derived(w.make()) for _ in range(4)]
    at = "top"
    for i in range(n):
        w("br label %%l%d" % i)
        w.block("l%d" % i)
        new = [w.fresh("d") for _ in range(4)]
        for k in range(4):
            w("%s = phi %s [ %s, %%%s ], [ %s, %%l%d ]" % (new[k], D, ds[k], at, new[(k + 1) % 4], i))
        w.collect()
        w("br i1 %s, label %%l%d, label %%x%d" % (w.maybe(), i, i))
        at = "x%d" % i
        w.block(at)
        ds = new
    for d in ds:
        w("call void @use_derived(%s %s)" % (D, d))
    w.ret()


@shape("n selects of derived values, one upon the other, in one block")
def selects(w, n):
    d = w.derived("%arg")
    for _ in range(n):
        d = w.value("select i1 %s, %s %s, %s %s" % (w.maybe(), D, d, D, w.derived(w.make())), "d")
    w("call void @use_derived(%s %s)" % (D, d))
    w.ret()


# ---- code as it comes ----

class Program:
    """Statements of all kinds, nested as people nest them, on a handful of values in scope."""

    def __init__(self, w, n):
        self.w = w
        self.left = n
        self.scope = ["%arg"]
        self.at = "top"
        self.blocks = 0
        self.token = None

    def pick(self):
        return self.scope[-1 - self.w.random(min(len(self.scope), 12))]

    def enter(self, name):
        self.at = name
        self.w.block(name)

    def number(self):
        self.blocks += 1
        return self.blocks

    def statement(self, depth):
        w = self.w
        self.left -= 1
        kind = w.random(20)
        if kind < 3:
            self.scope.append(w.load(w.field(w.derived(self.pick()), 8 * w.random(6)), "!0" if kind else "!4"))
        elif kind < 6:
            i = w.value("load i64, %s %s, align 8, !tbaa !4" % (D, w.field(w.derived(self.pick()), 8 * w.random(6))))
            i = w.value("add i64 %s, %d" % (i, w.random(100)))
            i = w.value("mul i64 %s, %%n" % i)
            w("store i64 %s, ptr @counter" % i)
        elif kind < 8:
            self.scope.append(w.jlcall(*[self.pick() for _ in range(1 + w.random(3))]))
        elif kind < 9:
            v = w.alloc(8 << w.random(4))
            w("store %s %s, %s %s, align 8" % (T, self.pick(), D, w.derived(v)))
            self.scope.append(v)
        elif kind < 10:
            p, v = self.pick(), self.pick()
            w("call void (%s, ...) @julia.write_barrier(%s %s, %s %s)" % (T, T, p, T, v))
            w("store %s %s, %s %s, align 8" % (T, v, D, w.derived(p)))
        elif kind < 11:
            w.use(self.pick())
        elif kind < 12:
            t = w.value("call %s @julia.typeof(%s %s)" % (T, T, self.pick()))
            w.value("icmp eq %s %s, null" % (T, t))
        elif kind < 14:
            k = self.number()
            ok = w.value("icmp ult i64 %d, %%n" % w.random(1000))
            w("br i1 %s, label %%ok%d, label %%bad%d" % (ok, k, k))
            w.block("bad%d" % k)
            w("call void @out_of_bounds(%s %s, i64 %d)" % (T, self.pick(), k))
            w("unreachable")
            self.enter("ok%d" % k)
        elif kind < 17 and depth:
            self.branch(depth)
        elif kind < 18 and depth:
            self.loop(depth)
        else:
            t = begin(w, self.pick())
            w.value("load i64, %s %s, align 8" % (D, w.derived(self.pick())))
            w.collect()
            end(w, t)

    def body(self, depth):
        for _ in range(1 + self.w.random(8)):
            if self.left > 0:
                self.statement(depth - 1)

    def branch(self, depth):
        w, k = self.w, self.number()
        w("br i1 %s, label %%then%d, label %%else%d" % (w.value("icmp slt i64 %%n, %d" % w.random(1000)), k, k))
        results = []
        for arm in ("then", "else"):
            self.enter("%s%d" % (arm, k))
            outside = len(self.scope)
            self.body(depth)
            results.append((self.pick(), self.at))
            del self.scope[outside:]
            w("br label %%join%d" % k)
        self.enter("join%d" % k)
        self.scope.append(w.value("phi %s %s" % (T, ", ".join("[ %s, %%%s ]" % r for r in results))))

    def loop(self, depth):
        w, k = self.w, self.number()
        start, before = self.pick(), self.at
        w("br label %%loop%d" % k)
        self.enter("loop%d" % k)
        v = w.fresh()
        hole = len(w.lines)
        w.lines.append(None)
        outside = len(self.scope)
        self.scope.append(v)
        self.body(depth)
        w.lines[hole] = "  %s = phi %s [ %s, %%%s ], [ %s, %%%s ]" % (v, T, start, before, self.pick(), self.at)
        w("br i1 %s, label %%loop%d, label %%done%d" % (w.maybe(), k, k))
        self.enter("done%d" % k)
        del self.scope[outside:]
        self.scope.append(v)


@shape("n statements as real code has them: branches, loops, calls, allocations, checks, preserve regions")
def program(w, n):
    p = Program(w, n)
    while p.left > 0:
        p.statement(6)
    w.ret(p.pick())


# ---- objects that die where they were made ----

def box(w, value, bytes_=8):
    """A fresh object with a number in its first word."""
    b = w.alloc(bytes_, "box_type")
    w("store i64 %s, %s %s, align 8" % (value, D, w.derived(b)))
    return b


def unbox(w, b):
    return w.value("load i64, %s %s, align 8" % (D, w.derived(b)))


def in_range(w, n):
    return w.value("icmp ult i64 %%n, %d" % n, "c")


@shape("n boxes in one block, each read by the next")
def boxes(w, n):
    x = "%n"
    for _ in range(n):
        x = w.value("add i64 %s, 1" % unbox(w, box(w, x)))
        w.collect()
    w("store i64 %s, ptr @counter" % x)
    w.ret()


@shape("n objects, each stored into the next, and read from the outside in")
def boxes_nested(w, n):
    inner = box(w, "%n", 16)
    for _ in range(n):
        outer = w.alloc(16, "box_type")
        w("store %s %s, %s %s, align 8" % (T, inner, D, w.derived(outer)))
        inner = outer
    w.collect()
    for _ in range(n):
        inner = w.value("load %s, %s %s, align 8" % (T, D, w.derived(inner)))
    w("store i64 %s, ptr @counter" % unbox(w, inner))
    w.ret()


@shape("n branches, a box in each arm, a phi of both that goes into the next boxes")
def boxes_phis(w, n):
    x = "%n"
    for i in range(n):
        w("br i1 %s, label %%a%d, label %%b%d" % (w.value("icmp slt i64 %s, %d" % (x, w.random(1000)), "c"), i, i))
        w.block("a%d" % i)
        a = box(w, x)
        w("br label %%j%d" % i)
        w.block("b%d" % i)
        b = box(w, str(i))
        w("br label %%j%d" % i)
        w.block("j%d" % i)
        x = unbox(w, w.value("phi %s [ %s, %%a%d ], [ %s, %%b%d ]" % (T, a, i, b, i)))
    w("store i64 %s, ptr @counter" % x)
    w.ret()


@shape("a chain of n phis of one box, and null, each compared with null")
def boxes_chain(w, n):
    b, at = box(w, "%n"), "top"
    for i in range(n):
        w("br i1 %s, label %%s%d, label %%j%d" % (in_range(w, i), i, i))
        w.block("s%d" % i)
        w("br label %%j%d" % i)
        w.block("j%d" % i)
        b, at = w.value("phi %s [ %s, %%%s ], [ %s, %%s%d ]" % (T, b, at, b if i % 2 else "null", i)), "j%d" % i
    w("br i1 %s, label %%none, label %%some" % w.value("icmp eq %s %s, null" % (T, b), "c"))
    w.block("some")
    w("store i64 %s, ptr @counter" % unbox(w, b))
    w("br label %none")
    w.block("none")
    w.ret()


@shape("n boxes that go round one loop, each made anew from the next one")
def boxes_round(w, n):
    start = [box(w, str(i)) for i in range(n)]
    w("br label %loop")
    w.block("loop")
    k = w.fresh("k")
    phis = [w.fresh("o") for _ in range(n)]
    following = [w.fresh("f") for _ in range(n)]
    hole = len(w.lines)
    read = [unbox(w, o) for o in phis]
    for i, f in enumerate(following):
        made = box(w, read[(i + 1) % n])
        w("%s = bitcast %s %s to %s" % (f, T, made, T))
    w("%s.next = add i64 %s, 1" % (k, k))
    w("br i1 %s, label %%loop, label %%done" % w.value("icmp ult i64 %s.next, %%n" % k, "c"))
    w.lines[hole:hole] = (["  %s = phi i64 [ 0, %%top ], [ %s.next, %%loop ]" % (k, k)]
                          + ["  %s = phi %s [ %s, %%top ], [ %s, %%loop ]" % (o, T, a, f)
                             for o, a, f in zip(phis, start, following)])
    w.block("done")
    w("store i64 %s, ptr @counter" % unbox(w, following[0]))
    w.ret()


@shape("n loops in a row, a box goes round each, and on into the next")
def boxes_loops(w, n):
    o, at = box(w, "%n"), "top"
    for i in range(n):
        w("br label %%l%d" % i)
        w.block("l%d" % i)
        k, phi = w.fresh("k"), w.fresh("o")
        hole = len(w.lines)
        new = box(w, w.value("add i64 %s, 3" % unbox(w, phi)))
        w("%s.next = add i64 %s, 1" % (k, k))
        w("br i1 %s, label %%l%d, label %%out%d" % (w.value("icmp ult i64 %s.next, %%n" % k, "c"), i, i))
        w.lines[hole:hole] = ["  %s = phi i64 [ 0, %%%s ], [ %s.next, %%l%d ]" % (k, at, k, i),
                              "  %s = phi %s [ %s, %%%s ], [ %s, %%l%d ]" % (phi, T, o, at, new, i)]
        w.block("out%d" % i)
        o, at = new, "out%d" % i
    w("store i64 %s, ptr @counter" % unbox(w, o))
    w.ret()


@shape("n loops in each other, at most 64, a box made in each and read by the next")
def boxes_nest(w, n):
    depth = min(n, 64)
    x = "%n"
    for i in range(depth):
        w("br label %%l%d" % i)
        w.block("l%d" % i)
        x = unbox(w, box(w, w.value("add i64 %s, 1" % x)))
    for _ in range(n - depth):
        x = unbox(w, box(w, w.value("add i64 %s, 1" % x)))
    w("store i64 %s, ptr @counter" % x)
    for i in reversed(range(depth)):
        w("br i1 %s, label %%l%d, label %%out%d" % (w.maybe(), i, i))
        w.block("out%d" % i)
    w.ret()


def check_bounds(w, i, b):
    """A check numbered `i`; its error path is given the box."""
    w("br i1 %s, label %%ok%d, label %%bad%d" % (in_range(w, 1000 + i), i, i))
    w.block("bad%d" % i)
    w("call void @out_of_bounds(%s %s, i64 %%n)" % (T, b))
    w("unreachable")
    w.block("ok%d" % i)


@shape("n checks, each with an object of its own for its error path")
def boxes_errors(w, n):
    for i in range(n):
        b = box(w, str(i))
        check_bounds(w, i, b)
        w("store i64 %s, ptr @counter" % unbox(w, b))
    w.ret()


@shape("one object that n error paths are given, and that is written before each")
def boxes_shared(w, n):
    b = box(w, "%n")
    for i in range(n):
        w("store i64 %d, %s %s, align 8" % (i, D, w.derived(b)))
        check_bounds(w, i, b)
    w("store i64 %s, ptr @counter" % unbox(w, b))
    w.ret()


@shape("n objects that refer to each other in a row, and one error path that is given the last")
def boxes_one_error(w, n):
    b = box(w, "%n", 16)
    for i in range(n):
        o = box(w, str(i), 16)
        w("store %s %s, %s %s, align 8" % (T, b, D, w.field(w.derived(o), 8)))
        b = o
    check_bounds(w, 0, b)
    w.ret()


@shape("one object of n words, all written, then all read")
def boxes_wide(w, n):
    d = w.derived(w.alloc(8 * n, "box_type"))
    fields = [w.field(d, 8 * i) for i in range(n)]
    for i, f in enumerate(fields):
        w("store i64 %d, %s %s, align 8" % (i, D, f))
    w.collect()
    x = "%n"
    for f in fields:
        x = w.value("add i64 %s, %s" % (x, w.value("load i64, %s %s, align 8" % (D, f))))
    w("store i64 %s, ptr @counter" % x)
    w.ret()


@shape("n objects of references, half of which are read by a variable index")
def boxes_index(w, n):
    x = w.value("and i64 %n, 3")
    for i in range(n):
        d = w.derived(w.alloc(32, "box_type"))
        for k in range(4):
            w("store %s %%arg, %s %s, align 8" % (T, D, w.field(d, 8 * k)))
        w.collect()
        if i % 2:
            w.use(w.load(w.value("getelementptr inbounds %s, %s %s, i64 %s" % (T, D, d, x), "p")))
        else:
            w.use(w.load(w.field(d, 16)))
    w.ret()


@shape("one box with n regions that preserve it, one in the other")
def boxes_preserve(w, n):
    b = box(w, "%n")
    tokens = [w.value("call token (...) @llvm.julia.gc_preserve_begin(%s %s)" % (T, b), "t") for _ in range(n)]
    w.collect()
    for t in reversed(tokens):
        w("call void @llvm.julia.gc_preserve_end(token %s)" % t)
    w("store i64 %s, ptr @counter" % unbox(w, b))
    w.ret()


@shape("one loop with n barriers, n regions and n boxes, of which half of the operands come from outside")
def loop_work(w, n):
    parents = [w.make() for _ in range(8)]
    w("br label %loop")
    w.block("loop")
    for i in range(n):
        parent = parents[i % 8]
        child = "%arg" if i % 2 else w.make()
        t = w.value("call token (...) @llvm.julia.gc_preserve_begin(%s %s)" % (T, parent), "t")
        w("call void (%s, ...) @julia.write_barrier(%s %s, %s %s)" % (T, T, parent, T, child))
        w("store %s %s, %s %s, align 8" % (T, child, D, w.derived(parent)))
        w("store i64 %s, ptr @counter" % unbox(w, box(w, str(i))))
        w("call void @llvm.julia.gc_preserve_end(token %s)" % t)
    w("br i1 %s, label %%loop, label %%done" % w.maybe())
    w.block("done")
    w.ret()


def one_function(w, function, n, name):
    w.lines.append("define %s @%s(%s %%arg, i64 %%n) {" % (T, name, T))
    w.block("top")
    w("%pgcstack = call ptr @julia.get_pgcstack()")
    w("%%fields = addrspacecast %s %%arg to %s" % (T, D))
    function(w, n)
    w.lines.append("}")
    w.lines.append("")


# Whole modules: called with n, write functions and globals.
def functions(w, n):
    for i in range(n // 16):
        one_function(w, program, 16, "f%d" % i)


def globals_(w, n):
    for i in range(n):
        w.lines.append("@g%d = global { %s, %s } { %s addrspacecast (ptr @%s to %s), %s getelementptr (i8, %s "
            "addrspacecast (ptr addrspacecast "
                       "(%s @h to ptr) to %s), i64 %d) }"
                       % (i, T, D, T, "g%d" % (i - 1) if i else "counter", T, D, D, T, D, 8 * i))
    w.lines.append("@h = addrspace(10) global i64 0")
    one_function(w, lambda w, n: [[w.use("addrspacecast (ptr @g%d to %s)" % (i, T)) for i in range(n)], w.ret()], n,
        "f")


MODULES = {
    "functions": (functions, "n/16 functions of 16 statements each"),
    "globals": (globals_, "n globals that refer to each other through address spaces, and n uses"),
}


def names():
    return list(SHAPES) + list(MODULES)


def description(name):
    return (SHAPES.get(name) or MODULES[name])[1]


def generate(name, n):
    w = Writer()
    if name in MODULES:
        MODULES[name][0](w, n)
    else:
        one_function(w, SHAPES[name][0], n, "f")
    return HEAD + "\n" + "\n".join(w.lines) + "\n" + TAIL


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shape", nargs="?", choices=names())
    parser.add_argument("n", nargs="?", type=int)
    parser.add_argument("-o", metavar="FILE")
    parser.add_argument("--list", action="store_true", help="name all shapes")
    args = parser.parse_args()
    if args.list:
        for name in names():
            print("%-22s %s" % (name, description(name)))
        return
    if args.shape is None or args.n is None:
        parser.error("a shape and a size, or --list")
    with open(args.o, "w") if args.o else sys.stdout as f:
        f.write(generate(args.shape, args.n))


if __name__ == "__main__":
    main()
