/* SPDX-License-Identifier: MIT */
/* pipeline_for_c.c -- inserts the passes that modules from C need in addition.
**
** This is for output of clang for <lateroot/dialect.h> without the plug-in: functions may lack the getter of the GC
** stack, and some constructs of the dialect are calls of functions that do not exist.  So AdoptDialect runs first, and
** SettleGCStack behind the last of LLVM's passes, before roots are placed. */
#include "dialect/module_marks.h"
#include "host/passes.h"
#include "lowering/import/import.h"
#include "pipeline/pipeline.h"

static uint32_t
find_step(const struct pipeline *p, lr_pass *run)
{
	for (uint32_t i = 0; i < p->nsteps; i++)
		if (p->steps[i].pass != NULL && p->steps[i].pass->run == run)
			return i;
	return UINT32_MAX;
}

static void
insert_step(struct pipeline *p, uint32_t at, lr_pass *run)
{
	size_t n = 0;

	while (pass_at(n)->run != run)
		n++;
	const struct pass_info *pass = pass_at(n);
	if (!ARENA_PUSH(&p->arena, p->steps, p->nsteps, p->steps_cap))
		return;
	memmove(&p->steps[at + 1], &p->steps[at], (p->nsteps - at) * sizeof *p->steps);
	p->steps[at] = (struct step){ pass, pass->name, NULL };
	p->nsteps++;
}

lr_status
pipeline_complete_for_c(lr_context *cx, LLVMModuleRef m, struct pipeline *p)
{
	uint32_t late = find_step(p, pass_late_lower_gc_frame);

	if (late == UINT32_MAX || !is_c_dialect(m))
		return LR_OK;
	if (find_step(p, pass_settle_gcstack) == UINT32_MAX) {
		uint32_t at = late;
		while (at > 0 && p->steps[at - 1].pass != NULL && p->steps[at - 1].pass->kind != PASS_MARKER
			&& p->steps[at - 1].pass->run != pass_verify_invariants
			&& p->steps[at - 1].pass->run != pass_adopt_dialect)
			at--;
		insert_step(p, at, pass_settle_gcstack);
	}
	if (find_step(p, pass_adopt_dialect) == UINT32_MAX && !memory_has_flag(m))
		insert_step(p, 0, pass_adopt_dialect);
	return p->arena.failed ? lr_nomem(cx) : LR_OK;
}
