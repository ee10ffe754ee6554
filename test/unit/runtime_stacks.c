/* SPDX-License-Identifier: MIT */
/* The stacks of tasks: what a switch keeps, where a walk up a stack ends, and what the thread keeps for itself. */
#include "runtime_util.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <unwind.h>

#include "runtime/runtime.h"
#include "runtime/thread/context.h"
#include "runtime/walk/cfi.h"

static void
back(void)
{
	cr_assert_eq(lr_task_switch(lr_task_caller()), LR_RT_OK);
}

/* A task that runs `fn` up to its end, or up to its next switch. */
static lr_task *
started(lr_entry *fn, size_t stack_bytes)
{
	lr_task *t = lr_task_new(fn, NULL, stack_bytes);

	cr_assert_not_null(t);
	cr_assert_eq(lr_task_switch(t), LR_RT_OK);
	return t;
}

static void
end(lr_task *t)
{
	cr_assert_eq(lr_task_finished(t, NULL), 1);
	cr_assert_eq(lr_task_free(t), LR_RT_OK);
}

/* ---- registers ---- */

#if defined(__x86_64__)
/* Rounds to an integer by the x87 unit, which has a mode of its own. */
static long
rounded_by_x87(long double x)
{
	long n;

	__asm__ volatile("fistpll %0" : "=m"(n) : "t"(x) : "st");
	return n;
}
#else
static long
rounded_by_x87(long double x)
{
	return fegetround() == FE_UPWARD ? (long)x + 1 : (long)x;
}
#endif

static volatile double one = 1, three = 3;

static void *
rounds_up(void *arg)
{
	cr_assert_eq(fegetround(), FE_TOWARDZERO, "the mode of the maker when it made the task");
	fesetround(FE_UPWARD);
	double up = one / three;
	back();
	cr_assert_eq(fegetround(), FE_UPWARD);
	cr_assert_eq(rounded_by_x87(2.25L), 3);
	cr_assert(up == one / three, "what divides is in that mode, too");
	return arg;
}

Test(stacks, modes_of_floating_point_belong_to_the_task)
{
	fesetround(FE_TOWARDZERO);
	double down = one / three;
	lr_task *t = lr_task_new(rounds_up, NULL, 0);
	fesetround(FE_DOWNWARD);
	lr_task_switch(t);
	cr_assert_eq(fegetround(), FE_DOWNWARD);
	cr_assert_eq(rounded_by_x87(2.75L), 2);
	cr_assert(down == one / three);
	fesetround(FE_TONEAREST);
	lr_task_switch(t);
	cr_assert_eq(fegetround(), FE_TONEAREST);
	end(t);
}

/* Fills all registers that functions preserve, which each task does with other numbers. */
static __attribute__((noinline)) void
keep_across_switches(uint64_t seed, lr_task *to)
{
	volatile uint64_t source = seed;
	uint64_t a = source + 1, b = source + 2, c = source + 3, d = source + 4, e = source + 5, f = source + 6,
		g = source + 7, h = source + 8, i = source + 9, j = source + 10;
	double m = (double)source, n = m + 1, o = m + 2, p = m + 3, q = m + 4, r = m + 5, s = m + 6, t = m + 7;

	for (int round = 0; round < 3; round++) {
		lr_task_switch(to);
		/* neither known to the compiler nor in memory */
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c));
		__asm__ volatile("" : "+r"(d), "+r"(e), "+r"(f));
		cr_assert_eq(a + b + c + d + e + f + g + h + i + j, 10 * seed + 55);
		cr_assert(m + n + o + p + q + r + s + t == 8 * (double)seed + 28);
	}
}

static void *
keeps(void *arg)
{
	keep_across_switches(1000, lr_task_caller());
	return arg;
}

Test(stacks, registers_belong_to_the_task)
{
	lr_task *t = started(keeps, 0);

	keep_across_switches(77, t);
	end(t);
}

/* ---- stacks ---- */

enum { DEEP_BYTES = 32 << 20, FRAME_BYTES = 1024 };

static __attribute__((noinline)) uint64_t
down(uint64_t levels)
{
	volatile uint64_t frame[FRAME_BYTES / 8];

	frame[0] = levels;
	frame[levels % (FRAME_BYTES / 8)] = levels;
	if (levels == 0)
		back();
	else
		frame[1] = down(levels - 1) + 1;
	return levels == 0 ? 0 : frame[1];
}

static void *
goes_deep(void *arg)
{
	/* a frame has three times as much under AddressSanitizer */
	const uint64_t levels = DEEP_BYTES / FRAME_BYTES / 5;

	cr_assert_eq(down(levels), levels);
	return arg;
}

Test(stacks, are_as_deep_as_asked_for)
{
	lr_task *t[2] = { started(goes_deep, DEEP_BYTES), started(goes_deep, DEEP_BYTES) };

	for (int i = 0; i < 2; i++) {
		lr_task_switch(t[i]);
		end(t[i]);
	}
}

static uintptr_t address_of_local;

static void *
shows_its_stack(void *arg)
{
	address_of_local = (uintptr_t)__builtin_frame_address(0);
	return arg;
}

Test(stacks, begin_aligned)
{
	for (size_t bytes = 1; bytes < 300000; bytes = bytes * 3 + 1) {
		end(started(shows_its_stack, bytes));
		cr_assert_eq(address_of_local % 16, 0);
	}
}

/* Defined by the linker: the test counts calls (CMakeLists.txt). */
int __real_munmap(void *, size_t);
int __wrap_munmap(void *, size_t);
static int unmapped;

int
__wrap_munmap(void *p, size_t bytes)
{
	__atomic_fetch_add(&unmapped, 1, __ATOMIC_RELAXED); /* threads that end free theirs */
	return __real_munmap(p, bytes);
}

static void *
left_half_done(void *arg)
{
	struct node *n = node_new(1, NULL);

	LR_GC_PUSH(&n);
	fesetround(FE_UPWARD);
	back();
	LR_GC_POP();
	return arg;
}

Test(stacks, of_freed_tasks_are_used_again)
{
	lr_task *t;

	for (int i = 0; i < 1000; i++) {
		t = started(left_half_done, 0);
		cr_assert_eq(lr_task_free(t), LR_RT_OK);
		t = started(shows_its_stack, 0);
		cr_assert_null(t->gcstack);
		cr_assert_null(t->handlers);
		end(t);
	}
	/* AddressSanitizer is to see all uses of a stack that has been freed */
	cr_assert(RT_ASAN ? unmapped >= 1000 : unmapped == 0, "%d", unmapped);
	lr_gc_collect(1);
	cr_assert_eq(stats().live_objects, 0);
	set_stress(1);
	unmapped = 0;
	t = lr_task_new(shows_its_stack, NULL, 0);
	cr_assert_eq(lr_task_free(t), LR_RT_OK);
	cr_assert_eq(unmapped, 1, "stress is to show them, too");
}

Test(stacks, few_of_freed_tasks_are_kept)
{
	enum { TASKS = 40 };
	lr_task *t[TASKS];

	for (int i = 0; i < TASKS; i++)
		t[i] = started(shows_its_stack, 4096 + (i % 2 == 0 ? 0 : 1 << 20));
	for (int i = 0; i < TASKS; i++)
		end(t[i]);
	cr_assert_geq(unmapped, TASKS - 16);
	cr_assert_eq(lr_runtime_shutdown(), LR_RT_OK);
	cr_assert_geq(unmapped, TASKS, "and none for longer than the runtime lives");
}

/* ---- unwinders ---- */

static _Unwind_Reason_Code
count_frame(struct _Unwind_Context *context, void *user)
{
	int *count = user;

	(void)context;
	return ++*count < 64 ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

static __attribute__((noinline)) _Unwind_Reason_Code
walk_from(int depth, int *count)
{
	volatile _Unwind_Reason_Code reason;

	reason = depth == 0 ? _Unwind_Backtrace(count_frame, count) : walk_from(depth - 1, count);
	return reason;
}

static void *
walks(void *arg)
{
	int shallow = 0, deep = 0;

	cr_assert_eq(walk_from(0, &shallow), _URC_END_OF_STACK);
	cr_assert_eq(walk_from(5, &deep), _URC_END_OF_STACK);
	cr_assert_eq(deep, shallow + 5);
	cr_assert(shallow >= 2 && shallow < 8, "%d frames, and no caller of the first", shallow);
	back();
	deep = 0;
	cr_assert_eq(walk_from(5, &deep), _URC_END_OF_STACK);
	cr_assert_eq(deep, shallow + 5, "as many whoever has switched to the task");
	return arg;
}

static __attribute__((noinline)) void
switch_from(int depth, lr_task *t)
{
	volatile int more = depth;

	if (depth > 0)
		switch_from(more - 1, t);
	else
		lr_task_switch(t);
	more = 0;
}

Test(stacks, walks_end_at_the_start_of_the_task)
{
	lr_task *t = started(walks, 0);

	switch_from(7, t);
	end(t);
}

#if !defined(__riscv) && defined(__LP64__) /* compilers for RISC-V describe frames of C only on request */
/* The runtime's own walker, which wants a description of each frame. */
static void *
walks_by_descriptions(void *arg)
{
	const void *here = __builtin_frame_address(0);
	struct cfi_frame f = { machine_return(here), (uintptr_t)__builtin_dwarf_cfa(), machine_caller(here) };
	enum cfi_answer answer;
	int n = 0;

	while ((answer = cfi_step(&f)) == CFI_STEP && n < 100)
		n++;
	cr_assert_eq(answer, CFI_END);
	cr_assert(n < 5, "%d frames", n);
	return arg;
}

Test(stacks, the_first_frame_has_a_description)
{
	end(started(walks_by_descriptions, 0));
}
#endif

static int cleaned;

static void
clean(int *n)
{
	cleaned += *n;
}

static struct _Unwind_Exception thrown;
static jmp_buf at_the_end;

static _Unwind_Reason_Code
unwind_to_the_end(int version, _Unwind_Action actions, _Unwind_Exception_Class class, struct _Unwind_Exception *e,
	struct _Unwind_Context *context, void *user)
{
	(void)version, (void)class, (void)e, (void)context, (void)user;
	if (actions & _UA_END_OF_STACK)
		longjmp(at_the_end, 1);
	return _URC_NO_REASON;
}

static __attribute__((noinline)) void
throws_at(int depth)
{
	__attribute__((cleanup(clean))) int n = depth;

	if (depth > 1) {
		throws_at(depth - 1);
		return;
	}
	const _Unwind_Reason_Code reason = _Unwind_RaiseException(&thrown);
#if !defined(__aarch64__) /* where older libraries return anything (gcc's bug 114843) */
	cr_assert_eq(reason, _URC_END_OF_STACK, "nothing catches it, and that is all");
#else
	(void)reason;
#endif
	back();
	_Unwind_ForcedUnwind(&thrown, unwind_to_the_end, NULL);
}

static void *
throws(void *arg)
{
	if (setjmp(at_the_end) == 0)
		throws_at(3);
	return arg;
}

Test(stacks, exceptions_of_other_languages_end_there)
{
	lr_task *t = started(throws, 0);

	switch_from(4, t);
	cr_assert_eq(cleaned, 6);
	end(t);
}

/* ---- threads ---- */

static bool
is_blocked(int signal)
{
	sigset_t now;

	cr_assert_eq(pthread_sigmask(SIG_BLOCK, NULL, &now), 0);
	return sigismember(&now, signal);
}

static void *
blocks(void *arg)
{
	sigset_t usr1;

	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &usr1, NULL);
	back();
	cr_assert(is_blocked(SIGUSR1));
	return arg;
}

Test(stacks, the_mask_of_signals_belongs_to_the_thread)
{
	lr_task *t = started(blocks, 0);

	/* a switch that asks the kernel keeps one for each task */
	cr_assert_eq(is_blocked(SIGUSR1), CONTEXT_OWN && context_shadowed() == 0);
	lr_task_switch(t);
	end(t);
}

enum { THREADS = 4, SWITCHES = 300 };

static void *
counts(void *arg)
{
	struct node *list = NULL;

	LR_GC_PUSH(&list, &arg);
	for (int64_t i = 0; i < SWITCHES; i++) {
		list = node_new(i, list);
		back();
	}
	for (int64_t i = SWITCHES; i-- > 0; list = list->next)
		cr_assert_eq(list->value, i);
	LR_GC_POP();
	return arg;
}

static void *
runs_tasks(void *arg)
{
	lr_task *t[3];

	for (int i = 0; i < 3; i++)
		t[i] = started(counts, 0);
	for (int k = 0; k < SWITCHES; k++)
		for (int i = 0; i < 3; i++) {
			lr_task_switch(t[i]);
			if (k % 100 == 0)
				lr_gc_collect(k % 200 == 0);
		}
	for (int i = 0; i < 3; i++)
		end(t[i]);
	return arg;
}

Test(stacks, each_thread_has_its_own)
{
	lr_thread *t[THREADS];

	for (int i = 0; i < THREADS; i++)
		cr_assert_not_null(t[i] = lr_thread_spawn(runs_tasks, NULL));
	for (int i = 0; i < THREADS; i++)
		lr_thread_join(t[i]);
}
