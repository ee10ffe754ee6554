/* Values that are fixnums (1), characters (2), or objects: lists of them, an interpreter of expressions, a vector that is
** old while it is filled, and an array of tagged unions whose references a function tells. */
#include <lateroot/dialect.h>

#include <stdlib.h>

#define FIXNUM(n)  LR_IMMEDIATE((uintptr_t)(n) << 1 | 1)
#define CHAR(c)    LR_IMMEDIATE((uintptr_t)(c) << 3 | 2)
#define NUMBER(x)  (LR_IMMEDIATE_VALUE(x) >> 1)

struct pair { ref car, cdr; };
TYPE(pair_type, struct pair, FIELD(struct pair, car), FIELD(struct pair, cdr));
struct box { double number; };
TYPE(box_type, struct box);
struct vector { int64_t n; ref item[]; };
TYPE_REFS(vector_type, struct vector, item);

static bool
is_fixnum(ref x)
{
	return LR_IMMEDIATE_VALUE(x) & 1;
}

static __attribute__((noinline)) ref
cons(ref car, ref cdr)
{
	GC_FUNCTION;
	struct pair TRACKED *p = NEW(struct pair, pair_type);
	AT(p)->car = car;
	AT(p)->cdr = cdr;
	return p;
}

static __attribute__((noinline)) ref
box(double number)
{
	GC_FUNCTION;
	struct box TRACKED *b = NEW(struct box, box_type);
	AT(b)->number = number;
	return b;
}

/* a + b: of fixnums without memory; of boxes with a new one */
static __attribute__((noinline)) ref
add(ref a, ref b)
{
	if (is_fixnum(a) && is_fixnum(b))
		return FIXNUM(NUMBER(a) + NUMBER(b));
	double x = is_fixnum(a) ? (double)NUMBER(a) : AT((struct box TRACKED *)a)->number;
	double y = is_fixnum(b) ? (double)NUMBER(b) : AT((struct box TRACKED *)b)->number;
	return box(x + y);
}

/* a list is a sum, anything else is itself */
static __attribute__((noinline)) ref
eval(ref x)
{
	ref sum = FIXNUM(0);

	if (x == NULL || LR_IS_IMMEDIATE(x) || TYPEOF(x) != AS_REF(pair_type))
		return x;
	for (; x != NULL; x = AT((struct pair TRACKED *)x)->cdr)
		sum = add(sum, eval(AT((struct pair TRACKED *)x)->car));
	return sum;
}

static __attribute__((noinline)) ref
fill(int64_t n)
{
	GC_FUNCTION;
	struct vector TRACKED *v = NEW_BYTES(struct vector, vector_type, sizeof(struct vector) + (size_t)n * sizeof(ref));
	AT(v)->n = n;
	for (int64_t i = 0; i < n; i++)
		AT(v)->item[i] = CHAR('a' + i % 26);
	for (int64_t i = 0; i < n; i++) { /* v is old by now: the barrier is asked about each of these */
		ref x = i % 3 == 0 ? FIXNUM(i + 5000) : i % 3 == 1 ? cons(FIXNUM(i), NULL) : CHAR('A' + i % 26);
		SET_SLOT(v, AT(v)->item[i], x);
	}
	return v;
}

struct value { union { double number; void *object; }; uint64_t is_object; };
struct values { uint64_t n; struct value value[4]; };

static void
scan(void *object, lr_visit_slots *visit, void *state)
{
	struct values *v = object;

	for (uint64_t i = 0; i < v->n; i++)
		if (v->value[i].is_object)
			visit(state, &v->value[i].object, 1);
}
TYPE_SCANNED(values_type, struct values, scan);

/* the same memory, as code sees it */
struct half { union { double number; ref object; }; uint64_t is_object; };
struct halves { uint64_t n; struct half value[4]; };

static __attribute__((noinline)) ref
values(void)
{
	GC_FUNCTION;
	struct halves TRACKED *v = (struct halves TRACKED *)NEW_ZEROED(struct values, values_type.type);
	AT(v)->n = 4;
	for (int i = 0; i < 4; i++)
		if (i % 2) {
			ref x = cons(FIXNUM(i), NULL);
			SET_SLOT(v, AT(v)->value[i].object, x);
			AT(v)->value[i].is_object = 1;
		} else {
			AT(v)->value[i].number = 0.5 + i;
		}
	return v;
}

static ref global; /* a root that holds an immediate first */

int
main(void)
{
	GC_FUNCTION;
	ref list = NULL, deep = cons(FIXNUM(-4000), NULL);

	global = FIXNUM(1 << 20);
	for (int i = 0; i < 50; i++)
		list = cons(i % 5 == 4 ? box(0.5) : i % 5 == 3 ? deep : FIXNUM(3 * i), list);
	double sum = AT((struct box TRACKED *)eval(list))->number;
	struct vector TRACKED *v = fill(100);
	int64_t letters = 0, numbers = 0;
	for (int64_t i = 0; i < AT(v)->n; i++) {
		ref x = AT(v)->item[i];
		if (is_fixnum(x))
			numbers += NUMBER(x);
		else if (LR_IS_IMMEDIATE(x))
			letters += LR_IMMEDIATE_VALUE(x) >> 3;
		else
			numbers += NUMBER(AT((struct pair TRACKED *)x)->car);
	}
	printf("%.1f %ld %ld %ld\n", sum, (long)numbers, (long)letters, (long)NUMBER(global));
	global = values();
	struct halves TRACKED *h = global;
	cons(list, deep);
	printf("%.1f %ld %.1f %ld\n", AT(h)->value[0].number,
		(long)NUMBER(AT((struct pair TRACKED *)AT(h)->value[1].object)->car),
		AT(h)->value[2].number,
		(long)NUMBER(AT((struct pair TRACKED *)AT(h)->value[3].object)->car));
	return 0;
}
