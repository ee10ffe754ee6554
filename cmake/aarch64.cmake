# SPDX-License-Identifier: MIT
# Toolchain for aarch64 Linux, of Debian's cross compiler gcc-aarch64-linux-gnu:
#   cmake -S . -B build/aarch64 -G Ninja -DLATEROOT_RUNTIME_ONLY=ON -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake
set(LATEROOT_MACHINE aarch64)
set(LATEROOT_EMULATOR qemu-aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/linux-gnu.cmake)
