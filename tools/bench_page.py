# SPDX-License-Identifier: MIT
"""bench_page.py -- the report of tools/bench as one HTML file: plots of time per instruction against size.

Each plot has time an instruction, both axes logarithmic: what is linear is level, what grows like n^2 climbs a decade a
decade."""

import html
import math

import bench_report
import shapes

# name, class; in the order of the legend
LINES = [("walk", "walk"), ("LateLowerGCFrame", "late"), ("CheckGCRoots", "check"), ("FinalLowerGC", "final"),
         ("RemoveJuliaAddrspaces", "remove"), ("instcombine", "theirs")]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 340, 200, 44, 10, 8, 26
LOW, HIGH = 0.7, 5.3     # decades of nanoseconds on the vertical axis, unless a shape needs more

STYLE = """
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #22242a; --faint: #6a6e78; --rule: #d9dade; --bad: #b3261e;
  --walk: #8a8d96; --late: #0b62c4; --check: #b4540a; --final: #1d7a46; --remove: #8b3fa8; --theirs: #22242a; }
@media (prefers-color-scheme: dark) { :root { --paper: #17191d; --ink: #e4e5e9; --faint: #9a9eaa; --rule: #33363d;
  --bad: #ff8a80;
  --walk: #80848f; --late: #6cb0ff; --check: #ffa95c; --final: #6fd39b; --remove: #d59bf0; --theirs: #e4e5e9; } }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 1120px; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; } h3 { font-size: .95rem;
  margin: 0; }
p.about, figcaption, .note { color: var(--faint); } figcaption, .note { font-size: .85rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(330px, 1fr)); gap: 1.2rem 1rem; }
figure { margin: 0; } figcaption { min-height: 2.6em; line-height: 1.3; } svg { width: 100%; height: auto;
  display: block; }
svg text { font: 10px system-ui, sans-serif; fill: var(--faint); } .grid { stroke: var(--rule); stroke-width: 1; }
polyline { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
.walk { stroke: var(--walk); fill: var(--walk); stroke-dasharray: 1 3; stroke-linecap: round; }
.late { stroke: var(--late); fill: var(--late); stroke-width: 2.8; }
.check { stroke: var(--check); fill: var(--check); } .final { stroke: var(--final); fill: var(--final);
  stroke-dasharray: 7 3; }
.remove { stroke: var(--remove); fill: var(--remove); stroke-dasharray: 3 2; } .theirs { stroke: var(--theirs);
  fill: var(--theirs); stroke-dasharray: 10 3 2 3; }
polyline.walk, polyline.late, polyline.check, polyline.final, polyline.remove, polyline.theirs { fill: none; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; margin: .6rem 0 1rem; }
.legend span { white-space: nowrap; }
.legend svg { display: inline-block; width: 34px; height: 10px; vertical-align: middle; margin-right: .4rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums;
  font-size: .88rem; }
th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; color: var(--faint); } td.bad { color: var(--bad); font-weight: 600; }
td.bad::before { content: "\\25B2\\2009"; }
ul.misses { padding-left: 1.2rem; } ul.misses li { color: var(--bad); }
"""


def esc(text):
    return html.escape(str(text))


def size(n):
    return "%dk" % (n // 1024) if n >= 1024 and n % 1024 == 0 else "%.0fk" % (n / 1024) if n >= 10240 else str(n)


def time(ns):
    return "%g ns" % ns if ns < 1e3 else "%g us" % (ns / 1e3) if ns < 1e6 else "%g ms" % (ns / 1e6)


def plot(rows):
    rows = [r for r in rows if "gauges" in r]
    low, high = LOW, HIGH
    for r in rows:
        for name, _ in LINES:
            s = bench_report.seconds(r, name)
            if s:
                high = max(high, math.log10(s / r["instructions"] * 1e9))
                low = min(low, math.log10(s / r["instructions"] * 1e9))
    first, last = math.log2(rows[0]["n"]), math.log2(rows[-1]["n"])
    span = max(1, last - first)

    def x(n):
        return LEFT + (math.log2(n) - first) / span * (WIDTH - LEFT - RIGHT)

    def y(ns):
        return TOP + (high - math.log10(ns)) / (high - low) * (HEIGHT - TOP - BOTTOM)
    out = ['<svg viewBox="0 0 %d %d" role="img" aria-label="time an instruction against size">' % (WIDTH, HEIGHT)]
    for decade in range(math.ceil(low), math.floor(high) + 1):
        at = y(10 ** decade)
        out.append('<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f" '
            'text-anchor="end">%s</text>'
                   % (LEFT, WIDTH - RIGHT, at, at, LEFT - 5, at + 3, time(10 ** decade)))
    for r in rows:
        out.append('<text x="%.1f" y="%d" text-anchor="middle">%s</text>' % (x(r["n"]), HEIGHT - 8, size(r["n"])))
    for name, cls in LINES:
        points = [(r, bench_report.seconds(r, name)) for r in rows]
        points = [(x(r["n"]), y(s / r["instructions"] * 1e9), r["n"], s / r["instructions"] * 1e9) for r, s in points
            if s]
        if len(points) > 1:
            out.append('<polyline class="%s" points="%s"/>' % (cls, " ".join("%.1f,%.1f" % p[:2] for p in points)))
        for px, py, n, ns in points:
            out.append('<circle class="%s" cx="%.1f" cy="%.1f" r="2.2" style="stroke:none"><title>%s, n = %s: %.0f ns '
                'an instruction</title></circle>'
                       % (cls, px, py, esc(name), size(n), ns))
    return "".join(out) + "</svg>"


def cell(value, form, bad=False):
    return '<td%s>%s</td>' % (' class="bad"' if bad else "", "&ndash;" if value is None else form % value)


def shapes_table(groups):
    r = bench_report
    head = ["shape", "n", "instructions", "growth", "retired", "ms", "walks", "of instcombine", "bytes/inst"] + \
           ["%s ns" % n.replace("JuliaAddrspaces", "").replace("GCInvariant", "") for n in r.OURS
               if n != "LateLowerGCFrame"]
    out = ["<table><tr>", "".join("<th>%s</th>" % esc(h) for h in head), "</tr>"]
    for shape, rows in groups.items():
        rows = [row for row in rows if "gauges" in row]
        if not rows:
            out.append('<tr><td>%s</td><td class="bad" colspan="%d">failed</td></tr>' % (esc(shape), len(head) - 1))
            continue
        last = rows[-1]
        t, count, _ = r.growth(rows, "LateLowerGCFrame")
        late = r.seconds(last, "LateLowerGCFrame")
        theirs = next((row for row in reversed(rows) if r.seconds(row, "instcombine")), None)
        share = theirs and r.seconds(theirs, "LateLowerGCFrame") / r.seconds(theirs, "instcombine") * 100
        memory = max(r.peak(row, "LateLowerGCFrame") for row in rows)
        out.append("<tr><td>%s</td>" % esc(shape) + cell(last["n"], "%d") + cell(last["instructions"], "%d")
                   + cell(t, "%.2f", bool(t and t > r.GROWTH and not count and late > r.SHORT * 5))
                   + cell(count, "%.2f", bool(count and count > r.GROWTH))
                   + cell(late * 1e3, "%.1f") + cell(late / r.seconds(last, "walk"), "%.1f")
                   + cell(share, "%.0f %%", bool(share and share > 100)) + cell(memory, "%.0f", memory > r.BYTES))
        for name in r.OURS:
            if name != "LateLowerGCFrame":
                ns = r.each(last, name) * 1e9
                slow = ns > r.MICROSECONDS * 1e3 or name == "CheckGCRoots" and r.seconds(last, name) > r.CHECKER * late
                out.append(cell(ns, "%.0f", slow))
        out.append("</tr>")
    return "".join(out) + "</table>"


def corpus_table(rows):
    r = bench_report
    rows = [row for row in rows if "gauges" in row]
    names = ["walk"] + r.PHASES + r.OURS + r.THEIRS
    out = ["<table><tr><th></th>", "".join("<th>%s</th>" % esc(row["kind"]) for row in rows), "</tr>"]
    for label, key in (("modules", "modules"), ("instructions", "instructions"), ("slots", "slots"),
            ("lower bound", "max_live"), ("root stores", "stores")):
        out.append("<tr><td>%s</td>" % label + "".join(cell(row[key], "%d") for row in rows) + "</tr>")
    for name in names:
        if any(r.seconds(row, name) for row in rows):
            out.append("<tr><td>%s, walks</td>" % esc(name))
            for row in rows:
                s = r.seconds(row, name)
                out.append(cell(s and s / r.seconds(row, "walk"), "%.2f"))
            out.append("</tr>")
    return "".join(out) + "</table>"


def page(found):
    groups = bench_report.by_shape(found)
    misses = bench_report.misses(found)
    out = ['<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
           "<title>lateroot: compile time</title><style>%s</style>" % STYLE,
           "<h1>lateroot: compile time</h1><p class=\"about\">Revision %s on %s. Times are the least of several, of "
           "CPU time.</p>"
           % (esc(found["revision"]), esc(found["machine"]))]
    if misses:
        out.append("<details open><summary>%d figures are not as they ought to be</summary><ul "
            "class=\"misses\">%s</ul></details>"
                   % (len(misses), "".join("<li>%s</li>" % esc(m) for m in misses)))
    if groups:
        out.append("<h2>Time an instruction against size</h2><p class=\"note\">What is linear is level; what grows "
            "like n<sup>2</sup> climbs a decade for "
                   "each decade of size. Point at a dot for its figure.</p><div class=\"legend\">")
        for name, cls in LINES:
            out.append('<span><svg viewBox="0 0 34 10"><polyline class="%s" points="1,5 33,5"/></svg>%s</span>' % (cls,
                esc(name)))
        out.append('</div><div class="plots">')
        for shape, rows in groups.items():
            if any("gauges" in r for r in rows):
                out.append("<figure><h3>%s</h3><figcaption>%s</figcaption>%s</figure>" % (esc(shape),
                    esc(shapes.description(shape)), plot(rows)))
        out.append("</div><h2>All shapes</h2><p class=\"note\">At the largest n. Growth: exponent of LateLowerGCFrame "
            "from 4k on, by time and by "
                   "instructions retired. A triangle marks what misses its target.</p><div "
                   "class=\"scroll\">%s</div>" % shapes_table(groups))
    if any("gauges" in r for r in found["corpus"]):
        out.append("<h2>Real modules</h2><p class=\"note\">Time in multiples of a bare walk over the same "
            "instructions and operands.</p>"
                   "<div class=\"scroll\">%s</div>" % corpus_table(found["corpus"]))
    return "\n".join(out) + "</html>\n"
