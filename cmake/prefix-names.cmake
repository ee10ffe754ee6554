# SPDX-License-Identifier: MIT
# cmake -DNM= -DOBJCOPY= -DARCHIVE= -P prefix-names.cmake
#
# Gives the global names of a static archive that do not begin with lr_ such a beginning: `world` becomes `lr_x_world`.
# They are the library's own, and a program that links the archive must be free to use them.  Names that begin with an
# underscore are the compiler's, llvm_gc_root_chain is LLVM's.
execute_process(COMMAND ${NM} -g --defined-only ${ARCHIVE} OUTPUT_VARIABLE table RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NM} cannot read ${ARCHIVE}")
endif()
# A line is: value, letter of the kind, name.  The compiler may have added a dot and more to the name.
string(REGEX MATCHALL "[0-9a-f]+ [A-Za-z] [^\n]+" lines "${table}")
list(TRANSFORM lines REPLACE "^[0-9a-f]+ [A-Za-z] " "")
list(FILTER lines EXCLUDE REGEX "^(lr_|_|llvm_gc_root_chain$|asan\\.|tsan\\.|sancov\\.)")
list(REMOVE_DUPLICATES lines)
if(NOT lines)
  return()
endif()
list(TRANSFORM lines REPLACE "^(.+)$" "\\1 lr_x_\\1")
list(JOIN lines "\n" text)
file(WRITE ${ARCHIVE}.names "${text}\n")
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${ARCHIVE}.names ${ARCHIVE} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  file(REMOVE ${ARCHIVE})
  message(FATAL_ERROR "${OBJCOPY} cannot rename in ${ARCHIVE}")
endif()
