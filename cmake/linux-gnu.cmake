# SPDX-License-Identifier: MIT
# What the toolchain files of Debian's cross compilers have in common.  They set LATEROOT_MACHINE, the machine in the
# names of the compiler and of its folder, and LATEROOT_EMULATOR, the program of qemu-user that runs its programs.
# -DLATEROOT_SYSROOT=DIR: headers and libraries are those of packages that were unpacked there (tools/cross-jit).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${LATEROOT_MACHINE})
set(CMAKE_C_COMPILER ${LATEROOT_MACHINE}-linux-gnu-gcc)
set(CMAKE_FIND_ROOT_PATH /usr/${LATEROOT_MACHINE}-linux-gnu)
if(LATEROOT_SYSROOT)
  list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LATEROOT_SYSROOT)
  set(CMAKE_SYSROOT ${LATEROOT_SYSROOT})
  set(CMAKE_FIND_ROOT_PATH ${LATEROOT_SYSROOT})
  set(CMAKE_LIBRARY_ARCHITECTURE ${LATEROOT_MACHINE}-linux-gnu)
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR ${LATEROOT_EMULATOR};-L;${CMAKE_FIND_ROOT_PATH})
