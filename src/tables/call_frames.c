/* SPDX-License-Identifier: MIT */
/* call_frames.c -- reads DWARF call frame information.  Rules that need registers other than those asked for, and
** expressions, are not supported. */
#include "tables/call_frames.h"

#include <string.h>

enum { SAVED_STATES = 8 };

static uint64_t
unsigned_value(struct call_reader *r, size_t bytes)
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
groups(struct call_reader *r, unsigned *shift)
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
uleb(struct call_reader *r)
{
	unsigned shift;

	return groups(r, &shift);
}

static int64_t
sleb(struct call_reader *r)
{
	unsigned shift;
	const uint64_t n = groups(r, &shift);

	return shift < 64 && n >> (shift - 1) & 1 ? (int64_t)(n | ~UINT64_C(0) << shift) : (int64_t)n;
}

/* A reader of an entry of the section, from behind its length on. */
static struct call_reader
entry(const void *at)
{
	uint32_t bytes;

	memcpy(&bytes, at, sizeof bytes);
	const uint8_t *first = (const uint8_t *)at + sizeof bytes;
	const bool wide = bytes == UINT32_MAX;
	return (struct call_reader){ first, wide ? first : first + bytes, wide || bytes == 0 };
}

/* Returns the bytes of a pointer in DW_EH_PE encoding; 0 if its length varies. */
static size_t
pointer_bytes(uint8_t encoding)
{
	static const uint8_t bytes[8] = { 8, 0, 2, 4, 8, 0, 0, 0 };

	return bytes[encoding & 7];
}

static void
skip_pointer(struct call_reader *r, uint8_t encoding)
{
	size_t n = pointer_bytes(encoding);

	if (n != 0)
		unsigned_value(r, n);
	else
		uleb(r);
}

bool
call_read_common(const uint8_t *at, const struct call_registers *regs, struct call_common *c)
{
	struct call_reader r = entry(at);
	const char *augmentation;

	*c = (struct call_common){ 0 };
	if (unsigned_value(&r, 4) != 0)
		return false;
	const uint64_t version = unsigned_value(&r, 1);
	augmentation = (const char *)r.at;
	while (unsigned_value(&r, 1) != 0)
		;
	c->code_align = uleb(&r);
	c->data_align = sleb(&r);
	const uint64_t ret = version == 1 ? unsigned_value(&r, 1) : uleb(&r);
	if (r.failed || (version != 1 && version != 3) || ret != regs->ret)
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
			case 'B': break; /* by which key return addresses are signed */
			default: return false;
			}
		r.at = behind;
	} else if (*augmentation != '\0') {
		return false;
	}
	c->initial = r;
	return !r.failed;
}

struct call_reader
call_instructions(const uint8_t *at, const struct call_common *c)
{
	struct call_reader r = entry(at);

	unsigned_value(&r, 4);
	skip_pointer(&r, c->encoding);
	skip_pointer(&r, c->encoding & 15);
	if (c->augmented) {
		const uint64_t bytes = uleb(&r);
		r.at = bytes <= (size_t)(r.end - r.at) ? r.at + bytes : r.end;
	}
	return r;
}

struct run { const struct call_registers *regs; struct call_rules *rules; };

static void
set_rule(const struct run *to, uint64_t reg, struct call_rule rule)
{
	if (reg == to->regs->fp)
		to->rules->fp = rule;
	else if (reg == to->regs->ret)
		to->rules->ret = rule;
}

static void
restore_rule(const struct run *to, const struct call_rules *initial, uint64_t reg)
{
	set_rule(to, reg, reg == to->regs->fp ? initial->fp : initial->ret);
}

/* The rule for the frame address has changed. */
static void
set_address(const struct run *to)
{
	if (to->rules->other || to->rules->reg != to->regs->fp)
		return;
	to->rules->by_fp = true;
	to->rules->from_fp = to->rules->offset;
}

/* Runs instructions for code from `at` on, and leaves the rules that hold at `stop`. */
bool
call_run(struct call_reader r, const struct call_common *c, const struct call_registers *regs, uintptr_t at,
	uintptr_t stop, struct call_rules *rules)
{
	const struct run to = { regs, rules };
	const struct call_rules initial = *rules;
	struct call_rules saved[SAVED_STATES];
	unsigned nsaved = 0;

	while (r.at < r.end && at <= stop && !r.failed) {
		const uint8_t op = (uint8_t)unsigned_value(&r, 1), low = op & 63;
		uint64_t reg = 0;
		switch (op >> 6) {
		case 1: at += low * c->code_align; continue;
		case 2:
			set_rule(&to, low, (struct call_rule){ CALL_AT_OFFSET, (int64_t)uleb(&r) * c->data_align });
			continue;
		case 3: restore_rule(&to, &initial, low); continue;
		}
		switch (op) {
		case 0x00: break;                                             /* nop */
		case 0x02: at += unsigned_value(&r, 1) * c->code_align; break;         /* advance_loc1, 2, 4 */
		case 0x03: at += unsigned_value(&r, 2) * c->code_align; break;
		case 0x04: at += unsigned_value(&r, 4) * c->code_align; break;
		/* offset_extended */
		case 0x05:
			reg = uleb(&r);
			set_rule(&to, reg, (struct call_rule){ CALL_AT_OFFSET, (int64_t)uleb(&r) * c->data_align });
			break;
		case 0x06: restore_rule(&to, &initial, uleb(&r)); break;    /* restore_extended */
		case 0x07: set_rule(&to, uleb(&r), (struct call_rule){ CALL_UNDEFINED, 0 }); break;
		case 0x08: set_rule(&to, uleb(&r), (struct call_rule){ CALL_SAME, 0 }); break;
		case 0x09: set_rule(&to, uleb(&r), (struct call_rule){ CALL_OTHER, 0 }); uleb(&r); break; /* register */
		case 0x0a:                                                    /* remember_state */
			if (nsaved == SAVED_STATES)
				return false;
			saved[nsaved++] = *rules;
			break;
		case 0x0b:                                                    /* restore_state */
			if (nsaved == 0)
				return false;
			nsaved--;
			saved[nsaved].by_fp = rules->by_fp, saved[nsaved].from_fp = rules->from_fp;
			*rules = saved[nsaved];
			break;
		/* def_cfa */
		case 0x0c:
			rules->reg = uleb(&r);
			rules->offset = (int64_t)uleb(&r);
			rules->other = false;
			set_address(&to);
			break;
		case 0x0d: rules->reg = uleb(&r); set_address(&to); break;    /* def_cfa_register */
		case 0x0e: rules->offset = (int64_t)uleb(&r); set_address(&to); break; /* def_cfa_offset */
		/* def_cfa_expression */
		case 0x0f:
			rules->other = true;
			reg = uleb(&r);
			r.at += reg < (size_t)(r.end - r.at) ? reg : (size_t)(r.end - r.at);
			break;
		case 0x10: case 0x16:                                         /* expression, val_expression */
			set_rule(&to, uleb(&r), (struct call_rule){ CALL_OTHER, 0 });
			reg = uleb(&r);
			r.at += reg < (size_t)(r.end - r.at) ? reg : (size_t)(r.end - r.at);
			break;
		/* offset_extended_sf */
		case 0x11:
			reg = uleb(&r);
			set_rule(&to, reg, (struct call_rule){ CALL_AT_OFFSET, sleb(&r) * c->data_align });
			break;
		/* def_cfa_sf */
		case 0x12:
			rules->reg = uleb(&r);
			rules->offset = sleb(&r) * c->data_align;
			rules->other = false;
			set_address(&to);
			break;
		/* def_cfa_offset_sf */
		case 0x13: rules->offset = sleb(&r) * c->data_align; set_address(&to); break;
		/* val_offset */
		case 0x14: case 0x15: set_rule(&to, uleb(&r), (struct call_rule){ CALL_OTHER, 0 }); uleb(&r); break;
		case 0x2d: break;                                             /* AARCH64_negate_ra_state */
		case 0x2e: uleb(&r); break;                                   /* GNU_args_size */
		default: return false;
		}
	}
	return !r.failed;
}
