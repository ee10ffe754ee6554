/* SPDX-License-Identifier: MIT */
/* stackmap.c -- reader and validator of LLVM's stack map section, version 3. */
#include "tables/stackmap.h"

#include <stdbool.h>
#include <string.h>

enum { FUNCTION_BYTES = 24, CONSTANT_BYTES = 8, LOCATION_BYTES = 12, LIVEOUT_BYTES = 4, RECORD_BYTES = 16 };

struct reader {
	const uint8_t *bytes;
	size_t size, at;
	const struct stackmap_visitor *v;
	/* start of the current blob's parts */
	size_t functions, constants;
	uint32_t nfunctions, nconstants, nrecords;
};

const char *
stackmap_strerror(int code)
{
	switch (code) {
	case STACKMAP_E_SHORT: return "the stack map ends too early";
	case STACKMAP_E_VERSION: return "the stack map is not of version 3";
	case STACKMAP_E_RESERVED: return "a reserved field of the stack map is not 0";
	case STACKMAP_E_COUNT: return "the numbers of records of the stack map's functions do not add up";
	case STACKMAP_E_KIND: return "a location of the stack map has an unknown kind";
	case STACKMAP_E_CONSTANT: return "a location of the stack map is a constant that does not exist";
	default: return "the stack map was not read to its end";
	}
}

static uint64_t
number(const uint8_t *p, unsigned bytes)
{
	uint64_t n = 0;

	while (bytes-- > 0)
		n = n << 8 | p[bytes];
	return n;
}
#define U8(r, off) (r)->bytes[off]
#define U16(r, off) ((uint16_t)number((r)->bytes + (off), 2))
#define U32(r, off) ((uint32_t)number((r)->bytes + (off), 4))
#define U64(r, off) number((r)->bytes + (off), 8)

/* Is there space for `n` items of `each` bytes at r->at? */
static bool
fits(const struct reader *r, uint64_t n, size_t each)
{
	return n <= (r->size - r->at) / each;
}

static struct stackmap_function
function_at(const struct reader *r, uint32_t i)
{
	size_t at = r->functions + (size_t)i * FUNCTION_BYTES;

	return (struct stackmap_function){ U64(r, at), at, U64(r, at + 8), U64(r, at + 16) };
}

/* Reads the header, the functions and the constants. */
static int
read_front(struct reader *r)
{
	uint64_t records = 0;
	int answer = 0;

	if (!fits(r, 1, 16))
		return STACKMAP_E_SHORT;
	if (U8(r, r->at) != 3)
		return STACKMAP_E_VERSION;
	if (U8(r, r->at + 1) != 0 || U16(r, r->at + 2) != 0)
		return STACKMAP_E_RESERVED;
	r->nfunctions = U32(r, r->at + 4);
	r->nconstants = U32(r, r->at + 8);
	r->nrecords = U32(r, r->at + 12);
	r->functions = r->at += 16;
	if (!fits(r, r->nfunctions, FUNCTION_BYTES))
		return STACKMAP_E_SHORT;
	if (r->v->blob != NULL)
		answer = r->v->blob(r->v->user, &(struct stackmap_blob){ r->nfunctions, r->nconstants, r->nrecords });
	for (uint32_t i = 0; i < r->nfunctions && answer == 0; i++) {
		struct stackmap_function f = function_at(r, i);
		if (f.nrecords > r->nrecords - records)
			return STACKMAP_E_COUNT;
		records += f.nrecords;
		if (r->v->function != NULL)
			answer = r->v->function(r->v->user, &f);
	}
	if (answer != 0)
		return answer;
	if (records != r->nrecords)
		return STACKMAP_E_COUNT;
	r->constants = r->at += (size_t)r->nfunctions * FUNCTION_BYTES;
	if (!fits(r, r->nconstants, CONSTANT_BYTES))
		return STACKMAP_E_SHORT;
	for (uint32_t i = 0; i < r->nconstants && answer == 0 && r->v->constant != NULL; i++)
		answer = r->v->constant(r->v->user, i, U64(r, r->constants + (size_t)i * CONSTANT_BYTES));
	r->at += (size_t)r->nconstants * CONSTANT_BYTES;
	return answer;
}

static int
read_location(struct reader *r, const struct stackmap_record *rec, unsigned i)
{
	struct stackmap_location l = { .kind = U8(r, r->at),
		.bytes = U16(r, r->at + 2), .reg = U16(r, r->at + 4), .offset = (int32_t)U32(r, r->at + 8) };

	if (l.kind < STACKMAP_REGISTER || l.kind > STACKMAP_CONSTANT_INDEX)
		return STACKMAP_E_KIND;
	if (U8(r, r->at + 1) != 0 || U16(r, r->at + 6) != 0)
		return STACKMAP_E_RESERVED;
	if (l.kind == STACKMAP_CONSTANT)
		l.value = (uint64_t)(int64_t)l.offset;
	if (l.kind == STACKMAP_CONSTANT_INDEX) {
		if ((uint32_t)l.offset >= r->nconstants)
			return STACKMAP_E_CONSTANT;
		l.value = U64(r, r->constants + (size_t)(uint32_t)l.offset * CONSTANT_BYTES);
	}
	return r->v->location != NULL ? r->v->location(r->v->user, rec, i, &l) : 0;
}

/* Skips the padding to a multiple of 8 bytes from the start of the section, which is aligned itself. */
static bool
align(struct reader *r)
{
	size_t up = (r->at + 7) & ~(size_t)7;

	if (up > r->size)
		return false;
	r->at = up;
	return true;
}

static int
read_record(struct reader *r, const struct stackmap_function *f)
{
	struct stackmap_record rec;
	int answer = 0;

	if (!fits(r, 1, RECORD_BYTES))
		return STACKMAP_E_SHORT;
	rec = (struct stackmap_record){ .id = U64(r, r->at),
		.offset = U32(r, r->at + 8), .nlocations = U16(r, r->at + 14), .at = r->at };
	size_t locations = r->at += RECORD_BYTES;
	if (!fits(r, rec.nlocations, LOCATION_BYTES))
		return STACKMAP_E_SHORT;
	r->at += (size_t)rec.nlocations * LOCATION_BYTES;
	if (!align(r) || !fits(r, 1, 4))
		return STACKMAP_E_SHORT;
	rec.nliveouts = U16(r, r->at + 2);
	size_t liveouts = r->at += 4;
	if (!fits(r, rec.nliveouts, LIVEOUT_BYTES))
		return STACKMAP_E_SHORT;
	if (r->v->record != NULL)
		answer = r->v->record(r->v->user, f, &rec);
	r->at = locations;
	for (unsigned i = 0; i < rec.nlocations && answer == 0; i++) {
		answer = read_location(r, &rec, i);
		r->at += answer == 0 ? LOCATION_BYTES : 0;
	}
	for (unsigned i = 0; i < rec.nliveouts && answer == 0; i++) {
		size_t at = liveouts + (size_t)i * LIVEOUT_BYTES;
		struct stackmap_liveout out = { U16(r, at), U8(r, at + 3) };
		if (r->v->liveout != NULL)
			answer = r->v->liveout(r->v->user, &rec, i, &out);
	}
	if (answer != 0)
		return answer;
	r->at = liveouts + (size_t)rec.nliveouts * LIVEOUT_BYTES;
	return align(r) ? 0 : STACKMAP_E_SHORT;
}

int
stackmap_read(const void *section, size_t bytes, const struct stackmap_visitor *v, size_t *where)
{
	struct reader r = { .bytes = section, .size = bytes, .v = v };
	int answer = 0;

	while (answer == 0 && r.at < r.size) {
		answer = read_front(&r);
		for (uint32_t i = 0; i < r.nfunctions && answer == 0; i++) {
			struct stackmap_function f = function_at(&r, i);
			for (uint64_t k = 0; k < f.nrecords && answer == 0; k++)
				answer = read_record(&r, &f);
		}
	}
	if (where != NULL)
		*where = r.at;
	return answer;
}
