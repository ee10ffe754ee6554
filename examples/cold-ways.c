/* SPDX-License-Identifier: MIT */
/* cold-ways.c -- roots on the ways that are seldom taken.
**
** Covers: functions that need roots only where they throw, so that a frame is pushed there and never popped, and must
** vanish when the handler is restored; several such ways in one function, some with loops in them or behind loops;
** frames left on cold ways of many activations at once; a slow arm that comes back and does pop.  Again and again, and
** the number of frames is counted. */
#include <lateroot/dialect.h>

struct error {
	struct error TRACKED *cause;
	struct box TRACKED *what;
	long code;
};
TYPE(error_type, struct error, FIELD(struct error, cause), FIELD(struct error, what));
struct box {
	long value;
};
TYPE(box_type, struct box);
struct array {
	long n;
	long item[8];
};
TYPE(array_type, struct array);

typedef struct error TRACKED *error;
typedef struct box TRACKED *boxref;
typedef struct array TRACKED *array;
#define NOINLINE __attribute__((noinline))

/* Frames that this task has pushed and not popped. */
static NOINLINE long
frames(void **gcstack)
{
	long n = 0;

	for (void **frame = *gcstack; frame != NULL; frame = frame[1])
		n++;
	return n;
}

/* Two checks with a way out each. */
static NOINLINE long
get(array a, long i)
{
	GC_FUNCTION;

	if (i < 0) {
		boxref b = NEW(struct box, box_type);
		AT(b)->value = i;
		error e = NEW(struct error, error_type);
		AT(e)->cause = NULL;
		AT(e)->what = b;
		AT(e)->code = 1;
		throw_ref(e);
	}
	if (i >= AT(a)->n) {
		error e = NEW(struct error, error_type);
		AT(e)->cause = NULL;
		AT(e)->what = NULL;
		AT(e)->code = 2;
		boxref b = NEW(struct box, box_type);
		AT(b)->value = i;
		SET(e, what, b);
		throw_ref(e);
	}
	return AT(a)->item[i];
}

/* A loop on the way out. */
static NOINLINE long
trace(array a, long i)
{
	GC_FUNCTION;

	if (i >= AT(a)->n) {
		error e = NULL;
		for (long k = 0; k < i; k++) { /* each has the one before as its cause */
			boxref b = NEW(struct box, box_type);
			AT(b)->value = k;
			error next = NEW(struct error, error_type);
			AT(next)->cause = e;
			AT(next)->what = b;
			AT(next)->code = 2;
			e = next;
		}
		throw_ref(e);
	}
	return AT(a)->item[i];
}

/* A check in a loop. */
static NOINLINE long
sum(array a, long limit)
{
	GC_FUNCTION;
	long total = 0;

	for (long i = 0; i < AT(a)->n; i++) {
		if (AT(a)->item[i] > limit) {
			boxref b = NEW(struct box, box_type);
			AT(b)->value = total;
			error e = NEW(struct error, error_type);
			AT(e)->cause = NULL;
			AT(e)->what = b;
			AT(e)->code = 3;
			throw_ref(e);
		}
		total += AT(a)->item[i];
	}
	return total;
}

/* Calls on the cold way what throws on a cold way of its own. */
static NOINLINE long
explain(array a, long i)
{
	GC_FUNCTION;

	if (i % 4 != 0) {
		boxref b = NEW(struct box, box_type);
		AT(b)->value = 1000 * i;
		long detail = get(a, i % 4 == 1 ? i : i + 100); /* may not come back */
		error e = NEW(struct error, error_type);
		AT(e)->cause = NULL;
		AT(e)->what = b;
		AT(e)->code = detail;
		throw_ref(e);
	}
	return i;
}

/* One cold way in another, n deep.  The last one returns, and the one before throws past all others. */
static NOINLINE long
deep(array a, long n)
{
	GC_FUNCTION;

	if (n > 0) {
		boxref b = NEW(struct box, box_type);
		AT(b)->value = n;
		long inner = deep(a, n - 1);
		error e = NEW(struct error, error_type);
		AT(e)->cause = NULL;
		AT(e)->what = b;
		AT(e)->code = inner;
		throw_ref(e);
	}
	return AT(a)->n;
}

/* A slow arm that comes back: makes objects, with a loop and a check, and returns. */
static NOINLINE long
slow(array a, long i)
{
	GC_FUNCTION;
	long result = AT(a)->item[i & 7];

	if (i % 3 == 0) {
		error list = NULL;
		result += sum(a, 1000 + i);
		for (long k = 0; k <= i; k++) {
			error e = NEW(struct error, error_type);
			AT(e)->cause = list;
			AT(e)->what = NULL;
			AT(e)->code = k;
			boxref b = NEW(struct box, box_type);
			AT(b)->value = i - k;
			SET(e, what, b);
			list = e;
		}
		if (i == 9)
			throw_ref(list);
		for (; list != NULL; list = AT(list)->cause)
			result = result * 3 + AT(list)->code * AT(AT(list)->what)->value;
		result -= sum(a, 1000);
	}
	return result;
}

static long
weigh(error e)
{
	long weight = 0;

	for (; e != NULL; e = AT(e)->cause)
		weight = weight * 5 % 1000003 + AT(e)->code * 100 + AT(AT(e)->what)->value;
	return weight;
}

static NOINLINE long
catch(long (*f)(array, long), array a, long i)
{
	GC_FUNCTION;
	struct lr_handler handler;

	lr_enter_handler(gcstack, &handler);
	if (save_context(&handler, 0) == 0) {
		long result = f(a, i);
		lr_pop_handler_noexcept(gcstack, 1);
		return result;
	}
	lr_pop_handler(gcstack, 1);
	error e = current_exception(gcstack);
	boxref after = NEW(struct box, box_type);
	AT(after)->value = -7;
	return -weigh(e) + AT(after)->value;
}

static NOINLINE void
many(const char *name, long (*f)(array, long), array a, long from, long to)
{
	GC_FUNCTION;
	long before = frames(gcstack), left = 0, total = 0;

	for (int round = 0; round < 3; round++)
		for (long i = from; i < to; i++) {
			total = total * 7 % 1000003 + catch(f, a, i);
			left += frames(gcstack) - before;
		}
	printf("%s: %ld, frames left: %ld\n", name, total, left);
}

int
main(void)
{
	GC_FUNCTION;
	array a = NEW(struct array, array_type);

	AT(a)->n = 8;
	for (long i = 0; i < 8; i++)
		AT(a)->item[i] = i * i;
	many("get", get, a, -3, 12);
	many("trace", trace, a, 0, 12);
	many("sum", sum, a, 20, 60);
	many("explain", explain, a, 0, 12);
	many("deep", deep, a, 0, 12);
	many("slow", slow, a, 0, 14);
	return 0;
}
