/* cfi.c -- one step up a stack by DWARF call frame information: the rules for the frame address, the return address and
** the frame pointer.
**
** Written from the DWARF 4 document, section 6.4, and the Linux Standard Base on .eh_frame.  Rules that need other
** registers or expressions are not supported.  The unwinder's library finds the description of an address, also in code
** of a JIT session. */
#include "runtime/walk/cfi.h"
#include "runtime/runtime.h"

#include <stddef.h>
#include <string.h>

/* Layout shared by libgcc and LLVM's libunwind. */
struct bases { void *text, *data, *function; };
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): their name for it */
extern const void *_Unwind_Find_FDE(void *pc, struct bases *);

enum { RBP = 6, RSP = 7, RETURN = 16, SAVED_STATES = 8, WORD = 8, DEEPEST = 1 << 26 };
struct reader { const uint8_t *at, *end; bool failed; };
enum how { SAME, AT_OFFSET, UNDEFINED, OTHER };
struct rule { enum how how; int64_t offset; };
/* frame address = register + offset; `other`: the rule is an expression */
struct rules { uint64_t reg; int64_t offset; struct rule fp, ret; bool other; };
struct common {
	struct reader initial;
	uint64_t code_align;
	int64_t data_align;
	uint8_t encoding;
	bool augmented, signal;
};

static uint64_t
unsigned_value(struct reader *r, size_t bytes)
{
	uint64_t n = 0;

	if ((size_t)(r->end - r->at) < bytes) {
		r->failed = true;
		r->at = r->end;
		return 0;
	}
	memcpy(&n, r->at, bytes);
	r->at += bytes;
	return n;
}

/* Reads a number in groups of seven bits; `*shift` receives how many bits were read. */
static uint64_t
groups(struct reader *r, unsigned *shift)
{
	uint64_t n = 0, byte;

	*shift = 0;
	do {
		byte = unsigned_value(r, 1);
		n |= *shift < 64 ? (byte & 127) << *shift : 0;
		*shift += 7;
	} while (byte & 128);
	return n;
}

static uint64_t
uleb(struct reader *r)
{
	unsigned shift;

	return groups(r, &shift);
}

static int64_t
sleb(struct reader *r)
{
	unsigned shift;
	const uint64_t n = groups(r, &shift);

	return shift < 64 && n >> (shift - 1) & 1 ? (int64_t)(n | ~UINT64_C(0) << shift) : (int64_t)n;
}

/* A reader of an entry of the section, from behind its length on. */
static struct reader
entry(const void *at)
{
	uint32_t bytes;

	memcpy(&bytes, at, sizeof bytes);
	const uint8_t *first = (const uint8_t *)at + sizeof bytes;
	return (struct reader){ first, bytes == UINT32_MAX ? first : first + bytes, bytes == UINT32_MAX || bytes == 0 };
}

/* Returns the bytes of a pointer in DW_EH_PE encoding; 0 if its length varies. */
static size_t
pointer_bytes(uint8_t encoding)
{
	static const uint8_t bytes[8] = { 8, 0, 2, 4, 8, 0, 0, 0 };

	return bytes[encoding & 7];
}

static void
skip_pointer(struct reader *r, uint8_t encoding)
{
	size_t n = pointer_bytes(encoding);

	if (n != 0)
		unsigned_value(r, n);
	else
		uleb(r);
}

static bool
read_common(const uint8_t *at, struct common *c)
{
	struct reader r = entry(at);
	const char *augmentation;

	*c = (struct common){ 0 };
	if (unsigned_value(&r, 4) != 0)
		return false;
	const uint64_t version = unsigned_value(&r, 1);
	augmentation = (const char *)r.at;
	while (unsigned_value(&r, 1) != 0)
		;
	c->code_align = uleb(&r);
	c->data_align = sleb(&r);
	const uint64_t ret = version == 1 ? unsigned_value(&r, 1) : uleb(&r);
	if (r.failed || (version != 1 && version != 3) || ret != RETURN)
		return false;
	if (*augmentation == 'z') {
		c->augmented = true;
		const uint64_t bytes = uleb(&r);
		const uint8_t *behind = r.at + bytes;
		if (bytes > (size_t)(r.end - r.at))
			return false;
		for (augmentation++; *augmentation != '\0'; augmentation++)
			switch (*augmentation) {
			case 'R': c->encoding = (uint8_t)unsigned_value(&r, 1); break;
			case 'L': unsigned_value(&r, 1); break;
			case 'P': {
				uint8_t personality = (uint8_t)unsigned_value(&r, 1);
				skip_pointer(&r, personality);
				break;
			}
			case 'S': c->signal = true; break;
			default: return false;
			}
		r.at = behind;
	} else if (*augmentation != '\0') {
		return false;
	}
	c->initial = r;
	return !r.failed;
}

static void
set_rule(struct rules *rules, uint64_t reg, struct rule rule)
{
	if (reg == RBP)
		rules->fp = rule;
	else if (reg == RETURN)
		rules->ret = rule;
}

static void
restore_rule(struct rules *rules, const struct rules *initial, uint64_t reg)
{
	set_rule(rules, reg, reg == RBP ? initial->fp : initial->ret);
}

/* Runs instructions for code from `at` on, and leaves the rules that hold at `stop`. */
static bool
run(struct reader r, const struct common *c, uintptr_t at, uintptr_t stop, struct rules *rules)
{
	const struct rules initial = *rules;
	struct rules saved[SAVED_STATES];
	unsigned nsaved = 0;

	while (r.at < r.end && at <= stop && !r.failed) {
		const uint8_t op = (uint8_t)unsigned_value(&r, 1), low = op & 63;
		uint64_t reg = 0;
		switch (op >> 6) {
		case 1: at += low * c->code_align; continue;
		case 2: set_rule(rules, low, (struct rule){ AT_OFFSET, (int64_t)uleb(&r) * c->data_align }); continue;
		case 3: restore_rule(rules, &initial, low); continue;
		}
		switch (op) {
		case 0x00: break;                                             /* nop */
		case 0x02: at += unsigned_value(&r, 1) * c->code_align; break;         /* advance_loc1, 2, 4 */
		case 0x03: at += unsigned_value(&r, 2) * c->code_align; break;
		case 0x04: at += unsigned_value(&r, 4) * c->code_align; break;
		/* offset_extended */
		case 0x05:
			reg = uleb(&r);
			set_rule(rules, reg, (struct rule){ AT_OFFSET, (int64_t)uleb(&r) * c->data_align });
			break;
		case 0x06: restore_rule(rules, &initial, uleb(&r)); break;    /* restore_extended */
		case 0x07: set_rule(rules, uleb(&r), (struct rule){ UNDEFINED, 0 }); break;
		case 0x08: set_rule(rules, uleb(&r), (struct rule){ SAME, 0 }); break;
		case 0x09: set_rule(rules, uleb(&r), (struct rule){ OTHER, 0 }); uleb(&r); break; /* register */
		case 0x0a:                                                    /* remember_state */
			if (nsaved == SAVED_STATES)
				return false;
			saved[nsaved++] = *rules;
			break;
		case 0x0b:                                                    /* restore_state */
			if (nsaved == 0)
				return false;
			*rules = saved[--nsaved];
			break;
		/* def_cfa */
		case 0x0c: rules->reg = uleb(&r); rules->offset = (int64_t)uleb(&r); rules->other = false; break;
		case 0x0d: rules->reg = uleb(&r); break;                      /* def_cfa_register */
		case 0x0e: rules->offset = (int64_t)uleb(&r); break;          /* def_cfa_offset */
		/* def_cfa_expression */
		case 0x0f:
			rules->other = true;
			reg = uleb(&r);
			r.at += reg < (size_t)(r.end - r.at) ? reg : (size_t)(r.end - r.at);
			break;
		case 0x10: case 0x16:                                         /* expression, val_expression */
			set_rule(rules, uleb(&r), (struct rule){ OTHER, 0 });
			reg = uleb(&r);
			r.at += reg < (size_t)(r.end - r.at) ? reg : (size_t)(r.end - r.at);
			break;
		/* offset_extended_sf */
		case 0x11:
			reg = uleb(&r);
			set_rule(rules, reg, (struct rule){ AT_OFFSET, sleb(&r) * c->data_align });
			break;
		/* def_cfa_sf */
		case 0x12: rules->reg = uleb(&r); rules->offset = sleb(&r) * c->data_align; rules->other = false; break;
		case 0x13: rules->offset = sleb(&r) * c->data_align; break;   /* def_cfa_offset_sf */
		/* val_offset */
		case 0x14: case 0x15: set_rule(rules, uleb(&r), (struct rule){ OTHER, 0 }); uleb(&r); break;
		case 0x2e: uleb(&r); break;                                   /* GNU_args_size */
		default: return false;
		}
	}
	return !r.failed;
}

static bool
is_word(uintptr_t a)
{
	return a % WORD == 0 && a >= 4096 && a < RT_ADDRESS_END;
}

enum cfi_answer
cfi_step(struct cfi_frame *f)
{
	struct bases bases = { 0 };
	struct common c;
	uint32_t back;

	if (f->pc < 4096)
		return CFI_END;
	const uint8_t *fde = _Unwind_Find_FDE((void *)(f->pc - 1), &bases);
	if (fde == NULL)
		return CFI_UNKNOWN;
	struct reader r = entry(fde);
	memcpy(&back, fde + 4, sizeof back);
	if (r.failed || !read_common(fde + 4 - back, &c) || c.signal)
		return CFI_UNKNOWN;
	unsigned_value(&r, 4);
	skip_pointer(&r, c.encoding);
	skip_pointer(&r, c.encoding & 15);
	if (c.augmented) {
		const uint64_t bytes = uleb(&r);
		r.at = bytes <= (size_t)(r.end - r.at) ? r.at + bytes : r.end;
	}
	struct rules rules = { .reg = RSP, .fp = { SAME, 0 }, .ret = { UNDEFINED, 0 } };
	const uintptr_t begin = (uintptr_t)bases.function;
	if (!run(c.initial, &c, 0, 0, &rules) || !run(r, &c, begin, f->pc - 1, &rules))
		return CFI_UNKNOWN;
	if (rules.ret.how == UNDEFINED)
		return CFI_END;
	if (rules.other || (rules.reg != RSP && rules.reg != RBP) || rules.ret.how != AT_OFFSET
		|| rules.fp.how > AT_OFFSET)
		return CFI_UNKNOWN;
	const uintptr_t base = rules.reg == RSP ? f->sp : f->fp, cfa = base + (uintptr_t)rules.offset;
	const uintptr_t ret = cfa + (uintptr_t)rules.ret.offset, fp = cfa + (uintptr_t)rules.fp.offset;
	if (!is_word(base) || !is_word(cfa) || cfa <= f->sp || cfa - f->sp > DEEPEST || ret >= cfa || ret < f->sp ||
	    (rules.fp.how == AT_OFFSET && (fp >= cfa || fp < f->sp || fp % WORD != 0)))
		return CFI_UNKNOWN;
	f->pc = *(const uintptr_t *)ret;
	if (rules.fp.how == AT_OFFSET)
		f->fp = *(const uintptr_t *)fp;
	f->sp = cfa;
	return CFI_STEP;
}
