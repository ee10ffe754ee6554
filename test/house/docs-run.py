#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs-run.py SOURCE BUILD CLANG: runs the commands of the README and of the guides as they stand there.
docs-run.py --packages FOLDER: the same with the documents of the packages, which lie in FOLDER, and nothing else.

A folder stands for a clone that was built: build/release is BUILD.  The README's own program is prog.c; programs that
the guides speak of have the names that they use.  The guides speak of what is installed, so that the compilers find
headers and libraries without flags.  Commands that install, build or measure are left out, and those with "...".

With packages (tools/chroot-check), the commands find what the packages have put into the system; only the path of the
plug-in is replaced, as docs/pipelines.md says, and docs/packaging.md is run, too.

A block for WebAssembly or Windows is run as a whole, with the commands that build the runtime for it, where node,
wasm-ld and wasi-libc are, or MinGW; elsewhere it is left out with a message.  Programs for Windows are not run here
(tools/cross does that)."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

PACKAGES = sys.argv[1] == "--packages"
source = os.path.abspath(sys.argv[2 if PACKAGES else 1])
build = None if PACKAGES else os.path.abspath(sys.argv[2])
failures = []
PLUGIN = "build/release/bin/lateroot-opt.so"
TOOLS = r"(lateroot |clang-22|opt-22|llc-22|cc|LATEROOT_\w+=\S+ (clang|\./)|\./|PATH=|python3)"
# What other tests run: packages are made first, images need a program that loads them.
ELSEWHERE = {"docs/packaging.md": "install/*", "docs/images.md": "run/image"}
if PACKAGES:
    del ELSEWHERE["docs/packaging.md"]
MODULE = """; a function with a name that the guides use
define i64 @julia_f_12(i64 %x) {
  %y = add i64 %x, 1
  ret i64 %y
}
"""


def missing_for_wasm():
    """What a block for WebAssembly needs and is not there."""
    if PACKAGES:
        return ["the source"]
    return [p for p in ("node", "cmake", "ninja", "wasm-ld-22") if not shutil.which(p)] + \
        [p for p in ("/usr/include/wasm32-wasi", "/usr/lib/llvm-22/lib/clang/22/lib/wasi/libclang_rt.builtins-wasm32.a")
         if not os.path.exists(p)]


def missing_for_windows():
    if PACKAGES:
        return ["the source"]
    return [p for p in ("cmake", "ninja", "x86_64-w64-mingw32-gcc-posix") if not shutil.which(p)]


def missing_for_aarch64():
    if PACKAGES:
        return ["the source"]
    return [p for p in ("cmake", "ninja", "aarch64-linux-gnu-gcc", "qemu-aarch64") if not shutil.which(p)]


FOREIGN = {"--target=wasm32": ("WebAssembly", missing_for_wasm),
           "--target=x86_64-w64": ("Windows", missing_for_windows),
           "--target=aarch64": ("AArch64", missing_for_aarch64)}


def commands(path):
    for kind, block in re.findall(r"^```(\w*)\n(.*?)^```$", open(path).read(), re.M | re.S):
        left_out = False
        lines = re.sub(r" *\\\n +", " ", block).splitlines() if kind in ("", "sh") else []
        foreign = [FOREIGN[t] for t in FOREIGN if any(t in line for line in lines)]
        if foreign:
            name, find_missing = foreign[0]
            missing = find_missing()
            if missing:
                print(f"{path}: the commands for {name} are left out: no {', '.join(missing)}")
            else:
                yield from (line for line in lines if " wine " not in line)
            continue
        for line in lines:
            command = re.sub(r"  +\S.*", "", line)
            left_out |= "..." in command or "main.c" in command
            if "$P/" in command:
                continue
            if PACKAGES:
                command = command.replace(PLUGIN, "$(pkg-config --variable=plugin lateroot-22)")
            if re.match(TOOLS, command) and not (left_out and re.search(r"\.\.\.|main\.c|\./", command)):
                yield command


def set_up(folder):
    os.makedirs(folder)
    if not PACKAGES:
        os.makedirs(os.path.join(folder, "build"))
        os.symlink(build, os.path.join(folder, "build", "release"))
    for name in ("examples",) if PACKAGES else ("examples", "include", "tools", "src", "share", "cmake", "LICENSE",
                                                "CMakeLists.txt", "README.md", "CHANGELOG.md", "docs"):
        os.symlink(os.path.join(source, name), os.path.join(folder, name))
    readme = open(os.path.join(source, "README.md")).read()
    programs = re.findall(r"^```c\n(.*?)^```$", readme, re.M | re.S)
    program = next(b for b in programs if "dialect.h" in b)
    open(os.path.join(folder, "prog.c"), "w").write(program)
    host = next(b for b in programs if "lateroot.h" in b)
    open(os.path.join(folder, "compiler.c"), "w").write(host + "int main(void) { return emit == 0; }\n")
    open(os.path.join(folder, "program.c"), "w").write(
        "#include <lateroot/runtime.h>\nint main(void) { return 0; }\n")


def write_pkg_config(folder):
    """What pkg-config says of lateroot where it is installed."""
    os.makedirs(folder)
    llvm = subprocess.run(["llvm-config-22", "--prefix"], capture_output=True, text=True).stdout.strip()
    flags = {"lateroot-22": f"-llateroot-22 -L{llvm}/lib -lLLVM-22", "lateroot-rt": "-llateroot-rt"}
    for name, libraries in flags.items():
        with open(os.path.join(folder, name + ".pc"), "w") as f:
            f.write(f"libdir={build}\nName: {name}\nDescription: -\nVersion: 0\n"
                    f"Cflags: -I{source}/include -isystem {llvm}/include\nLibs: -L{build} {libraries}\n")
    return folder


def run(command, folder, environment, page):
    r = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                       env=environment)
    if r.returncode != 0:
        failures.append(page)
        print(f"{page}: the command fails with status {r.returncode}:\n  {command}\n{r.stderr}")


def run_page(page, folder, environment):
    """Runs the commands of a page in order.  A line that sets PATH holds for the rest of the page."""
    path, count = "", 0
    for command in commands(os.path.join(source, page)):
        if command.startswith("PATH="):
            path, command = command.split("; ", 1)
            path += "; "
        if not shutil.which(command.split()[0]) and re.match(r"(opt|llc|clang)-", command):
            continue
        run(path + command, folder, environment, page)
        count += 1
    return count


with tempfile.TemporaryDirectory() as top:
    set_up(clone := os.path.join(top, "clone"))
    total = run_page("README.md", clone, os.environ)
    installed = os.environ if PACKAGES else {
        **os.environ, "CPATH": os.path.join(source, "include"), "LIBRARY_PATH": build, "LD_LIBRARY_PATH": build,
        "PATH": os.path.join(build, "bin") + ":" + os.environ["PATH"],
        "PKG_CONFIG_PATH": write_pkg_config(os.path.join(top, "pkgconfig")),
        "LIBLATEROOT": os.path.join(build, "liblateroot-22.so")}
    guides = sorted(f"docs/{os.path.basename(p)}" for p in glob.glob(f"{source}/docs/*.md"))
    for page in ["examples/README.md"] + guides:
        if page in ELSEWHERE:
            continue
        set_up(folder := os.path.join(top, page.replace("/", "-")))
        example = open(os.path.join(source, "examples", "closures.ll")).read()
        for name in ("prog.ll", "x.ll", "report.ll"):
            open(os.path.join(folder, name), "w").write(example + MODULE)
        run("lateroot opt --passes=LateLowerGCFrame prog.ll -o lowered.bc && lateroot opt --passes=LateLowerGCFrame -S "
            "prog.ll -o lowered.ll", folder, installed, "(preparation)")
        total += run_page(page, folder, installed)
print(f"{total} commands")
if failures:
    sys.exit(f"{len(failures)} failed")
sys.exit(0 if total >= 35 else f"only {total} commands were found")
