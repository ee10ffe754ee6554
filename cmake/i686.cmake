# SPDX-License-Identifier: MIT
# Toolchain for i686 Linux, of Debian's cross compiler gcc-i686-linux-gnu:
#   cmake -S . -B build/i686 -G Ninja -DLATEROOT_RUNTIME_ONLY=ON -DCMAKE_TOOLCHAIN_FILE=cmake/i686.cmake
set(LATEROOT_MACHINE i686)
set(LATEROOT_EMULATOR qemu-i386)
include(${CMAKE_CURRENT_LIST_DIR}/linux-gnu.cmake)
