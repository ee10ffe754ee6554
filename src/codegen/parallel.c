/* SPDX-License-Identifier: MIT */
/* parallel.c -- a lowered module, compiled in partitions by several threads.
**
** An LLVMContext belongs to one thread.  So the module is written as bitcode once.  For each partition that it takes, a
** thread reads the bitcode in a context of its own, with the functions of the partition only, optimises it, and
** generates code.  The objects are joined without a linker.  Diagnostics of the threads are kept until all have
** finished, and reported in the order of the partitions. */
#include "codegen/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>

#include "pipeline/pipeline.h"
#include "elf/join.h"

enum { JOBS_MAX = 255 };

/* A diagnostic of a thread. */
struct said { struct said *next; lr_severity severity; lr_status code; char text[]; };

struct work;
struct partition {
	struct work *work;
	uint32_t number;
	lr_status status;
	LLVMMemoryBufferRef object;
	struct said *first, **last;
};

struct work {
	lr_context *cx;
	const struct partitioning *cut;
	const char *bitcode;
	size_t bytes;
	const char *triple;
	const lr_compile_options *options;
	struct partition *partitions;
	atomic_uint next;        /* the next partition to be taken */
	pthread_mutex_t lock;    /* held while the host's progress callback runs */
};

struct worker { struct work *work; unsigned number; pthread_t thread; bool started; struct partition *at; };

/* Called in threads, so it does not use the host's allocator. */
static void
keep_said(void *user, const lr_diagnostic *d)
{
	struct partition *p = ((struct worker *)user)->at;
	struct said *s = malloc(sizeof *s + strlen(d->message) + 1);

	if (s == NULL) {
		p->status = LR_E_NOMEM;
		return;
	}
	s->next = NULL;
	s->severity = d->severity;
	s->code = d->code;
	strcpy(s->text, d->message);
	*p->last = s;
	p->last = &s->next;
}

static void
forward_progress(void *user, const lr_progress *given)
{
	const struct worker *w = user;
	struct work *work = w->work;
	lr_progress p = *given;

	p.thread = w->number;
	p.piece = w->at->number + 1;
	p.pieces = work->cut->npartitions;
	pthread_mutex_lock(&work->lock);
	work->cx->options.progress(work->cx->options.user, &p);
	pthread_mutex_unlock(&work->lock);
}

static lr_status
compile_in(lr_context *cx, LLVMContextRef llvm, struct partition *p)
{
	const struct work *w = p->work;
	LLVMModuleRef m;
	LLVMMemoryBufferRef b = LLVMCreateMemoryBufferWithMemoryRange(w->bitcode, w->bytes, "partition", false);
	struct native_guard guard;

	native_guard_begin(&guard, cx, llvm);
	if (LLVMGetBitcodeModuleInContext2(llvm, b, &m)) { /* takes the buffer; functions are read when they are
	                                                    * needed */
		LLVMDisposeMemoryBuffer(b);
		m = NULL;
	}
	lr_status st = m ? partition_reduce(cx, w->cut, &m, p->number)
		: lr_fail(cx, LR_E_TARGET, NULL, "LLVM cannot read what it has written");
	native_guard_end(&guard);
	if (st == LR_OK) {
		LLVMTargetMachineRef tm = native_options_machine(cx, w->triple, w->options);
		st = tm ? native_emit(cx, m, tm, w->options, false, &p->object) : cx->first;
		LLVMDisposeTargetMachine(tm);
	}
	if (m != NULL)
		LLVMDisposeModule(m);
	return st;
}

static void
compile_partition(struct worker *w, struct partition *p)
{
	lr_options o = { .struct_size = sizeof o, .diagnose = keep_said, .user = w, .abi = w->work->cx->options.abi };

	w->at = p;
	if (w->work->cx->options.progress != NULL)
		o.progress = forward_progress;
	lr_context *cx = lr_context_new(&o);
	if (cx == NULL) {
		p->status = LR_E_NOMEM;
		return;
	}
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMContextSetDiscardValueNames(llvm, true);
	lr_status st = compile_in(cx, llvm, p);
	LLVMContextDispose(llvm);
	lr_context_free(cx);
	if (p->status == LR_OK)
		p->status = st;
}

static void *
work_off(void *worker)
{
	struct worker *w = worker;
	uint32_t i;

	while ((i = atomic_fetch_add(&w->work->next, 1)) < w->work->cut->npartitions)
		compile_partition(w, &w->work->partitions[i]);
	return NULL;
}

/* The caller's thread is one worker; if the system refuses to start a thread, there are fewer. */
static void
run_workers(struct work *w, struct worker *workers, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		workers[i] = (struct worker){ .work = w, .number = i };
		workers[i].started = i > 0 && pthread_create(&workers[i].thread, NULL, work_off, &workers[i]) == 0;
	}
	work_off(&workers[0]);
	for (unsigned i = 1; i < n; i++)
		if (workers[i].started)
			pthread_join(workers[i].thread, NULL);
}

/* Reports the diagnostics of the threads; returns the first status that is not LR_OK. */
static lr_status
report(lr_context *cx, struct work *w)
{
	lr_status st = LR_OK;

	for (uint32_t i = 0; i < w->cut->npartitions; i++) {
		struct partition *p = &w->partitions[i];
		for (struct said *s = p->first, *next; s != NULL; s = next) {
			next = s->next;
			if (s->severity == LR_ERROR)
				lr_fail(cx, s->code, NULL, "%s", s->text);
			else
				lr_report(cx, s->severity, NULL, "%s", s->text);
			free(s);
		}
		if (st == LR_OK && p->status != LR_OK)
			st = cx->first != LR_OK ? cx->first
				: p->status == LR_E_NOMEM
				? lr_nomem(cx)
				: lr_fail(cx, p->status, NULL, "a partition of the module cannot be compiled");
	}
	return st;
}

static lr_status
join(lr_context *cx, struct work *w, struct arena *ar, LLVMMemoryBufferRef *out)
{
	struct join_object *objects = arena_zarray(ar, w->cut->npartitions, sizeof *objects);
	struct join_result r;

	if (!objects)
		return lr_nomem(cx);
	for (uint32_t i = 0; i < w->cut->npartitions; i++)
		objects[i] = (struct join_object){ LLVMGetBufferStart(w->partitions[i].object),
			LLVMGetBufferSize(w->partitions[i].object) };
	if (!join_objects(ar, objects, w->cut->npartitions, w->cut->shared, w->cut->nshared, &r))
		return r.message[0] != '\0' ? lr_fail(cx, LR_E_TARGET, NULL, "joining the partitions: %s", r.message)
			: lr_nomem(cx);
	*out = LLVMCreateMemoryBufferWithMemoryRangeCopy(r.bytes, r.size, "object");
	return LR_OK;
}

static lr_status
compile_cut(lr_context *cx, LLVMModuleRef m, const char *triple, const lr_compile_options *o, struct partitioning *cut,
	LLVMMemoryBufferRef *out)
{
	struct work w = { .cx = cx, .cut = cut, .triple = triple, .options = o, .lock = PTHREAD_MUTEX_INITIALIZER };
	unsigned n = o->jobs < cut->npartitions ? o->jobs : cut->npartitions;

	n = n < JOBS_MAX ? n : JOBS_MAX;
	w.partitions = arena_zarray(&cut->ar, cut->npartitions, sizeof *w.partitions);
	struct worker *workers = arena_zarray(&cut->ar, n, sizeof *workers);
	if (!w.partitions || !workers)
		return lr_nomem(cx);
	for (uint32_t i = 0; i < cut->npartitions; i++)
		w.partitions[i] = (struct partition){ .work = &w, .number = i, .last = &w.partitions[i].first };
	LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(m);
	w.bitcode = LLVMGetBufferStart(bitcode);
	w.bytes = LLVMGetBufferSize(bitcode);
	run_workers(&w, workers, n);
	LLVMDisposeMemoryBuffer(bitcode);
	lr_status st = report(cx, &w);
	if (st == LR_OK)
		st = join(cx, &w, &cut->ar, out);
	for (uint32_t i = 0; i < cut->npartitions; i++)
		if (w.partitions[i].object != NULL)
			LLVMDisposeMemoryBuffer(w.partitions[i].object);
	return st;
}

lr_status
partitions_compile(lr_context *cx, LLVMModuleRef m, const char *triple, const lr_compile_options *o,
	LLVMMemoryBufferRef *out)
{
	const double start = times_now();
	struct partitioning cut;
	lr_status st = LR_OK;

	*out = NULL;
	if (!partitions_plan(&cut, m, o->piece_instructions, cx->options.alloc, cx->options.user))
		st = lr_nomem(cx);
	if (st == LR_OK && cut.npartitions > 1) {
		st = compile_cut(cx, m, triple, o, &cut, out);
		times_add(cx, "optimisation and code generation, in partitions", times_now() - start);
	}
	arena_free(&cut.ar);
	return st;
}
