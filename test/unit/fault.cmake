# Memory refused, piece by piece: see fault.c.
set(refusals "")
foreach(name init alloc_slow strdup grow_)
  list(APPEND refusals -Wl,--wrap=arena_${name})
endforeach()
lateroot_unit(fault fault.c LIBS lateroot_objects OPTIONS ${refusals})
target_compile_definitions(unit-fault PRIVATE EXAMPLES_DIR="${CMAKE_SOURCE_DIR}/examples")
