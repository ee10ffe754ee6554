# SPDX-License-Identifier: MIT
# cmake -DCC=compiler -DSOURCE=the repository -P ids.cmake: ids of different kinds do not mix (ids.c).
set(kinds 9)
foreach(mix RANGE ${kinds})
  execute_process(COMMAND ${CC} -std=c11 -D_GNU_SOURCE -DMIX=${mix} -Wall -Wextra -Wenum-compare -Wenum-conversion
    -Werror
    -fsyntax-only -I${SOURCE}/src -I${SOURCE}/include ${CMAKE_CURRENT_LIST_DIR}/ids.c
    RESULT_VARIABLE status ERROR_VARIABLE said)
  if(mix EQUAL 0 AND NOT status EQUAL 0)
    message(FATAL_ERROR "ids.c does not compile:\n${said}")
  elseif(mix GREATER 0 AND (status EQUAL 0 OR NOT said MATCHES "enum|incompatible pointer"))
    message(FATAL_ERROR "MIX=${mix}: the compiler takes one kind of id for another\n${said}")
  endif()
endforeach()
