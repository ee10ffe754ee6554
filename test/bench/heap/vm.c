/* SPDX-License-Identifier: MIT */
/* vm.c -- a register machine with boxed numbers, strings, and tables that have a part by number and a part by hash. */
#include "heap.h"

enum kind { K_NUMBER = -1, K_STRING = -2, K_TABLE = -3 };

struct number {
	long kind;
	double value;
};
struct string {
	long kind;
	uint32_t length, hash;
	char at[];
};
struct array {
	long n;
	ref at[];
};
struct table {
	long kind, used, hashed;
	struct array TRACKED *list, *keys, *values;
};
TYPE_BYTES(number_type, struct number);
TYPE_BYTES(string_type, struct string);
TYPE_REFS(array_type, struct array, at);
TYPE(table_type, struct table, FIELD(struct table, list), FIELD(struct table, keys), FIELD(struct table, values));

static ref
new_number(double value)
{
	GC_FUNCTION;
	struct number TRACKED *n = NEW_DATA(struct number, number_type, sizeof(struct number));

	AT(n)->kind = K_NUMBER;
	AT(n)->value = value;
	return (ref)n;
}

static double
number(ref v)
{
	return AT((struct number TRACKED *)v)->value;
}

/* The decimal digits behind a letter. */
static struct string TRACKED *
new_string(char letter, long value)
{
	GC_FUNCTION;
	char text[24];
	uint32_t n = 0, hash = 2166136261u;

	for (text[n++] = letter; value > 0; value /= 10)
		text[n++] = (char)('0' + value % 10);
	struct string TRACKED *s = NEW_DATA(struct string, string_type, sizeof(struct string) + n);
	AT(s)->kind = K_STRING;
	AT(s)->length = n;
	for (uint32_t i = 0; i < n; i++) {
		AT(s)->at[i] = text[i];
		hash = (hash ^ (uint8_t)text[i]) * 16777619u;
	}
	AT(s)->hash = hash;
	return s;
}

static bool
is_same(struct string TRACKED *a, struct string TRACKED *b)
{
	if (a == b)
		return true;
	if (AT(a)->hash != AT(b)->hash || AT(a)->length != AT(b)->length)
		return false;
	for (uint32_t i = 0; i < AT(a)->length; i++)
		if (AT(a)->at[i] != AT(b)->at[i])
			return false;
	return true;
}

static struct array TRACKED *
new_array(long n)
{
	GC_FUNCTION;
	struct array TRACKED *a = NEW_BYTES(struct array, array_type, sizeof(struct array) + (size_t)n * sizeof(ref));

	AT(a)->n = n;
	for (long i = 0; i < n; i++)
		AT(a)->at[i] = NULL;
	return a;
}

static struct table TRACKED *
new_table(void)
{
	GC_FUNCTION;
	struct array TRACKED *list = new_array(4), *keys = new_array(4), *values = new_array(4);
	struct table TRACKED *t = NEW(struct table, table_type);

	AT(t)->kind = K_TABLE;
	AT(t)->used = AT(t)->hashed = 0;
	AT(t)->list = list;
	AT(t)->keys = keys;
	AT(t)->values = values;
	return t;
}

static void
append(struct table TRACKED *t, ref v)
{
	struct array TRACKED *list = AT(t)->list;

	if (AT(t)->used == AT(list)->n) {
		struct array TRACKED *more = new_array(2 * AT(list)->n);
		for (long i = 0; i < AT(t)->used; i++)
			SET_SLOT(more, AT(more)->at[i], AT(list)->at[i]);
		SET(t, list, more);
		list = more;
	}
	SET_SLOT(list, AT(list)->at[AT(t)->used], v);
	AT(t)->used++;
}

static long
slot_of(struct array TRACKED *keys, struct string TRACKED *key)
{
	long i = AT(key)->hash & (AT(keys)->n - 1);

	while (AT(keys)->at[i] != NULL && !is_same((struct string TRACKED *)AT(keys)->at[i], key))
		i = (i + 1) & (AT(keys)->n - 1);
	return i;
}

static void
set(struct table TRACKED *t, struct string TRACKED *key, ref v)
{
	if (AT(t)->hashed * 4 >= AT(AT(t)->keys)->n * 3) {
		const long n = AT(AT(t)->keys)->n;
		struct array TRACKED *keys = new_array(2 * n), *values = new_array(2 * n);
		for (long i = 0; i < n; i++) {
			ref old = AT(AT(t)->keys)->at[i];
			if (old == NULL)
				continue;
			const long at = slot_of(keys, (struct string TRACKED *)old);
			SET_SLOT(keys, AT(keys)->at[at], old);
			SET_SLOT(values, AT(values)->at[at], AT(AT(t)->values)->at[i]);
		}
		SET(t, keys, keys);
		SET(t, values, values);
	}
	const long i = slot_of(AT(t)->keys, key);
	if (AT(AT(t)->keys)->at[i] == NULL) {
		AT(t)->hashed++;
		SET_SLOT(AT(t)->keys, AT(AT(t)->keys)->at[i], (ref)key);
	}
	SET_SLOT(AT(t)->values, AT(AT(t)->values)->at[i], v);
}

static ref
get(struct table TRACKED *t, struct string TRACKED *key)
{
	return AT(AT(t)->values)->at[slot_of(AT(t)->keys, key)];
}

/* A program: registers are an array of the heap, so that each result is a store with a barrier. */
enum op { NUM, ADD, MUL, MOD, LESS, JUMP, TABLE, APPEND, INDEX, KEY, SET_KEY, GET_KEY, COPY_REG, END };
struct code {
	uint8_t op, a, b, c;
};
enum { I, N, ONE, T, X, SUM, OUTER, K, LIMIT, Y, MODULUS, KEEP, REGISTERS };

static const struct code code[] = {
	{ NUM, ONE, 1, 0 }, { NUM, N, 250, 4 }, { NUM, MODULUS, 97, 0 }, { NUM, SUM, 0, 0 },
	{ TABLE, KEEP, 0, 0 }, { NUM, OUTER, 0, 0 }, { NUM, LIMIT, 90, 0 },
	/* 7: one more table */
	{ TABLE, T, 0, 0 }, { NUM, I, 0, 0 },
	/* 9: a number by place and by name */
	{ MUL, X, I, I }, { ADD, X, X, OUTER }, { MOD, X, X, MODULUS }, { APPEND, T, X, 0 }, { KEY, K, 'k', X },
	{ SET_KEY, T, K, X }, { GET_KEY, Y, T, K }, { ADD, SUM, SUM, Y }, { INDEX, Y, T, I }, { ADD, SUM, SUM, Y },
	{ ADD, I, I, ONE }, { LESS, I, N, 9 },
	{ KEY, K, 't', OUTER }, { SET_KEY, KEEP, K, T }, { ADD, OUTER, OUTER, ONE }, { LESS, OUTER, LIMIT, 7 },
	{ END, SUM, 0, 0 },
};

static double
run(void)
{
	struct array TRACKED *r = new_array(REGISTERS);

	for (const struct code *p = code;; p++) {
		ref v = NULL;
		switch (p->op) {
		case NUM: v = new_number(p->b * (p->c != 0 ? p->c * 4 : 1)); break;
		case ADD: v = new_number(number(AT(r)->at[p->b]) + number(AT(r)->at[p->c])); break;
		case MUL: v = new_number(number(AT(r)->at[p->b]) * number(AT(r)->at[p->c])); break;
		case MOD: v = new_number((double)((long)number(AT(r)->at[p->b]) % (long)number(AT(r)->at[p->c]))); break;
		case TABLE: v = (ref)new_table(); break;
		case KEY: v = (ref)new_string((char)p->b, (long)number(AT(r)->at[p->c])); break;
		case GET_KEY:
			v = get((struct table TRACKED *)AT(r)->at[p->b], (struct string TRACKED *)AT(r)->at[p->c]);
			break;
		case INDEX:
			v = AT(AT((struct table TRACKED *)AT(r)->at[p->b])->list)->at[(long)number(AT(r)->at[p->c])];
			break;
		case LESS:
			if (number(AT(r)->at[p->a]) < number(AT(r)->at[p->b]))
				p = &code[p->c - 1];
			continue;
		case APPEND: append((struct table TRACKED *)AT(r)->at[p->a], AT(r)->at[p->b]); continue;
		case SET_KEY:
			set((struct table TRACKED *)AT(r)->at[p->a], (struct string TRACKED *)AT(r)->at[p->b],
				AT(r)->at[p->c]);
			continue;
		default: return number(AT(r)->at[p->a]);
		}
		SET_SLOT(r, AT(r)->at[p->a], v);
	}
}

int
main(void)
{
	HEAP_BEGIN();
	double sum = 0;
	for (int round = 0; round < 5; round++)
		sum += run();
	printf("%.1f\n", sum);
	return 0;
}
