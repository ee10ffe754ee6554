/* SPDX-License-Identifier: MIT */
/* link_check.h -- part of AdoptDialect: what keeps files from being linked that were compiled without the plug-in. */
#ifndef LR_LOWERING_IMPORT_LINK_CHECK_H
#define LR_LOWERING_IMPORT_LINK_CHECK_H

#include "host/context.h"

/* Deletes it from the module.  Sets *changed if it was there. */
lr_status link_check_delete(lr_context *, LLVMModuleRef, bool *changed);

#endif
