/* SPDX-License-Identifier: MIT */
/* listing.c -- takes LLVM's text of a module apart (listing.h).
**
** LLVM's text: a definition begins with "define" at the start of a line and ends with "}" alone; a label begins a line;
** an instruction is indented by two spaces, and its further lines (cases, clauses, the targets of an invoke, debug
** records) by more, except for the "]" that ends the cases of a switch. */
#include "gcroots/views/listing.h"

#include <string.h>

static const char *
next_line(const char *s)
{
	const char *e = strchr(s, '\n');

	return e ? e + 1 : s + strlen(s);
}

bool
listing_init(struct listing *l, LLVMModuleRef m, struct arena *ar, arena_alloc_fn *alloc, void *user)
{
	*l = (struct listing){ .text = LLVMPrintModuleToString(m) };
	ptrmap_init(&l->at, alloc, user);
	LLVMValueRef f = LLVMGetFirstFunction(m);
	for (const char *s = l->text; *s; s = next_line(s)) {
		if (strncmp(s, "define ", 7) != 0)
			continue;
		while (f && LLVMIsDeclaration(f))
			f = LLVMGetNextFunction(f);
		if (!f)
			break;
		size_t at = (size_t)(s - l->text);
		if (at > UINT32_MAX || !ARENA_PUSH(ar, l->start, l->n, l->cap) || !ptrmap_set(&l->at, f, l->n))
			return at > UINT32_MAX;
		l->start[l->n++] = (uint32_t)at;
		f = LLVMGetNextFunction(f);
	}
	return true;
}

void
listing_free(struct listing *l)
{
	if (l->text)
		LLVMDisposeMessage(l->text);
	ptrmap_free(&l->at);
}

/* Bytes of the name in "%name = ...".  A quoted name has no quotes inside. */
static uint32_t
name_bytes(const char *s, uint32_t bytes)
{
	uint32_t i = 1;

	if (bytes < 2 || s[0] != '%')
		return 0;
	if (s[1] == '"') {
		for (i = 2; i < bytes && s[i] != '"';)
			i++;
		i++;
	} else {
		while (i < bytes && s[i] != ' ')
			i++;
	}
	return i + 3 <= bytes && memcmp(s + i, " = ", 3) == 0 ? i : 0;
}

/* Bytes of the label at the start of a line: up to the colon; a quoted label may hold colons. */
static uint32_t
label_bytes(const char *s)
{
	uint32_t i = 0;

	if (s[0] == '"') {
		for (i = 1; s[i] && s[i] != '"' && s[i] != '\n';)
			i++;
		i++;
	} else {
		while (s[i] && s[i] != ':' && s[i] != '\n')
			i++;
	}
	return s[i] == ':' ? i : 0;
}

static bool
add(struct arena *ar, struct line **list, uint32_t *n, uint32_t *cap, struct line l)
{
	if (!ARENA_PUSH(ar, *list, *n, *cap))
		return false;
	(*list)[(*n)++] = l;
	return true;
}

/* Does each block of the text have as many instructions as that of the function, and is no block missing? */
static bool
matches(LLVMValueRef fn, const uint32_t *count, uint32_t nblk)
{
	uint32_t b = 0;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb), b++) {
		uint32_t n = 0;
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
			n++;
		if (b >= nblk || count[b] != n)
			return false;
	}
	return b == nblk;
}

bool
listing_lines(const struct listing *l, LLVMValueRef fn, struct arena *ar, struct lines *out)
{
	uint32_t k = ptrmap_get(&l->at, fn), *count = NULL, ncount = 0, count_cap = 0;

	*out = (struct lines){ 0 };
	if (k == PTRMAP_NONE || !l->text)
		return false;
	const char *s = next_line(l->text + l->start[k]);
	for (const char *e; *s && *s != '}'; s = e) {
		e = next_line(s);
		uint32_t bytes = (uint32_t)(e - s) - (e > s && e[-1] == '\n');
		bool inst = bytes > 2 && s[0] == ' ' && s[1] == ' ' && s[2] != ' ' && s[2] != ']';
		bool label = bytes > 0 && s[0] != ' ' && s[0] != ';';
		if (label || (inst && out->nblk == 0)) {
			struct line name = { s, label ? label_bytes(s) : 0, 0 };
			if (!add(ar, &out->label, &out->nblk, &out->blk_cap, name)
				|| !ARENA_PUSH(ar, count, ncount, count_cap))
				return false;
			count[ncount++] = 0;
		}
		if (!inst)
			continue;
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): each block has a count */
		count[ncount - 1]++;
		if (!add(ar, &out->inst, &out->ninst, &out->inst_cap,
			(struct line){ s + 2, bytes - 2, name_bytes(s + 2, bytes - 2) }))
			return false;
	}
	out->end = s;
	return matches(fn, count, ncount);
}
