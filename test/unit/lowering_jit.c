/* lowering_jit.c -- lr_jit: sessions, symbols, and what is said when one is missing. */
#include "api.h"

#include "failing_alloc.h"

struct fixture {
	struct heard heard;
	lr_context *cx;
	lr_jit *jit;
};

static void
begin(struct fixture *f, unsigned level)
{
	lr_options options = { .struct_size = sizeof options, .diagnose = hear, .user = &f->heard };

	memset(f, 0, sizeof *f);
	f->cx = lr_context_new(&options);
	f->jit = lr_jit_new(f->cx, level);
	cr_assert_not_null(f->jit, "%s", f->heard.message);
}

static void
end(struct fixture *f)
{
	lr_jit_free(f->jit);
	lr_context_free(f->cx);
}

static lr_status
add(struct fixture *f, const char *text)
{
	return lr_jit_add(f->jit, "module.ll", text, strlen(text));
}

static long (*
lookup(struct fixture *f, const char *name))(long)
{
	void *address;

	cr_assert_eq(lr_jit_lookup(f->jit, name, &address), LR_OK, "%s", f->heard.message);
	return (long (*)(long))(uintptr_t)address;
}

static long
add_thousand(long x)
{
	return x + 1000;
}

static long
add_million(long x)
{
	return x + 1000000;
}

/* Modules see one another, what was defined by hand, and the process. */
Test(jit, symbols_from_everywhere)
{
	for (unsigned level = 0; level <= 3; level++) {
		struct fixture f;
		begin(&f, level);
		cr_assert_eq(lr_jit_define(f.jit, "by_hand", (const void *)(uintptr_t)add_million), LR_OK);
		cr_assert_eq(lr_jit_define(f.jit, "by_hand", (const void *)(uintptr_t)add_thousand), LR_OK); /* the last one holds */
		cr_assert_eq(add(&f, "declare i64 @two(i64)\ndeclare i64 @by_hand(i64)\ndeclare i64 @labs(i64)\n"
			"define i64 @one(i64 %x) {\n  %a = call i64 @two(i64 %x)\n  %b = call i64 @by_hand(i64 %a)\n"
			"  %m = sub i64 0, %b\n  %c = call i64 @labs(i64 %m)\n  ret i64 %c\n}\n"), LR_OK);
		cr_assert_eq(add(&f, "define i64 @two(i64 %x) {\n  %y = add i64 %x, 20\n  ret i64 %y\n}\n"), LR_OK);
		cr_assert_eq(lookup(&f, "one")(3), 1023);
		end(&f);
	}
}

/* A module's own symbol goes before one given by hand, and that before the process's. */
Test(jit, order_of_search)
{
	struct fixture f;

	begin(&f, 1);
	cr_assert_eq(lr_jit_define(f.jit, "mine", (const void *)(uintptr_t)add_thousand), LR_OK);
	cr_assert_eq(lr_jit_define(f.jit, "labs", (const void *)(uintptr_t)add_thousand), LR_OK);
	cr_assert_eq(add(&f, "declare i64 @labs(i64)\ndefine i64 @mine(i64 %x) {\n  ret i64 7\n}\n"
		"define i64 @f(i64 %x) {\n  %y = call i64 @labs(i64 %x) nobuiltin\n  ret i64 %y\n}\n"), LR_OK);
	cr_assert_eq(lookup(&f, "mine")(1), 7);
	cr_assert_eq(lookup(&f, "f")(-1), 999);
	end(&f);
}

/* The dialect is lowered on the way in. */
Test(jit, dialect)
{
	struct fixture f;

	begin(&f, 2);
	cr_assert_eq(add(&f, LAYOUT "declare ptr @julia.pointer_from_objref(ptr addrspace(11))\n"
		"define i64 @f(ptr addrspace(10) %o) {\n  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)\n"
		"  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)\n  %x = load i64, ptr %p\n  ret i64 %x\n}\n"), LR_OK);
	long object[2] = { 0, 17 };
	cr_assert_eq(lookup(&f, "f")((long)(intptr_t)&object[1]), 17);
	end(&f);
}

Test(jit, missing_symbols_are_named)
{
	struct fixture f;
	void *address = &f;

	begin(&f, 1);
	cr_assert_eq(add(&f, "declare i64 @nowhere_to_be_found(i64)\ndefine i64 @f(i64 %x) {\n"
		"  %y = call i64 @nowhere_to_be_found(i64 %x)\n  ret i64 %y\n}\ndefine i64 @g(i64 %x) {\n  ret i64 %x\n}\n"), LR_OK);
	cr_assert_eq(lr_jit_lookup(f.jit, "f", &address), LR_E_TARGET);
	cr_assert_null(address);
	cr_assert_not_null(strstr(f.heard.message, "nowhere_to_be_found"), "%s", f.heard.message);
	lr_clear_error(f.cx);
	cr_assert_eq(lr_jit_lookup(f.jit, "never_added", &address), LR_E_TARGET);
	cr_assert_not_null(strstr(f.heard.message, "never_added"), "%s", f.heard.message);
	cr_assert_null(strstr(f.heard.message, "nowhere_to_be_found"), "%s", f.heard.message);
	end(&f);
}

/* A refused module leaves the session as it was. */
Test(jit, refusals)
{
	struct fixture f;

	begin(&f, 1);
	cr_assert_eq(add(&f, "define i64 @f(i64 %x) {\n  ret i64 %x\n}\n"), LR_OK);
	cr_assert_eq(add(&f, "define i64 @f(i64 %x) {\n  ret i64 0\n}\n"), LR_E_TARGET);
	cr_assert_not_null(strstr(f.heard.message, "uplicate definition of symbol"), "%s", f.heard.message);
	lr_clear_error(f.cx);
	cr_assert_eq(add(&f, "define i64 @g(i64 %x) {\n  ret i32 %x\n}\n"), LR_E_INVALID_IR);
	cr_assert_not_null(strstr(f.heard.message, "module.ll:2:"), "%s", f.heard.message);
	lr_clear_error(f.cx);
	cr_assert_eq(add(&f, "declare ptr addrspace(10) @julia.gc_alloc_memory(ptr)\ndefine i64 @h(ptr %p) {\n"
		"  %a = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %p)\n  ret i64 0\n}\n"), LR_E_DIALECT);
	lr_clear_error(f.cx);
	cr_assert_eq(lookup(&f, "f")(5), 5);
	end(&f);
}

Test(jit, errors_of_the_code_generator)
{
	struct fixture f;
	void *address;

	begin(&f, 1);
	cr_assert_eq(add(&f, "define i64 @f(i64 %x) {\n  call void asm sideeffect \"nonsense\", \"\"()\n  ret i64 0\n}\n"), LR_OK);
	cr_assert_eq(lr_jit_lookup(f.jit, "f", &address), LR_E_TARGET);
	const char *first;
	cr_assert_eq(lr_first_error(f.cx, &first), LR_E_TARGET);
	cr_assert_not_null(strstr(first, "nonsense"), "%s", first);
	end(&f);
}

Test(jit, usage)
{
	lr_context *cx = lr_context_new(NULL);

	cr_assert_null(lr_jit_new(cx, 4));
	cr_assert_eq(lr_first_error(cx, NULL), LR_E_USAGE);
	cr_assert_null(lr_jit_new(cx, 1)); /* sticky */
	lr_jit_free(NULL);
	lr_context_free(cx);
}

/* Each request for memory refused in turn. */
Test(jit, memory_refused)
{
	bool refused = true;

	for (size_t n = 1; refused; n++) {
		struct failing_alloc fa = { .fail_at = n };
		lr_options options = { .struct_size = sizeof options, .alloc = failing_alloc, .user = &fa };
		lr_context *cx = lr_context_new(&options);
		lr_jit *jit = cx && lr_first_error(cx, NULL) == LR_OK ? lr_jit_new(cx, 0) : NULL;
		lr_status st = jit == NULL ? LR_E_NOMEM : LR_OK;
		char name[16];
		for (int i = 0; i < 40 && st == LR_OK; i++) {
			snprintf(name, sizeof name, "s%d", i);
			st = lr_jit_define(jit, name, name);
		}
		refused = fa.refused;
		cr_assert_eq(st, refused ? LR_E_NOMEM : LR_OK);
		lr_jit_free(jit);
		lr_context_free(cx);
		cr_assert_eq(fa.live_blocks, 0);
		cr_assert_not(fa.wrong_size);
	}
}
