/* SPDX-License-Identifier: MIT */
/* Characters, strings and symbols.  A string has a word of 32 bits for each code point. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>
#include "scheme.h"

/* ---- characters ---- */

static uint32_t
char_of(scm x, const char *who)
{
	if (!scm_is_char(x))
		scm_wrong_type(who, x);
	return scm_code_point(x);
}
static scm char_to_integer(scm *a, int64_t n) { SCM_UNUSED(n); return scm_fixnum(char_of(a[0], "char->integer")); }
static scm
integer_to_char(scm *a, int64_t n)
{
	int64_t c = scm_index(a[0], 0x10ffff, "integer->char");

	SCM_UNUSED(n);
	if (!scm_is_code_point(c))
		scm_bad_index("integer->char", a[0]);
	return scm_char((uint32_t)c);
}

static uint32_t upper(uint32_t c) { return (uint32_t)towupper((wint_t)c); }
static uint32_t lower(uint32_t c) { return c == 0x130 ? 0x130 : (uint32_t)towlower((wint_t)c); }
static uint32_t fold(uint32_t c) { return c == 0x3c2 ? 0x3c3 : c == 0x130 || c == 0x131 ? c : lower(upper(c)); }
static scm char_upcase(scm *a, int64_t n) { SCM_UNUSED(n); return scm_char(upper(char_of(a[0], "char-upcase"))); }
static scm char_downcase(scm *a, int64_t n) { SCM_UNUSED(n); return scm_char(lower(char_of(a[0], "char-downcase"))); }
static scm char_foldcase(scm *a, int64_t n) { SCM_UNUSED(n); return scm_char(fold(char_of(a[0], "char-foldcase"))); }

/* The first code point of each row of ten decimal digits. */
static const uint32_t zeros[] = { 0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6,
	0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
		0x1bb0,
	0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x11066 };
static int
digit(uint32_t c)
{
	for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
		if (c >= zeros[i] && c < zeros[i] + 10)
			return (int)(c - zeros[i]);
	return -1;
}
static scm
digit_value(scm *a, int64_t n)
{
	int d = digit(char_of(a[0], "digit-value"));

	SCM_UNUSED(n);
	return d < 0 ? SCM_FALSE : scm_fixnum(d);
}
#define CHAR_TEST(f, name, test) \
	static scm f(scm *a, int64_t n) { SCM_UNUSED(n); wint_t c = char_of(a[0], name); return scm_bool(test); }
CHAR_TEST(is_alphabetic, "char-alphabetic?", iswalpha(c) && digit(c) < 0)
CHAR_TEST(is_numeric, "char-numeric?", digit(c) >= 0)
CHAR_TEST(is_whitespace, "char-whitespace?", iswspace(c) || c == 0xa0 || c == 0x2007 || c == 0x202f)
CHAR_TEST(is_upper, "char-upper-case?", iswupper(c))
CHAR_TEST(is_lower, "char-lower-case?", iswlower(c))

/* ---- comparisons ---- */

/* The next character of a string as string-foldcase has it; 0xdf is two; -1 is the end. */
struct folded { const struct scm_string *s; int64_t at; bool second; };
static int64_t
next_folded(struct folded *f)
{
	if (f->at == f->s->length)
		return -1;
	uint32_t c = f->s->c[f->at];
	f->second = c == 0xdf && !f->second;
	f->at += !f->second;
	return c == 0xdf ? 's' : fold(c);
}

static int
compare_strings(const struct scm_string *s, const struct scm_string *t, bool ci)
{
	if (ci) {
		struct folded f = { .s = s }, g = { .s = t };
		int64_t c, d;
		do {
			c = next_folded(&f);
			d = next_folded(&g);
		} while (c == d && c >= 0);
		return c < d ? -1 : c > d;
	}
	for (int64_t i = 0; i < s->length && i < t->length; i++) {
		if (s->c[i] != t->c[i])
			return s->c[i] < t->c[i] ? -1 : 1;
	}
	return s->length < t->length ? -1 : s->length > t->length;
}

static struct scm_string *
string_of(scm x, const char *who)
{
	if (!scm_is(x, &scm_string_type))
		scm_wrong_type(who, x);
	return x;
}

static int
compare(scm x, scm y, bool chars, bool ci, const char *who)
{
	if (!chars)
		return compare_strings(string_of(x, who), string_of(y, who), ci);
	uint32_t c = char_of(x, who), d = char_of(y, who);
	if (ci) {
		c = fold(c);
		d = fold(d);
	}
	return c < d ? -1 : c > d;
}
#define COMPARE(f, name, chars, ci, test) \
	static scm f(scm *a, int64_t n) \
	{ \
		bool all = true; \
		compare(a[0], a[0], chars, ci, name); \
		for (int64_t i = 0; i + 1 < n; i++) { \
			int c = compare(a[i], a[i + 1], chars, ci, name); \
			all = all && (test); \
		} \
		return scm_bool(all); \
	}
#define COMPARISONS(prefix, name, chars, ci) \
	COMPARE(prefix##_eq, name "=?", chars, ci, c == 0) \
	COMPARE(prefix##_lt, name "<?", chars, ci, c < 0) \
	COMPARE(prefix##_gt, name ">?", chars, ci, c > 0) \
	COMPARE(prefix##_le, name "<=?", chars, ci, c <= 0) \
	COMPARE(prefix##_ge, name ">=?", chars, ci, c >= 0)
COMPARISONS(char, "char", true, false)
COMPARISONS(char_ci, "char-ci", true, true)
COMPARISONS(string, "string", false, false)
COMPARISONS(string_ci, "string-ci", false, true)
#define ROWS(prefix, name) \
	{ name "=?", prefix##_eq, 1, -1 }, { name "<?", prefix##_lt, 1, -1 }, { name ">?", prefix##_gt, 1, -1 }, \
	{ name "<=?", prefix##_le, 1, -1 }, { name ">=?", prefix##_ge, 1, -1 }

/* ---- strings ---- */

static scm
make_string(scm *a, int64_t n)
{
	int64_t count = scm_index(a[0], (int64_t)1 << 40, "make-string");
	uint32_t c = n > 1 ? char_of(a[1], "make-string") : ' ';
	struct scm_string *s = scm_string_make(count);

	for (int64_t i = 0; i < count; i++)
		s->c[i] = c;
	return s;
}

static scm
string(scm *a, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		char_of(a[i], "string");
	struct scm_string *s = scm_string_make(n);
	for (int64_t i = 0; i < n; i++)
		s->c[i] = scm_code_point(a[i]);
	return s;
}

static scm
string_length(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	return scm_fixnum(string_of(a[0], "string-length")->length);
}
static scm
string_ref(scm *a, int64_t n)
{
	struct scm_string *s = string_of(a[0], "string-ref");

	SCM_UNUSED(n);
	return scm_char(s->c[scm_index(a[1], s->length - 1, "string-ref")]);
}
static scm
string_set(scm *a, int64_t n)
{
	struct scm_string *s = string_of(a[0], "string-set!");

	SCM_UNUSED(n);
	s->c[scm_index(a[1], s->length - 1, "string-set!")] = char_of(a[2], "string-set!");
	return SCM_UNSPECIFIED;
}

static scm
part(scm *a, int64_t n, const char *who)
{
	int64_t from, to;

	scm_range(who, a, n, 1, string_of(a[0], who)->length, &from, &to);
	struct scm_string *s = scm_string_make(to - from);
	memcpy(s->c, ((struct scm_string *)a[0])->c + from, 4 * (size_t)(to - from));
	return s;
}
static scm string_copy(scm *a, int64_t n) { return part(a, n, "string-copy"); }
static scm substring(scm *a, int64_t n) { return part(a, n, "substring"); }

static scm
string_append(scm *a, int64_t n)
{
	int64_t all = 0, at = 0;

	for (int64_t i = 0; i < n; i++)
		all += string_of(a[i], "string-append")->length;
	struct scm_string *s = scm_string_make(all);
	for (int64_t i = 0; i < n; at += ((struct scm_string *)a[i++])->length)
		memcpy(s->c + at, ((struct scm_string *)a[i])->c, 4 * (size_t)((struct scm_string *)a[i])->length);
	return s;
}

static scm
string_copy_into(scm *a, int64_t n)
{
	struct scm_string *s = string_of(a[0], "string-copy!");
	int64_t from, to, at = scm_index(a[1], s->length, "string-copy!");

	scm_range("string-copy!", a, n, 3, string_of(a[2], "string-copy!")->length, &from, &to);
	if (to - from > s->length - at)
		scm_bad_index("string-copy!", a[1]);
	memmove(s->c + at, ((struct scm_string *)a[2])->c + from, 4 * (size_t)(to - from));
	return SCM_UNSPECIFIED;
}

static scm
string_fill(scm *a, int64_t n)
{
	int64_t from, to;
	uint32_t c = char_of(a[1], "string-fill!");

	scm_range("string-fill!", a, n, 2, string_of(a[0], "string-fill!")->length, &from, &to);
	for (; from < to; from++)
		((struct scm_string *)a[0])->c[from] = c;
	return SCM_UNSPECIFIED;
}

static scm
string_to_list(scm *a, int64_t n)
{
	int64_t from, to;
	scm l = SCM_NIL;

	scm_range("string->list", a, n, 1, string_of(a[0], "string->list")->length, &from, &to);
	LR_GC_PUSH(&l);
	while (to-- > from)
		l = scm_cons(scm_char(((struct scm_string *)a[0])->c[to]), l);
	LR_GC_POP();
	return l;
}

static scm
list_to_string(scm *a, int64_t n)
{
	int64_t count = 0;

	SCM_UNUSED(n);
	scm l = a[0];
	for (; scm_is(l, &scm_pair_type) && count < INT32_MAX; l = CDR(l), count++)
		char_of(CAR(l), "list->string");
	if (l != SCM_NIL)
		scm_wrong_type("list->string", l);
	struct scm_string *s = scm_string_make(count);
	count = 0;
	for (l = a[0]; l != SCM_NIL; l = CDR(l))
		s->c[count++] = scm_code_point(CAR(l));
	return s;
}

static scm
string_to_vector(scm *a, int64_t n)
{
	int64_t from, to;

	scm_range("string->vector", a, n, 1, string_of(a[0], "string->vector")->length, &from, &to);
	struct scm_vector *v = scm_make_vector(to - from, SCM_FALSE);
	for (int64_t i = from; i < to; i++)
		v->at[i - from] = scm_char(((struct scm_string *)a[0])->c[i]);
	return v;
}

static scm
vector_to_string(scm *a, int64_t n)
{
	int64_t from, to;

	if (!scm_is(a[0], &scm_vector_type))
		scm_wrong_type("vector->string", a[0]);
	struct scm_vector *v = a[0];
	scm_range("vector->string", a, n, 1, v->length, &from, &to);
	for (int64_t i = from; i < to; i++)
		char_of(v->at[i], "vector->string");
	struct scm_string *s = scm_string_make(to - from);
	for (int64_t i = from; i < to; i++)
		s->c[i - from] = scm_code_point(v->at[i]);
	return s;
}

/* The sharp s becomes two letters; a sigma at the end of a word is another one. */
static scm
with_case(scm x, uint32_t (*change)(uint32_t), const char *who)
{
	struct scm_string *s = string_of(x, who), *t;
	int64_t n = s->length, k = 0;

	for (int64_t i = 0; i < s->length; i++)
		n += s->c[i] == 0xdf && change != lower;
	LR_GC_PUSH(&s);
	t = scm_string_make(n);
	for (int64_t i = 0; i < s->length; i++) {
		uint32_t c = s->c[i];
		if (c == 0xdf && change != lower) {
			t->c[k++] = change == upper ? 'S' : 's';
			t->c[k++] = change == upper ? 'S' : 's';
		} else if (c == 0x3a3 && change == lower)
			t->c[k++] = i > 0 && iswalpha((wint_t)s->c[i - 1])
				&& !(i + 1 < s->length && iswalpha((wint_t)s->c[i + 1])) ? 0x3c2 : 0x3c3;
		else
			t->c[k++] = change(c);
	}
	LR_GC_POP();
	return t;
}
static scm string_upcase(scm *a, int64_t n) { SCM_UNUSED(n); return with_case(a[0], upper, "string-upcase"); }
static scm string_downcase(scm *a, int64_t n) { SCM_UNUSED(n); return with_case(a[0], lower, "string-downcase"); }
static scm string_foldcase(scm *a, int64_t n) { SCM_UNUSED(n); return with_case(a[0], fold, "string-foldcase"); }

/* ---- bytes and symbols ---- */

static scm
utf8_to_string(scm *a, int64_t n)
{
	int64_t from, to;

	if (!scm_is(a[0], &scm_bytes_type))
		scm_wrong_type("utf8->string", a[0]);
	struct scm_bytes *b = a[0];
	scm_range("utf8->string", a, n, 1, b->length, &from, &to);
	return scm_string_from((const char *)b->at + from, (size_t)(to - from));
}

static scm
string_to_utf8(scm *a, int64_t n)
{
	int64_t from, to;
	size_t bytes;

	scm_range("string->utf8", a, n, 1, string_of(a[0], "string->utf8")->length, &from, &to);
	char *text = scm_utf8(a[0], from, to, &bytes);
	struct scm_bytes *b = scm_make_bytes((int64_t)bytes);
	memcpy(b->at, text, bytes);
	free(text);
	return b;
}

static scm
symbol_to_string(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	if (!scm_is(a[0], &scm_symbol_type))
		scm_wrong_type("symbol->string", a[0]);
	a[0] = ((struct scm_symbol *)a[0])->name;
	return string_copy(a, 1);
}

static scm
string_to_symbol(scm *a, int64_t n)
{
	size_t bytes;

	SCM_UNUSED(n);
	char *text = scm_utf8(a[0], 0, string_of(a[0], "string->symbol")->length, &bytes);
	if (strlen(text) != bytes) {
		free(text);
		scm_error("string->symbol", "a symbol with the character 0", SCM_NIL);
	}
	scm s = scm_intern(text);
	free(text);
	return s;
}

__attribute__((constructor)) static void
use_unicode(void)
{
	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		setlocale(LC_CTYPE, "");
}

const struct scm_builtin scm_text_builtins[] = {
	{ "char->integer", char_to_integer, 1, 1 }, { "integer->char", integer_to_char, 1, 1 },
	{ "char-upcase", char_upcase, 1, 1 }, { "char-downcase", char_downcase, 1, 1 },
	{ "char-foldcase", char_foldcase, 1, 1 }, { "digit-value", digit_value, 1, 1 },
	{ "char-alphabetic?", is_alphabetic, 1, 1 }, { "char-numeric?", is_numeric, 1, 1 },
	{ "char-whitespace?", is_whitespace, 1, 1 }, { "char-upper-case?", is_upper, 1, 1 },
	{ "char-lower-case?", is_lower, 1, 1 },
	ROWS(char, "char"), ROWS(char_ci, "char-ci"), ROWS(string, "string"), ROWS(string_ci, "string-ci"),
	{ "make-string", make_string, 1, 2 }, { "string", string, 0, -1 }, { "string-length", string_length, 1, 1 },
	{ "string-ref", string_ref, 2, 2 }, { "string-set!", string_set, 3, 3 }, { "substring", substring, 3, 3 },
	{ "string-copy", string_copy, 1, 3 }, { "string-copy!", string_copy_into, 3, 5 },
	{ "string-append", string_append, 0, -1 }, { "string-fill!", string_fill, 2, 4 },
	{ "string->list", string_to_list, 1, 3 }, { "list->string", list_to_string, 1, 1 },
	{ "string->vector", string_to_vector, 1, 3 }, { "vector->string", vector_to_string, 1, 3 },
	{ "string-upcase", string_upcase, 1, 1 }, { "string-downcase", string_downcase, 1, 1 },
	{ "string-foldcase", string_foldcase, 1, 1 }, { "utf8->string", utf8_to_string, 1, 3 },
	{ "string->utf8", string_to_utf8, 1, 3 }, { "symbol->string", symbol_to_string, 1, 1 },
	{ "string->symbol", string_to_symbol, 1, 1 }, { NULL, NULL, 0, 0 },
};
