# SPDX-License-Identifier: MIT
# Stack maps, and the tables made of them.
set(make_statepoints ${PROJECT_SOURCE_DIR}/src/tables/statepoints_make.c
  ${PROJECT_SOURCE_DIR}/src/tables/statepoints_record.c
  ${PROJECT_SOURCE_DIR}/src/tables/statepoints_describe.c)
lateroot_unit(tables tables.c tables_join.c tables_riscv.c tables_statepoints.c LIBS lateroot_objects)
lateroot_unit(runtime_statepoints runtime_statepoints.c ${make_statepoints}
  LIBS lateroot_runtime_objects)
lateroot_unit(runtime_table runtime_table.c ${make_statepoints}
  LIBS lateroot_runtime_objects)
lateroot_unit(runtime_batches runtime_batches.c ${make_statepoints}
  LIBS lateroot_runtime_objects)
