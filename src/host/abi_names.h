/* SPDX-License-Identifier: MIT */
/* abi_names.h -- the names of the ABIs in options and attributes.  lr_abi_name is in lateroot.h. */
#ifndef LR_HOST_ABI_NAMES_H
#define LR_HOST_ABI_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "lateroot/lateroot.h"

enum { ABI_COUNT = LR_ABI_SHADOW_STACK + 1 };
extern const char *const abi_names[ABI_COUNT];
/* Finds the ABI of this name; false if there is none. */
bool abi_by_name(const char *name, size_t bytes, lr_abi *);

#endif
