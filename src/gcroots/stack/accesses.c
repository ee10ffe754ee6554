/* SPDX-License-Identifier: MIT */
/* accesses.c -- all accesses to the stack variables that get words of the frame, so that their live ranges are known.
**
** Runs when all instructions are read.  Follows the uses of the address of each variable.  A variable whose address
** escapes is in use everywhere. */
#include "gcroots/stack/stack.h"
#include "gcroots/stack/variables.h"

#include <stdlib.h>

struct vars {
	struct scan *sc;
	/* whole: the pointer is to the first byte of the variable; exact: its distance from that is constant */
	struct follow { LLVMValueRef pointer; bool whole, exact; } *todo;
	uint32_t ntodo, todo_cap;
	bool escapes;
	LLVMValueRef *inst;      /* by access of fn.access: its instruction */
	uint32_t inst_cap;
};
#define UNKNOWN_WORDS (UINT32_MAX / 8) /* of a variable of another kind: its words are those of shadows */

static void
access(struct vars *v, LLVMValueRef inst, unsigned kind)
{
	struct fn *f = v->sc->f;
	block_id block = scan_block(v->sc, LLVMGetInstructionParent(inst));

	if (block == NONE)
		return;
	if (!ARENA_PUSH(v->sc->ar, f->access, f->naccess, f->access_cap)
		|| !ARENA_PUSH(v->sc->ar, v->inst, f->naccess, v->inst_cap))
		return;
	v->inst[f->naccess] = inst;
	f->access[f->naccess++] = (struct access){ .block = block, .kind = (uint8_t)kind };
}

/* Does a constant length cover all words of the variable? */
static bool
covers(const struct vars *v, const struct follow *p, uint32_t words, LLVMValueRef length)
{
	return p->whole && LLVMIsAConstantInt(length)
		&& LLVMConstIntGetZExtValue(length) >= (uint64_t)words * v->sc->s->word;
}

static void
call_use(struct vars *v, LLVMValueRef call, const struct follow *p, uint32_t words)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const struct callee_info *c = session_callee(v->sc->s, callee);
	unsigned nargs = LLVMGetNumArgOperands(call), kind = 0;

	if (!c || c->intr == INTR_LLVM_DEBUG)
		return;
	if (c->intr == INTR_LLVM_LIFETIME) {
		access(v, call, ACCESS_KILL);
		return;
	}
	for (unsigned i = 0; i < nargs; i++) {
		if (operand_of(call, i) != p->pointer)
			continue;
		const char *name = c->intr == INTR_LLVM ? value_name(callee) : "";
		if (strncmp(name, "llvm.memset.", 12) == 0)
			kind |= ACCESS_WRITE | (covers(v, p, words, operand_of(call, 2)) ? ACCESS_KILL : 0);
		else if (strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0)
			kind |= i == 0 ? ACCESS_WRITE | (covers(v, p, words, operand_of(call, 2)) ? ACCESS_KILL : 0)
				: ACCESS_READ;
		else if (stack_not_captured(v->sc->s, call, i)
			|| session_argument_attribute(call, i, v->sc->s->kind_sret))
			kind |= ACCESS_READ | ACCESS_WRITE;
		else
			v->escapes = true;
	}
	/* bundles keep values alive, not memory; an address in a bundle has another purpose */
	for (unsigned i = nargs; i < (unsigned)LLVMGetNumOperands(call); i++)
		v->escapes |= operand_of(call, i) == p->pointer;
	if ((kind & ACCESS_READ) && (kind & ACCESS_KILL))
		kind &= ~(unsigned)ACCESS_KILL; /* it reads the content that it replaces */
	if (kind)
		access(v, call, kind);
}

static void
follow(struct vars *v, LLVMValueRef pointer, bool whole, bool exact)
{
	if (ARENA_PUSH(v->sc->ar, v->todo, v->ntodo, v->todo_cap))
		v->todo[v->ntodo++] = (struct follow){ pointer, whole, exact };
}

/* Notes the values that a load of the variable yields, as far as they are live at safepoints.  Until positions are
** known, `position` is the index of the access. */
static void
note_loaded(struct vars *v, LLVMValueRef load)
{
	struct fn *f = v->sc->f;
	struct bases ns = scan_bases(v->sc, load);

	for (uint32_t i = 0; i < ns.n; i++) {
		base_id x = base_at(&ns, i);
		if (x >= 0 && !f->val[x].local && v->sc->ir->defining[x] == load
			&& ARENA_PUSH(v->sc->ar, f->loaded, f->nloaded, f->loaded_cap))
			f->loaded[f->nloaded++] = (struct loaded){ (uint32_t)x, f->nvar - 1, f->naccess - 1 };
	}
}

static void
use(struct vars *v, LLVMValueRef user, const struct follow *p, uint32_t words)
{
	const struct type_info *t;

	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMLoad:
		access(v, user, ACCESS_READ);
		if (p->exact && words != UNKNOWN_WORDS && scan_block(v->sc, LLVMGetInstructionParent(user)) != NONE)
			note_loaded(v, user);
		break;
	case LLVMStore:
		if (operand_of(user, 0) == p->pointer) {
			v->escapes = true;
			break;
		}
		t = session_type(v->sc->s, LLVMTypeOf(operand_of(user, 0)));
		access(v, user, ACCESS_WRITE | (t && p->whole && t->all && t->count >= words ? ACCESS_KILL : 0));
		break;
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		v->escapes |= operand_of(user, 0) != p->pointer;
		access(v, user, ACCESS_READ | ACCESS_WRITE);
		break;
	case LLVMGetElementPtr:
		follow(v, user, false, p->exact && stack_constant_indices(user));
		break;
	case LLVMBitCast: case LLVMAddrSpaceCast:
		/* uses of a special pointer are recorded as uses of its base */
		t = session_type(v->sc->s, LLVMTypeOf(user));
		if (!t || t->count)
			v->escapes = true;
		else
			follow(v, user, p->whole, p->exact);
		break;
	case LLVMICmp:
		break;
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		call_use(v, user, p, words);
		break;
	default:
		v->escapes = true;
	}
}

/* Appends all accesses to the variable to fn.access; sets v->escapes. */
static void
accesses_of(struct vars *v, LLVMValueRef alloca, uint32_t words)
{
	v->escapes = false;
	v->ntodo = 0;
	follow(v, alloca, true, true);
	while (v->ntodo && !v->escapes) {
		struct follow p = v->todo[--v->ntodo];
		for (LLVMUseRef u = LLVMGetFirstUse(p.pointer); u && !v->escapes; u = LLVMGetNextUse(u))
			if (LLVMIsAInstruction(LLVMGetUser(u)))
				use(v, LLVMGetUser(u), &p, words);
			else
				v->escapes = true;
	}
}

static struct var *
new_var(struct scan *sc, uint32_t words, uint32_t align)
{
	struct fn *f = sc->f;

	if (!ARENA_PUSH(sc->ar, f->var, f->nvar, f->var_cap))
		return NULL;
	f->var[f->nvar] = (struct var){ .words = words, .align = align / sc->s->word, .access_at = f->naccess };
	return &f->var[f->nvar++];
}

/* By block: are there several accesses to one variable, so that their order matters? */
static bool *
find_crowded(const struct vars *v)
{
	const struct scan *sc = v->sc;
	const struct fn *f = sc->f;
	/* by block: the last variable that has an access there, + 1 */
	uint32_t *last = arena_zarray(sc->ar, f->g.nblk, sizeof *last);
	bool *crowded = arena_zarray(sc->ar, f->g.nblk, sizeof *crowded);

	for (uint32_t i = 0; last && crowded && i < f->nvar; i++)
		for (uint32_t k = 0; !f->var[i].same_access && k < f->var[i].access_n; k++) {
			uint32_t b = f->access[f->var[i].access_at + k].block;
			crowded[b] |= sc->s->shown || last[b] == i + 1;
			last[b] = i + 1;
		}
	return last ? crowded : NULL;
}

/* Sets the position of each access in its block, where the order matters.  Such blocks are walked once more, up to
** the last access. */
static void
number_positions(struct vars *v)
{
	struct scan *sc = v->sc;
	struct fn *f = sc->f;
	const bool *crowded = find_crowded(v);
	/* by block: accesses that are still to be found */
	uint32_t *left = arena_zarray(sc->ar, f->g.nblk, sizeof *left);
	struct ptrmap *map = &sc->s->positions;
	uint32_t n = 0;

	if (!crowded || !left)
		return;
	ptrmap_clear(map);
	for (uint32_t i = 0; i < f->naccess; i++) {
		block_id b = f->access[i].block;
		f->access[i].safe = f->safe_at[b];
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): with naccess != 0 there is inst */
		if (!crowded[b] || ptrmap_get(map, v->inst[i]) != PTRMAP_NONE)
			continue;
		if (!ptrmap_set(map, v->inst[i], n++))
			sc->ar->failed = true;
		left[b]++;
	}
	struct spot { uint32_t position, safe; } *spot = arena_zarray(sc->ar, n, sizeof *spot);
	for (uint32_t i = 0; n && spot && i < f->naccess; i++) {
		block_id b = f->access[i].block, at = 0, s = f->safe_at[b];
		if (left[b] == 0)
			continue;
		for (LLVMValueRef x = LLVMGetFirstInstruction(sc->ir->block[b]); x && left[b];
			x = LLVMGetNextInstruction(x), at++) {
			uint32_t k = ptrmap_get(map, x);
			if (k != PTRMAP_NONE)
				spot[k] = (struct spot){ at, s }, left[b]--;
			s += s < f->safe_at[b + 1] && sc->ir->safe[s] == x;
		}
		left[b] = 0;
	}
	for (uint32_t i = 0; n && spot && i < f->naccess; i++) {
		uint32_t k = ptrmap_get(map, v->inst[i]);
		if (k != PTRMAP_NONE)
			f->access[i].position = spot[k].position, f->access[i].safe = spot[k].safe;
	}
}

static int
by_place(const void *a, const void *b)
{
	const struct access *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->position < y->position ? -1 : x->position > y->position;
}

/* Sorts accesses by block and position.  Most variables have few. */
static void
sort_accesses(struct access *a, uint32_t n)
{
	enum { FEW = 12 };

	if (n > FEW) {
		qsort(a, n, sizeof *a, by_place);
		return;
	}
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k > 0 && by_place(&a[k - 1], &a[k]) > 0; k--) {
			struct access later = a[k - 1];
			a[k - 1] = a[k];
			a[k] = later;
		}
}

static bool
in_loop(const struct fn *f, block_id block)
{
	return f->g.irreducible || f->g.loop[block] != NONE;
}

/* May a store write to several places of its variable, so that one shadow slot is not enough? */
static bool
repeats(const struct fn *f, const struct shadow_store *s)
{
	return s->computed && in_loop(f, s->block);
}

static void
shadow_vars(struct vars *v)
{
	struct scan *sc = v->sc;
	struct ir *ir = sc->ir;

	for (uint32_t i = 0; i < ir->nshadow && !sc->ar->failed; i++) {
		struct shadow_store *s = &ir->shadow[i];
		const struct stack_var *of = s->of == NONE ? NULL : &ir->var[s->of];
		s->mirror = repeats(sc->f, s);
		if (s->further && !s->mirror) {
			s->n = 0; /* the first candidate has a shadow slot, which serves all of them */
			continue;
		}
		if (of && !of->fixed && (in_loop(sc->f, of->block) || s->mirror)) {
			scan_fail(sc, s->store,
				"stores an object reference into stack memory that is allocated in a loop or of "
				"computed size: no fixed slot can root it");
			return;
		}
		if (s->mirror && (!of || !s->packed)) {
			scan_fail(sc, s->store,
				"stores object references through a computed address in a loop, and the stack variable "
				"is not known: no fixed slot can root them");
			return;
		}
		/* cppcheck-suppress nullPointerRedundantCheck ; a mirror has a variable */
		uint32_t words = s->mirror ? (uint32_t)((of->bytes + ir->word - 1) / ir->word) + s->guarded : s->n;
		uint32_t first = sc->f->naccess;
		struct var *var = new_var(sc, words, ir->word);
		if (!var)
			return;
		s->var = sc->f->nvar - 1;
		if (of && of->var != NONE) { /* all shadows of a variable are in use when the variable is */
			const struct var *same = &sc->f->var[of->var];
			var->access_at = same->access_at, var->access_n = same->access_n,
			var->everywhere = same->everywhere;
			var->same_access = true;
			continue;
		}
		v->escapes = !of;
		if (of) {
			ir->var[s->of].var = s->var;
			accesses_of(v, of->alloca, UNKNOWN_WORDS);
		}
		var->everywhere = v->escapes;
		var->access_n = sc->f->naccess - first;
	}
}

void
stack_accesses(struct scan *sc)
{
	struct vars v = { .sc = sc };
	struct fn *f = sc->f;
	struct ir *ir = sc->ir;

	for (uint32_t i = 0; i < ir->nvar && !sc->ar->failed; i++) {
		if (!ir->var[i].roots)
			continue;
		if (stack_is_rooted(sc, &ir->var[i])) {
			ir->var[i].roots = false;
			continue;
		}
		struct var *var = new_var(sc, ir->var[i].nslots, ir->var[i].align);
		if (!var)
			return;
		ir->var[i].var = f->nvar - 1;
		accesses_of(&v, ir->var[i].alloca, ir->var[i].nslots);
		/* if others know the root, as its metadata says, its word is shared with nothing else */
		var->everywhere = v.escapes || LLVMGetMetadata(ir->var[i].alloca, sc->s->md_roots);
		var->access_n = f->naccess - var->access_at;
	}
	shadow_vars(&v);
	if (f->naccess == 0 || sc->ar->failed)
		return;
	ir->access = v.inst;
	number_positions(&v);
	for (uint32_t i = 0; i < f->nloaded; i++)
		f->loaded[i].position = f->access[f->loaded[i].position].position;
	/* only colour_stack needs the accesses in order; ir.access stays in the order in which they were found */
	for (uint32_t i = 0; i < f->nvar; i++)
		if (!f->var[i].same_access)
			sort_accesses(f->access + f->var[i].access_at, f->var[i].access_n);
}
