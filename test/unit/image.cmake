# SPDX-License-Identifier: MIT
# Images with clones for several processors: what the runtime makes of their tables, and the pass without memory.
lateroot_unit(image image.c LIBS lateroot_runtime_objects LLVM)
lateroot_unit(fault_clones fault_clones.c LIBS lateroot_objects OPTIONS ${refusals})
