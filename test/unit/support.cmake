# Memory and the public interface of the compiler's side.
lateroot_unit(support_arena support_arena.c ${CMAKE_SOURCE_DIR}/src/support/arena.c)
lateroot_unit(support_ptrmap support_ptrmap.c ${CMAKE_SOURCE_DIR}/src/support/ptrmap.c ${CMAKE_SOURCE_DIR}/src/support/arena.c)
foreach(name api_context api_run)
  lateroot_unit(${name} ${name}.c LIBS lateroot_objects)
endforeach()
