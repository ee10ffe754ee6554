# SPDX-License-Identifier: MIT
# The compiler side: objects are shared between the library that ships and the tests, which reach inside.  Placement
# proper knows nothing of LLVM, and the checker nothing of placement: each has only the headers that it may see.
include(cmake/restrict.cmake)
add_library(lateroot_core OBJECT)
target_link_libraries(lateroot_core PRIVATE lateroot_flags)
lateroot_restrict(lateroot_core base gcroots/core gcroots/model/ids.h gcroots/model/function.h gcroots/model/results.h)
add_library(lateroot_check OBJECT)
target_link_libraries(lateroot_check PRIVATE lateroot_flags)
target_include_directories(lateroot_check SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
lateroot_restrict(lateroot_check base ir host check check/model check/memory check/frames check/roots
  check/relocations check/foreign check/hand check/plain check/prove)
add_library(lateroot_compiler OBJECT)
target_link_libraries(lateroot_compiler PRIVATE lateroot_inside lateroot_llvm ZLIB::ZLIB)
add_library(lateroot_objects INTERFACE)
target_sources(lateroot_objects INTERFACE $<TARGET_OBJECTS:lateroot_core> $<TARGET_OBJECTS:lateroot_check>
  $<TARGET_OBJECTS:lateroot_compiler>)
target_link_libraries(lateroot_objects INTERFACE lateroot_inside lateroot_llvm ZLIB::ZLIB)
if(CMAKE_C_COMPILER_ID MATCHES Clang)
  foreach(target lateroot_core lateroot_check lateroot_compiler)
    target_compile_options(${target} PRIVATE -Wpedantic -Wno-gnu-zero-variadic-macro-arguments)
  endforeach()
endif()
