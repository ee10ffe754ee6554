# SPDX-License-Identifier: MIT
# The checker: its mutation test, with an oracle that interprets paths, and what it does without memory.
lateroot_unit(check_mutation check_mutation.c mutants.c mutants_memory.c check_oracle.c check_oracle_memory.c
  LIBS lateroot_objects)
# What the checker believes of the dialect, against what placement does.
lateroot_unit(check_table check_table.c LIBS lateroot_objects)
lateroot_unit(check_memory check_memory.c LIBS lateroot_objects)
target_compile_definitions(unit-check_mutation PRIVATE DATA_DIR="${CMAKE_CURRENT_SOURCE_DIR}/data"
  LIT_DIR="${CMAKE_CURRENT_SOURCE_DIR}/../llvmpasses/check")
target_compile_definitions(unit-check_memory PRIVATE DATA_DIR="${CMAKE_CURRENT_SOURCE_DIR}/data"
  LIT_DIR="${CMAKE_CURRENT_SOURCE_DIR}/../llvmpasses/check")
lateroot_unit(check_lost check_lost.c LIBS lateroot_objects)
target_compile_definitions(unit-check_lost PRIVATE LIT_DIR="${CMAKE_CURRENT_SOURCE_DIR}/../llvmpasses")
