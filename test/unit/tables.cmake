# Stack maps, and the tables made of them.
lateroot_unit(tables tables.c tables_join.c tables_statepoints.c LIBS lateroot_objects)
lateroot_unit(runtime_statepoints runtime_statepoints.c ${CMAKE_SOURCE_DIR}/src/tables/statepoints_make.c
  LIBS lateroot_runtime_objects)
lateroot_unit(runtime_table runtime_table.c ${CMAKE_SOURCE_DIR}/src/tables/statepoints_make.c
  LIBS lateroot_runtime_objects)
lateroot_unit(runtime_batches runtime_batches.c ${CMAKE_SOURCE_DIR}/src/tables/statepoints_make.c
  LIBS lateroot_runtime_objects)
