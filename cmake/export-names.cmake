# SPDX-License-Identifier: MIT
# cmake -DNM= -DARCHIVE= -DOUT= -P export-names.cmake
#
# Writes what a DLL of the static archive shows: a module definition with the names that begin with lr_, but not those
# that prefix-names.cmake has made, and the runtime's own __sigsetjmp.
execute_process(COMMAND ${NM} -g --defined-only ${ARCHIVE} OUTPUT_VARIABLE table RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NM} cannot read ${ARCHIVE}")
endif()
string(REGEX MATCHALL "[0-9a-f]+ [A-Z] (lr_|__sigsetjmp)[A-Za-z0-9_]*\n" lines "${table}")
list(FILTER lines EXCLUDE REGEX " lr_x_")
list(TRANSFORM lines REPLACE "^[0-9a-f]+ T (.*)\n$" "  \\1")
list(TRANSFORM lines REPLACE "^[0-9a-f]+ [A-Z] (.*)\n$" "  \\1 DATA")
list(REMOVE_DUPLICATES lines)
list(SORT lines)
list(JOIN lines "\n" text)
file(WRITE ${OUT} "EXPORTS\n${text}\n")
