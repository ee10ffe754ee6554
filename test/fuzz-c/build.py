# SPDX-License-Identifier: MIT
"""Configurations in which a translation unit is compiled, and the commands for it."""
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ABIS = ["gcframe", "framemap", "statepoint", "shadow-stack"]
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og"]
# What people add to a command line, and how often.
FLAGS = [
    (0.10, ["-fsanitize=address"]), (0.08, ["-fsanitize=undefined", "-fno-sanitize-recover=undefined"]),
    (0.08, ["-flto"]),
    (0.10, ["-ftrivial-auto-var-init=zero"]), (0.10, ["-ftrivial-auto-var-init=pattern"]), (0.15, ["-march=native"]),
    (0.15, ["-fno-strict-aliasing"]), (0.10, ["-fno-inline"]), (0.15, ["-g"]), (0.05, ["-fstack-protector-all"]),
    (0.05, ["-fno-omit-frame-pointer"]),
]
LINKS = ["pie", "pie", "static", "shared", "no-pie"]


class Tools:
    """What is used of a machine: builds by LLVM version, {22: folder}."""

    def __init__(self, builds):
        self.builds = builds

    def plugin(self, v):
        return os.path.join(self.builds[v], "bin", "lateroot-opt.so")

    def tool(self, v):
        return os.path.join(self.builds[v], "bin", "lateroot")

    def runtime(self, v):
        return self.builds[v]


class Config:
    def __init__(self, version, level, flags, abi, reload, link, way):
        self.version, self.level, self.flags, self.abi = version, level, flags, abi
        self.reload, self.link, self.way = reload, link, way

    def __str__(self):
        reload = ["reload"] if self.reload else []
        return " ".join(["clang-%d" % self.version, self.level] + self.flags + [self.abi] + reload
            + [self.link, self.way])

    def with_flags(self, flags):
        return Config(self.version, self.level, flags, self.abi, self.reload, self.link, self.way)

    def moves(self):
        return self.reload or self.abi == "statepoint"

    def modes(self):
        """Name and environment of the four runs."""
        stress = {"LATEROOT_GC_STRESS": "1"}
        return [("plain", {}), ("full", dict(stress, LATEROOT_GC_MODE="full")),
                ("generational", dict(stress, LATEROOT_GC_MODE="generational")),
                ("moving", dict(stress, LATEROOT_GC_MODE="moving")) if self.moves() else
                ("verified", dict(stress, LATEROOT_GC_MODE="full", LATEROOT_GC_VERIFY="1"))]


def draw(rng, versions):
    version, level = rng.choice(versions), rng.choice(LEVELS)
    flags = [f for p, fs in FLAGS if rng.random() < p for f in fs]
    link, way = rng.choice(LINKS), rng.choice(["clang", "clang", "clang", "tool", "tool-late"])
    # The tables of other ABIs are the tool's.
    abi = rng.choice(ABIS + ["statepoint"] if way != "clang" else ["gcframe", "gcframe", "shadow-stack"])
    reload = abi in ("gcframe", "framemap") and rng.random() < 0.4
    text = " ".join(flags)
    if flags.count("-ftrivial-auto-var-init=zero") and flags.count("-ftrivial-auto-var-init=pattern"):
        flags.remove("-ftrivial-auto-var-init=zero")
    if way != "clang":  # no sanitizers and no LTO there
        flags = [f for f in flags if "sanitize" not in f and f != "-flto"]
        level = "-O2" if level in ("-Os", "-Og") else level
    if "address" in text and "-flto" in flags:
        flags.remove("-flto")
    if version == 19:  # Debian's has no runtime of the sanitizers
        flags = [f for f in flags if "sanitize" not in f]
    if "sanitize" in text and link in ("static", "shared"):
        link = "pie"
    return Config(version, level, flags, abi, reload, link, way)


def command(args, timeout, env=None):
    """Status, output; a signal is a negative status, out of time None."""
    try:
        r = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout, env=env)
        return r.returncode, r.stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired as e:
        return None, (e.stdout or b"").decode("utf-8", "replace")


def commands(config, tools, source, out):
    """The commands that make `out` of `source`."""
    v, pic = config.version, [] if config.link in ("static", "no-pie") else ["-fPIC"]
    clang = ["clang-%d" % v, "-w"] + pic
    include = ["-I" + os.path.join(ROOT, "include"), "-I" + HERE]
    runtime = [os.path.join(tools.runtime(v), "liblateroot-rt.so"), "-Wl,-rpath," + tools.runtime(v)]
    sanitizer = [f for f in config.flags if "sanitize" in f]
    steps, obj, ll = [], out + ".o", out + ".ll"
    if config.way != "clang":
        steps.append(clang + [config.level] + config.flags + ["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-S",
                                                              "-o", ll, source] + include)
        late = "--passes=AdoptDialect,GCInvariantVerifier,default<%s>,SettleGCStack" % config.level[1:]
        objects = "--passes=AdoptDialect,GCInvariantVerifier,cgscc(inline),function(sroa,early-cse,AllocOpt)," \
            "default<%s>,SettleGCStack" % config.level[1:]
        passes = {"tool-late": [late], "tool-objects": [objects]}.get(config.way, [])
        steps.append([tools.tool(v), "compile", config.level, "--abi=" + config.abi, "--check", "-o", obj, ll] +
                     passes + (["--reload"] if config.reload else []) +
                     ([] if pic else ["--no-pic"]))
    else:
        options = "-lateroot=-abi=%s%s -check" % (config.abi, " -reload" if config.reload else "")
        steps.append(clang + [config.level] + config.flags + ["-Xclang", "-load", "-Xclang", tools.plugin(v),
            "-fpass-plugin=" + tools.plugin(v), "-mllvm", options,
            "-c", "-o", obj, source] + include)
    lto_level = config.level if config.level in ("-O0", "-O1", "-O2", "-O3") else "-O2"
    lto = ["-flto", "-fuse-ld=gold", lto_level] if "-flto" in config.flags else []
    if config.link == "static":
        steps.append(clang + ["-static", "-o", out, obj, os.path.join(tools.runtime(v), "liblateroot-rt.a"),
                              "-lpthread"] + lto)
    elif config.link == "shared":
        steps.append(clang + ["-shared", "-o", out + ".so", obj] + runtime + lto)
        steps.append(clang + ["-o", out, out + ".so", "-Wl,-rpath," + os.path.dirname(out)] + runtime)
    else:
        steps.append(clang + ["-no-pie" if config.link == "no-pie" else "-pie", "-o", out, obj] + runtime + sanitizer +
                     lto)
    return steps


def compile_unit(config, tools, source, out, timeout=300):
    """None if all went well, otherwise the failed command's output."""
    for step in commands(config, tools, source, out):
        status, text = command(step, timeout)
        if status != 0:
            return "%s\n%s" % (" ".join(step), "out of time" if status is None else "status %d\n%s" % (status, text))
    return None


def compile_plain(source, out, flags=("-O0",), version=22):
    """What is expected comes from this build: ordinary C, no library."""
    status, text = command(["clang-%d" % version, "-w", "-DFUZZ_PLAIN", "-I" + HERE, "-o", out, source] + list(flags),
                           600)
    return None if status == 0 else text


def environment(extra):
    env = {k: v for k, v in os.environ.items() if not k.startswith("LATEROOT_")}
    env.update(extra)
    env["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_segv_handler=1:detect_stack_use_after_return=0"
    return env
