/* SPDX-License-Identifier: MIT */
/* fatal.c -- texts of error codes, and the end of the process where the runtime cannot go on. */
#include "runtime/runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
	lr_fatal_hook *hook;
	void *user;
} fatal;

const char *
lr_rt_strerror(int code)
{
	switch (code) {
	case LR_RT_OK: return "no error";
	case LR_RT_E_NOMEM: return "no memory";
	case LR_RT_E_ARG: return "bad argument";
	case LR_RT_E_STATE: return "not possible in this state";
	case LR_RT_E_SYSTEM: return "a system call failed";
	case LR_RT_E_FRAME_ADDRESS: return "a GC frame has an impossible address";
	case LR_RT_E_FRAME_ALIGN: return "a GC frame is misaligned";
	case LR_RT_E_FRAME_NROOTS: return "a GC frame claims too many roots";
	case LR_RT_E_FRAME_FLAGS: return "a GC frame has a reserved bit set";
	case LR_RT_E_FRAME_CYCLE: return "the chain of GC frames never ends";
	case LR_RT_E_FRAME_SLOT: return "a slot of an indirect GC frame is no address of a variable";
	case LR_RT_E_FRAME_UNMAPPED: return "a frame of compiled code is in no table";
	case LR_RT_E_FRAME_VERIFY: return "two walkers disagree about a frame";
	case LR_RT_E_MAP_ADDRESS: return "the map of a block has an impossible address";
	case LR_RT_E_MAP_RUN: return "a run of a map is empty, out of order, or outside its element";
	case LR_RT_E_MAP_KIND: return "a run of a map is of an unknown kind";
	case LR_RT_E_MAP_SIZE: return "a map or a block has an impossible size";
	case LR_RT_E_BLOCK_ADDRESS: return "a block has an impossible address";
	case LR_RT_E_FRAME_TABLE: return "the table of a frame of compiled code is damaged";
	case LR_RT_E_FRAME_POINTER: return "a frame pointer is invalid";
	case LR_RT_E_STACKMAP: return "no readable stack map";
	case LR_RT_E_NOT_FOUND: return "nothing has this name";
	case LR_RT_E_PATCH_POINT: return "not a patch point";
	case LR_RT_E_PATCH_ROOM: return "too few bytes are reserved";
	default: return "unknown error";
	}
}

void
lr_set_fatal_hook(lr_fatal_hook *hook, void *user)
{
	fatal.hook = hook;
	fatal.user = user;
}

void
lr_gc_fatal(const char *format, ...)
{
	char message[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(message, sizeof message, format != NULL ? format : "no reason given", args);
	va_end(args);
	if (fatal.hook != NULL)
		fatal.hook(fatal.user, message);
	fflush(stdout);
	fprintf(stderr, "lateroot: %s\n", message);
	abort();
}
