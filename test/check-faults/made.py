# SPDX-License-Identifier: MIT
"""The faults of faults.py: each function yields (fault, name of the function, lines of the module with the fault)."""
import collections
import re

SLOT = re.compile(r"^  (%\S+) = (?:call (?:dereferenceable\(\d+\) )?ptr @julia\.get_gc_frame_slot\(ptr %gcframe\S*, "
    r"i32 (\d+)\)"
                  r"|getelementptr inbounds ptr addrspace\(10\), ptr %gcframe\S*, i32 (\d+))$")
STORE = re.compile(r"^  store ptr addrspace\(10\) (%\S+), ptr (%\S+?)(, .*)?$")
READ = re.compile(r"^  (%\S+) = load ptr addrspace\(10\), ptr (%\S+?)(, .*)?$")
CALL = re.compile(r"^  (?:%\S+ = )?(?:tail |musttail |notail )?(?:call|invoke) ")
QUIET = re.compile(r"@llvm\.(?!experimental\.gc\.statepoint)"
                   r"|@julia\.(get_gc_frame_slot|new_gc_frame|push_gc|pop_gc|get_pgc|write_barrier|pointer_from|typeof"
                   r"|gc_loaded)|gc_queue_root|pop_handler_noexcept|gc-leaf")
STATEPOINT = re.compile(r"^  (%\S+) = (?:call|invoke) .*token .*gc\.statepoint")
RELOCATE = re.compile(r"^  (%\S+) = call (?:coldcc )?(?:<[^>]*>|ptr addrspace\(\d+\)) "
                      r"@llvm\.experimental\.gc\.relocate\S*\(token (%\S+), i32 (\d+), i32 (\d+)\)")
BUNDLE = re.compile(r'"gc-live"\(((?:[^()]|\(\d+\))*)\)')
LINKED = r"%gc(?:frame|anchor)\S*"
LABEL = re.compile(r"^[\w.$-]+:")


def functions(text):
    """(first line, last line + 1) of each definition."""
    out, start = [], None
    for i, line in enumerate(text):
        if line.startswith("define"):
            start = i
        elif line == "}" and start is not None:
            out.append((start, i + 1))
            start = None
    return out


def name_of(line):
    return re.search(r"@(\S+?)\(", line)[1].strip('"')


def quiet_names(text):
    """The names of functions that do not collect, by their attributes; and the tags of !tbaa that say that memory never
    changes: what is loaded there is rooted as long as its owner is."""
    groups = {}
    for line in text:
        m = re.match(r"attributes (#\d+) = \{ (.*) \}", line)
        if m:
            groups[m[1]] = m[2]
    out = set()
    for line in text:
        m = re.match(r"declare .*?@(\S+?)\(", line)
        if m:
            says = line + " ".join(groups.get(g, "") for g in re.findall(r"#\d+", line))
            memory = re.search(r"memory\(([^)]*)\)", says)
            if "gc-leaf" in says or memory and not re.search(r"write", memory[1].replace("argmem: readwrite", "")
                                                             .replace("argmem: write", "")):
                out.add(m[1])
    nodes = {m[1] for line in text for m in [re.match(r'^(!\d+) = !\{!"jtbaa_(?:immut|const)"', line)] if m}
    return out | {m[1] for line in text for m in [re.match(r"^(!\d+) = !\{(!\d+), ", line)] if m and m[2] in nodes}


def stops(line, quiet):
    if not CALL.match(line) or QUIET.search(line) or " asm " in line:
        return False
    m = re.search(r"@([\w.$]+)\(", line)
    return not (m and m[1] in quiet)


def mentions(line, value):
    return re.search(re.escape(value) + r"(?![\w.$-])", line) is not None


def renamed(line, old, new):
    return re.sub(re.escape(old) + r"(?![\w.$-])", lambda _: new, line)


def block_end(text, i, end):
    """The line behind the last one of the block."""
    while i < end and text[i] != "" and not LABEL.match(text[i]) and text[i] != "}":
        i += 1
    return i


def block_start(text, i, lo):
    while i > lo + 1 and text[i] != "" and not LABEL.match(text[i]):
        i -= 1
    return i


def defined_before(text, lo, i, value):
    """Is the pointer defined in the entry block or earlier in this block?"""
    entry = block_end(text, lo + 2, i)
    return any(text[k].startswith("  %s = " % value)
               for r in (range(block_start(text, i, lo), i), range(lo, min(entry, i))) for k in r)


def matters(line):
    """Is it a use of a pointer that is not merely forwarded?"""
    return re.match(r"^  (?:%\S+ = )?(?:(?:tail |notail )?call|store|load|ret|atomicrmw|cmpxchg)\b", line) is not None \
        and "gc.relocate" not in line and "gc.result" not in line and "@llvm.dbg" not in line


def with_uses(text, first, end, old, new):
    """Lines with another value in place of one, from `first` on."""
    return text[:first] + [renamed(x, old, new) for x in text[first:end]] + text[end:]


# ---- frames, by intrinsics and linked

def needed_stores(text, lo, hi, quiet):
    """Stores of values into slots: (line, next safepoint, slot, slots, prefix) where the value, or what the slot then
    holds (prefix "reread-"), is used behind that in the block, is not stored elsewhere in the frame, and is a result of
    a call or loaded from an object: not from the array of arguments, whose objects the caller roots, or from a global
    variable."""
    slot, out, stores, made = {}, [], collections.Counter(), set()
    for i in range(lo, hi):
        m = SLOT.match(text[i])
        if m:
            slot[m[1]] = int(m[2] or m[3])
        m = re.match(r"^  store (?:volatile )?ptr addrspace\(10\) (%\S+), ptr (%\S+?)(, .*)?$", text[i])
        if m and m[2] in slot:
            stores[m[1]] += 1
        m = re.match(r"^  (%\S+) = (?:(?:tail )?call .*ptr addrspace\(10\) "
                     r"|load ptr addrspace\(10\), ptr addrspace\(1[01]\) )", text[i])
        tag = re.search(r"!tbaa (!\d+)", text[i])
        if m and "!invariant.load" not in text[i] and not (tag and tag[1] in quiet):
            made.add(m[1])
    for i in range(lo, hi):
        m = STORE.match(text[i])
        if not m or m[2] not in slot or stores[m[1]] != 1 or m[1] not in made:
            continue
        stop = None
        for j in range(i + 1, block_end(text, i, hi)):
            again, read = STORE.match(text[j]), READ.match(text[j])
            if stop is not None and (mentions(text[j], m[1]) and not again
                                     or read and read[2] == m[2] and m[2].startswith("%gcslot")):
                out.append((i, stop, m[2], slot, "" if mentions(text[j], m[1]) else "reread-"))
                break
            if re.match(r"^  store .*, ptr %s[,\s]" % re.escape(m[2]), text[j] + " "):
                break
            if stop is None and stops(text[j], quiet):
                stop = j
    return out


def frame_faults(text, quiet):
    moving = [m[1] for x in text for m in [re.match(r'attributes (#\d+) = .*"lateroot-reload"="true"', x)] if m]
    for lo, hi in functions(text):
        stores = needed_stores(text, lo, hi, quiet)
        name = name_of(text[lo])
        for i, stop, at, slot, prefix in stores:
            yield prefix + "drop", name, text[:i] + text[i + 1:]
            yield "clobber", name, text[:i + 1] + ["  store i64 12345, ptr %s, align 8" % at] + text[i + 1:]
            if "invoke" not in text[stop]:
                yield "move", name, text[:i] + text[i + 1:stop + 1] + [text[i]] + text[stop + 1:]
            later = [m[2] for k in range(i + 1, stop) for m in [STORE.match(text[k])]
                     if m and slot.get(m[2], slot[at]) != slot[at] and defined_before(text, lo, i, m[2])]
            if later:
                yield prefix + "retarget", name, text[:i] + [to_slot(text[i], at, later[-1])] + text[i + 1:]
        for i, stop, a, slot, _ in stores:
            for k, stop2, b, _, prefix in stores:
                if i < k < stop == stop2 and slot[a] != slot[b]:
                    yield prefix + "swap", name, text[:k] + [to_slot(text[k], b, a)] + text[k + 1:]
        if stores:
            yield from size_faults(text, lo, hi, name, max(slot[at] for _, _, at, slot, _ in stores))
            yield from link_faults(text, lo, hi, name, [stop for _, stop, _, _, _ in stores])
        if any(mentions(text[lo], group) for group in moving):
            yield from reading_faults(text, lo, hi, name, quiet)


def to_slot(line, old, new):
    return re.sub(r", ptr " + re.escape(old) + r"(?![\w.$-])", lambda _: ", ptr " + new, line)


def size_faults(text, lo, hi, name, used):
    """`used`: the highest slot that is needed, counted from the start of the frame."""
    def changed(i, m, n):
        return text[:i] + [m[1] + str(n) + m[3]] + text[i + 1:]

    for i in range(lo, hi):
        m = re.match(r"^(  call void @julia\.push_gc_frame\(ptr %\S+, i32 )(\d+)(\).*)", text[i])
        if m:
            yield "shorten", name, changed(i, m, used)
            yield "count", name, changed(i, m, int(m[2]) + 1)
        m = re.match(r"^(  %gcframe\S* = call .*@julia\.new_gc_frame\(i32 )(\d+)(\).*)", text[i])
        if m and used < int(m[2]):
            yield "count", name, changed(i, m, used)
        m = re.match(r"^(  store i64 )(\d+)(, ptr (?:%frame\.nroots|%gcframe)\S*, .*)", text[i])
        if m:
            flags = int(m[2]) & ~((1 << 27) - 4)
            if used - 2 < (int(m[2]) & (1 << 27) - 1) >> 2:
                yield "shorten", name, changed(i, m, flags | (used - 2) << 2)
            yield "count", name, changed(i, m, int(m[2]) + 4)
        m = re.match(r"^(  call void .*@llvm\.experimental\.stackmap\(i64 )(\d+)(, .*)", text[i])
        if m and int(m[2]) >> 32 == 0x4C52464D:
            yield "shorten", name, changed(i, m, (int(m[2]) >> 32 << 32) + used)
            yield "count", name, changed(i, m, int(m[2]) + 1)
        m = re.match(r"^  store ptr (@gc_map\S*), ptr ", text[i])
        for k in range(len(text)) if m else ():
            n = re.match(r"^(%s = private .* constant .* \{ i32 )(\d+)(, .*)" % re.escape(m[1]), text[k])
            if n:
                yield "shorten", name, changed(k, n, used - 2)
                yield "count", name, changed(k, n, int(n[2]) + 1)


def link_faults(text, lo, hi, name, needed):
    """`needed`: safepoints over which something is needed."""
    if any(re.search('"lateroot-abi"="(framemap|statepoint)"', x) for x in text): # allocation needs no anchor
        own = {name_of(x) for x in text if x.startswith("define")} # nor does a callee whose frame a table describes
        needed = [s for s in needed if not re.search(r"gc_alloc|small_alloc|big_alloc|typed_alloc", text[s])
                  and not own & set(re.findall(r"@([\w.$]+)", text[s]))]
    for i in range(lo, hi):
        if re.match(r"^  call void @julia\.push_gc_frame", text[i]):
            yield from moved_link(text, lo, hi, name, [i], needed)
        if re.match(r"^  call void @julia\.pop_gc_frame", text[i]):
            yield from moved_unlink(text, lo, hi, name, [i], needed)
        m = re.match(r"^  store ptr (%s), ptr (%%\S+?)(, .*)?$" % LINKED, text[i])
        if m:
            yield from moved_link(text, lo, hi, name, parts_of_link(text, lo, i, m[2]), needed)
        m = re.match(r"^  store ptr(?: addrspace\(10\))? (%(?:frame|anchor)\.prev\d*|%entry\.next\d*), ptr (%\S+?)(, "
            r".*)?$",
                     text[i])
        if m:
            yield from moved_unlink(text, lo, hi, name, parts_of_unlink(text, lo, i, m[1], m[2]), needed)


def parts_of_link(text, lo, i, head):
    """The lines that link: the head is read, stored into the frame, and becomes the frame."""
    out = [i]
    for k in range(i - 1, block_start(text, i, lo), -1):
        m = re.match(r"^  (%%\S+) = load ptr, ptr %s(?![\w.$-])" % re.escape(head), text[k])
        if m:
            out += [k] + [j for j in range(k, i) if re.match(r"^  store ptr %s, " % re.escape(m[1]), text[j])]
            break
    return sorted(out)


def parts_of_unlink(text, lo, i, prev, head):
    """The lines that unlink: those of the block that the store needs."""
    out, want = [i], {prev, head}
    for k in range(i - 1, block_start(text, i, lo), -1):
        m = re.match(r"^  (%\S+) = ", text[k])
        if m and m[1] in want and "alloca" not in text[k] and "pgcstack" not in m[1]:
            out.append(k)
            want |= set(re.findall(r"ptr (%[\w.$-]+)", text[k]))
    return sorted(out)


def named(text, lo, hi, lines):
    """The module in which these lines, which are to be moved, define no value without a name.  All in the function get
    names: the others would have other numbers then."""
    if not any(re.match(r"^  %\d+ = ", text[k]) for k in lines):
        return text
    body = [re.sub(r"%(\d+)(?![\w.$-])", r"%n\1", x) for x in text[lo:hi]]
    body = [re.sub(r"^(\d+):", r"n\1:", x) for x in body]
    return text[:lo] + body + text[hi:]


def without(text, lines):
    return [x for k, x in enumerate(text) if k not in lines]


def moved_link(text, lo, hi, name, lines, needed):
    yield "unlink", name, text[:lines[-1]] + text[lines[-1] + 1:]
    behind = [s for s in needed if s > lines[-1] and "invoke" not in text[s]]
    if behind:
        s = min(behind)
        text = named(text, lo, hi, lines)
        yield "late-link", name, without(text[:s + 1], lines) + [text[k] for k in lines] + text[s + 1:]


def moved_unlink(text, lo, hi, name, lines, needed):
    yield "unpop", name, text[:lines[-1]] + text[lines[-1] + 1:]
    start = block_start(text, lines[0], lo)
    before = [s for s in needed if start < s < lines[-1]]
    if before:
        s = max(before)
        lines = [k for k in lines if k > s]
        text = named(text, lo, hi, lines)
        yield "early-unlink", name, text[:s] + [text[k] for k in lines] + without(text, lines)[s:]


def reading_faults(text, lo, hi, name, quiet):
    """Where slots are read again behind safepoints: the value from before is used."""
    for i in range(lo, hi):
        m = READ.match(text[i])
        if not m:
            continue
        crossed = False
        for k in range(i - 1, block_start(text, i, lo), -1):
            old = STORE.match(text[k])
            if old and old[2] == m[2]:
                # what is stored elsewhere, too, may be pinned there
                if crossed and sum(mentions(x, old[1]) for x in text[lo:hi] if STORE.match(x)) == 1:
                    yield from stale(text, i, hi, name, m[1], old[1])
                break
            crossed |= stops(text[k], quiet)


def is_used(text, i, hi):
    """Is the vector or structure that a line makes used as a whole, perhaps with more put into it elsewhere?"""
    where = text[i].rsplit(", ", 1)[1]
    values = {re.match(r"^  (%\S+) = ", text[i])[1]}
    for k in range(i + 1, hi):
        if any(mentions(text[k], v) for v in values):
            m = re.match(r"^  (%\S+) = (?:insertelement|insertvalue) ", text[k])
            if m and text[k].rsplit(", ", 1)[1] != where:
                values.add(m[1])
            elif not m and matters(text[k]):
                return True
    return False


def stale(text, i, hi, name, new, old):
    uses = [k for k in range(i + 1, hi) if mentions(text[k], new)]
    lanes = [k for k in uses if re.match(r"^  %\S+ = (?:insertelement|insertvalue) ", text[k]) and is_used(text, k, hi)]
    uses = [k for k in uses if matters(text[k])]
    if uses:
        k = uses[0]
        yield "stale", name, text[:k] + [renamed(text[k], new, old)] + text[k + 1:]
        yield "missing", name, with_uses(text, i + 1, hi, new, old)
    if lanes:
        k = lanes[0]
        yield "lane", name, text[:k] + [renamed(text[k], new, old)] + text[k + 1:]


# ---- statepoints

def statepoint_faults(text, quiet):
    for lo, hi in functions(text):
        name = name_of(text[lo])
        bundle, first = {}, None
        for i in range(lo, hi):
            m = STATEPOINT.match(text[i])
            if not m:
                continue
            first = first or i
            live = BUNDLE.search(text[i])
            if live:
                bundle[m[1]] = [x.split(" ")[-1] for x in re.split(r", (?=ptr|<)", live[1])]
            yield from memory_faults(text, lo, hi, name, i)
        if first is None:
            continue
        yield from link_faults(text, lo, hi, name, [k for k in range(lo, hi) if STATEPOINT.match(text[k])])
        paired = {(m[2], int(m[3]), int(m[4])) for line in text[lo:hi] for m in [RELOCATE.match(line)] if m}
        for i in range(lo, hi):
            m = RELOCATE.match(text[i])
            if m and m[2] in bundle:
                yield from relocate_faults(text, hi, name, i, m, bundle[m[2]], paired)


def relocate_faults(text, hi, name, i, m, live, paired):
    base, derived = int(m[3]), int(m[4])
    if derived >= len(live) or not live[derived].startswith("%"):
        return
    yield from (f for f in stale(text, i, hi, name, m[1], live[derived]) if f[0] != "lane")
    for other in range(len(live)):
        # what points into the object at its start is as good a base
        if other not in (base, derived) and live[other] != live[base] and (m[2], base, other) not in paired:
            yield "base", name, (text[:i] + [text[i].replace("i32 %d, i32 %d)" % (base, derived),
                                                            "i32 %d, i32 %d)" % (other, derived))] + text[i + 1:])
            break
    for k in range(i + 1, hi):
        lane = re.match(r"^  (%\S+) = (extractelement|insertelement|shufflevector) ", text[k])
        if lane and mentions(text[k], m[1]) and (is_used(text, k, hi) if lane[2] == "insertelement" else any(
                mentions(x, lane[1]) and matters(x) for x in text[k + 1:hi])):
            yield "lane", name, text[:k] + [renamed(text[k], m[1], live[derived])] + text[k + 1:]
            break


def memory_faults(text, lo, hi, name, i):
    """Of statepoint `i`, which lists stack memory that is read behind it."""
    deopt = re.search(r'"deopt"\((.*?)\) \]', text[i])
    for memory in re.findall(r"ptr (%[\w.$-]+), i32 [1-9]", deopt[1]) if deopt else ():
        pointer = r", ptr %s(?![\w.$-])" % re.escape(memory)
        for k in range(i + 1, block_end(text, i, hi)):
            if re.match(r"^  store .*" + pointer, text[k]):
                break
            if re.match(r"^  %\S+ = load ptr addrspace\(10\)" + pointer, text[k]):
                yield "clobber", name, text[:i] + ["  store i64 12345, ptr %s, align 8" % memory] + text[i:]
                yield "unlist", name, text[:i] + [text[i].replace('"deopt"(' + deopt[1], '"deopt"(' + re.sub(
                    r"ptr %s, " % re.escape(memory), "ptr null, ", deopt[1]))] + text[i + 1:]
                break
    counts = re.search(r"i32 (\d+), i32 (\d+), i32 (\d+), i32 (\d+), i32 (\d+)\) \]", text[i])
    if deopt and counts:
        for k in range(1, 6):
            for n in (int(counts[k]) + 1, int(counts[k]) - 1):
                if n >= 0:
                    line = text[i][:counts.start(k)] + str(n) + text[i][counts.end(k):]
                    yield "count", name, text[:i] + [line] + text[i + 1:]
