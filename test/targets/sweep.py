# SPDX-License-Identifier: MIT
"""sweep.py LATEROOT OPT PLUGIN TRIPLE.H FILE.ll [SYSTEM...]: the module on each architecture of LLVM's list and each
system, by each ABI, by `lateroot compile`, `lateroot opt` and the plug-in.

Each ends with a result, or with a message of lateroot's that names the target and says what works; where a message
gives another ABI as advice, the advice is followed, and has to work.  Prints what is wrong, and then how many ran."""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

lateroot, opt, plugin, header, module = sys.argv[1:6]
SYSTEMS = sys.argv[6:]
ABIS = ["gcframe", "shadow-stack", "framemap", "statepoint"]
# How triples begin where LLVM's enumeration has another name.
SPELT = {"x86": "i686", "ppc": "powerpc", "ppcle": "powerpcle", "ppc64": "powerpc64", "ppc64le": "powerpc64le",
         "systemz": "s390x"}
MORE = ["arm64", "arm64e", "arm64_32", "armv7k", "thumbv7"]
# What LLVM says of itself, or of a defect.
RAW = re.compile(r"LLVM gave up|LLVM ERROR|PLEASE submit|crashed while|Cannot select|uses ARM instructions")
# opt says the first of a triple that it does not know, and LLVM 19 the others of LoongArch without floating point.
HARMLESS = re.compile(r"failed to create target machine|failed to infer data layout|"
                      r"triple-implied ABI is invalid|'ilp32s' has not been|"
                      r"'lp64s' has not been|in function|^\s*$")
ADVICE = re.compile(r"'gcframe' and 'shadow-stack' (?:work there|lower IR)|'gcframe' works there")
REFUSED = re.compile(r"no ABI works on target '|the ABI '[a-z-]+' needs .* the target is '|has pointers of 2 bytes|"
                     r"must have the same size: leave 'p1")
# LLVM has no ARM code on Windows; opt itself says so, before the plug-in.
OF_OPT = re.compile(r"uses ARM instructions")


def architectures():
    text = re.search(r"enum ArchType \{(.*?)\};", open(header).read(), re.S).group(1)
    names = [n for n in re.findall(r"^\s*(\w+),", text, re.M) if n != "UnknownArch"]
    assert len(names) > 40, names
    return [SPELT.get(n, n) for n in names] + MORE


def run(way, triple, abi, folder):
    given, out = os.path.join(folder, "in.ll"), os.path.join(folder, "out")
    with open(given, "w") as f:
        f.write('target triple = "%s"\n' % triple + open(module).read())
    command = {"compile": [lateroot, "compile", "--abi=" + abi, given, "-o", out],
               "opt": [lateroot, "opt", "--abi=" + abi, "-S", given, "-o", out],
               "plugin": [opt, "-load-pass-plugin=" + plugin, "-passes=lateroot<abi=%s>" % abi, "-S", given, "-o", out]
               }[way]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=300)
    return done.returncode, done.stdout + done.stderr, os.path.exists(out) and os.path.getsize(out) > 0


def wrong(way, triple, results):
    """What is wrong with the results of the ABIs, by one way, for one target."""
    for abi, (status, said, made) in results.items():
        if way == "plugin" and OF_OPT.search(said):
            continue
        if status not in (0, 1) or RAW.search(said):
            yield abi, status, said
        elif status == 0:
            if not made or any(not HARMLESS.search(line) for line in said.splitlines()):
                yield abi, status, said
        elif not REFUSED.search(said):
            yield abi, status, said
        elif ADVICE.search(said):
            for other in ["gcframe"] + ["shadow-stack"] * ("'shadow-stack'" in ADVICE.search(said).group()):
                if results[other][0] != 0:
                    yield abi, status, "does not work: " + said


def target(triple):
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        for way in ("compile", "opt", "plugin"):
            results = {}
            for abi in ABIS:
                if os.path.exists(os.path.join(folder, "out")):
                    os.unlink(os.path.join(folder, "out"))
                results[abi] = run(way, triple, abi, folder)
                if "no ABI works on target" in results[abi][1]: # the same of the others
                    break
            bad += ["%s %s %s: status %d: %s" % (way, triple, abi, status, said[:300])
                    for abi, status, said in wrong(way, triple, results)]
    return bad


def main():
    triples = [a + "-" + s for a in architectures() for s in SYSTEMS]
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for bad in pool.map(target, triples):
            failures += len(bad)
            for line in bad:
                print(line)
    print("%d targets, %d wrong" % (len(triples), failures))
    return failures != 0


sys.exit(main())
