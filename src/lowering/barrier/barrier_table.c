/* SPDX-License-Identifier: MIT */
/* barrier_table.c -- tables beside the heap that write barriers look into: log bits, and cards.
**
** The runtime puts the address of a table into a variable.  If that is the address of the entry for address 0, the
** entry for an address of the heap is found by a shift and a sum (barrier_table_byte).  The cards that barriers look
** into before they look at the child (barrier_build_card_test) are for the heap alone.  Barriers meet parents outside
** of it, so the variable also says where the heap begins, and how many cards it has. */
#include "lowering/common/lowering.h"

/* The words of a struct lr_card_table (layout.h). */
enum { TABLE_HEAP, TABLE_COUNT, TABLE_CARDS, TABLE_WORDS };

/* A variable of the runtime of that many words. */
static LLVMValueRef
variable(struct lower *l, const char *name, unsigned words)
{
	struct edit *e = &l->e;
	LLVMValueRef g = LLVMGetNamedGlobal(e->module, name);
	LLVMTypeRef type = words == 1 ? e->word : LLVMArrayType2(e->word, words);

	return g != NULL ? g : LLVMAddGlobal(e->module, type, name);
}

/* Loads a word of a variable. */
static LLVMValueRef
load_word(struct lower *l, LLVMValueRef variable, unsigned n, const char *name)
{
	struct edit *e = &l->e;
	LLVMValueRef at = n == 0 ? variable
		: LLVMBuildInBoundsGEP2(e->builder, e->word, variable, (LLVMValueRef[]){ edit_word(e, n) }, 1, "");
	LLVMValueRef word = LLVMBuildLoad2(e->builder, e->word, at, name);

	LLVMSetAlignment(word, e->word_bytes);
	return word;
}

LLVMValueRef
barrier_address_word(struct lower *l, LLVMValueRef address)
{
	struct edit *e = &l->e;

	if (LLVMTypeOf(address) != e->ptr)
		address = LLVMBuildAddrSpaceCast(e->builder, address, e->ptr, "");
	return LLVMBuildPtrToInt(e->builder, address, e->word, "");
}

LLVMValueRef
barrier_table_byte(struct lower *l, const char *name, LLVMValueRef address_word, unsigned shift)
{
	struct edit *e = &l->e;
	LLVMValueRef base = load_word(l, variable(l, name, 1), 0, "table");
	LLVMValueRef n = LLVMBuildLShr(e->builder, address_word, edit_word(e, shift), "");

	return LLVMBuildIntToPtr(e->builder, LLVMBuildAdd(e->builder, base, n, ""), e->ptr, "");
}

LLVMValueRef
barrier_load_byte(struct lower *l, LLVMValueRef at, const char *name)
{
	LLVMValueRef byte = LLVMBuildLoad2(l->e.builder, l->e.i8, at, name);

	LLVMSetOrdering(byte, LLVMAtomicOrderingMonotonic); /* the collector and other threads change it */
	LLVMSetAlignment(byte, 1);
	return byte;
}

LLVMValueRef
barrier_build_inside(struct lower *l, LLVMValueRef slot, LLVMValueRef *n)
{
	struct edit *e = &l->e;
	LLVMValueRef table = variable(l, l->profile->card_table, TABLE_WORDS), at = barrier_address_word(l, slot);

	at = LLVMBuildSub(e->builder, at, load_word(l, table, TABLE_HEAP, "heap"), "");
	*n = LLVMBuildLShr(e->builder, at, edit_word(e, l->profile->card_table_shift), "");
	return LLVMBuildICmp(e->builder, LLVMIntULT, *n, load_word(l, table, TABLE_COUNT, "card_count"), "in_heap");
}

LLVMValueRef
barrier_build_card_test(struct lower *l, LLVMValueRef n)
{
	struct edit *e = &l->e;
	LLVMValueRef table = variable(l, l->profile->card_table, TABLE_WORDS);
	LLVMValueRef at = LLVMBuildAdd(e->builder, load_word(l, table, TABLE_CARDS, "cards"), n, "");
	LLVMValueRef card = barrier_load_byte(l, LLVMBuildIntToPtr(e->builder, at, e->ptr, ""), "card");

	return LLVMBuildICmp(e->builder, LLVMIntNE, card, LLVMConstNull(e->i8), "card_marked");
}
