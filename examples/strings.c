/* SPDX-License-Identifier: MIT */
/* strings.c -- building strings in growing buffers.
**
** Covers: objects whose size is known only at run time, small and large (beyond all size classes); copies from
** object to object (memcpy and memmove between derived pointers); objects without any reference in them. */
#include <string.h>
#include <lateroot/dialect.h>

struct string {
	size_t length;
	char byte[];
};
TYPE_BYTES(string_type, struct string);
struct builder {
	struct string TRACKED *buffer; /* its length is the room in it */
	size_t used;
};
TYPE(builder_type, struct builder, FIELD(struct builder, buffer));

typedef struct string TRACKED *string;
typedef struct builder TRACKED *builder;

static string
string_of_length(size_t length)
{
	GC_FUNCTION;
	string s = NEW_BYTES(struct string, string_type, sizeof(struct string) + length);

	AT(s)->length = length;
	return s;
}

static builder
new_builder(void)
{
	GC_FUNCTION;
	string buffer = string_of_length(4);
	builder b = NEW(struct builder, builder_type);

	AT(b)->buffer = buffer;
	AT(b)->used = 0;
	return b;
}

static void
reserve(builder b, size_t more)
{
	GC_FUNCTION;
	size_t need = AT(b)->used + more;

	if (need <= AT(AT(b)->buffer)->length)
		return;
	string old = AT(b)->buffer;
	string wider = string_of_length(need * 2);
	COPY(AT(wider)->byte, AT(old)->byte, AT(b)->used);
	SET(b, buffer, wider);
}

static void
append_byte(builder b, char c)
{
	GC_FUNCTION;
	reserve(b, 1);
	AT(AT(b)->buffer)->byte[AT(b)->used] = c;
	AT(b)->used += 1;
}

static void
append(builder b, string s)
{
	GC_FUNCTION;
	size_t n = AT(s)->length;

	reserve(b, n);
	COPY(AT(AT(b)->buffer)->byte + AT(b)->used, AT(s)->byte, n);
	AT(b)->used += n;
}

static void
append_number(builder b, long n)
{
	GC_FUNCTION;
	if (n >= 10)
		append_number(b, n / 10);
	append_byte(b, (char)('0' + n % 10));
}

static string
finish(builder b)
{
	GC_FUNCTION;
	string s = string_of_length(AT(b)->used);

	COPY(AT(s)->byte, AT(AT(b)->buffer)->byte, AT(b)->used);
	return s;
}

/* "1, 2, ... n" */
static string
count(long n)
{
	GC_FUNCTION;
	builder b = new_builder();

	for (long i = 1; i <= n; i++) {
		append_number(b, i);
		if (i < n) {
			append_byte(b, ',');
			append_byte(b, ' ');
		}
	}
	return finish(b);
}

static long
checksum(string s)
{
	unsigned long h = 5381;

	for (size_t i = 0; i < AT(s)->length; i++)
		h = (h * 33 + (unsigned char)AT(s)->byte[i]) % 1000000007ul;
	return (long)h;
}

static void
print(string s)
{
	for (size_t i = 0; i < AT(s)->length; i++)
		putchar(AT(s)->byte[i]);
	putchar('\n');
}

int
main(void)
{
	GC_FUNCTION;
	print(count(20));
	builder b = new_builder();
	string s = count(30);

	for (int i = 0; i < 7; i++) { /* doubles: past every size class */
		append(b, s);
		s = finish(b);
	}
	/* shift it by one place in itself */
	MOVE(AT(s)->byte, AT(s)->byte + 1, AT(s)->length - 1);
	printf("%zu bytes, checksum %ld\n", AT(s)->length, checksum(s));
	return 0;
}
