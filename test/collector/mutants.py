#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py -- the kit notices a broken heap: each mutant has one thing wrong, and the kit must fail on it.

    mutants.py CC LIBRT.so FOLDER OBJECTS...

The heap that is broken is the toy in front of LIBRT.so, or the reference heap: OBJECTS are those of the runtime, of
which one is compiled anew.  What replaces a text must find it exactly once, so that no mutant quietly becomes the
original.  FOLDER takes what is made.
"""
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOY, ENTRIES = "test/collector/toy.c", "test/collector/entries.h"
RT = "src/runtime/"

# (what is wrong, file, text, what stands there instead, environment)
STRESS, MOVING = {"LATEROOT_GC_STRESS": "1"}, {"LATEROOT_GC_MODE": "moving"}
MUTANTS = [
    ("skips every other root", TOY, "\tmark(*slot);\n\treturn 0;",
     "\tstatic int n;\n\tif (n++ % 2 == 0)\n\t\tmark(*slot);\n\treturn 0;", {}),
    ("skips a frame", TOY, "\t(void)user, (void)site;\n",
     "\t(void)user;\n\tif (site->kind == LR_ROOT_FRAME && site->depth == 1)\n\t\treturn 0;\n", {}),
    ("skips global roots", TOY, "\t(void)user, (void)site;\n",
     "\t(void)user;\n\tif (site->kind == LR_ROOT_GLOBAL)\n\t\treturn 0;\n", {}),
    ("skips the roots of tasks", TOY, "\t(void)user, (void)site;\n",
     "\t(void)user;\n\tif (site->kind == LR_ROOT_TASK)\n\t\treturn 0;\n", {}),
    ("forgets static parents", TOY, "i < statics.n", "i < 0 * statics.n", {}),
    ("scans all but the last reference of an object", ENTRIES, "i < t->nrefs", "i + 1 < t->nrefs", {}),
    ("scans the first element of an array only", ENTRIES, "n > 0; n--, e += t->elem_bytes", "n > 0; n = 0", {}),
    ("scans an array beyond its length", ENTRIES, "(intptr_t)words[t->length_word];",
     "(intptr_t)words[t->length_word] * 3 / 2;", {}),
    ("calls no scan functions", ENTRIES, "t->layout == LR_LAYOUT_SCANNED", "0 && t->layout == LR_LAYOUT_SCANNED", {}),
    ("keeps its marks", TOY, "\t\t\tc->marked = 0;\n", "", {}),
    ("frees nothing", TOY, "if (c->marked) {", "if (c->marked || 1) {", {}),
    ("does not call release hooks", TOY, "t->release != NULL", "0 && t->release != NULL", {}),
    ("does not clear memory", ENTRIES,
        "return memset(allocate(__builtin_frame_address(0), bytes, (uintptr_t)type), 0, bytes);",
     "return memset(lr_gc_alloc_typed(NULL, bytes, (uintptr_t)type), 1, bytes);", {}),
    ("does not align", ENTRIES, "\treturn c + 1;", "\treturn (char *)(c + 1) + 8;", {}),
    ("counts no allocations", ENTRIES, "\tstats.allocated_objects++;\n", "", {}),
    ("is silent when memory is exhausted", ENTRIES,
     'lr_gc_fatal("heap: out of memory: %zu bytes", bytes);', "exit(0);", {}),
    ("forgets root ranges", RT + "thread/roots.c", "append(&world.ranges,", "append(&(struct ptrvec){ 0 },", {}),
    ("forgets root scanners", RT + "thread/roots.c", "append(&world.scanners,", "append(&(struct ptrvec){ 0 },", {}),
    ("forgets queued objects", RT + "heap/mark.c", "if (!heap.full)\n\t\t\t\tmarker_scan",
        "if (0)\n\t\t\t\tmarker_scan", {}),
    ("does not clear weak references", RT + "lifetime/weak.c", "\t\tw->key = w->value = 0;\n", "\t\t;\n", {}),
    ("runs finalizers twice", RT + "lifetime/finalizer.c", "\t\t*f = life.pending.items[life.first_pending++];",
     "\t\t{ static int n; *f = life.pending.items[life.first_pending]; life.first_pending += n++ % 2; }", {}),
    ("loses objects of finalizers", RT + "lifetime/finalizer.c",
     "reach_in_order(life.finalizers.items[i].object, &index_of.dead, &index_of.order);",
     "ptrvec_push(&index_of.order, life.finalizers.items[i].object);", {}),
    ("moves and does not update roots", RT + "heap/moving.c", "\t\t\tmoving_update(&runs[i].slots[k]);", "\t\t\t;",
        MOVING),
    ("moves and does not update objects", RT + "heap/mark.c", "\tscan_all(object, lr_type_of(object), update, NULL);",
     "\t(void)object, (void)update;", MOVING),
    ("moves and does not update the last word of a run", RT + "heap/moving.c", "k < runs[i].n", "k + 1 < runs[i].n",
     MOVING),
    ("forgets the hashes of what it moves", RT + "heap/moving.c",
     "\tlife_copied(old + TAG_BYTES, new + TAG_BYTES);\n", "", MOVING),
    ("does not update weak references", RT + "heap/moving.c", "\tlife_update(moving_update);\n", "", MOVING),
]


def run(command, env=None):
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)


def main():
    cc, library, folder, objects = sys.argv[1].split(), sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4:]
    folder.mkdir(parents=True, exist_ok=True)
    flags = ["-std=gnu11", "-O1", "-g", "-D_GNU_SOURCE", "-I%s" % (ROOT / "src"), "-I%s" % (ROOT / "include")]
    kit = folder / "kit.o"
    made = run([*cc, *flags, "-c", str(HERE / "kit.c"), "-o", str(kit)])
    if made.returncode != 0:
        sys.exit(made.stderr)
    failures = 0

    def verdict(source, env):
        """Of the kit with a heap of which `source` replaces one file: None if it passes, else its last line."""
        exe = folder / "kit"
        shared = source.name == "toy.c"
        others = [o for o in objects if not o.endswith("/%s.o" % "/".join(source.parts[-2:]))]
        assert shared or len(others) == len(objects) - 1, source
        link = [library, "-Wl,-rpath,%s" % pathlib.Path(library).parent] if shared else others
        built = run([*cc, *flags, str(kit), str(source), "-o", str(exe), *link, "-pthread", "-ldl"])
        if built.returncode != 0:
            sys.exit("%s:\n%s" % (source, built.stderr))
        base = {k: v for k, v in os.environ.items() if not k.startswith("LATEROOT_")}
        try:
            done = subprocess.run([str(exe)] + ["--no-lifetimes"] * shared, capture_output=True, text=True, timeout=60,
                                  env={**base, **env})
        except subprocess.TimeoutExpired:
            return "it does not end"
        lines = (done.stdout + done.stderr).strip().splitlines()
        return None if done.returncode == 0 and "passed" in lines else "status %d, %s" % (
            done.returncode, next((s for s in lines if re.match(r"\w+:\d+: |.*gc: ", s)), "no line"))

    for file in sorted({m[1] for m in MUTANTS} - {ENTRIES}):
        for env in ({}, STRESS, MOVING):
            if file == TOY and env is MOVING:
                continue
            wrong = verdict(ROOT / file, env)
            if wrong is not None:
                sys.exit("the kit fails where nothing is wrong (%s, %s): %s" % (file, env, wrong))
    for what, file, text, instead, env in MUTANTS:
        source = (ROOT / file).read_text()
        if source.count(text) != 1:
            print("%s: %s has its text %d times" % (what, file, source.count(text)))
            failures += 1
            continue
        mutant = folder / file
        mutant.parent.mkdir(parents=True, exist_ok=True)
        for whole in (TOY, ENTRIES) if file in (TOY, ENTRIES) else ():
            (folder / whole).write_text((ROOT / whole).read_text())
        mutant.write_text(source.replace(text, instead))
        wrong = verdict(folder / TOY if file == ENTRIES else mutant, env)
        print("%-55s %s" % (what, "NOT NOTICED" if wrong is None else wrong))
        failures += wrong is None
    print("%d mutants, %d not noticed" % (len(MUTANTS), failures))
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
