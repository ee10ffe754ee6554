/* SPDX-License-Identifier: MIT */
/* abi_names.c -- the names of the ABIs in options and attributes. */
#include "host/abi_names.h"

#include <string.h>

const char *const abi_names[ABI_COUNT] = {
	[LR_ABI_GCFRAME] = "gcframe",
	[LR_ABI_FRAMEMAP] = "framemap",
	[LR_ABI_STATEPOINT] = "statepoint",
	[LR_ABI_SHADOW_STACK] = "shadow-stack"
};

const char *
lr_abi_name(lr_abi abi)
{
	return (unsigned)abi < ABI_COUNT ? abi_names[abi] : NULL;
}

bool
abi_by_name(const char *name, size_t bytes, lr_abi *abi)
{
	for (unsigned i = 0; i < ABI_COUNT; i++)
		if (strlen(abi_names[i]) == bytes && memcmp(abi_names[i], name, bytes) == 0) {
			*abi = (lr_abi)i;
			return true;
		}
	return false;
}
