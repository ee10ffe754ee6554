/* SPDX-License-Identifier: MIT */
/* barrier_cards.c -- write barriers for collectors with cards: the heap is cut into cards of 1 << card_shift bytes,
** with a byte for each in a table.  The runtime puts the address of the byte of address 0 into a variable.
**
**   card_base[address >> card_shift] = card_value
**
** There is no test and no call.  A barrier that knows its slots marks the card of each.  Otherwise it marks that of the
** parent's address, so a marked card also says that any word of the objects that begin in it may have changed.
**
** The store is volatile: for LLVM no call reads the table, but a collection does. */
#include "lowering/common/lowering.h"

/* The variable with the address of the table. */
static LLVMValueRef
base_variable(struct lower *l)
{
	struct edit *e = &l->e;
	LLVMValueRef g = LLVMGetNamedGlobal(e->module, l->profile->card_base);

	return g != NULL ? g : LLVMAddGlobal(e->module, e->word, l->profile->card_base);
}

void
barrier_card_build(struct lower *l, LLVMValueRef address)
{
	struct edit *e = &l->e;
	LLVMBuilderRef b = e->builder;

	if (LLVMTypeOf(address) != e->ptr)
		address = LLVMBuildAddrSpaceCast(b, address, e->ptr, "");
	LLVMValueRef n = LLVMBuildPtrToInt(b, address, e->word, "");
	LLVMValueRef base = LLVMBuildLoad2(b, e->word, base_variable(l), "card_base");
	LLVMSetAlignment(base, e->word_bytes);
	LLVMValueRef at = LLVMBuildAdd(b, base, LLVMBuildLShr(b, n, edit_word(e, l->profile->card_shift), ""), "");
	LLVMValueRef mark = LLVMBuildStore(b, LLVMConstInt(e->i8, l->profile->card_value, false),
		LLVMBuildIntToPtr(b, at, e->ptr, "card"));
	LLVMSetOrdering(mark, LLVMAtomicOrderingUnordered); /* other threads mark the same card */
	LLVMSetVolatile(mark, true);
	LLVMSetAlignment(mark, 1);
}

void
barrier_cards_build(struct lower *l, const struct barrier *b)
{
	const unsigned n = barrier_known_slots(b);

	edit_before(&l->e, b->call);
	if (n == 0)
		barrier_card_build(l, LLVMGetOperand(b->call, 0));
	/* julia.write_barrier has one slot for all of its children; field barriers have one for each */
	for (unsigned i = 0; i < n; i++)
		barrier_card_build(l, LLVMGetOperand(b->call, 1 + 2 * i));
}
