# SPDX-License-Identifier: MIT
# Memory refused, piece by piece: see fault.c, and fault_around.c for what is around the passes.
set(refusals "")
foreach(name init alloc_slow strdup grow_ append_)
  list(APPEND refusals -Wl,--wrap=arena_${name})
endforeach()
lateroot_unit(fault fault.c LIBS lateroot_objects OPTIONS ${refusals})
lateroot_unit(fault_around fault_around.c LIBS lateroot_objects lateroot_runtime_objects OPTIONS ${refusals})
# Programs that are compiled just in time look for the runtime in the process.
set_target_properties(unit-fault_around PROPERTIES ENABLE_EXPORTS ON)
foreach(name fault fault_around)
  target_compile_definitions(unit-${name} PRIVATE EXAMPLES_DIR="${PROJECT_SOURCE_DIR}/examples"
    FAULT_DIR="${CMAKE_CURRENT_SOURCE_DIR}/data/fault"
    OPTIMIZE_DIR="${PROJECT_SOURCE_DIR}/test/llvmpasses/optimize")
endforeach()
