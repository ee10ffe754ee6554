/* SPDX-License-Identifier: MIT */
/* plain.c -- the dialect without a collector: what an example must print.
**
** Linked with an example that clang compiled as ordinary C (-DDIALECT_PLAIN), it stands for the compiler, the runtime and
** the collector at once: memory is never given back.  Shares no code with any of them, so that the expected outputs
** (examples/NAME.expected) do not come from the thing that is tested. */
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <lateroot/runtime.h>

struct plain_task {
	void *gcstack; /* first: where frames pushed by hand are linked */
	lr_handler *handlers;
	void *exception;
	ucontext_t context;
	struct plain_task *caller;
	lr_entry *fn;
	void *arg, *result, *stack;
	int finished;
};
struct lr_thread {
	pthread_t id;
	lr_entry *fn;
	void *arg, *result;
};

static __thread struct plain_task first;
static __thread struct plain_task *current;

void **plain_pgcstack(void) __asm__("julia.get_pgcstack");
void *plain_alloc(void *task, size_t bytes, void *type) __asm__("julia.gc_alloc_obj");
void *plain_typeof(void *object) __asm__("julia.typeof");
void *plain_address(void *object) __asm__("julia.pointer_from_objref");
void *plain_loaded(void *owner, void *data) __asm__("julia.gc_loaded");
void plain_barrier(void) __asm__("julia.write_barrier");
void plain_object_barrier(void) __asm__("julia.object_write_barrier");
void plain_field_barrier(void) __asm__("julia.field_write_barrier.p11");
void plain_field_barrier_13(void) __asm__("julia.field_write_barrier.p13");
void plain_flush(void) __asm__("julia.gcroot_flush");
void *plain_preserve(void) __asm__("dialect.preserve_begin");
void plain_unpreserve(void) __asm__("dialect.preserve_end");
void plain_copy(void *to, const void *from, size_t n) __asm__("dialect.copy");
void plain_move(void *to, const void *from, size_t n) __asm__("dialect.move");
void *plain_zero(void *object, size_t n) __asm__("dialect.zero");
void *plain_exchange(void **slot, void *value) __asm__("dialect.exchange");
void *plain_compare_exchange(void **slot, void *expected, void *value) __asm__("dialect.compare_exchange");
void *plain_load(void **slot) __asm__("dialect.load_acquire");

/* what <lateroot/dialect.h> lets each file refer to until the plug-in has compiled it */
const char dialect_file_was_compiled_without_the_plug_in;

static struct plain_task *
self(void)
{
	if (current == NULL)
		current = &first;
	return current;
}

void **plain_pgcstack(void) { return &self()->gcstack; }
void **lr_get_pgcstack(void) { return &self()->gcstack; }

void *
plain_alloc(void *task, size_t bytes, void *type)
{
	void **cell = aligned_alloc(16, (bytes + 31) & ~(size_t)15);

	(void)task;
	if (cell == NULL)
		abort();
	memset(cell, 0xCB, (bytes + 31) & ~(size_t)15);
	cell[1] = type;
	return cell + 2;
}

void *plain_typeof(void *object) { return (void *)(uintptr_t)lr_type_of(object); }
void *plain_address(void *object) { return object; }
void *plain_loaded(void *owner, void *data) { (void)owner; return data; }
void plain_barrier(void) {}
void plain_object_barrier(void) {}
void plain_field_barrier(void) {}
void plain_field_barrier_13(void) {}
void plain_flush(void) {}
void *plain_preserve(void) { return NULL; }
void plain_unpreserve(void) {}
void plain_copy(void *to, const void *from, size_t n) { memcpy(to, from, n); }
void plain_move(void *to, const void *from, size_t n) { memmove(to, from, n); }
void *plain_zero(void *object, size_t n) { return memset(object, 0, n); }
void *plain_exchange(void **slot, void *value) { return __atomic_exchange_n(slot, value, __ATOMIC_SEQ_CST); }
void *plain_load(void **slot) { return __atomic_load_n(slot, __ATOMIC_ACQUIRE); }

void *
plain_compare_exchange(void **slot, void *expected, void *value)
{
	__atomic_compare_exchange_n(slot, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	return expected;
}

void lr_gc_collect(int full) { (void)full; }
void lr_safepoint(void) {}

void
lr_enter_handler(void *task, void *buf)
{
	lr_handler *h = buf;

	(void)task;
	h->prev = self()->handlers;
	self()->handlers = h;
}

void
lr_pop_handler_noexcept(void *task, int n)
{
	(void)task;
	while (n-- > 0)
		self()->handlers = self()->handlers->prev;
}

void lr_pop_handler(void *task, int n) { lr_pop_handler_noexcept(task, n); }

void
lr_throw(void *exception)
{
	self()->exception = exception;
	longjmp(self()->handlers->context, 1);
}

void *lr_current_exception(void *task) { (void)task; return self()->exception; }

static void
run_task(void)
{
	struct plain_task *t = current;

	t->result = t->fn(t->arg);
	t->finished = 1;
	current = t->caller;
	setcontext(&current->context);
}

lr_task *
lr_task_new(lr_entry *fn, void *arg, size_t stack_bytes)
{
	struct plain_task *t = calloc(1, sizeof *t);

	stack_bytes = stack_bytes ? stack_bytes : (size_t)1 << 18;
	t->fn = fn;
	t->arg = arg;
	t->stack = malloc(stack_bytes);
	getcontext(&t->context);
	t->context.uc_stack.ss_sp = t->stack;
	t->context.uc_stack.ss_size = stack_bytes;
	makecontext(&t->context, run_task, 0);
	return (lr_task *)t;
}

int
lr_task_switch(lr_task *to)
{
	struct plain_task *from = self(), *t = (struct plain_task *)to;

	if (t->finished)
		return LR_RT_E_STATE;
	t->caller = from;
	current = t;
	swapcontext(&from->context, &t->context);
	return LR_RT_OK;
}

lr_task *lr_task_caller(void) { return (lr_task *)self()->caller; }

int
lr_task_finished(const lr_task *task, void **result)
{
	const struct plain_task *t = (const struct plain_task *)task;

	if (t->finished && result != NULL)
		*result = t->result;
	return t->finished;
}

int
lr_task_free(lr_task *task)
{
	struct plain_task *t = (struct plain_task *)task;

	free(t->stack);
	free(t);
	return LR_RT_OK;
}

static void *
run_thread(void *arg)
{
	lr_thread *t = arg;

	t->result = t->fn(t->arg);
	return NULL;
}

lr_thread *
lr_thread_spawn(lr_entry *fn, void *arg)
{
	lr_thread *t = malloc(sizeof *t);

	t->fn = fn;
	t->arg = arg;
	return pthread_create(&t->id, NULL, run_thread, t) == 0 ? t : NULL;
}

void *
lr_thread_join(lr_thread *t)
{
	void *result;

	pthread_join(t->id, NULL);
	result = t->result;
	free(t);
	return result;
}
