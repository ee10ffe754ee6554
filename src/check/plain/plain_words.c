/* SPDX-License-Identifier: MIT */
/* plain_words.c -- what each piece of stack memory is: a root, the frame, a local variable, or memory that is not
** followed; and the elements of its words. */
#include "check/plain/plain.h"

#include "lateroot/abi.h"

enum { HEADER_WORDS = 2, VARIABLE_WORDS_MOST = 64 };
/* In the number of roots of Julia's runtime: the words are addresses of variables. */
enum { COUNT_INDIRECT = 1 };

static bool
stop(struct plain *p, const char *rule, LLVMValueRef at, const char *why)
{
	p->stop = true;
	return plain_unknown(p, rule, at != NULL ? at : p->fn, why);
}

static bool
add_frame(struct plain *p, uint32_t object)
{
	struct plain_object *x = &p->object[object];

	if (x->gcroot || x->escaped || x->mixed || x->odd != NULL)
		return stop(p, "linked-frame", x->odd != NULL ? x->odd : x->alloca,
			"the frame, or an address in it, is used in an unknown way");
	if (!x->entry || x->words < HEADER_WORDS)
		return stop(p, "linked-frame", x->alloca,
			"the frame is not made in the entry block, or its size is not known");
	if (!ARENA_PUSH(p->ar, p->frame, p->nframe, p->frame_cap))
		return false;
	x->frame = p->nframe;
	p->frame[p->nframe++] = (struct plain_frame){ .object = object };
	return true;
}

static bool
find_frames(struct plain *p)
{
	LLVMValueRef gcroot = NULL;

	if (p->object[PLAIN_HEAD].odd != NULL)
		return stop(p, "linked-frame", p->object[PLAIN_HEAD].odd,
			"the address of the head of the chain is used in an unknown way");
	for (uint32_t o = 0; o < p->nobject && !p->stop; o++) {
		if (p->object[o].gcroot)
			gcroot = p->object[o].alloca;
		if (p->object[o].given != NULL && p->object[o].given_object == PLAIN_HEAD && !add_frame(p, o))
			return false;
	}
	for (uint32_t o = 0; o < p->nobject && !p->stop; o++) {
		struct plain_object *x = &p->object[o];
		if (x->behind == NULL || (x->frame != NONE && p->object[x->behind_object].frame != NONE))
			continue;
		x->escaped = true;
		x->odd = x->behind;
		if (x->frame != NONE)
			return stop(p, "linked-frame", x->behind,
				"the frame, or an address in it, is used in an unknown way");
	}
	return p->stop || p->nframe == 0 || gcroot == NULL || stop(p, "linked-frame", gcroot,
		"the function links a frame and has variables of llvm.gcroot");
}

/* The number of roots in a map of LLVM's shadow stack. */
static bool
roots_of_map(LLVMValueRef map, uint64_t *n)
{
	LLVMValueRef x = LLVMIsAGlobalVariable(map) != NULL && LLVMIsGlobalConstant(map)
		? LLVMGetInitializer(map) : NULL;

	for (unsigned deep = 0; x != NULL && deep < 8 && LLVMIsAConstantInt(x) == NULL; deep++)
		x = LLVMIsAConstantStruct(x) != NULL ? LLVMGetOperand(x, 0)
			: LLVMIsAConstantDataSequential(x) != NULL || LLVMIsAConstantArray(x) != NULL
			|| LLVMIsAConstantAggregateZero(x) != NULL ? LLVMGetAggregateElement(x, 0) : NULL;
	if (x == NULL || LLVMIsAConstantInt(x) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(x)) > 32)
		return false;
	*n = LLVMConstIntGetZExtValue(x);
	return true;
}

/* Reads how many roots the header shows: the same number by each store. */
static bool
read_count(struct plain *p, struct plain_frame *f)
{
	const bool map = p->profile->chain_layout == CHAIN_NEXT_MAP;
	const uint32_t count = map ? 1 : 0, have = p->object[f->object].words - HEADER_WORDS;
	bool found = false;
	uint64_t all = 0;

	for (uint32_t k = 0; k < p->nop; k++) {
		const struct plain_op *op = &p->op[k];
		uint64_t n = op->number;
		if (op->object != f->object || op->word > count || op->word + op->n <= count)
			continue;
		if (op->kind == OP_READ || op->kind == OP_FORGET || op->kind == OP_ZERO)
			continue; /* behind the last two the word counts as not written */
		if (map ? op->kind != OP_WRITE || !roots_of_map(LLVMGetOperand(op->inst, 0), &n)
			: op->kind != OP_NUMBER)
			return stop(p, "linked-frame", op->inst, "the number of roots in the header is no constant");
		if (found && n != all)
			return stop(p, "linked-frame", op->inst, "the header shows two numbers of roots");
		found = true;
		all = n;
	}
	if (!map && (all & ((1u << LR_FRAME_NROOTS_SHIFT) - 1)) > COUNT_INDIRECT)
		return stop(p, "linked-frame", p->object[f->object].given, "the header has flags that are not read");
	f->indirect = !map && (all & COUNT_INDIRECT);
	all = map ? all : all >> LR_FRAME_NROOTS_SHIFT;
	f->shown = all < have ? (uint32_t)all : have;
	if (all > have)
		return plain_find(p, LR_HOLE, "frame", p->object[f->object].given, NULL,
			"the header of the frame shows more roots than the frame has");
	return true;
}


/* The variables whose addresses are in the words of a frame.  `via`: of each word the variable. */
static bool
find_indirect(struct plain *p, const struct plain_frame *f, uint32_t *via)
{
	const uint32_t words = p->object[f->object].words;

	memset(via, 0xff, words * sizeof *via);
	for (uint32_t o = 0; o < p->nobject; o++) {
		struct plain_object *x = &p->object[o];
		if (x->given == NULL || x->given_object != f->object || x->given_word < HEADER_WORDS
			|| x->given_word >= words || x->escaped)
			continue;
		if (via[x->given_word] != NONE || !x->entry || x->mixed || x->words != 1)
			return stop(p, "linked-frame", x->given, "a root is no variable that can be followed");
		via[x->given_word] = o;
		x->indirect = true;
	}
	for (uint32_t k = 0; k < p->nop; k++) {
		const struct plain_op *op = &p->op[k];
		if (op->object == f->object && op->kind != OP_READ && op->kind != OP_FORGET
			&& op->word + op->n > HEADER_WORDS && (op->kind != OP_WRITE || via[op->word] == NONE
			    || p->object[via[op->word]].given != op->inst))
			return stop(p, "linked-frame", op->inst, "a word of the frame is no address of a variable");
	}
	return true;
}

/* Makes roots of the variables whose addresses a frame shows. */
static void
number_indirect(struct plain *p)
{
	for (uint32_t o = 0; o < p->nobject; o++) {
		const struct plain_object *x = &p->object[o];
		if (!x->indirect)
			continue;
		struct plain_word *w = &p->word[x->first - p->first_word];
		w->via = p->object[x->given_object].first + x->given_word;
		w->frame = p->object[x->given_object].frame;
		w->root = x->given_word - HEADER_WORDS < p->frame[w->frame].shown;
		p->roots |= w->root;
	}
}

static bool
add_words(struct plain *p, uint32_t object)
{
	struct plain_object *o = &p->object[object];

	o->first = p->nelem;
	for (uint32_t w = 0; w < o->words; w++) {
		const struct plain_frame *f = o->kind == KIND_FRAME ? &p->frame[o->frame] : NULL;
		bool root = (o->kind == KIND_ROOT && !o->indirect)
			|| (f != NULL && w >= HEADER_WORDS && !f->indirect && w - HEADER_WORDS < f->shown);
		if (!ARENA_PUSH(p->ar, p->elem, p->nelem, p->elem_cap)
			|| !ARENA_PUSH(p->ar, p->word, p->nword, p->word_cap))
			return false;
		p->elem[p->nelem++] = (struct plain_elem){ .v = o->alloca != NULL ? o->alloca : p->fn,
			.from = FROM_WORD };
		p->word[p->nword++] = (struct plain_word){ .object = object, .root = root, .frame = o->frame,
			.via = NONE };
		p->roots |= root;
		p->root_escapes |= root && o->escaped;
	}
	return true;
}

static enum plain_kind
kind_of(const struct plain *p, uint32_t object)
{
	const struct plain_object *o = &p->object[object];

	if (object == PLAIN_HEAD)
		return KIND_HEAD;
	if (o->frame != NONE)
		return KIND_FRAME;
	if (o->gcroot || o->indirect)
		return KIND_ROOT;
	return o->escaped || o->mixed || !o->entry || o->given != NULL || o->words == 0
		|| o->words > VARIABLE_WORDS_MOST ? KIND_STACK : KIND_VARIABLE;
}

/* Makes the elements of words, and puts their numbers into the operations. */
static bool
number_words(struct plain *p)
{
	p->first_word = p->nelem;
	for (uint32_t o = 0; o < p->nobject; o++) {
		struct plain_object *x = &p->object[o];
		x->kind = (uint8_t)kind_of(p, o);
		if (x->kind == KIND_STACK) {
			x->escaped |= x->given != NULL;
			continue;
		}
		if (x->gcroot && (x->mixed || !x->entry || x->words != 1 || x->given != NULL))
			return stop(p, "gcroot", x->odd != NULL ? x->odd : x->given != NULL ? x->given : x->alloca,
				x->entry ? "a variable of llvm.gcroot is used in an unknown way"
				: "a variable of llvm.gcroot is not made in the entry block");
		if (!add_words(p, o))
			return false;
	}
	number_indirect(p);
	for (uint32_t k = 0; k < p->nop; k++) {
		struct plain_op *op = &p->op[k];
		if (p->object[op->object].kind == KIND_STACK)
			continue;
		op->word += p->object[op->object].first;
		uint32_t v = ptrmap_get(&p->val_of, op->inst);
		if (op->kind != OP_READ || v == PTRMAP_NONE || p->val[v].elem < EL_FIRST)
			continue;
		p->elem[p->val[v].elem].from = FROM_READ;
		p->elem[p->val[v].elem].word = op->word;
	}
	return true;
}

static bool
read_frames(struct plain *p)
{
	const bool map = p->profile->chain_layout == CHAIN_NEXT_MAP;

	for (uint32_t k = 0; k < p->nframe && !p->stop; k++) {
		struct plain_frame *f = &p->frame[k];
		if (!read_count(p, f))
			return false;
		if (p->stop || !f->indirect)
			continue;
		uint32_t *via = arena_array(p->ar, p->object[f->object].words, sizeof *via);
		if (via == NULL || !find_indirect(p, f, via))
			return false;
	}
	if (p->stop || !number_words(p))
		return p->stop;
	p->first_frame = p->nelem;
	for (uint32_t k = 0; k < p->nframe; k++) {
		const uint32_t at = p->object[p->frame[k].object].first;
		p->frame[k].prev = map ? at : at + 1;
		p->frame[k].count = map ? at + 1 : at;
		if (!ARENA_PUSH(p->ar, p->elem, p->nelem, p->elem_cap))
			return false;
		p->elem[p->nelem++] = (struct plain_elem){ .v = p->object[p->frame[k].object].alloca,
			.from = FROM_FRAME };
	}
	return true;
}

bool
plain_words(struct plain *p)
{
	return find_frames(p) && (p->stop || read_frames(p));
}
