# SPDX-License-Identifier: MIT
# The core of root placement, its sets and its graphs.  Linked with nothing else: none of this needs LLVM.
set(core_support ${PROJECT_SOURCE_DIR}/src/base/pset.c ${PROJECT_SOURCE_DIR}/src/base/arena.c
  ${PROJECT_SOURCE_DIR}/src/base/text.c)
lateroot_unit(pset pset.c ${core_support})
lateroot_unit(cfg cfg.c core_graph.c ${PROJECT_SOURCE_DIR}/src/base/cfg.c ${PROJECT_SOURCE_DIR}/src/base/arena.c)
set(core_sources core_graph.c core_build.c core_oracle.c core_run.c ${core_support}
  ${PROJECT_SOURCE_DIR}/src/base/cfg.c ${PROJECT_SOURCE_DIR}/src/base/frequency.c)
foreach(name core/refine core/liveness core/rooted_by_variable core/argument_arrays core/colour
  core/dedicated_slots core/returns_twice core/place
  core/merge_stores core/estimates views/dump_slots views/frame_map)
  list(APPEND core_sources ${PROJECT_SOURCE_DIR}/src/gcroots/${name}.c)
endforeach()
lateroot_unit(core core.c core_large.c ${core_sources})
# Polls for loops.
lateroot_unit(polls polls.c core_graph.c ${PROJECT_SOURCE_DIR}/src/lowering/polls/poll_plan.c
  ${PROJECT_SOURCE_DIR}/src/base/cfg.c ${PROJECT_SOURCE_DIR}/src/base/arena.c)
