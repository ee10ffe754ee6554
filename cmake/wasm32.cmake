# SPDX-License-Identifier: MIT
# Toolchain for WebAssembly with WASI, of Debian's clang-22, wasi-libc and libclang-rt-22-dev-wasm32:
#   cmake -S . -B build/wasm32 -G Ninja -DLATEROOT_RUNTIME_ONLY=ON -DCMAKE_TOOLCHAIN_FILE=cmake/wasm32.cmake
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT -Wno-deprecated) # of the name wasm32-wasi, after which Debian's folders are called
set(CMAKE_AR llvm-ar-22)
set(CMAKE_RANLIB llvm-ranlib-22)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
