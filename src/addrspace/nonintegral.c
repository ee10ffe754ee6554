/* nonintegral.c -- takes the dialect's address spaces out of the data layout's `ni:` list, so that LLVM may treat their
** pointers as ordinary ones from here on.  Other spaces in the list stay. */
#include <stdlib.h>

#include "addrspace/kind.h"
#include "context.h"
#include "passes.h"

/* Copy `n` bytes of a specification "ni:A:B..." without the special spaces; gives the new end.  Nothing is written
** when no space is left in it. */
static char *
copy_spaces(char *to, const char *spec, size_t n)
{
	const char *end = spec + n;
	char *start = to;
	bool any = false;

	memcpy(to, "ni", 2);
	to += 2;
	for (const char *p = spec + 2; p < end;) { /* at a colon */
		const char *q = p + 1;
		unsigned long as = 0;
		while (q < end && *q != ':') {
			if (as <= LR_AS_LAST_SPECIAL)
				as = as * 10 + (unsigned long)(*q - '0');
			q++;
		}
		if (as > LR_AS_LAST_SPECIAL || !as_is_special((unsigned)as)) {
			memcpy(to, p, (size_t)(q - p));
			to += q - p;
			any = true;
		}
		p = q;
	}
	return any ? to : start;
}

lr_status
pass_remove_ni(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	const char *layout = LLVMGetDataLayoutStr(m);
	const size_t bytes = strlen(layout) + 1;
	char *copy, *to;

	(void)fns, (void)nfns, (void)params;
	if (strstr(layout, "ni:") == NULL)
		return LR_OK;
	to = copy = lr_realloc(cx, NULL, 0, bytes + 1); /* one for the separator that may end up too many */
	if (copy == NULL)
		return lr_nomem(cx);
	for (const char *spec = layout;;) {
		size_t n = strcspn(spec, "-");
		char *before = to;
		if (to != copy)
			*to++ = '-';
		char *start = to;
		if (n >= 3 && memcmp(spec, "ni:", 3) == 0)
			to = copy_spaces(to, spec, n);
		else {
			memcpy(to, spec, n);
			to += n;
		}
		if (to == start)
			to = before;
		if (spec[n] == '\0')
			break;
		spec += n + 1;
	}
	*to = '\0';
	if (strcmp(copy, layout) != 0)
		LLVMSetDataLayout(m, copy);
	lr_realloc(cx, copy, bytes + 1, 0);
	return LR_OK;
}
