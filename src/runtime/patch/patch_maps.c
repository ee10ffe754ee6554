/* SPDX-License-Identifier: MIT */
/* patch_maps.c -- the registry of stack maps in LLVM's format: the addresses of patch points, and their live values. */
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/patch/patch.h"
#include "runtime/runtime.h"
#include "base/sorted.h"
#include "tables/stackmap.h"

/* A patch point or stack map. */
struct site {
	uintptr_t code;
	uint64_t id;
	size_t at;                 /* offset of the record in its maps */
};

/* The maps of one object. */
struct maps {
	const char *section;
	size_t bytes;
	uint32_t references;
	struct maps *next;
	size_t nsites, capacity;
	struct site *sites;        /* sorted by address */
};

static struct {
	pthread_mutex_t lock;      /* last in the order of locks: its holder waits for nothing */
	struct maps *first;
} registry = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- adding ---- */

static int
add_site(void *user, const struct stackmap_function *f, const struct stackmap_record *r)
{
	struct maps *m = user;

	if (m->nsites == m->capacity) {
		size_t capacity = m->capacity ? 2 * m->capacity : 16;
		struct site *more = realloc(m->sites, capacity * sizeof *more);
		if (more == NULL)
			return LR_RT_E_NOMEM;
		m->sites = more;
		m->capacity = capacity;
	}
	m->sites[m->nsites++] = (struct site){ (uintptr_t)f->address + r->offset, r->id, r->at };
	return 0;
}

static int
by_address(const void *a, const void *b)
{
	const struct site *x = a, *y = b;

	return x->code < y->code ? -1 : x->code > y->code;
}

/* Computes the length of the maps of one object from the counts in them, when the caller does not know their end. */
static size_t
measure(const char *section)
{
	enum { HEADER = 16, FUNCTION = 24, CONSTANT = 8, RECORD = 16, LOCATION = 12, LIVEOUT = 4 };
	uint32_t counts[3];
	uint16_t n;

	memcpy(counts, section + 4, sizeof counts);
	size_t at = HEADER + (size_t)counts[0] * FUNCTION + (size_t)counts[1] * CONSTANT;
	for (uint32_t i = 0; i < counts[2]; i++) {
		memcpy(&n, section + at + RECORD - 2, sizeof n);
		at = (at + RECORD + (size_t)n * LOCATION + 7) & ~(size_t)7;
		memcpy(&n, section + at + 2, sizeof n);
		at = (at + 4 + (size_t)n * LIVEOUT + 7) & ~(size_t)7;
	}
	return at;
}

static void
free_maps(struct maps *m)
{
	free(m->sites);
	free(m);
}

int
lr_stackmaps_add(const void *section, size_t bytes)
{
	struct maps *fresh = calloc(1, sizeof *fresh), *m;
	const struct stackmap_visitor v = { .record = add_site, .user = fresh };

	if (fresh == NULL)
		return LR_RT_E_NOMEM;
	if (section == NULL || (uintptr_t)section % 8 != 0) {
		free_maps(fresh);
		return LR_RT_E_ARG;
	}
	fresh->section = section;
	fresh->bytes = bytes > 0 ? bytes : measure(section);
	fresh->references = 1;
	int status = stackmap_read(section, fresh->bytes, &v, NULL);
	if (status != 0) {
		free_maps(fresh);
		return status == LR_RT_E_NOMEM ? status : LR_RT_E_STACKMAP;
	}
	if (fresh->nsites > 0)
		qsort(fresh->sites, fresh->nsites, sizeof *fresh->sites, by_address);
	pthread_mutex_lock(&registry.lock);
	for (m = registry.first; m != NULL && m->section != (const char *)section; m = m->next)
		;
	if (m != NULL) {
		m->references++;
	} else {
		fresh->next = registry.first;
		registry.first = fresh;
		fresh = NULL;
	}
	pthread_mutex_unlock(&registry.lock);
	if (fresh != NULL)
		free_maps(fresh);
	return LR_RT_OK;
}

int
lr_stackmaps_remove(const void *section)
{
	struct maps *gone = NULL;
	int status = LR_RT_E_ARG;

	pthread_mutex_lock(&registry.lock);
	for (struct maps **at = &registry.first; *at != NULL; at = &(*at)->next)
		if ((*at)->section == (const char *)section) {
			status = LR_RT_OK;
			if (--(*at)->references == 0) {
				gone = *at;
				*at = gone->next;
			}
			break;
		}
	pthread_mutex_unlock(&registry.lock);
	if (gone != NULL)
		free_maps(gone);
	return status;
}

/* ---- look-up ---- */

/* Returns the last site of `m` at or before `code`, or NULL. */
static const struct site *
last_before(const struct maps *m, uintptr_t code)
{
	size_t n = sorted_up_to(m->sites, m->nsites, sizeof *m->sites, code);

	return n == 0 ? NULL : &m->sites[n - 1];
}

bool
patch_maps_have(const void *code)
{
	bool found = false;

	pthread_mutex_lock(&registry.lock);
	for (const struct maps *m = registry.first; m != NULL && !found; m = m->next) {
		const struct site *s = last_before(m, (uintptr_t)code);
		found = s != NULL && s->code == (uintptr_t)code;
	}
	pthread_mutex_unlock(&registry.lock);
	return found;
}

size_t
lr_stackmap_find(uint64_t id, void **codes, size_t capacity)
{
	size_t n = 0;

	if (codes == NULL)
		capacity = 0;
	pthread_mutex_lock(&registry.lock);
	for (const struct maps *m = registry.first; m != NULL; m = m->next)
		for (size_t i = 0; i < m->nsites; i++)
			if (m->sites[i].id == id) {
				if (n < capacity)
					codes[n] = (void *)m->sites[i].code;
				n++;
			}
	pthread_mutex_unlock(&registry.lock);
	return n;
}

/* ---- values ---- */

enum { DWARF_PC = LR_REGISTERS_PC };

struct wanted {
	size_t at;                 /* offset of the record */
	const struct lr_registers *registers;
	struct lr_live_value *values;
	size_t capacity, count;
	int status;
};

static int
take_location(void *user, const struct stackmap_record *r, unsigned number, const struct stackmap_location *l)
{
	struct wanted *w = user;
	struct lr_live_value v = { .bytes = l->bytes,
		.kind = (enum lr_live_kind)(l->kind == STACKMAP_CONSTANT_INDEX ? STACKMAP_CONSTANT : l->kind) };

	if (r->at != w->at)
		return 0;
	if (v.kind != LR_LIVE_CONSTANT && l->reg > DWARF_PC)
		return w->status = LR_RT_E_STACKMAP; /* a vector register, which lr_registers does not have */
	uint64_t base = v.kind == LR_LIVE_CONSTANT ? 0 : w->registers->reg[l->reg];
	if (v.kind == LR_LIVE_CONSTANT)
		v.value = l->value;
	else if (v.kind == LR_LIVE_REGISTER)
		v.value = base;
	else
		v.value = base + (uint64_t)(int64_t)l->offset;
	if (v.kind == LR_LIVE_MEMORY) {
		v.where = (void *)v.value;
		v.value = 0;
		memcpy(&v.value, v.where, v.bytes < 8 ? v.bytes : 8);
	}
	if (number < w->capacity)
		w->values[number] = v;
	w->count = number + 1;
	return 0;
}

int
lr_stackmap_read(uint64_t id, const void *code, const struct lr_registers *registers, struct lr_live_value *values,
	size_t capacity)
{
	struct wanted w = { .registers = registers,
		.values = values, .capacity = capacity, .status = LR_RT_E_NOT_FOUND };
	struct stackmap_visitor v = { .location = take_location, .user = &w };

	if (registers == NULL || (values == NULL && capacity > 0))
		return LR_RT_E_ARG;
	uintptr_t at = code != NULL ? (uintptr_t)code : registers->reg[DWARF_PC];
	pthread_mutex_lock(&registry.lock);
	for (const struct maps *m = registry.first; m != NULL && w.status == LR_RT_E_NOT_FOUND; m = m->next) {
		const struct site *s = last_before(m, at);
		while (s != NULL && s > m->sites && s->id != id && s[-1].code == s->code)
			s--; /* several sites have this address */
		if (s == NULL || s->id != id || at - s->code > PATCH_MOST_BYTES)
			continue;
		w.status = LR_RT_OK;
		w.at = s->at;
		int status = stackmap_read(m->section, m->bytes, &v, NULL);
		w.status = status == 0 || status == LR_RT_E_STACKMAP ? w.status : LR_RT_E_STACKMAP;
	}
	pthread_mutex_unlock(&registry.lock);
	return w.status == LR_RT_OK ? (int)w.count : w.status;
}

void
lr_registers_of(struct lr_registers *to, const void *ucontext)
{
#if defined(__linux__) && defined(__x86_64__)
	static const int by_dwarf[] = { REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
		REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP };
	const ucontext_t *from = ucontext;

	if (to == NULL)
		return;
	if (from == NULL) {
		memset(to, 0, sizeof *to);
		return;
	}
	for (size_t i = 0; i < sizeof by_dwarf / sizeof *by_dwarf; i++)
		to->reg[i] = (uint64_t)from->uc_mcontext.gregs[by_dwarf[i]];
#elif defined(__linux__) && defined(__aarch64__)
	enum { AARCH64_SP = 31 };
	const ucontext_t *from = ucontext;

	if (to == NULL)
		return;
	memset(to, 0, sizeof *to);
	if (from == NULL)
		return;
	memcpy(to->reg, from->uc_mcontext.regs, AARCH64_SP * sizeof *to->reg);
	to->reg[AARCH64_SP] = from->uc_mcontext.sp;
	to->reg[DWARF_PC] = from->uc_mcontext.pc;
#else
	(void)ucontext;
	if (to != NULL)
		memset(to, 0, sizeof *to);
#endif
}

/* ---- the probe ---- */

static struct {
	lr_probe *hook;
	void *user;
} probe;

void
lr_set_probe(lr_probe *hook, void *user)
{
	__atomic_store_n(&probe.user, user, __ATOMIC_RELAXED);
	__atomic_store_n(&probe.hook, hook, __ATOMIC_RELEASE);
}

#if PATCH_KNOWN
/* The function that lr_patch_probe, below, calls with the registers of its caller. */
__attribute__((used, visibility("hidden"))) void
lr_probe_reached(struct lr_registers *r)
{
	lr_probe *hook = __atomic_load_n(&probe.hook, __ATOMIC_ACQUIRE);

	if (hook != NULL)
		hook(__atomic_load_n(&probe.user, __ATOMIC_RELAXED), r);
}

#endif

#if defined(__linux__) && defined(__aarch64__)
/* Saves all general registers in the layout of struct lr_registers, with the stack pointer and the program counter as
** they are after the call returns.  Restores what a call keeps or returns, as the hook has left it.  It begins with a
** place to branch to (bti c). */
__asm__(
	".text\n"
	".globl lr_patch_probe\n"
	".type lr_patch_probe, @function\n"
	"lr_patch_probe:\n"
	"	.cfi_startproc\n"
	"	hint #34\n"
	"	sub sp, sp, #272\n"
	"	.cfi_def_cfa_offset 272\n"
	"	stp x0, x1, [sp, #0]\n	stp x2, x3, [sp, #16]\n"
	"	stp x4, x5, [sp, #32]\n	stp x6, x7, [sp, #48]\n"
	"	stp x8, x9, [sp, #64]\n	stp x10, x11, [sp, #80]\n"
	"	stp x12, x13, [sp, #96]\n	stp x14, x15, [sp, #112]\n"
	"	stp x16, x17, [sp, #128]\n	stp x18, x19, [sp, #144]\n"
	"	stp x20, x21, [sp, #160]\n	stp x22, x23, [sp, #176]\n"
	"	stp x24, x25, [sp, #192]\n	stp x26, x27, [sp, #208]\n"
	"	stp x28, x29, [sp, #224]\n"
	"	add x16, sp, #272\n"
	"	stp x30, x16, [sp, #240]\n"
	"	str x30, [sp, #256]\n"
	"	.cfi_offset w29, -40\n"
	"	.cfi_offset w30, -16\n"
	"	mov x0, sp\n"
	"	bl lr_probe_reached\n"
	"	ldp x0, x1, [sp, #0]\n	ldp x2, x3, [sp, #16]\n"
	"	ldp x4, x5, [sp, #32]\n	ldp x6, x7, [sp, #48]\n"
	"	ldp x8, x9, [sp, #64]\n	ldp x10, x11, [sp, #80]\n"
	"	ldp x12, x13, [sp, #96]\n	ldp x14, x15, [sp, #112]\n"
	"	ldr x19, [sp, #152]\n"
	"	ldp x20, x21, [sp, #160]\n	ldp x22, x23, [sp, #176]\n"
	"	ldp x24, x25, [sp, #192]\n	ldp x26, x27, [sp, #208]\n"
	"	ldp x28, x29, [sp, #224]\n"
	"	ldr x30, [sp, #256]\n"
	"	add sp, sp, #272\n"
	"	.cfi_def_cfa_offset 0\n"
	"	.cfi_restore w29\n"
	"	.cfi_restore w30\n"
	"	ret\n"
	"	.cfi_endproc\n"
	".size lr_patch_probe, . - lr_patch_probe\n");
#endif

#if defined(__linux__) && defined(__x86_64__)
/* Saves all general registers in the layout of struct lr_registers, with rsp and rip as they are after the call
** returns.  Restores all but those two, as the hook has left them.  The stack holds them in reverse order.  The hook
** may clobber vector registers, as in any call. */
__asm__(
	".text\n"
	".globl lr_patch_probe\n"
	".type lr_patch_probe, @function\n"
	"lr_patch_probe:\n"
	"	.cfi_startproc\n"
	"	pushq (%rsp)\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	pushq %r15\n	pushq %r14\n	pushq %r13\n	pushq %r12\n"
	"	pushq %r11\n	pushq %r10\n	pushq %r9\n	pushq %r8\n"
	"	.cfi_adjust_cfa_offset 64\n"
	"	leaq 80(%rsp), %r8\n"
	"	pushq %r8\n	pushq %rbp\n	pushq %rdi\n	pushq %rsi\n"
	"	pushq %rbx\n	pushq %rcx\n	pushq %rdx\n	pushq %rax\n"
	"	.cfi_adjust_cfa_offset 64\n"
	"	movq %rsp, %rdi\n"
	"	pushq %rbp\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	.cfi_rel_offset %rbp, 0\n"
	"	movq %rsp, %rbp\n"
	"	.cfi_def_cfa_register %rbp\n"
	"	andq $-16, %rsp\n"
	"	call lr_probe_reached\n"
	"	movq %rbp, %rsp\n"
	"	.cfi_def_cfa_register %rsp\n"
	"	popq %rbp\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	.cfi_restore %rbp\n"
	"	popq %rax\n	popq %rdx\n	popq %rcx\n"
	"	popq %rbx\n	popq %rsi\n	popq %rdi\n	popq %rbp\n"
	"	addq $8, %rsp\n"
	"	popq %r8\n	popq %r9\n	popq %r10\n	popq %r11\n"
	"	popq %r12\n	popq %r13\n	popq %r14\n	popq %r15\n"
	"	addq $8, %rsp\n"
	"	.cfi_adjust_cfa_offset -136\n"
	"	ret\n"
	"	.cfi_endproc\n"
	".size lr_patch_probe, . - lr_patch_probe\n");
#endif
