# SPDX-License-Identifier: MIT
# lit.cfg.py -- how the tests of IR -> IR and of the tool run.  lit.site.cfg.py in the build tree says where things are.
import os
import shutil
import sys

import lit.formats

config.name = "lateroot"
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".ll", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.build_dir, "test", "llvmpasses")

tools = config.llvm_tools_dir
config.environment["PATH"] = os.pathsep.join([os.path.join(config.build_dir, "bin"), tools, config.environment["PATH"]])
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "LLVM_PROFILE_FILE"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["NO_COLOR"] = "1"

config.available_features.add("llvm" + config.llvm_major)
if config.sanitized:
    config.available_features.add("asan")
    config.environment.setdefault("ASAN_OPTIONS", "abort_on_error=1:detect_leaks=1")

if os.path.exists(os.path.join(tools, "llvm-reduce")):
    config.available_features.add("llvm-reduce")
if config.plugin:
    config.available_features.add("plugin")
if config.clang and not config.clang.endswith("NOTFOUND"):
    config.available_features.add("clang")
    if os.path.exists("/usr/include/wasm32-wasi/stdio.h"):
        config.available_features.add("wasi")
if config.other_opt and not config.other_opt.endswith("NOTFOUND"):
    config.available_features.add("other-llvm")
    if os.path.exists(os.path.join(os.path.dirname(config.other_opt), "clang")):
        config.available_features.add("other-clang")
if shutil.which("ld.gold") and os.path.exists(os.path.join(tools, "..", "lib", "LLVMgold.so")):
    config.available_features.add("lto")

ld64 = shutil.which("ld64.lld-22") or shutil.which("ld64.lld")
if ld64:
    config.available_features.add("ld64")

# Longer names first: lit replaces text, not words.
config.substitutions += [
    ("%lateroot", os.path.join(config.build_dir, "bin", "lateroot")),
    ("%ld64", ld64 or "ld64.lld"),
    ("%lr_run", os.path.join(config.build_dir, "bin", "lr-run")),
    ("%opt", os.path.join(tools, "opt")),
    ("%plugin", config.plugin),
    ("%other_opt", config.other_opt),
    ("%other_clang", os.path.join(os.path.dirname(config.other_opt), "clang")),
    ("%clangxx", os.path.join(os.path.dirname(os.path.realpath(config.clang)), "clang++")),
    ("%clang", config.clang),
    ("%include", os.path.join(config.source_dir, "include")),
    ("%rpath", "-Wl,-rpath," + config.build_dir),
    ("%runtime", os.path.join(config.build_dir, "liblateroot-rt.so")),
    ("%source_dir", config.source_dir),
    ("%examples", os.path.join(config.source_dir, "examples")),
    ("%llvm_bin", tools),
    ("%python", sys.executable),
    # %exits 2 COMMAND...: it must end with that very status.
    ("%exits", os.path.join(config.test_source_root, "tool", "Inputs", "exits")),
]
