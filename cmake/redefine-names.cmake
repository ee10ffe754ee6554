# SPDX-License-Identifier: MIT
# cmake -DNM= -DOBJECTS= -DOUT= -P redefine-names.cmake
#
# What prefix-names.cmake does for archives that objcopy cannot change (WebAssembly): a header by which clang gives the
# global names of these objects the beginning lr_x_.
execute_process(COMMAND ${NM} -g --defined-only ${OBJECTS} OUTPUT_VARIABLE table RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NM} cannot read the objects")
endif()
string(REGEX MATCHALL "[0-9a-f]+ [A-Z] [A-Za-z0-9_]+" lines "${table}")
list(TRANSFORM lines REPLACE "^[0-9a-f]+ [A-Z] " "")
list(FILTER lines EXCLUDE REGEX "^(lr_|_|llvm_gc_root_chain$)")
list(REMOVE_DUPLICATES lines)
list(SORT lines)
list(TRANSFORM lines REPLACE "^(.+)$" "#pragma redefine_extname \\1 lr_x_\\1")
list(JOIN lines "\n" text)
# Static names of a file that are the same as a global one of another stay as they are, with a warning.
set(text "#pragma clang diagnostic ignored \"-Wpragmas\"\n${text}\n")
file(CONFIGURE OUTPUT ${OUT} CONTENT "${text}" @ONLY) # written only if it differs
