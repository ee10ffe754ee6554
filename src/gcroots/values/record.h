/* SPDX-License-Identifier: MIT */
/* record.h -- the scan of one function: its state, and how values, events and bases are recorded. */
#ifndef LR_GCROOTS_VALUES_RECORD_H
#define LR_GCROOTS_VALUES_RECORD_H

#include "gcroots/model/scanned.h"

/* What stack/ collects while the instructions are read, and judges once all of them are. */
struct stack_scan {
	/* Stores of tracked pointers through special pointers.  Such a pointer leads into the stack only if the
	** function casts a stack address to a special one (`cast_to_special`). */
	LLVMValueRef *special_store;
	uint32_t nspecial_store, special_store_cap;
	bool cast_to_special;
	/* In typed modules: accesses to stack variables that may contradict the variables' types. */
	struct typed_access {
		LLVMValueRef inst, variable;
		int64_t place;   /* in the variable, in bytes, or UNKNOWN_PLACE */
		enum typed_kind { TYPED_REFERENCE, TYPED_OTHER } kind;
	} *typed_access;
	uint32_t ntyped_access, typed_access_cap;
	LLVMValueRef *traced;    /* all allocas, once `is_traced`: stack/trace_forward.c */
	uint32_t ntraced;
	bool is_traced;
};

struct scan {
	struct session *s;
	struct fn *f;
	struct ir *ir;
	struct arena *ar;
	lr_status status;
	block_id block;          /* the block whose instructions are being read */
	const uint32_t *place;   /* by block: its index in session.code */
	uint32_t max_values, max_safepoints; /* how many ids fit into the arrays of *f and *ir */
	event last_event;        /* of this block; an event that repeats it is not recorded again */
	base_id *pool;           /* lists of the bases of composites: count, then bases */
	uint32_t npool, pool_cap;
	/* Phis, which are finished once all blocks are read: values first .. first + n. */
	struct pending_phi { LLVMValueRef phi; value_id first; uint32_t n; } *phi;
	uint32_t nphi, phi_cap;
	/* Loads of which it is still open whether the memory never changes: the value, and the base of the address. */
	struct pending_load { LLVMValueRef load; value_id value; base_id base; } *load;
	uint32_t nload, load_cap;
	LLVMValueRef *interior;  /* address arithmetic on tracked pointers */
	uint32_t ninterior, interior_cap;
	/* The address or value whose bases were recorded last: it is the one most likely to be asked for next. */
	struct { LLVMValueRef value; uint32_t code; } last;
	/* Preserve regions, with the values fn.ref[at .. at + n). */
	struct preserve { LLVMValueRef begin; block_id block; uint32_t at, n; } *preserve;
	uint32_t npreserve, preserve_cap;
	struct stack_scan stack;
	/* of the function itself */
	LLVMValueRef jlcall_args;/* the argument array of a jlcall entry whose caller roots the arguments; or NULL */
	bool special_param;      /* some parameter has special pointers in it */
	bool callee_rooted_param;/* some parameter has address space 12: the function would have to root it */
	bool own_arguments;      /* tracked parameters are values: objects move, or the function roots its arguments */
	bool tail_calls;         /* it makes musttail calls */
	bool crosses;            /* some value may be live at a safepoint */
};

static inline block_id scan_block(const struct scan *sc, LLVMBasicBlockRef b) { return ir_block(sc->s, sc->ir, b); }

/* Returns the kind of the values that a result of this type consists of. */
static inline enum value_kind
scan_element_kind(const struct type_info *t)
{
	return t->as >= 0 ? VALUE_SELF : VALUE_ELEM;
}
static inline bool
scan_is_tracked(const struct type_info *t, uint32_t i)
{
	return !t->elem_as || t->elem_as[i] == LR_AS_TRACKED;
}

/* -- record.c.  Operands dominate their users.  So a value of a special type without a code is a constant, or it is
** in a block that is never reached. */
const struct type_info *scan_type_slow(struct scan *, LLVMValueRef);
/* Never returns NULL.  Reports types that cannot be followed. */
static inline const struct type_info *
scan_type(struct scan *sc, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	const struct hot_type *hot = session_hot(sc->s, t);

	return hot->type == t ? hot->info : scan_type_slow(sc, v);
}
/* Returns the code of the bases of `v`.  PTRMAP_NONE: `v` has no special pointers, or all of them have the base
** BASE_PERMANENT (constants, instructions that are never reached). */
static inline uint32_t
scan_code(const struct scan *sc, LLVMValueRef v)
{
	return v == sc->last.value ? sc->last.code : ptrmap_get(&sc->s->values, v);
}
struct bases scan_absent(struct scan *, LLVMValueRef);
static inline struct bases
scan_decode(const struct scan *sc, uint32_t code)
{
	if (!(code & LIST))
		return (struct bases){ 1, NULL, scan_single(code) };
	const base_id *list = sc->pool + (code & ~LIST);
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a list is in the pool */
	return (struct bases){ (uint32_t)list[0], list + 1, 0 };
}
static inline struct bases
scan_bases(struct scan *sc, LLVMValueRef v)
{
	uint32_t code = scan_code(sc, v);

	return code == PTRMAP_NONE ? scan_absent(sc, v) : scan_decode(sc, code);
}
/* Records that `inst` has the bases that another value with this code has. */
static inline void
scan_share(struct scan *sc, LLVMValueRef inst, uint32_t code)
{
	sc->last.value = inst, sc->last.code = code;
	if (!ptrmap_set(&sc->s->values, inst, code))
		sc->ar->failed = true;
}
/* Records that `inst` has no bases. */
static inline void
scan_without_bases(struct scan *sc, LLVMValueRef inst)
{
	sc->last.value = inst, sc->last.code = PTRMAP_NONE;
}
static inline void
scan_alias_one(struct scan *sc, LLVMValueRef inst, base_id v)
{
	scan_share(sc, inst, (uint32_t)(v + (base_id)BASE_BIAS));
}
void scan_alias_list(struct scan *, LLVMValueRef inst, const base_id *v, uint32_t n);
void scan_alias_many(struct scan *, LLVMValueRef inst, struct bases);
/* Records the `n` bases of `inst`. */
static inline void
scan_alias(struct scan *sc, LLVMValueRef inst, const base_id *v, uint32_t n)
{
	if (n == 1)
		scan_alias_one(sc, inst, v[0]);
	else
		scan_alias_list(sc, inst, v, n);
}
static inline void
scan_alias_bases(struct scan *sc, LLVMValueRef inst, struct bases ns)
{
	if (ns.n == 1)
		scan_alias_one(sc, inst, base_at(&ns, 0));
	else
		scan_alias_many(sc, inst, ns);
}
/* Makes space for one more value.  False on no memory, or, with a diagnostic, if ids run out. */
bool scan_grow_values(struct scan *, LLVMValueRef defining);
static inline value_id
scan_value(struct scan *sc, LLVMValueRef defining, enum value_kind kind, uint32_t elem)
{
	struct fn *f = sc->f;

	if (f->nval >= sc->max_values && !scan_grow_values(sc, defining))
		return 0;
	f->val[f->nval] = (struct value){ .block = sc->block,
		.kind = (uint8_t)kind, .elem = elem, .since = f->nsafe, .local = true };
	sc->ir->defining[f->nval] = defining;
	return f->nval++;
}
/* Appends the refinements of a value; all of them at once, for they are contiguous. */
void scan_refs(struct scan *, value_id value, const base_id *v, uint32_t n);
void scan_inputs(struct scan *, value_id value, const base_id *v, uint32_t n);
static inline void
scan_event(struct scan *sc, enum event_kind kind, uint32_t id)
{
	struct fn *f = sc->f;
	event e = EVENT(kind, id);

	if (e == sc->last_event)
		return;
	sc->last_event = e;
	if (ARENA_APPEND(sc->ar, f->event, f->nevent, f->event_cap))
		f->event[f->nevent++] = e;
}
void scan_define_all(struct scan *, LLVMValueRef inst, const struct type_info *);
/* Makes a value for each tracked pointer in the result of `inst`. */
static inline void
scan_define(struct scan *sc, LLVMValueRef inst, const struct type_info *t)
{
	if (!t->elem_as && t->count == 1) {
		value_id id = scan_value(sc, inst, scan_element_kind(t), 0);
		scan_event(sc, EVENT_DEF, id);
		scan_alias_one(sc, inst, value_base(id));
	} else if (t->count) {
		scan_define_all(sc, inst, t);
	}
}
void scan_use_bases(struct scan *, const struct bases *);
void scan_use_list(struct scan *, uint32_t code);
/* Records a use in `block` behind `nsafe` safepoints.  If that is another block than that of the definition, or
** behind a later safepoint, the value may be live at a safepoint. */
static inline void
scan_crosses(struct scan *sc, value_id id, block_id block, uint32_t nsafe)
{
	struct value *v = &sc->f->val[id];

	if (id >= sc->f->nval) /* memory was exhausted when the value was made */
		return;
	if (v->block != block || v->since != nsafe)
		v->local = false, sc->crosses = true;
}
static inline void
scan_use_value(struct scan *sc, value_id id)
{
	scan_crosses(sc, id, sc->block, sc->f->nsafe);
	scan_event(sc, EVENT_USE, id);
}
/* Uses all values of a code. */
static inline void
scan_use_code(struct scan *sc, uint32_t code)
{
	if (code == PTRMAP_NONE)
		return;
	if (code & LIST)
		scan_use_list(sc, code);
	else if (code >= BASE_BIAS)
		scan_use_value(sc, code - BASE_BIAS);
}
static inline void scan_use(struct scan *sc, LLVMValueRef operand) { scan_use_code(sc, scan_code(sc, operand)); }
/* Has the operand, which is `v`, made null if it is undef or poison, or a constant with such parts. */
void scan_undef(struct scan *, LLVMValueRef inst, unsigned operand, LLVMValueRef v);
static inline void
scan_use_or_undef(struct scan *sc, LLVMValueRef inst, unsigned operand)
{
	LLVMValueRef v = operand_of(inst, operand);
	uint32_t code = scan_code(sc, v);

	if (code == PTRMAP_NONE)
		scan_undef(sc, inst, operand, v);
	else
		scan_use_code(sc, code);
}
/* Returns the bases of an operand; if it is undef or poison, it will be made null. */
static inline struct bases
scan_operand(struct scan *sc, LLVMValueRef inst, unsigned operand)
{
	LLVMValueRef v = operand_of(inst, operand);
	uint32_t code = scan_code(sc, v);

	if (code != PTRMAP_NONE)
		return scan_decode(sc, code);
	scan_undef(sc, inst, operand, v);
	return scan_absent(sc, v);
}
void scan_fail(struct scan *, LLVMValueRef at, const char *message);
__attribute__((format(printf, 3, 4)))
void scan_refuse(struct scan *, LLVMValueRef at, const char *fmt, ...);

#endif
