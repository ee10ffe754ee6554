/* check_roots.c -- the independent proof that a placement is right: entry and reports.
**
** Reads a function in the form with frame intrinsics and proves from nothing but that text that at every safepoint
** every object that is still needed sits in a slot of the pushed frame, or is alive for a reason that the text
** shows.  It shares no code with the placer.  check_model.h tells its parts.
**
** The rule.  A *root* is a word that the collector sees: a slot of the frame while that is pushed, or a word in a run
** of a block of the mapped frame while that is linked and the block is in use.
**
** State at a point of the function, the union over all ways to it unless said otherwise:
**   of each slot          the one class of objects that it holds on all ways, null, or unknown         check_slots.c
**   of the frame          pushed, not pushed; how many of its slots are shown
**                         check_frame_state.c
**   of the mapped frame   linked, not linked; each block in use, not in use
**                         check_map_state.c
**   of each word of a variable that stays an alloca, or of a parameter that is a copy                  check_words.c
**                         put (a reference from a callee or a copy), raw (never written), number; and of the variable
**                         whether its address is captured
** Demand, backward: an object is needed from its definition to its last use, and while a region preserves it
** (check_live.c); a word is, if it is read before it surely is overwritten (check_flow.c); all words of a captured
** variable are.
**
** At each safepoint it is an error if
**   1. an object is needed that neither is in a root for sure, nor is kept by others that are
**      check_need.c
**   2. a variable of the frame is needed whose words something else may have overwritten, or that is not shown
**      check_stack.c
**   3. a stored value may be read again from a word that is no root, and is not in another root on all ways
**      check_stored.c
**   4. a word is put and needed, and is no root for sure
**      check_words.c, 1
**   5. a word that may be a root of the mapped frame is raw or number
**      check_words.c, 2
**   6. objects move, and a value is used behind it that was not read again, or a callee keeps what it has read from a
**      word that is not deep
**      check_moved.c, check_words.c, 3
**   7. what was read out of a root as something else than a reference is used behind it
**      check_carried.c
** and elsewhere if an undefined reference leaves the function (check_undefined.c), a frame is pushed twice, stays
** behind at a return, shows slots that are stale, or does not say the truth of its variables (check_frame_state.c,
** check_stale.c, check_map.c, check_map_state.c).
**
** What words a callee or a copy may fill, the types say: those of sret, byval and return_roots arguments in every
** module; those of variables only where the module says that it keeps to them (check_types.c).  Elsewhere what is
** copied into a variable or written through its address without such an argument is nobody's reference, for whoever
** made the module roots it by other means.
**
** What it takes for granted: callees root what they are given in address space 12 until they return.  In modules whose
** types are not believed, callees do not keep the address of stack memory beyond the call (unless it is stored or
** turned into an integer here).  An address that may be anywhere in a variable is that of a part which has the type
** that is written. */
#include "check/model/check_model.h"
#include "host/passes.h"

static void *
context_memory(void *cx, void *p, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(cx, p, old_bytes, new_bytes);
}

/* Is this function one that roots its values?  That is whoever has the frame chain at hand, or asks for it anywhere, or
** was given a frame. */
static bool
keeps_roots(struct ck *c)
{
	if (c->frame != NULL || c->getter)
		return true;
	for (unsigned i = 0, n = LLVMCountParams(c->fn); i < n; i++)
		if (LLVMGetStringAttributeAtIndex(c->fn, i + 1, "gcstack", 7) != NULL)
			return true;
	return false;
}

static unsigned
attr_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static const struct attribute_kinds *
attribute_kinds(lr_context *cx)
{
	struct attribute_kinds *k = &cx->kinds;

	if (!k->known)
		*k = (struct attribute_kinds){
			.known = true,
			.memory = attr_kind("memory"),
			.twice = attr_kind("returns_twice"),
			.readonly = attr_kind("readonly"),
			.readnone = attr_kind("readnone"),
			.writeonly = attr_kind("writeonly"),
			.dereferenceable = attr_kind("dereferenceable"),
			.nocapture = attr_kind("nocapture"),
			.captures = attr_kind("captures"),
			.sret = attr_kind("sret"),
			.byval = attr_kind("byval"),
			.dead_on_unwind = attr_kind("dead_on_unwind"),
		};
	return k;
}

static void
set_up(struct ck *c, lr_context *cx, LLVMValueRef fn, bool reload)
{
	LLVMModuleRef m = LLVMGetGlobalParent(fn);
	LLVMContextRef lc = LLVMGetModuleContext(m);

	*c = (struct ck){ .cx = cx,
		.fn = fn, .reload = reload, .own_arguments = check_roots_arguments(fn),
		.layout = LLVMGetModuleDataLayout(m) };
	arena_init(&c->ar, context_memory, cx);
	arena_init(&c->scratch, context_memory, cx);
	ptrmap_init(&c->block_id, context_memory, cx);
	ptrmap_init(&c->lanes_of, context_memory, cx);
	ptrmap_init(&c->type_lanes, context_memory, cx);
	ptrmap_init(&c->proof_memo, context_memory, cx);
	ptrmap_init(&c->pointer_of, context_memory, cx);
	ptrmap_init(&c->walked, context_memory, cx);
	ptrmap_init(&c->callee_of, context_memory, cx);
	ptrmap_init(&c->word_of, context_memory, cx);
	c->md_invariant = LLVMGetMDKindIDInContext(lc, "invariant.load", 14);
	c->md_tbaa = LLVMGetMDKindIDInContext(lc, "tbaa", 4);
	c->md_scope = LLVMGetMDKindIDInContext(lc, "alias.scope", 11);
	c->md_arguments = LLVMGetMDKindIDInContext(lc, CHECK_ARGUMENTS_METADATA,
		sizeof CHECK_ARGUMENTS_METADATA - 1);
	c->md_constgv = LLVMGetMDKindIDInContext(lc, "julia.constgv", 13);
	c->attr = *attribute_kinds(cx);
	c->abi = check_abi(cx, fn);
	c->statepoints = c->abi == LR_ABI_STATEPOINT;
	c->word = LLVMPointerSizeForAS(c->layout, LR_AS_TRACKED);
	c->typed = check_module_is_typed(cx, m);
}

static void
tear_down(struct ck *c)
{
	ptrmap_free(&c->block_id);
	ptrmap_free(&c->lanes_of);
	ptrmap_free(&c->type_lanes);
	ptrmap_free(&c->proof_memo);
	ptrmap_free(&c->pointer_of);
	ptrmap_free(&c->walked);
	ptrmap_free(&c->callee_of);
	ptrmap_free(&c->word_of);
	arena_free(&c->ar);
	arena_free(&c->scratch);
}

static bool
no_memory(const struct ck *c)
{
	return c->ar.failed || c->block_id.failed || c->lanes_of.failed || c->type_lanes.failed || c->proof_memo.failed
		|| c->pointer_of.failed || c->walked.failed || c->callee_of.failed || c->word_of.failed;
}

/* A phase that leaves nothing behind but its verdict: what it allocates is the next one's room. */
static bool
judge(struct ck *c, bool (*phase)(struct ck *))
{
	struct arena facts = c->ar;
	bool ok;

	c->ar = c->scratch;
	ok = phase(c);
	facts.failed |= c->ar.failed;
	arena_reset(&c->ar);
	c->scratch = c->ar;
	c->ar = facts;
	return ok;
}

static bool
check_roots(struct ck *c)
{
	if (!check_places(c) || c->too_hard || !check_map_objects(c) || !check_read(c) || c->too_hard)
		return c->too_hard;
	if (!check_frame_state(c) || !check_map_state(c) || (c->table && !check_anchor(c)) || !check_slots(c)
		|| c->too_hard)
		return c->too_hard;
	return judge(c, check_need) && (!c->stale || judge(c, check_stale)) && judge(c, check_stack)
		&& judge(c, check_words) && judge(c, check_carried) && judge(c, check_arrays)
		&& (!c->moving || judge(c, check_moved));
}

/* A function of which InferGCLeaf says that it never collects calls nothing else. */
static void
check_leaf(struct ck *c)
{
	bool twice;

	if (!check_says_leaf(c->fn))
		return;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				&& check_is_safepoint(c, i, &twice))
				check_hole(c, i, "may let the collector in, but the function is inferred not to");
		}
}

/* Where statepoints are placed later, CheckGCRelocations proves what these say; here only stack memory that they do not
** show. */
static bool
check_memory(struct ck *c)
{
	const bool words = c->mapped != NULL || c->typed;

	if (!words && !check_may_carry(c))
		return true;
	if (!check_places(c) || c->too_hard || !check_map_objects(c) || !check_read(c) || c->too_hard)
		return c->too_hard;
	return check_map_state(c) && check_slots(c) && (!words || judge(c, check_words)) && judge(c, check_carried);
}

static bool
prove(struct ck *c)
{
	if (!check_look(c) && !c->too_hard)
		return true;
	c->moving = check_reloads(c->fn) || c->statepoints;
	check_new_node(c, NODE_ROOTED, NULL, 0, 0);
	if ((c->nblk == 0 && !check_cfg(c)) || !check_frame(c))
		return false;
	check_leaf(c);
	c->table = keeps_roots(c) && c->abi == LR_ABI_FRAMEMAP;
	return !keeps_roots(c) || (c->statepoints ? check_memory(c) : check_roots(c));
}

lr_status
check_function(lr_context *cx, LLVMValueRef fn, bool reload, unsigned *holes)
{
	struct ck c;
	lr_status status = LR_OK;

	if (holes != NULL)
		*holes = 0;
	if (LLVMCountBasicBlocks(fn) == 0)
		return LR_OK;
	set_up(&c, cx, fn, reload);
	if ((!prove(&c) || !check_undefined(&c)) && !c.too_hard)
		status = LR_E_NOMEM;
	if (no_memory(&c))
		status = LR_E_NOMEM;
	if (status == LR_E_NOMEM)
		lr_nomem(cx);
	else if (c.too_hard)
		check_hole(&c, fn, "not proved, because %s", c.why);
	if (holes != NULL)
		*holes = c.holes;
	if (status == LR_OK && c.holes > 0)
		status = LR_E_CHECK;
	tear_down(&c);
	return status;
}

lr_status
pass_check_gc_roots(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	lr_status status = LR_OK;

	(void)m;
	(void)params;
	progress_phase(cx, "check", nfns);
	for (size_t i = 0; i < nfns; i++) {
		lr_status s = check_function(cx, fns[i], cx->options.reload, NULL);
		progress_function(cx, fns[i]);
		if (s == LR_E_NOMEM)
			return s;
		if (s != LR_OK)
			status = s;
	}
	return status;
}
