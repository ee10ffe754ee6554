# SPDX-License-Identifier: MIT
# Memory and the public interface of the compiler's side.
lateroot_unit(support_arena support_arena.c ${PROJECT_SOURCE_DIR}/src/base/arena.c)
lateroot_unit(support_ptrmap support_ptrmap.c ${PROJECT_SOURCE_DIR}/src/base/ptrmap.c
  ${PROJECT_SOURCE_DIR}/src/base/arena.c)
lateroot_unit(support_text support_text.c ${PROJECT_SOURCE_DIR}/src/base/text.c
  ${PROJECT_SOURCE_DIR}/src/base/arena.c)
foreach(name api_check api_context api_null api_run late_frame promote)
  lateroot_unit(${name} ${name}.c LIBS lateroot_objects)
endforeach()
add_test(NAME readme COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/readme.sh ${PROJECT_SOURCE_DIR}/README.md
  ${CMAKE_CURRENT_BINARY_DIR}
  ${CMAKE_C_COMPILER} -std=c11 -Wall -Wextra -Wshadow -Wconversion -Werror -I${PROJECT_SOURCE_DIR}/include -isystem
  ${LLVM_INCLUDE_DIRS})
