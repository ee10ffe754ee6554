# Memory and the public interface of the compiler's side.
lateroot_unit(support_arena support_arena.c ${CMAKE_SOURCE_DIR}/src/base/arena.c)
lateroot_unit(support_ptrmap support_ptrmap.c ${CMAKE_SOURCE_DIR}/src/base/ptrmap.c
  ${CMAKE_SOURCE_DIR}/src/base/arena.c)
lateroot_unit(support_text support_text.c ${CMAKE_SOURCE_DIR}/src/base/text.c
  ${CMAKE_SOURCE_DIR}/src/base/arena.c)
foreach(name api_context api_null api_run promote)
  lateroot_unit(${name} ${name}.c LIBS lateroot_objects)
endforeach()
add_test(NAME readme COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/readme.sh ${CMAKE_SOURCE_DIR}/README.md
  ${CMAKE_CURRENT_BINARY_DIR}
  ${CMAKE_C_COMPILER} -std=c11 -Wall -Wextra -Wshadow -Wconversion -Werror -I${CMAKE_SOURCE_DIR}/include -isystem
  ${LLVM_INCLUDE_DIRS})
