/* cxx_library.h -- references in memory that the C++ library allocates: see cxx_library.c. */
#ifndef LR_LOWERING_MISTAKES_CXX_LIBRARY_H
#define LR_LOWERING_MISTAKES_CXX_LIBRARY_H

#include "host/context.h"

/* On raw clang IR, before the library's functions are inlined. */
lr_status library_check(lr_context *, LLVMModuleRef);

#endif
