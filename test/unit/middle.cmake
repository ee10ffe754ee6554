# The middle of root placement, its sets and its graphs.  Linked with nothing else: none of this needs LLVM.
set(middle_support ${CMAKE_SOURCE_DIR}/src/base/pset.c ${CMAKE_SOURCE_DIR}/src/base/arena.c
  ${CMAKE_SOURCE_DIR}/src/base/text.c)
lateroot_unit(pset pset.c ${middle_support})
lateroot_unit(cfg cfg.c middle_graph.c ${CMAKE_SOURCE_DIR}/src/base/cfg.c ${CMAKE_SOURCE_DIR}/src/base/arena.c)
set(middle_sources middle_graph.c middle_build.c middle_oracle.c middle_run.c ${middle_support}
  ${CMAKE_SOURCE_DIR}/src/base/cfg.c)
foreach(name core/refine core/liveness core/rooted_by_variable core/argument_arrays core/colour
  core/dedicated_slots core/returns_twice core/place
  core/merge_stores core/frequency views/dump_slots views/frame_map)
  list(APPEND middle_sources ${CMAKE_SOURCE_DIR}/src/gcroots/${name}.c)
endforeach()
lateroot_unit(middle middle.c middle_large.c ${middle_sources})
# Polls for loops.
lateroot_unit(polls polls.c middle_graph.c ${CMAKE_SOURCE_DIR}/src/lowering/polls/poll_plan.c
  ${CMAKE_SOURCE_DIR}/src/base/cfg.c ${CMAKE_SOURCE_DIR}/src/base/arena.c)
