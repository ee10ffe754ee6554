/* patch.h -- what the files of the patch points share. */
#ifndef LR_RUNTIME_PATCH_PATCH_H
#define LR_RUNTIME_PATCH_PATCH_H

#include <stdbool.h>

#include <lateroot/patch.h>

enum {
	PATCH_NEAR_BYTES = 5,      /* call or jump with a 32-bit distance */
	PATCH_FAR_BYTES = 13,      /* address to r11, call or jump through it: as LLVM writes the call of a patch
	                            * point */
	PATCH_MOST_BYTES = 4096    /* of a range */
};

/* -- patch_code.c: machine code of a reserved range; touches nothing but the bytes it is given.
**
** Where a thread may be while the range is changed: at its start, or it comes back from a call to the instruction
** behind that.  So all calls of a range end at the same place: PATCH_FAR_BYTES into it, or in a shorter range behind
** its one near instruction. */
struct patch_layout {
	size_t near_at, end;       /* where a near instruction stands, and where calls end */
	bool single;               /* it lies within eight aligned bytes, and can be exchanged while threads run through
	                            * it */
};
struct patch_layout patch_layout(uintptr_t code, size_t bytes);
/* Is there what LLVM puts into a range, or what was put there by patch_write?  *ready: in the layout. */
bool patch_decode(const unsigned char *code, size_t bytes, const struct patch_layout *, bool *ready);
/* What the range, which is at `code` and holds `old`, is to hold; LR_RT_OK, LR_RT_E_PATCH_ROOM.  *far: not by a near
** instruction. */
int patch_encode(unsigned char *to, const unsigned char *old, uintptr_t code, size_t bytes, enum lr_patch,
	uintptr_t target, bool *far_form);

/* -- patch_reader.c */
#define stackmap_read patch_stackmap_read

/* -- patch_maps.c */
/* Is there a patch point or stack map at this address?  Takes the lock of the maps. */
bool patch_maps_have(const void *code);

#endif
