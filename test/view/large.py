# SPDX-License-Identifier: MIT
"""large.py LATEROOT BROWSER FOLDER [INSTRUCTIONS] -- the page of one large function stays small, and the browser has
elements only for what is in sight (tools/view/selftest.js, #selftest=speed, which prints times, too).

More than 10,000 instructions are shown without machine code, which takes LLVM long."""
import pathlib
import re
import subprocess
import sys

BYTES = 1_000_000  # of the page, for 10,000 instructions


def module(wanted):
    """Blocks with four objects each, of which some are used in the next ones."""
    lines, n, k, b = [], 2, 0, 0
    lines += ["declare ptr @julia.get_pgcstack()", "declare ptr addrspace(10) @make()",
        "declare void @use(ptr addrspace(10))",
        "define void @large(i1 %c) {", "entry:", "  %gc = call ptr @julia.get_pgcstack()", "  br label %b0"]
    while n < wanted:
        lines.append("b%d:" % b)
        lines += ["  %%v%d = call ptr addrspace(10) @make()" % (k + i) for i in range(4)]
        k += 4
        lines.append("  %%x%d = select i1 %%c, ptr addrspace(10) %%v%d, ptr addrspace(10) %%v%d" % (b, k - 1, k - 2))
        lines += ["  call void @use(ptr addrspace(10) %%%s)" % v for v in ("v%d" % (k - 1), "v%d" % (k - 2), "x%d" % b)]
        lines.append("  br i1 %%c, label %%b%d, label %%b%d" % (b + 1, b + 2))
        n, b = n + 9, b + 1
    lines += ["b%d:" % b, "  br label %%b%d" % (b + 1), "b%d:" % (b + 1), "  ret void", "}", ""]
    return "\n".join(lines)


def main():
    lateroot, browser, folder = sys.argv[1:4]
    wanted = int(sys.argv[4]) if len(sys.argv) > 4 else 10000
    work = pathlib.Path(folder, "large")
    work.mkdir(parents=True, exist_ok=True)
    (work / "large.ll").write_text(module(wanted))
    page = work / "large.html"
    subprocess.run([lateroot, "view", *(["--no-asm"] if wanted > 10000 else []), str(work / "large.ll"), "-o",
        str(page)], check=True)
    bytes_ = page.stat().st_size
    print("%d instructions: %d bytes" % (wanted, bytes_))
    if bytes_ > BYTES * max(1, wanted / 10000):
        sys.exit("the page is too large")
    dom = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu",
        "--user-data-dir=%s" % (work / "profile"),
         "--window-size=1500,900", "--dump-dom", "file://%s#selftest=speed" % page.resolve()],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, timeout=500, encoding="utf-8").stdout
    said = re.search(r'<pre id="selftest">(.*?)</pre>', dom[dom.rfind("</script>"):], re.S)
    print(said.group(1) if said else "the page says nothing")
    if not said or not said.group(1).startswith("PASS"):
        sys.exit(1)


main()
