/* SPDX-License-Identifier: MIT */
/* machine_context.h -- where a signal has interrupted the program. */
#ifndef LR_RUNTIME_MACHINE_CONTEXT_H
#define LR_RUNTIME_MACHINE_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

struct machine_place { uintptr_t pc, fp, sp; };

/* Returns false if this is not known for the machine. */
static inline bool
machine_interrupted(const ucontext_t *context, struct machine_place *at)
{
#if defined(__x86_64__)
	const greg_t *r = context->uc_mcontext.gregs;

	*at = (struct machine_place){ (uintptr_t)r[REG_RIP], (uintptr_t)r[REG_RBP], (uintptr_t)r[REG_RSP] };
	return true;
#elif defined(__aarch64__)
	const mcontext_t *r = &context->uc_mcontext;

	*at = (struct machine_place){ r->pc, r->regs[29], r->sp };
	return true;
#elif defined(__riscv)
	const __riscv_mc_gp_state *r = &context->uc_mcontext.__gregs;

	*at = (struct machine_place){ (*r)[REG_PC], (*r)[REG_S0], (*r)[REG_SP] };
	return true;
#else
	(void)context, (void)at;
	return false;
#endif
}

#endif
