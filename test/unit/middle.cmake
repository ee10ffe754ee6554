# The middle of root placement, its sets and its graphs.  Linked with nothing else: none of this needs LLVM.
set(middle_support ${CMAKE_SOURCE_DIR}/src/support/pset.c ${CMAKE_SOURCE_DIR}/src/support/arena.c)
lateroot_unit(pset pset.c ${middle_support})
lateroot_unit(cfg cfg.c middle_graph.c ${CMAKE_SOURCE_DIR}/src/ir/cfg.c ${CMAKE_SOURCE_DIR}/src/support/arena.c)
