# SPDX-License-Identifier: MIT
# Looks for libgc, unless the heap of bdwgc is not wanted.  Sets LATEROOT_BDW to ON or OFF, LATEROOT_LIBGC (what to link
# with) and LATEROOT_LIBGC_INCLUDE.
set(wanted ${LATEROOT_BDW})
if(wanted STREQUAL "AUTO" AND (LATEROOT_SANITIZE OR CMAKE_CROSSCOMPILING OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux"
  OR CMAKE_C_COMPILER_TARGET))
  set(wanted OFF) # libgc would have to be one for that
endif()
if(wanted)
  find_path(LATEROOT_LIBGC_INCLUDE gc/gc_disclaim.h)
  find_library(LATEROOT_LIBGC gc)
  mark_as_advanced(LATEROOT_LIBGC_INCLUDE LATEROOT_LIBGC)
  if(LATEROOT_LIBGC AND LATEROOT_LIBGC_INCLUDE)
    file(STRINGS ${LATEROOT_LIBGC_INCLUDE}/gc/gc_version.h version REGEX "define +GC_TMP_VERSION_M(AJ|IN)OR")
    string(REGEX REPLACE "[^0-9]+" "." version "${version}")
  endif()
  if(version MATCHES "^[.]8[.][2-9]")
    set(wanted ON)
  elseif(wanted STREQUAL "AUTO")
    message(STATUS "no libgc of version 8.2 or a later 8: liblateroot-bdw is left out")
    set(wanted OFF)
  else()
    message(FATAL_ERROR "LATEROOT_BDW: no libgc of version 8.2 or a later 8 (Debian: libgc-dev)")
  endif()
endif()
set(LATEROOT_BDW ${wanted})
