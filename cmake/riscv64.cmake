# SPDX-License-Identifier: MIT
# Toolchain for riscv64 Linux, of Debian's cross compiler gcc-riscv64-linux-gnu:
#   cmake -S . -B build/riscv64 -G Ninja -DLATEROOT_RUNTIME_ONLY=ON -DCMAKE_TOOLCHAIN_FILE=cmake/riscv64.cmake
set(LATEROOT_MACHINE riscv64)
set(LATEROOT_EMULATOR qemu-riscv64)
include(${CMAKE_CURRENT_LIST_DIR}/linux-gnu.cmake)
