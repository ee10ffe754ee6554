# SPDX-License-Identifier: MIT
# What LLVM calls its processors and features: only LLVM knows, and says it to people alone.
set(LATEROOT_TARGET_NAMES "" CACHE FILEPATH
  "made/target_names.c of another build with the same LLVM, if programs of this build cannot run here")
if(LATEROOT_TARGET_NAMES)
  target_sources(lateroot_compiler PRIVATE ${LATEROOT_TARGET_NAMES})
  return()
endif()
add_executable(target-names ${PROJECT_SOURCE_DIR}/tools/target-names.c)
set_target_properties(target-names PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/made)
target_include_directories(target-names SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(target-names PRIVATE _GNU_SOURCE)
target_link_libraries(target-names PRIVATE LLVM)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/made/target_names.c
  COMMAND target-names ${PROJECT_BINARY_DIR}/made/target_names.c DEPENDS target-names VERBATIM
  COMMENT "Asking LLVM for the names of processors and features")
target_sources(lateroot_compiler PRIVATE ${PROJECT_BINARY_DIR}/made/target_names.c)
add_custom_target(target-names-made DEPENDS ${PROJECT_BINARY_DIR}/made/target_names.c)
add_dependencies(lateroot_compiler target-names-made)
