# SPDX-License-Identifier: MIT
# The command line tool, its manual page and completion, and lateroot-measure.
find_path(JANSSON_INCLUDE jansson.h REQUIRED)
find_library(JANSSON_LIBRARY jansson REQUIRED)

add_executable(lateroot-tool lateroot.c options.c llvm-options.c usage.c help.c report.c changes.c progress.c remarks.c
  io.c module.c opt.c compile.c run.c dump.c check.c check_baseline.c check_report.c check_sarif.c
  check_view.c tables.c tables_statepoints.c
  view.c reproduce.c view_code.c view_data.c view_delta.c view_page.c
  view_source.c view_heap.c heap_read.c heap_graph.c heap_dominators.c heap_page.c check_source.c
  ${CMAKE_CURRENT_BINARY_DIR}/view_files.c ${CMAKE_CURRENT_BINARY_DIR}/heap_files.c
  ${PROJECT_SOURCE_DIR}/src/elf/elf.c ${PROJECT_SOURCE_DIR}/src/tables/macho.c
  ${PROJECT_SOURCE_DIR}/src/tables/stackmap.c
  ${PROJECT_SOURCE_DIR}/src/base/text.c ${PROJECT_SOURCE_DIR}/src/base/name.c
  ${PROJECT_SOURCE_DIR}/src/base/arena.c ${PROJECT_SOURCE_DIR}/src/base/ptrmap.c
  ${PROJECT_SOURCE_DIR}/src/ir/variable.c)
# The page of `lateroot view` lies in the tool.
foreach(file page.html style.css inflate.js data.js list.js code.js map.js layout.js cfg.js diff.js panels.js
  selection.js ranges.js machine.js check.js findings.js address.js main.js selftest_facts.js
  selftest_findings.js selftest.js)
  list(APPEND view_files ${CMAKE_CURRENT_SOURCE_DIR}/view/${file})
endforeach()
add_custom_command(OUTPUT view_files.c
  COMMAND ${CMAKE_COMMAND} -DOUT=view_files.c -DHEADER=view.h -DPREFIX=view_page "-DFILES=${view_files}" -P
  ${CMAKE_CURRENT_SOURCE_DIR}/embed.cmake
  DEPENDS ${view_files} embed.cmake VERBATIM)
# So does that of `lateroot view --heap`.
foreach(file heap.html style.css heap.css heap.js heap_selftest.js)
  list(APPEND heap_files ${CMAKE_CURRENT_SOURCE_DIR}/view/${file})
endforeach()
add_custom_command(OUTPUT heap_files.c
  COMMAND ${CMAKE_COMMAND} -DOUT=heap_files.c -DHEADER=view.h -DPREFIX=heap_page "-DFILES=${heap_files}" -P
  ${CMAKE_CURRENT_SOURCE_DIR}/embed.cmake
  DEPENDS ${heap_files} embed.cmake VERBATIM)
target_include_directories(lateroot-tool PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
set(LATEROOT_DOC_URL "" CACHE STRING
  "where the documents can be read, an address that ends with /; `lateroot check --sarif` refers to it")
if(LATEROOT_DOC_URL)
  set_source_files_properties(check_sarif.c PROPERTIES COMPILE_DEFINITIONS "LATEROOT_DOC_URL=\"${LATEROOT_DOC_URL}\"")
endif()
# lateroot-N, and lateroot as another name of it.
set_target_properties(lateroot-tool PROPERTIES OUTPUT_NAME lateroot-${LLVM_VERSION_MAJOR}
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
function(another_name file name component destination)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/package/${destination}/${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/package/${destination}
    COMMAND ${CMAKE_COMMAND} -E create_symlink ${file} ${PROJECT_BINARY_DIR}/package/${destination}/${name} VERBATIM)
  set_property(GLOBAL APPEND PROPERTY LATEROOT_NAMES ${PROJECT_BINARY_DIR}/package/${destination}/${name})
  install(FILES ${PROJECT_BINARY_DIR}/package/${destination}/${name} DESTINATION ${destination} COMPONENT ${component})
endfunction()
add_custom_command(TARGET lateroot-tool POST_BUILD COMMAND ${CMAKE_COMMAND} -E create_symlink
  lateroot-${LLVM_VERSION_MAJOR} lateroot
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/bin BYPRODUCTS ${PROJECT_BINARY_DIR}/bin/lateroot)
another_name(lateroot-${LLVM_VERSION_MAJOR} lateroot names ${CMAKE_INSTALL_BINDIR})
target_include_directories(lateroot-tool SYSTEM PRIVATE ${JANSSON_INCLUDE})
# The runtime is named by no object of the tool but by the programs that it runs.
# It reads input of strangers.  Only the plug-in has to be bound lazily.
target_link_options(lateroot-tool PRIVATE -pie -Wl,-z,relro,-z,now)
target_link_libraries(lateroot-tool PRIVATE lateroot_inside lateroot
  lateroot_llvm ZLIB::ZLIB ${JANSSON_LIBRARY} ${CMAKE_DL_LIBS} -Wl,--no-as-needed lateroot-rt -Wl,--as-needed)
install(TARGETS lateroot-tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${LATEROOT_LLVM_COMPONENT})

# Completion asks the tool for its commands and options, so one file does for all versions; zsh looks for a file by its
# function.
foreach(name lateroot lateroot-${LLVM_VERSION_MAJOR})
  set(component ${LATEROOT_LLVM_COMPONENT})
  if(name STREQUAL "lateroot")
    set(component names)
  endif()
  install(FILES completion/lateroot.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${name}
    COMPONENT ${component})
endforeach()
install(FILES completion/_lateroot DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT dev)

find_program(SCDOC scdoc)
if(SCDOC)
  add_custom_command(OUTPUT lateroot.1
    COMMAND ${SCDOC} < ${CMAKE_CURRENT_SOURCE_DIR}/lateroot.1.scd > lateroot.1 DEPENDS lateroot.1.scd VERBATIM)
  add_custom_target(man ALL DEPENDS lateroot.1)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/lateroot.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    RENAME lateroot-${LLVM_VERSION_MAJOR}.1
    COMPONENT ${LATEROOT_LLVM_COMPONENT})
  another_name(lateroot-${LLVM_VERSION_MAJOR}.1 lateroot.1 names ${CMAKE_INSTALL_MANDIR}/man1)
endif()
get_property(names GLOBAL PROPERTY LATEROOT_NAMES)
add_custom_target(names ALL DEPENDS ${names})

# For tools/bench: reaches inside the library, is not installed.  Built with the tests, for it follows what it reaches
# for.
add_executable(lateroot-measure measure.c measure_actions.c)
if(NOT LATEROOT_TESTS)
  set_target_properties(lateroot-measure PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
set_target_properties(lateroot-measure PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
target_include_directories(lateroot-measure SYSTEM PRIVATE ${JANSSON_INCLUDE})
target_link_libraries(lateroot-measure PRIVATE lateroot_objects ${JANSSON_LIBRARY})
