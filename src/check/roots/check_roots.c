/* SPDX-License-Identifier: MIT */
/* check_roots.c -- CheckGCRoots: at every safepoint, every object that is still needed is rooted.
**
** An independent proof that a placement is right.  It reads one function in the form with frame intrinsics, and nothing
** else; check/README.md says what it shares with placement.
**
** The rule
**
** A *root* is a word that the collector sees: a slot of the frame while the frame is pushed and the push shows that
** slot, or a word in a run of a block of the mapped frame while that is linked and the block is in use.
**
** Abstract objects.  A *node* is the object that a special pointer belongs to: a definition, a phi, or a choice between
** nodes (check_value.c).  Constants, arguments (unless the function roots its arguments itself), types and stack memory
** are the node "rooted".  A *class* is a set of nodes that are the same object whenever both are live (check_class.c,
** check_partition.c).  A node is *covered* at a safepoint if a root holds its class, if the callee roots it while the
** call runs (address space 12, unless objects move or the call may return twice), or if it has refinements and all of
** these are covered.  The refinements of a phi or choice are its inputs (of a phi, those that dominate it, and what
** covers the others); those of an object that was loaded from immutable memory are the owner of that (check_proof.c).
**
** State, forward
**   slot                 holds one class, null, or something unknown                      check_slots.c, check_merges.c
**   frame                may be pushed, may be not; how many slots are shown                        check_frame_state.c
**   chain                its head may be the frame of a function that was unwound                   check_frame_state.c
**   anchor               may be linked, may be not (ABI framemap)                                        check_anchor.c
**   mapped frame         may be linked, may be not; of each block: in use, not in use                 check_map_state.c
**   word of a variable   put (a reference that a callee or copy wrote), raw (not written), number;
**                        of the variable: captured, exposed                                               check_words.c
** Demand, backward
**   node                 needed: used later, or preserved by a region that is active                       check_live.c
**   word of a variable   may be read before it surely is overwritten                                       check_flow.c
**
** Transfer, by event (check_read.c reads the instructions, check_expand.c adds the uses of phis)
**   frame made, zeroed            all slots null.  With ABI framemap the frame is pushed when it is made, and the push
**                                 and pop below are the link and unlink of the anchor
**   store of v into slot s        s holds the class of v; unknown if the address of s has escaped or s is not shown
**   load from slot s              s holds the class of the loaded value
**   other write to slots          these are unknown
**   push showing n slots          frame pushed; slots from n on are unknown until the pop
**   pop                           frame not pushed
**   store to the head of chain    of the frame: the head is in order; of what the function found: frame not pushed, too
**   landing pad of a safepoint    the head of the chain may be the frame of a function that was unwound
**   link, unlink of an anchor     anchor linked, not linked
**   store to the mapped frame     linked, not linked (then an anchor above it is not, either); block in use, not in use
**   access to stack memory        changes the words of variables by the table in check_words.c, and the demand for them
**                                 by that in check_flow.c; check_place.c, check_access.c say which words
**   definition of v               the nodes of v are not needed before
**   use of v                      the nodes of v are needed before
**   call                          defines its result and uses its operands: those that the callee roots before its
**                                 safepoint, all others behind it; a musttail call is a return as well
**   preserve begin, end           the nodes of the region are needed in between
** Join: slots hold what they hold on all edges, or a phi of the block whose operands they hold; else they are unknown.
** Every "may" and every demand is the union over all edges.  The contents of slots may be any solution of the
** equations, for what holds on all edges into a loop holds the first time; all else is the least solution.
**
** At a safepoint it is an error if
**   1. a node is needed and not covered.  At a call that may return twice only those slots count that are written
**      with nothing else on any path behind the call                                        check_need.c, check_twice.c
**   2. a variable of the frame may be read later, and its words may be overwritten by something else, or are not shown
**      check_frame_variables.c
**   3. a stored reference may be read later from memory that is no root, and no root holds it on all paths
**      check_stored.c
**   4. a word is put and in demand, and is no root for sure                                            check_words.c, 1
**   5. a word that may be a root is raw or a number                                                    check_words.c, 2
**   6. objects move, and (a) a value is used behind the safepoint that was not read again from a slot, and its object
**      is not pinned; or (b) the callee takes a value by va_arg, and its object is not transitively pinned; or (c) the
**      callee may keep what it read from a word that does not pin transitively
**                                                                       check_moved.c, check_origin.c, check_words.c, 3
**   7. a number or plain pointer that was read out of a root before it is used behind it, unless the root has not
**      changed since                                                                 check_carried.c, check_unchanged.c
**   8. an argument of a boxed call is not in the slot where the callee finds it                          check_arrays.c
**   9. control leaves for code that no table describes, and on some path no anchor is linked             check_anchor.c
**  10. the head of the chain may be the frame of a function that was unwound                        check_frame_state.c
**  11. a slot that is shown may hold what it kept over a safepoint without the frame                      check_stale.c
**  12. the function is inferred to be a GC leaf                                                           check_roots.c
** and elsewhere if
**  13. an undefined reference is returned, stored or passed, by the table in check_undefined.c; check_unwritten.c
**  14. the frame or an anchor is pushed twice, popped without a push, or still pushed at a return
**      check_frame_state.c, check_anchor.c
**  15. the frame is malformed, or the mapped frame is, or says something false of its variables
**      check_frame.c, check_read.c, check_map.c, check_map_state.c
**  16. the function is too large to be analysed, which is reported as "not proved"
**
** What applies to which function.  13 applies to every function.  12, and that the frame is well-formed, apply where
** there may be something to prove (check_first_look.c).  The rest applies to those of these that have a frame or the
** chain of frames at hand; but where a function gets statepoints later, only 4, 5, 7, 15 and the words of 6, for
** relocations/check_reloc.c proves what statepoints list.
**
** What it takes for granted.  Attributes and metadata of the module are true: which calls are GC leaves or touch no
** memory (check_callee.c, check_table.c), which memory is immutable, which types hold references.  The types of
** sret, byval and return_roots arguments are believed in every module; those of variables only where the module says
** that memory holds what its type says (check_types.c).  Elsewhere what is copied into a variable, or written
** through its address without such an argument, is no reference, for the front end roots it by other means.  Callees
** root arguments in address space 12 until they return.  In modules whose types are not believed, callees do not keep
** the address of stack memory beyond the call, unless it is stored or made an integer here.  An address that may be
** anywhere in a variable is that of a part with the type that is written. */
#include "check/model/check_phases.h"
#include "host/passes.h"

static void *
context_memory(void *cx, void *p, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(cx, p, old_bytes, new_bytes);
}

/* Does the function root its values?  It does if it has a frame, asks for the chain of frames, or has it as an
** argument. */
static bool
keeps_roots(struct ck *c)
{
	return c->frame != NULL || c->getter || check_gcstack(c->fn) != NULL;
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

enum { MAPS = 8 };

static struct ptrmap *
map_of(struct ck *c, int i)
{
	struct ptrmap *const maps[MAPS] = { &c->block_id, &c->lanes_of, &c->type_lanes, &c->proof_memo,
		&c->pointer_of, &c->walked, &c->callee_of, &c->word_of };

	return maps[i];
}

void
check_set_up(struct ck *c, lr_context *cx, LLVMValueRef fn, bool reload)
{
	LLVMModuleRef m = LLVMGetGlobalParent(fn);
	LLVMContextRef lc = LLVMGetModuleContext(m);

	*c = (struct ck){ .cx = cx,
		.fn = fn, .reload = reload, .own_arguments = check_roots_arguments(fn),
		.layout = LLVMGetModuleDataLayout(m) };
	arena_init(&c->ar, context_memory, cx);
	arena_init(&c->scratch, context_memory, cx);
	for (int i = 0; i < MAPS; i++)
		ptrmap_init(map_of(c, i), context_memory, cx);
	c->md_invariant = LLVMGetMDKindIDInContext(lc, "invariant.load", 14);
	c->md_immutable = LLVMGetMDKindIDInContext(lc, CHECK_IMMUTABLE_METADATA, sizeof CHECK_IMMUTABLE_METADATA - 1);
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
	c->rule = "frame";
}

void
check_tear_down(struct ck *c)
{
	for (int i = 0; i < MAPS; i++)
		ptrmap_free(map_of(c, i));
	arena_free(&c->ar);
	arena_free(&c->scratch);
}

bool
check_out_of_memory(struct ck *c)
{
	bool failed = c->ar.failed;

	for (int i = 0; i < MAPS; i++)
		failed |= map_of(c, i)->failed;
	return failed;
}

/* Runs a phase; `rule` names what it proves. */
static bool
run(struct ck *c, const char *rule, bool (*phase)(struct ck *))
{
	c->rule = rule;
	return phase(c);
}

/* Runs a phase whose only results are reports: the memory that it takes is free for the next phase. */
static bool
judge(struct ck *c, const char *rule, bool (*phase)(struct ck *))
{
	struct arena facts = c->ar;
	bool ok;

	c->ar = c->scratch;
	ok = run(c, rule, phase);
	facts.failed |= c->ar.failed;
	arena_reset(&c->ar);
	c->scratch = c->ar;
	c->ar = facts;
	return ok;
}

/* -- the phases.  Each returns false if it cannot go on: memory is exhausted, or c->too_hard says why. */

/* Finds stack memory and the places that pointers address in it, then nodes, classes and events. */
static bool
read_function(struct ck *c)
{
	return check_places(c) && !c->too_hard && check_map_objects(c) && check_read(c) && !c->too_hard;
}

static bool
prove_roots(struct ck *c)
{
	return run(c, "frame", read_function)
		&& run(c, "frame", check_frame_state)
		&& run(c, "map", check_map_state)
		&& (!c->table || run(c, "anchor", check_anchor))
		&& run(c, "frame", check_slots) && !c->too_hard
		&& judge(c, "root", check_need)
		&& (!c->stale || judge(c, "stale-slot", check_stale))
		&& judge(c, "variable", check_frame_variables)
		&& judge(c, "memory", check_words)
		&& judge(c, "copy", check_carried)
		&& (!c->moving || judge(c, "moved", check_moved))
		&& judge(c, "array", check_arrays);
}

/* For a function that gets statepoints later: only memory that these do not list. */
static bool
prove_memory(struct ck *c)
{
	const bool words = c->mapped != NULL || c->typed;

	if (!words && !check_may_carry(c))
		return true;
	return run(c, "frame", read_function)
		&& run(c, "map", check_map_state)
		&& run(c, "frame", check_slots)
		&& (!words || judge(c, "memory", check_words))
		&& judge(c, "copy", check_carried);
}

/* Reports each safepoint in a function whose callers take it for a leaf. */
static void
check_leaf(struct ck *c)
{
	const bool inferred = check_says_inferred_leaf(c->fn);
	bool twice;

	if (!check_says_leaf(c))
		return;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				&& (inferred ? check_is_safepoint(c, i, &twice) : check_breaks_leaf(c, i)))
				check_hole(c, i, "this call may collect, but the function %s", inferred
					? "was inferred to be a GC leaf"
					: "says by its attributes that it never does");
		}
}

/* Reports a function that uses its GC stack, or has a frame for it alone, though a call gives it none.  LLVM lets calls
** pass poison for an argument that nothing uses, as before there are frames. */
static void
check_given_stack(struct ck *c)
{
	LLVMValueRef stack = check_gcstack(c->fn);
	unsigned p = 0;

	if (stack == NULL || (LLVMGetFirstUse(stack) == NULL && (c->frame == NULL || c->getter)))
		return;
	while (LLVMGetParam(c->fn, p) != stack)
		p++;
	for (LLVMUseRef u = LLVMGetFirstUse(c->fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if ((LLVMIsACallInst(call) == NULL && LLVMIsAInvokeInst(call) == NULL)
			|| LLVMGetCalledValue(call) != c->fn || p >= LLVMGetNumArgOperands(call)
			|| !LLVMIsUndef(LLVMGetOperand(call, p)))
			continue;
		check_hole(c, c->fn, "uses its \"gcstack\" argument, and the function '%s' passes poison for it",
			value_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
		return;
	}
}

static bool
prove(struct ck *c)
{
	if (!check_first_look(c) && !c->too_hard)
		return true;
	c->moving = check_reloads(c->fn) || c->statepoints;
	check_new_node(c, NODE_ROOTED, NULL, 0, 0);
	if ((c->nblk == 0 && !check_cfg(c)) || !check_frame(c))
		return false;
	c->rule = "leaf";
	check_leaf(c);
	c->rule = "frame";
	check_given_stack(c);
	if (!keeps_roots(c)) {
		if (c->cx->findings == NULL)
			return true;
		c->cx->findings->no_frame = true; /* whatever a safepoint needs is rooted elsewhere, or not at all */
	}
	c->table = c->abi == LR_ABI_FRAMEMAP;
	return c->statepoints ? prove_memory(c) : prove_roots(c);
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
	check_set_up(&c, cx, fn, reload);
	bool ok = (prove(&c) || c.too_hard) && (run(&c, "undefined", check_undefined) || c.too_hard)
		&& !check_out_of_memory(&c);
	c.rule = "limit";
	if (ok && c.too_hard)
		check_hole(&c, fn, "not proved, because %s", c.why);
	if (!ok)
		status = lr_nomem(cx);
	else if (c.holes > 0)
		status = LR_E_CHECK;
	if (holes != NULL)
		*holes = c.holes;
	check_tear_down(&c);
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
