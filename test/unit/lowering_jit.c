/* SPDX-License-Identifier: MIT */
/* lowering_jit.c -- lr_jit: sessions, symbols, and what is said when one is missing. */
#include "failing_alloc.h"
#include "jit.h"

static lr_status
add(struct fixture *f, const char *text)
{
	return lr_jit_add(f->jit, "module.ll", text, strlen(text));
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
		/* the last one holds */
		cr_assert_eq(lr_jit_define(f.jit, "by_hand", (const void *)(uintptr_t)add_thousand), LR_OK);
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
/* What was missing may come later: by hand, or in another module. */
Test(jit, a_symbol_becomes_available)
{
	static const char user[] =
		"declare i64 @later(i64)\ndefine i64 @f(i64 %x) {\n  %y = call i64 @later(i64 %x)\n  ret i64 %y\n}\n";
	static const char users_user[] =
		"declare i64 @f(i64)\ndefine i64 @g(i64 %x) {\n  %y = call i64 @f(i64 %x)\n  %z = add i64 %y, 1\n  "
		"ret i64 %z\n}\n";

	for (int way = 0; way < 2; way++) {
		struct fixture f;
		void *address;
		begin(&f, 1);
		cr_assert_eq(add(&f, user), LR_OK);
		cr_assert_eq(add(&f, users_user), LR_OK);
		for (int i = 0; i < 3; i++) {
			cr_assert_eq(lr_jit_lookup(f.jit, i == 1 ? "f" : "g", &address), LR_E_TARGET);
			cr_assert_not_null(strstr(f.heard.message, "later"), "%s", f.heard.message);
			lr_clear_error(f.cx);
		}
		if (way == 0)
			cr_assert_eq(lr_jit_define(f.jit, "later", (const void *)(uintptr_t)add_thousand), LR_OK);
		else
			cr_assert_eq(add(&f, "define i64 @later(i64 %x) {\n  %y = add i64 %x, 1000\n  ret i64 %y\n}\n"),
				LR_OK);
		cr_assert_eq(lookup(&f, "g")(1), 1002);
		cr_assert_eq(lookup(&f, "f")(1), 1001);
		end(&f);
	}
}

static lr_status
add_named(struct fixture *f, const char *name, const char *text)
{
	return lr_jit_add(f->jit, name, text, strlen(text));
}

/* A function is replaced by unloading its module; what uses it is in the way, and named. */
Test(jit, modules_are_unloaded)
{
	struct fixture f;
	void *address;

	begin(&f, 1);
	cr_assert_eq(add_named(&f, "one", "define i64 @f(i64 %x) {\n  ret i64 1\n}\n"), LR_OK);
	cr_assert_eq(
		add_named(&f, "two",
			"declare i64 @f(i64)\ndefine i64 @g(i64 %x) {\n  %y = call i64 @f(i64 %x)\n  ret i64 %y\n}\n"),
		LR_OK);
	cr_assert_eq(
		add_named(&f, "never linked",
			"declare i64 @f(i64)\ndefine i64 @h(i64 %x) {\n  %y = call i64 @f(i64 %x)\n  ret i64 %y\n}\n"),
		LR_OK);
	cr_assert_eq(lookup(&f, "g")(0), 1);
	cr_assert_eq(add_named(&f, "again", "define i64 @f(i64 %x) {\n  ret i64 2\n}\n"), LR_E_TARGET,
		"there can be only one");
	lr_clear_error(f.cx);
	cr_assert_eq(lr_jit_remove(f.jit, "one"), LR_E_USAGE);
	cr_assert_not_null(strstr(f.heard.message, "'f' of it is used by module 'two'"), "%s", f.heard.message);
	lr_clear_error(f.cx);
	cr_assert_eq(lookup(&f, "g")(0), 1);
	cr_assert_eq(lr_jit_remove(f.jit, "two"), LR_OK);
	cr_assert_eq(lr_jit_remove(f.jit, "one"), LR_OK);
	cr_assert_eq(lr_jit_remove(f.jit, "one"), LR_E_NOT_FOUND);
	lr_clear_error(f.cx);
	cr_assert_eq(lr_jit_lookup(f.jit, "f", &address), LR_E_TARGET);
	lr_clear_error(f.cx);
	cr_assert_eq(lr_jit_lookup(f.jit, "h", &address), LR_E_TARGET);
	lr_clear_error(f.cx);
	for (long i = 0; i < 20; i++) {
		char text[100];
		snprintf(text, sizeof text, "define i64 @f(i64 %%x) {\n  ret i64 %ld\n}\n", i);
		cr_assert_eq(add_named(&f, "one", text), LR_OK);
		cr_assert_eq(lookup(&f, i & 1 ? "h" : "f")(0), i);
		if (i & 1) {
			cr_assert_eq(lr_jit_remove(f.jit, "never linked"), LR_OK);
			cr_assert_eq(
				add_named(&f, "never linked",
					"declare i64 @f(i64)\ndefine i64 @h(i64 %x) {\n  %y = call i64 @f(i64 %x)\n  "
					"ret i64 %y\n}\n"),
				LR_OK);
		}
		cr_assert_eq(lr_jit_remove(f.jit, "one"), LR_OK);
	}
	end(&f);
}

static char calls[16];

static void
call(long which)
{
	size_t n = strlen(calls);

	if (n + 1 < sizeof calls)
		calls[n] = (char)which;
}

static void
call_and_set(long *x, long which)
{
	*x = 17;
	call(which);
}

static void
call_narrow(signed char which)
{
	call(which);
}

/* Those of what is used come first, and each list in the order of its priorities; destructors when the module goes, or
** the session. */
Test(jit, constructors_and_destructors)
{
	static const char used[] =
		"declare void @call(i64)\n"
		"@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 200, ptr @b, ptr null }, { i32, ptr, ptr } { i32 100, ptr @a, ptr null }]\n"
		"@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 100, ptr @z, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @y, ptr null }]\n"
		"define internal void @a() {\n  call void @call(i64 97)\n  ret void\n}\ndefine internal void @b() {\n  call void @call(i64 98)\n  ret void\n}\n"
		"define internal void @y() {\n  call void @call(i64 121)\n  ret void\n}\ndefine internal void @z() {\n  call void @call(i64 122)\n  ret void\n}\n"
		"define i64 @f(i64 %x) {\n  ret i64 %x\n}\n";
	static const char user[] =
		"declare void @call(i64)\ndeclare i64 @f(i64)\n"
		"@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @c, ptr null }]\n"
		"define internal void @c() {\n  call void @call(i64 99)\n  ret void\n}\n"
		"define i64 @g(i64 %x) {\n  %y = call i64 @f(i64 %x)\n  ret i64 %y\n}\n";

	for (int way = 0; way < 2; way++) {
		struct fixture f;
		memset(calls, 0, sizeof calls);
		begin(&f, 1);
		cr_assert_eq(lr_jit_define(f.jit, "call", (const void *)(uintptr_t)call), LR_OK);
		cr_assert_eq(add_named(&f, "used", used), LR_OK);
		cr_assert_eq(add_named(&f, "user", user), LR_OK);
		cr_assert_str_eq(calls, "");
		cr_assert_eq(lookup(&f, "g")(5), 5);
		cr_assert_eq(lookup(&f, "f")(5), 5);
		cr_assert_str_eq(calls, "abc");
		if (way == 0) {
			cr_assert_eq(lr_jit_remove(f.jit, "user"), LR_OK);
			cr_assert_eq(lr_jit_remove(f.jit, "used"), LR_OK);
			cr_assert_str_eq(calls, "abcyz");
		}
		end(&f);
		cr_assert_str_eq(calls, "abcyz");
	}
}

/* A chain of modules, whose last one uses the first, too; and one that the first uses and that uses the last. */
Test(jit, constructors_of_many_modules)
{
	enum { CHAIN = 6 };

	for (int circle = 0; circle < 2; circle++) {
		struct fixture f;
		char text[1000], name[12];
		memset(calls, 0, sizeof calls);
		begin(&f, 1);
		cr_assert_eq(lr_jit_define(f.jit, "call", (const void *)(uintptr_t)call), LR_OK);
		for (int k = 0; k < CHAIN; k++) {
			const int i = (k + 2) % CHAIN, before = i > 0 ? i - 1 : CHAIN - 1;
			snprintf(text, sizeof text, "declare void @call(i64)\ndeclare i64 @f%d(i64)\n%s"
				"@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
				"{ i32 65535, ptr @c, ptr null }]\n"
				"define internal void @c() {\n  call void @call(i64 %d)\n  ret void\n}\n"
				"define i64 @f%d(i64 %%x) {\n  %%c = icmp eq i64 %%x, 0\n  br i1 %%c, label %%b, label %%a\n"
				"a:\n  %%y = call i64 @f%d(i64 %%x)\n  %%z = call i64 @f%d(i64 %%y)\n  ret i64 %%z\n"
				"b:\n  ret i64 0\n}\n", before, i == CHAIN - 1 ? "declare i64 @f0(i64)\n" : "", 48 + i, i,
				i == 0 && circle == 0 ? 0 : before, i == CHAIN - 1 ? 0 : i);
			snprintf(name, sizeof name, "%d", i);
			cr_assert_eq(add_named(&f, name, text), LR_OK, "%s", f.heard.message);
		}
		cr_assert_eq(lookup(&f, "f5")(0), 0);
		cr_assert_str_eq(calls, "012345");
		end(&f);
	}
}

/* A linker runs constructors by their priorities, whose module ever they are in: those that register variables as
** roots (100) come before any that may store into them, also in modules that use each other. */
Test(jit, constructors_by_priority)
{
	struct fixture f;
	char text[1000];

	memset(calls, 0, sizeof calls);
	begin(&f, 1);
	cr_assert_eq(lr_jit_define(f.jit, "call", (const void *)(uintptr_t)call), LR_OK);
	for (int i = 0; i < 2; i++) {
		const char name[] = { i == 0 ? 'a' : 'b', 0 }, *user = i == 0 ? "b" : "a";
		snprintf(text, sizeof text, "declare void @call(i64)\ndeclare i64 @%s(i64)\n"
			"@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
			"{ i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 100, ptr @early, ptr null }, "
			"{ i32, ptr, ptr } { i32 %d, ptr @between, ptr null }]\n"
			"define internal void @early() {\n  call void @call(i64 %d)\n  ret void\n}\n"
			"define internal void @between() {\n  call void @call(i64 %d)\n  ret void\n}\n"
			"define internal void @late() {\n  call void @call(i64 %d)\n  ret void\n}\n"
			"define i64 @%s(i64 %%x) {\n  %%c = icmp eq i64 %%x, 0\n  br i1 %%c, label %%b, label %%a\n"
			"a:\n  %%y = call i64 @%s(i64 0)\n  ret i64 %%y\nb:\n  ret i64 0\n}\n",
			user, 101, 'x', '0' + i, '2' + i, name, user);
		cr_assert_eq(add_named(&f, name, text), LR_OK, "%s", f.heard.message);
	}
	cr_assert_eq(lookup(&f, "a")(0), 0);
	cr_assert_eq(strlen(calls), 6);
	cr_assert_eq(strspn(calls, "x"), 2, "%s", calls);
	cr_assert_eq(strspn(calls + 2, "01"), 2, "%s", calls);
	cr_assert_eq(strspn(calls + 4, "23"), 2, "%s", calls);
	end(&f);
}

#if defined(__x86_64__)
struct big { long words[3]; };

static void
call_big(struct big b)
{
	call(b.words[0]);
}

/* An argument that is a copy of what the constant points to. */
Test(jit, constructor_with_a_structure)
{
	struct fixture f;

	memset(calls, 0, sizeof calls);
	begin(&f, 0);
	cr_assert_eq(lr_jit_define(f.jit, "big", (const void *)(uintptr_t)call_big), LR_OK);
	cr_assert_eq(add(&f, "declare void @big(ptr byval([3 x i64]))\n@y = global [3 x i64] [i64 97, i64 0, i64 0]\n"
		"@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, "
		"ptr null }]\ndefine internal void @c() {\n  call void @big(ptr byval([3 x i64]) @y)\n  ret void\n}\n"
		"define i64 @f(i64 %x) {\n  ret i64 %x\n}\n"), LR_OK);
	cr_assert_eq(lookup(&f, "f")(3), 3);
	cr_assert_str_eq(calls, "a");
	end(&f);
}

/* Names that only assembly knows lead to modules, too. */
Test(jit, constructors_behind_assembly)
{
	struct fixture f;

	memset(calls, 0, sizeof calls);
	begin(&f, 0);
	cr_assert_eq(lr_jit_define(f.jit, "call", (const void *)(uintptr_t)call), LR_OK);
	cr_assert_eq(
		add(&f,
			"declare void @call(i64)\n"
			"@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, "
			"ptr @c, ptr null }]\ndefine internal void @c() {\n  call void @call(i64 97)\n  ret "
			"void\n}\ndefine i64 @real(i64 %x) {\n  ret i64 %x\n}\n"),
		LR_OK);
	cr_assert_eq(
		add(&f, "define i64 @f(i64 %x) {\n  %p = call ptr asm \"movabsq $$real, $0\", \"=r\"()\n  %r = call "
			"i64 %p(i64 %x)\n  ret i64 %r\n}\n"),
		LR_OK);
	cr_assert_eq(lookup(&f, "f")(3), 3);
	cr_assert_str_eq(calls, "a");
	cr_assert_eq(lookup(&f, "real")(3), 3);
	cr_assert_str_eq(calls, "a");
	end(&f);
}
#endif

/* Constructors that only call something with constants run, too, and are listed without code; one that other code uses
** keeps its code, and so does one that does more. */
Test(jit, constructors_that_are_calls)
{
	static const char text[] =
		"declare void @call(i64)\ndeclare void @two(ptr, i64)\ndeclare void @narrow(i8)\n@x = global i64 5\n"
		"@llvm.global_ctors = appending global [4 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @a, ptr null }, "
		"{ i32, ptr, ptr } { i32 2, ptr @b, ptr null }, { i32, ptr, ptr } { i32 3, ptr @c, ptr null }, "
		"{ i32, ptr, ptr } { i32 4, ptr @d, ptr null }]\n"
		"@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @a, ptr null }]\n"
		"define internal void @a() noinline {\n  call void @call(i64 97)\n  ret void\n}\n"
		"define internal void @b() {\n  call void @two(ptr @x, i64 98)\n  ret void\n}\n"
		"define internal void @c() {\n  call void @call(i64 99)\n  call void @call(i64 99)\n  ret void\n}\n"
		"define internal void @d() {\n  call void @narrow(i8 100)\n  ret void\n}\n"
		"define i64 @f(i64 %n) {\n  call void @a()\n  %r = load i64, ptr @x\n  ret i64 %r\n}\n";

	for (unsigned level = 0; level <= 2; level++) {
		struct fixture f;
		memset(calls, 0, sizeof calls);
		begin(&f, level);
		cr_assert_eq(lr_jit_define(f.jit, "call", (const void *)(uintptr_t)call), LR_OK);
		cr_assert_eq(lr_jit_define(f.jit, "two", (const void *)(uintptr_t)call_and_set), LR_OK);
		cr_assert_eq(lr_jit_define(f.jit, "narrow", (const void *)(uintptr_t)call_narrow), LR_OK);
		cr_assert_eq(add(&f, text), LR_OK, "%s", f.heard.message);
		cr_assert_eq(lookup(&f, "f")(0), 17);
		cr_assert_str_eq(calls, "abccda");
		cr_assert_eq(lr_jit_remove(f.jit, "module.ll"), LR_OK);
		cr_assert_str_eq(calls, "abccdaa");
		end(&f);
	}
}

/* An object for the host's own linker says what is to be called. */
Test(jit, hooks_for_other_linkers)
{
	struct heard heard = { 0 };
	lr_options options = { .struct_size = sizeof options, .diagnose = hear, .user = &heard };
	lr_compile_options o = { .struct_size = sizeof o, .filetype = LR_OUT_ASSEMBLY, .hooks = "mine" };
	lr_context *cx = lr_context_new(&options);
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm,
		"@x = global i32 1\n@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
		"{ i32 1, ptr @c, ptr null }]\ndefine internal void @c() {\n  store volatile i32 2, ptr @x\n  ret "
		"void\n}\n");
	void *bytes;
	size_t size;

	cr_assert_eq(lr_compile(cx, m, &o, &bytes, &size), LR_OK, "%s", heard.message);
	cr_assert(memmem(bytes, size, "mine.load:", 10) != NULL && memmem(bytes, size, "mine.unload:", 12) != NULL);
	cr_assert_null(memmem(bytes, size, "init_array", 10));
	lr_free_bytes(cx, bytes, size);
	o.hooks = "";
	cr_assert_eq(lr_compile(cx, m, &o, &bytes, &size), LR_E_USAGE);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	lr_context_free(cx);
}

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
