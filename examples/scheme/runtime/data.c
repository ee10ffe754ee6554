/* SPDX-License-Identifier: MIT */
/* Pairs, vectors, bytevectors, records, promises. */
#include <string.h>
#include "scheme.h"

/* ---- arguments ---- */

int64_t
scm_index(scm x, int64_t limit, const char *who)
{
	if (!scm_is_fixnum(x))
		scm_wrong_type(who, x);
	if (scm_int(x) < 0 || scm_int(x) > limit)
		scm_bad_index(who, x);
	return scm_int(x);
}

/* The optional arguments from `first` on: where a part begins and ends. */
void
scm_range(const char *who, scm *a, int64_t n, int64_t first, int64_t length, int64_t *from, int64_t *to)
{
	*from = n > first ? scm_index(a[first], length, who) : 0;
	*to = n > first + 1 ? scm_index(a[first + 1], length, who) : length;
	if (*from > *to)
		scm_bad_index(who, a[first]);
}

/* ---- pairs ---- */

static struct scm_pair *
pair(scm x, const char *who)
{
	if (!scm_is(x, &scm_pair_type))
		scm_wrong_type(who, x);
	return x;
}
scm scm_car(scm x) { return pair(x, "car")->car; }
scm scm_cdr(scm x) { return pair(x, "cdr")->cdr; }
scm scm_set_car(scm x, scm v) { pair(x, "set-car!")->car = v; lr_gc_write_barrier(x, v); return SCM_UNSPECIFIED; }
scm scm_set_cdr(scm x, scm v) { pair(x, "set-cdr!")->cdr = v; lr_gc_write_barrier(x, v); return SCM_UNSPECIFIED; }
static scm car(scm *a, int64_t n) { SCM_UNUSED(n); return scm_car(a[0]); }
static scm cdr(scm *a, int64_t n) { SCM_UNUSED(n); return scm_cdr(a[0]); }
static scm set_car(scm *a, int64_t n) { SCM_UNUSED(n); return scm_set_car(a[0], a[1]); }
static scm set_cdr(scm *a, int64_t n) { SCM_UNUSED(n); return scm_set_cdr(a[0], a[1]); }
static scm cons(scm *a, int64_t n) { SCM_UNUSED(n); return scm_cons(a[0], a[1]); }

scm
scm_list(scm *a, int64_t n)
{
	scm l = SCM_NIL;

	LR_GC_PUSH(&l);
	while (n-- > 0)
		l = scm_cons(a[n], l);
	LR_GC_POP();
	return l;
}

static scm
make_list(scm *a, int64_t n)
{
	int64_t count = scm_index(a[0], INT32_MAX, "make-list");
	scm l = SCM_NIL;

	scm_check_memory((size_t)count * 24);
	LR_GC_PUSH(&l);
	for (; count > 0; count--)
		l = scm_cons(n > 1 ? a[1] : SCM_UNSPECIFIED, l);
	LR_GC_POP();
	return l;
}

/* A pair of the list is kept, and a later one in its place at each power of two: in a circle it is met again. */
int64_t
scm_list_length(scm l)
{
	int64_t n = 0, next = 4096;
	scm met = NULL;

	for (; scm_is(l, &scm_pair_type); l = CDR(l)) {
		if (l == met)
			return -1;
		if (++n == next) {
			met = l;
			next *= 2;
		}
	}
	return l == SCM_NIL ? n : -1;
}
static scm is_list(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(scm_list_length(a[0]) >= 0); }
static scm
length(scm *a, int64_t n)
{
	int64_t count = scm_list_length(a[0]);

	SCM_UNUSED(n);
	if (count < 0)
		scm_wrong_type("length", a[0]);
	return scm_fixnum(count);
}

/* ---- vectors ---- */

scm
scm_make_vector(int64_t n, scm fill)
{
	struct scm_vector *v;

	LR_GC_PUSH(&fill);
	if (n > 4096)
		scm_check_memory(8 * (size_t)n);
	v = lr_gc_alloc(8 + 8 * (size_t)n, &scm_vector_type);
	v->length = n;
	for (int64_t i = 0; i < n; i++)
		v->at[i] = fill;
	LR_GC_POP();
	return v;
}

static struct scm_vector *
vector_of(scm x, const char *who)
{
	if (!scm_is(x, &scm_vector_type))
		scm_wrong_type(who, x);
	return x;
}
static struct scm_vector *
vector_at(scm v, scm i, const char *who)
{
	vector_of(v, who);
	scm_index(i, ((struct scm_vector *)v)->length - 1, who);
	return v;
}
scm scm_vector_ref(scm v, scm i) { return vector_at(v, i, "vector-ref")->at[scm_int(i)]; }
scm
scm_vector_set(scm v, scm i, scm x)
{
	vector_at(v, i, "vector-set!")->at[scm_int(i)] = x;
	lr_gc_write_barrier(v, x);
	return SCM_UNSPECIFIED;
}
scm scm_vector_length(scm v) { return scm_fixnum(vector_of(v, "vector-length")->length); }
static scm vector_ref(scm *a, int64_t n) { SCM_UNUSED(n); return scm_vector_ref(a[0], a[1]); }
static scm vector_set(scm *a, int64_t n) { SCM_UNUSED(n); return scm_vector_set(a[0], a[1], a[2]); }
static scm vector_length(scm *a, int64_t n) { SCM_UNUSED(n); return scm_vector_length(a[0]); }
static scm
make_vector(scm *a, int64_t n)
{
	return scm_make_vector(scm_index(a[0], (int64_t)1 << 40, "make-vector"), n > 1 ? a[1] : SCM_FALSE);
}

static scm
vector(scm *a, int64_t n)
{
	struct scm_vector *v = lr_gc_alloc(8 + 8 * (size_t)n, &scm_vector_type);

	v->length = n;
	memcpy(v->at, a, 8 * (size_t)n);
	return v;
}

/* Elements from another vector, or the same one. */
static void
copy_into(struct scm_vector *to, int64_t at, const struct scm_vector *from, int64_t begin, int64_t n)
{
	memmove(to->at + at, from->at + begin, 8 * (size_t)n);
	for (int64_t i = 0; i < n; i++)
		lr_gc_write_barrier(to, to->at[at + i]);
}

static scm
vector_copy(scm *a, int64_t n)
{
	int64_t from, to;

	scm_range("vector-copy", a, n, 1, vector_of(a[0], "vector-copy")->length, &from, &to);
	struct scm_vector *v = scm_make_vector(to - from, SCM_FALSE);
	copy_into(v, 0, a[0], from, to - from);
	return v;
}

static scm
vector_copy_into(scm *a, int64_t n)
{
	int64_t from, to, at = scm_index(a[1], vector_of(a[0], "vector-copy!")->length, "vector-copy!");

	scm_range("vector-copy!", a, n, 3, vector_of(a[2], "vector-copy!")->length, &from, &to);
	if (to - from > ((struct scm_vector *)a[0])->length - at)
		scm_bad_index("vector-copy!", a[1]);
	copy_into(a[0], at, a[2], from, to - from);
	return SCM_UNSPECIFIED;
}

static scm
vector_fill(scm *a, int64_t n)
{
	int64_t from, to;

	scm_range("vector-fill!", a, n, 2, vector_of(a[0], "vector-fill!")->length, &from, &to);
	for (; from < to; from++)
		((struct scm_vector *)a[0])->at[from] = a[1];
	lr_gc_write_barrier(a[0], a[1]);
	return SCM_UNSPECIFIED;
}

static scm
vector_append(scm *a, int64_t n)
{
	int64_t all = 0, at = 0;

	for (int64_t i = 0; i < n; i++)
		all += vector_of(a[i], "vector-append")->length;
	struct scm_vector *v = scm_make_vector(all, SCM_FALSE);
	for (int64_t i = 0; i < n; at += ((struct scm_vector *)a[i++])->length)
		copy_into(v, at, a[i], 0, ((struct scm_vector *)a[i])->length);
	return v;
}

static scm
vector_to_list(scm *a, int64_t n)
{
	int64_t from, to;
	scm l = SCM_NIL;

	scm_range("vector->list", a, n, 1, vector_of(a[0], "vector->list")->length, &from, &to);
	LR_GC_PUSH(&l);
	while (to-- > from)
		l = scm_cons(((struct scm_vector *)a[0])->at[to], l);
	LR_GC_POP();
	return l;
}

static scm
list_to_vector(scm *a, int64_t n)
{
	int64_t count = scm_list_length(a[0]), i = 0;

	SCM_UNUSED(n);
	if (count < 0)
		scm_wrong_type("list->vector", a[0]);
	struct scm_vector *v = scm_make_vector(count, SCM_FALSE);
	for (scm l = a[0]; i < count; l = CDR(l))
		v->at[i++] = CAR(l);
	return v;
}

/* ---- bytevectors ---- */

scm
scm_make_bytes(int64_t n)
{
	if (n > 4096)
		scm_check_memory((size_t)n);
	struct scm_bytes *b = lr_gc_alloc(8 + (size_t)n, &scm_bytes_type);
	b->length = n;
	return b;
}

static struct scm_bytes *
bytes_of(scm x, const char *who)
{
	if (!scm_is(x, &scm_bytes_type))
		scm_wrong_type(who, x);
	return x;
}

static scm
make_bytevector(scm *a, int64_t n)
{
	int64_t fill = n > 1 ? scm_index(a[1], 255, "make-bytevector") : 0;
	int64_t count = scm_index(a[0], (int64_t)1 << 40, "make-bytevector");
	struct scm_bytes *b = scm_make_bytes(count);

	memset(b->at, (int)fill, (size_t)b->length);
	return b;
}

static scm
bytevector(scm *a, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		scm_index(a[i], 255, "bytevector");
	struct scm_bytes *b = scm_make_bytes(n);
	for (int64_t i = 0; i < n; i++)
		b->at[i] = (uint8_t)scm_int(a[i]);
	return b;
}

static scm
bytes_ref(scm *a, int64_t n)
{
	struct scm_bytes *b = bytes_of(a[0], "bytevector-u8-ref");

	SCM_UNUSED(n);
	return scm_fixnum(b->at[scm_index(a[1], b->length - 1, "bytevector-u8-ref")]);
}
static scm
bytes_set(scm *a, int64_t n)
{
	struct scm_bytes *b = bytes_of(a[0], "bytevector-u8-set!");

	SCM_UNUSED(n);
	b->at[scm_index(a[1], b->length - 1, "bytevector-u8-set!")]
		= (uint8_t)scm_index(a[2], 255, "bytevector-u8-set!");
	return SCM_UNSPECIFIED;
}

static scm
bytes_length(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	return scm_fixnum(bytes_of(a[0], "bytevector-length")->length);
}

static scm
bytes_copy(scm *a, int64_t n)
{
	int64_t from, to;

	scm_range("bytevector-copy", a, n, 1, bytes_of(a[0], "bytevector-copy")->length, &from, &to);
	struct scm_bytes *b = scm_make_bytes(to - from);
	memcpy(b->at, ((struct scm_bytes *)a[0])->at + from, (size_t)(to - from));
	return b;
}

static scm
bytes_copy_into(scm *a, int64_t n)
{
	struct scm_bytes *b = bytes_of(a[0], "bytevector-copy!");
	int64_t from, to, at = scm_index(a[1], b->length, "bytevector-copy!");

	scm_range("bytevector-copy!", a, n, 3, bytes_of(a[2], "bytevector-copy!")->length, &from, &to);
	if (to - from > b->length - at)
		scm_bad_index("bytevector-copy!", a[1]);
	memmove(b->at + at, ((struct scm_bytes *)a[2])->at + from, (size_t)(to - from));
	return SCM_UNSPECIFIED;
}

static scm
bytes_append(scm *a, int64_t n)
{
	int64_t all = 0, at = 0;

	for (int64_t i = 0; i < n; i++)
		all += bytes_of(a[i], "bytevector-append")->length;
	struct scm_bytes *b = scm_make_bytes(all);
	for (int64_t i = 0; i < n; at += ((struct scm_bytes *)a[i++])->length)
		memcpy(b->at + at, ((struct scm_bytes *)a[i])->at, (size_t)((struct scm_bytes *)a[i])->length);
	return b;
}

/* ---- records ---- */

/* (%make-record-type name fields) */
static scm
record_type(scm *a, int64_t n)
{
	scm *t = lr_gc_alloc(16, &scm_record_type_type);

	SCM_UNUSED(n);
	t[0] = a[0];
	t[1] = a[1];
	return t;
}

/* (%record type value ...): as many values as the type has fields, which the compiler sees to. */
static scm
record(scm *a, int64_t n)
{
	if (!scm_is(a[0], &scm_record_type_type))
		scm_wrong_type("%record", a[0]);
	struct scm_record *r = lr_gc_alloc(8 + 8 * (size_t)n, &scm_record_type);
	r->length = n - 1;
	r->type = a[0];
	memcpy(r->at, a + 1, 8 * (size_t)(n - 1));
	return r;
}

static scm
is_record(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	return scm_bool(scm_is(a[0], &scm_record_type) && ((struct scm_record *)a[0])->type == a[1]);
}

/* (%record-ref record type index name), (%record-set! record type index name value) */
static scm
record_access(scm *a, int64_t n)
{
	struct scm_record *r = a[0];

	if (is_record(a, n) == SCM_FALSE || !scm_is_fixnum(a[2]) || (uint64_t)scm_int(a[2]) >= (uint64_t)r->length) {
		scm parts[2] = { a[3], a[0] };
		scm_error(NULL, "an accessor of another type of record", scm_list(parts, 2));
	}
	if (n == 4)
		return r->at[scm_int(a[2])];
	r->at[scm_int(a[2])] = a[4];
	lr_gc_write_barrier(r, a[4]);
	return SCM_UNSPECIFIED;
}

/* ---- promises: a box with a pair (done? . value or thunk), which promises share ---- */

static scm
promise(scm *a, int64_t n)
{
	scm *p = lr_gc_alloc(8, &scm_promise_type);

	SCM_UNUSED(n);
	*p = a[0];
	return p;
}
static scm is_promise(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(scm_is(a[0], &scm_promise_type)); }
static scm
promise_state(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	if (!scm_is(a[0], &scm_promise_type))
		scm_wrong_type("force", a[0]);
	return *(scm *)a[0];
}
static scm
set_promise(scm *a, int64_t n)
{
	promise_state(a, n);
	*(scm *)a[0] = a[1];
	lr_gc_write_barrier(a[0], a[1]);
	return SCM_UNSPECIFIED;
}

/* ---- types ---- */

static scm eq(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(a[0] == a[1]); }
static scm not(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(a[0] == SCM_FALSE); }
static scm null(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(a[0] == SCM_NIL); }
static scm is_boolean(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(a[0] == SCM_FALSE || a[0] == SCM_TRUE); }
static scm is_char(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(scm_is_char(a[0])); }
static scm is_eof(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(a[0] == SCM_EOF); }
static scm eof(scm *a, int64_t n) { SCM_UNUSED(a), SCM_UNUSED(n); return SCM_EOF; }
#define IS(f, type) static scm f(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(scm_is(a[0], &type)); }
IS(is_pair, scm_pair_type)
IS(is_vector, scm_vector_type)
IS(is_symbol, scm_symbol_type)
IS(is_string, scm_string_type)
IS(is_procedure, scm_closure_type)
IS(is_bytes, scm_bytes_type)

const struct scm_builtin scm_data_builtins[] = {
	{ "car", car, 1, 1 }, { "cdr", cdr, 1, 1 }, { "set-car!", set_car, 2, 2 }, { "set-cdr!", set_cdr, 2, 2 },
	{ "cons", cons, 2, 2 }, { "eq?", eq, 2, 2 }, { "not", not, 1, 1 }, { "null?", null, 1, 1 },
	{ "boolean?", is_boolean, 1, 1 }, { "char?", is_char, 1, 1 }, { "eof-object?", is_eof, 1, 1 },
	{ "eof-object", eof, 0, 0 }, { "pair?", is_pair, 1, 1 }, { "vector?", is_vector, 1, 1 },
	{ "symbol?", is_symbol, 1, 1 }, { "string?", is_string, 1, 1 }, { "procedure?", is_procedure, 1, 1 },
	{ "bytevector?", is_bytes, 1, 1 }, { "list", scm_list, 0, -1 }, { "list?", is_list, 1, 1 },
	{ "length", length, 1, 1 }, { "make-list", make_list, 1, 2 },
	{ "vector", vector, 0, -1 }, { "make-vector", make_vector, 1, 2 }, { "vector-ref", vector_ref, 2, 2 },
	{ "vector-set!", vector_set, 3, 3 }, { "vector-length", vector_length, 1, 1 },
	{ "vector-copy", vector_copy, 1, 3 }, { "vector-copy!", vector_copy_into, 3, 5 },
	{ "vector-fill!", vector_fill, 2, 4 }, { "vector-append", vector_append, 0, -1 },
	{ "vector->list", vector_to_list, 1, 3 }, { "list->vector", list_to_vector, 1, 1 },
	{ "bytevector", bytevector, 0, -1 }, { "make-bytevector", make_bytevector, 1, 2 },
	{ "bytevector-u8-ref", bytes_ref, 2, 2 }, { "bytevector-u8-set!", bytes_set, 3, 3 },
	{ "bytevector-length", bytes_length, 1, 1 }, { "bytevector-copy", bytes_copy, 1, 3 },
	{ "bytevector-copy!", bytes_copy_into, 3, 5 }, { "bytevector-append", bytes_append, 0, -1 },
	{ "%make-record-type", record_type, 2, 2 }, { "%record", record, 1, -1 }, { "%record?", is_record, 2, 2 },
	{ "%record-ref", record_access, 4, 4 }, { "%record-set!", record_access, 5, 5 },
	{ "%make-promise", promise, 1, 1 }, { "promise?", is_promise, 1, 1 },
	{ "%promise-state", promise_state, 1, 1 }, { "%set-promise-state!", set_promise, 2, 2 }, { NULL, NULL, 0, 0 },
};
