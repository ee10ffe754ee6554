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

void
barrier_card_build(struct lower *l, LLVMValueRef address)
{
	const struct lr_profile *p = l->profile;
	LLVMValueRef card = barrier_table_byte(l, p->card_base, barrier_address_word(l, address), p->card_shift);
	LLVMValueRef mark = LLVMBuildStore(l->e.builder, LLVMConstInt(l->e.i8, p->card_value, false), card);

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
