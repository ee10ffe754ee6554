/* SPDX-License-Identifier: MIT */
/* jit-types.c -- modules that define types go, with objects of these types dead or alive.
**
**   jit-types ABI     with the ABI of that number */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lateroot/lateroot.h>
#include <lateroot/runtime.h>

static const char module[] =
	"@box_type = internal constant { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr } { ptr @name, i32 0,\n"
	"  i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @words, ptr null, ptr null }, align 16\n"
	"@name = private constant [4 x i8] c\"box\\00\"\n@words = internal constant [1 x i32] [i32 1]\n"
	"declare ptr @julia.get_pgcstack()\n"
	"declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))\n"
	"define ptr addrspace(10) @make() {\n  %s = call ptr @julia.get_pgcstack()\n"
	"  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 16,\n"
	"    ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))\n"
	"  %d = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)\n"
	"  %f = getelementptr i8, ptr addrspace(11) %d, i64 8\n"
	"  store i64 0, ptr addrspace(11) %d\n  store ptr addrspace(10) null, ptr addrspace(11) %f\n"
	"  ret ptr addrspace(10) %b\n}\n";

static char said[512];

static void
hear(void *user, const lr_diagnostic *d)
{
	(void)user;
	snprintf(said, sizeof said, "%s: %s", lr_status_name(d->code), d->message);
}

#define MUST(x) \
	((x) ? (void)0 : (fprintf(stderr, "jit-types: line %d: %s (%s)\n", __LINE__, #x, said), exit(1)))

static void *(*
add(lr_jit *jit))(void)
{
	void *address, *(*make)(void);

	MUST(lr_jit_add(jit, "m", module, sizeof module - 1) == LR_OK);
	MUST(lr_jit_lookup(jit, "make", &address) == LR_OK);
	memcpy(&make, &address, sizeof make);
	return make;
}

static void
make_garbage(void *(*make)(void))
{
	for (int i = 0; i < 10000; i++)
		make();
}

/* Collections read the types of all that is dead. */
static void
collect(void)
{
	for (int i = 0; i < 100000; i++)
		lr_box_int64(i + 100000);
	lr_gc_collect(0);
	lr_gc_collect(1);
}

int
main(int argc, char **argv)
{
	MUST(argc == 2);
	lr_options options = { .struct_size = sizeof options, .diagnose = hear, .abi = (lr_abi)atoi(argv[1]) };
	lr_context *cx = lr_context_new(&options);
	lr_jit *jit = lr_jit_new(cx, 1);
	void *held = NULL;

	MUST(jit != NULL);
	make_garbage(add(jit));
	MUST(lr_jit_remove(jit, "m") == LR_OK);
	collect();

	make_garbage(add(jit)); /* in a GC-safe region, which goes on */
	const uint8_t state = lr_gc_safe_enter();
	MUST(lr_jit_remove(jit, "m") == LR_OK);
	MUST(lr_gc_safe_enter() == LR_GC_STATE_SAFE);
	lr_gc_safe_leave(state);
	collect();

	LR_GC_PUSH(&held); /* what is alive keeps its module */
	held = add(jit)();
	MUST(lr_jit_remove(jit, "m") == LR_E_USAGE && strstr(said, "type 'box'") != NULL);
	lr_clear_error(cx);
	collect();
	held = NULL;
	MUST(lr_jit_remove(jit, "m") == LR_OK);
	MUST(lr_jit_remove(jit, "m") == LR_E_NOT_FOUND);
	lr_clear_error(cx);
	collect();
	LR_GC_POP();

	make_garbage(add(jit));
	lr_jit_free(jit);
	MUST(lr_first_error(cx, NULL) == LR_OK);
	collect();

	jit = lr_jit_new(cx, 1); /* the runtime ends before the session */
	make_garbage(add(jit));
	MUST(lr_runtime_shutdown() == LR_RT_OK);
	lr_jit_free(jit);
	lr_context_free(cx);
	return 0;
}
