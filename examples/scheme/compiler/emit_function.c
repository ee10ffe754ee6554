/* SPDX-License-Identifier: MIT */
/* Functions.  A lambda has one of the type that all closures have, which takes the closure, the number of arguments
** and the arguments, of which many are a list in the last register.  A lambda that is called by name has a direct one,
** which takes the task, the closure if it captures something, and the arguments. */
#include <string.h>
#include "emit.h"

void
emit_attribute(struct emitter *e, LLVMValueRef to, const char *name, bool call)
{
	LLVMAttributeRef a = LLVMCreateStringAttribute(e->cx, name, (unsigned)strlen(name), "", 0);

	if (e->rootless && strncmp(name, "lateroot-roots", 14) == 0)
		return;
	if (call)
		LLVMAddCallSiteAttribute(to, LLVMAttributeFunctionIndex, a);
	else
		LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, a);
}

/* The first argument is the task, in the register that LLVM has for such. */
void
emit_mark_task(struct emitter *e, LLVMValueRef to, bool call)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("swiftself", 9);
	LLVMAttributeRef reg = LLVMCreateEnumAttribute(e->cx, kind, 0);
	LLVMAttributeRef gcstack = LLVMCreateStringAttribute(e->cx, "gcstack", 7, "", 0);

	if (call)
		LLVMAddCallSiteAttribute(to, 1, reg);
	else {
		LLVMAddAttributeAtIndex(to, 1, reg);
		if (!e->rootless)
			LLVMAddAttributeAtIndex(to, 1, gcstack);
	}
}

LLVMTypeRef
emit_direct_type(struct emitter *e, const struct lambda *l)
{
	LLVMTypeRef *types = arena((l->n + 2) * sizeof *types);
	unsigned n = (unsigned)l->n + 1 + (l->nfree > 0);

	types[0] = e->ptr;
	for (unsigned i = 1; i < n; i++)
		types[i] = e->ref;
	return LLVMFunctionType(e->ref, types, n, false);
}

unsigned
emit_direct_convention(struct emitter *e, const struct lambda *l)
{
	return l->exported ? C_CONVENTION : l->tails && !e->rootless ? TAIL_CONVENTION : FAST_CONVENTION;
}

/* `shown`: backtraces name it. */
static LLVMValueRef
new_function(struct emitter *e, struct lambda *l, LLVMTypeRef type, bool shown)
{
	/* No name of Scheme may be one of the dialect, of LLVM, or of the runtime. */
	LLVMValueRef f = LLVMAddFunction(e->m, arena_format("scheme/%s", l->name ? l->name : "lambda"), type);

	LLVMSetLinkage(f, LLVMInternalLinkage);
	emit_tables(e, f);
	struct function *entry = arena(sizeof *entry);
	*entry = (struct function){ l, f, shown, e->functions };
	e->functions = entry;
	return f;
}

/* A stack that ends here is an error; or the runtime wants something, and the function goes on. */
static void
check_stack(struct emitter *e)
{
	LLVMBasicBlockRef deep = emit_block(e, "deep"), on = emit_block(e, "on");
	LLVMValueRef limit = emit_variable(e, "scm_stack_limit", e->i64);
	unsigned id = LLVMLookupIntrinsicID("llvm.frameaddress", 17);
	LLVMValueRef zero = LLVMConstInt(LLVMInt32TypeInContext(e->cx), 0, false);
	LLVMValueRef frame = LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->cx, id, &e->ptr, 1),
		LLVMGetIntrinsicDeclaration(e->m, id, &e->ptr, 1), &zero, 1, "");
	LLVMValueRef high = LLVMBuildICmp(e->b, LLVMIntUGE, LLVMBuildPtrToInt(e->b, frame, e->i64, ""),
		LLVMBuildLoad2(e->b, e->i64, limit, ""), "");
	emit_likely(e, LLVMBuildCondBr(e->b, high, on, deep));
	LLVMPositionBuilderAtEnd(e->b, deep);
	emit_slow(e, "scm_poll", NULL, 0);
	LLVMBuildBr(e->b, on);
	LLVMPositionBuilderAtEnd(e->b, on);
}

/* In each round of a loop: it goes on unless the runtime wants something (an interrupt, the memory). */
void
emit_poll(struct emitter *e)
{
	LLVMBasicBlockRef wanted = emit_block(e, "wanted"), on = emit_block(e, "round");
	LLVMValueRef word = LLVMBuildLoad2(e->b, e->i64, emit_variable(e, "scm_stack_limit", e->i64), "");

	e->loops = true;
	e->program_loops |= e->program;
	LLVMSetVolatile(word, true);
	emit_likely(e, LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntNE, word, LLVMConstAllOnes(e->i64), ""), on,
		wanted));
	LLVMPositionBuilderAtEnd(e->b, wanted);
	emit_slow(e, "scm_poll", NULL, 0);
	LLVMBuildBr(e->b, on);
	LLVMPositionBuilderAtEnd(e->b, on);
}

/* Too few or too many arguments are an error. */
static void
check_count(struct emitter *e, struct lambda *l)
{
	LLVMValueRef self = LLVMGetParam(e->function, 0), n = LLVMGetParam(e->function, 1);
	LLVMBasicBlockRef bad = emit_block(e, "arguments"), good = emit_block(e, "body");
	LLVMValueRef least = LLVMConstInt(e->i64, l->n, false), rest = LLVMConstInt(e->i64, l->rest, false);

	emit_likely(e, LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, l->rest ? LLVMIntSGE : LLVMIntEQ, n, least, ""),
		good, bad));
	LLVMPositionBuilderAtEnd(e->b, bad);
	emit_where(e);
	emit_runtime(e, "scm_wrong_arguments", e->none, (LLVMValueRef[]){ self, n, least, rest }, 4);
	LLVMBuildUnreachable(e->b);
	LLVMPositionBuilderAtEnd(e->b, good);
}

/* The fourth argument of a function that takes more, too. */
static LLVMValueRef
last_or_first_of_list(struct emitter *e, LLVMValueRef n, LLVMValueRef last)
{
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), list = emit_block(e, "list"), join = emit_block(e, "fourth");
	LLVMValueRef exact = LLVMBuildICmp(e->b, LLVMIntEQ, n, LLVMConstInt(e->i64, REGISTERS, false), "");

	LLVMBuildCondBr(e->b, exact, join, list);
	LLVMPositionBuilderAtEnd(e->b, list);
	LLVMValueRef first = emit_load(e, e->ref, last, 0);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	LLVMValueRef phi = LLVMBuildPhi(e->b, e->ref, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ last, first }, (LLVMBasicBlockRef[]){ from, list }, 2);
	return phi;
}

/* The arguments as values; the last is the list of a rest parameter. */
static LLVMValueRef *
arguments(struct emitter *e, struct lambda *l)
{
	LLVMValueRef all[PARAMETERS], more = LLVMGetParam(e->function, PARAMETERS - 1);
	LLVMValueRef *values = arena((l->n + 1) * sizeof *values);

	LLVMGetParams(e->function, all);
	for (size_t i = 0; i < l->n; i++)
		if (i + 1 < REGISTERS || (l->n == REGISTERS && !l->rest))
			values[i] = all[i + 2];
		else if (l->n == REGISTERS)
			values[i] = last_or_first_of_list(e, all[1], more);
		else {
			values[i] = emit_load(e, e->ref, more, 0);
			more = emit_load(e, e->ref, more, 1);
		}
	if (l->rest) {
		LLVMValueRef a[PARAMETERS] = { all[1], LLVMConstInt(e->i64, l->n, false) };
		LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), some = emit_block(e, "rest"),
			join = emit_block(e, "all");
		memcpy(a + 2, all + 2, REGISTERS * sizeof *a);
		LLVMValueRef none = emit_immediate(e, SCM_NIL);
		LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, a[0], a[1], ""), join, some);
		LLVMPositionBuilderAtEnd(e->b, some);
		LLVMValueRef list = emit_slow(e, "scm_rest", a, PARAMETERS);
		LLVMBuildBr(e->b, join);
		LLVMPositionBuilderAtEnd(e->b, join);
		values[l->n] = LLVMBuildPhi(e->b, e->ref, "");
		LLVMAddIncoming(values[l->n], (LLVMValueRef[]){ none, list }, (LLVMBasicBlockRef[]){ from, some }, 2);
	}
	return values;
}

void
emit_begin(struct emitter *e, LLVMValueRef f)
{
	e->function = f;
	LLVMPositionBuilderAtEnd(e->b, emit_block(e, "entry"));
	e->task = e->direct ? LLVMGetParam(f, 0)
		: emit_dialect(e, e->rootless ? "lr_get_pgcstack" : "julia.get_pgcstack",
			LLVMFunctionType(e->ptr, NULL, 0, false), NULL, 0);
}

/* What a function has of its own in the emitter is put away while another is built. */
struct outer { struct emitter emitter; LLVMBasicBlockRef block; LLVMMetadataRef line; };

static struct outer
enter(struct emitter *e, LLVMValueRef f, struct lambda *l, bool direct)
{
	struct outer here = { *e, LLVMGetInsertBlock(e->b), LLVMGetCurrentDebugLocation2(e->b) };

	e->function = f;
	e->lambda = l;
	e->direct = direct;
	e->program = false;
	e->again = NULL;
	e->path = l->file;
	debug_function(e, l);
	emit_begin(e, f);
	e->self = !direct ? LLVMGetParam(f, 0) : l->nfree > 0 ? LLVMGetParam(f, 1) : NULL;
	return here;
}

static void
leave(struct emitter *e, struct outer *here)
{
	e->function = here->emitter.function;
	e->task = here->emitter.task;
	e->self = here->emitter.self;
	e->lambda = here->emitter.lambda;
	e->direct = here->emitter.direct;
	e->program = here->emitter.program;
	e->again = here->emitter.again;
	e->captured = here->emitter.captured;
	e->scope = here->emitter.scope;
	e->path = here->emitter.path;
	e->line = here->emitter.line;
	LLVMSetCurrentDebugLocation2(e->b, here->line);
	if (here->block != NULL)
		LLVMPositionBuilderAtEnd(e->b, here->block);
}

static void
body(struct emitter *e, struct lambda *l, LLVMValueRef *values)
{
	struct goal result = { .join = NULL };

	e->captured = arena((l->nfree + 1) * sizeof *e->captured);
	for (size_t i = 0; i < l->nfree; i++)
		e->captured[i] = emit_load(e, e->ref, e->self, CLOSURE_FREE + (unsigned)i);
	if (e->direct && l->again) {
		LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
		e->again = arena(sizeof *e->again);
		e->again->lambda = l;
		e->again->head = emit_block(e, "again");
		e->again->phis = arena((l->n + 1) * sizeof *e->again->phis);
		LLVMBuildBr(e->b, e->again->head);
		LLVMPositionBuilderAtEnd(e->b, e->again->head);
		for (size_t i = 0; i < l->n; i++) {
			e->again->phis[i] = emit_number_phi(e, false);
			LLVMAddIncoming(e->again->phis[i].value, &values[i], &from, 1);
			values[i] = e->again->phis[i].value;
		}
	}
	for (size_t i = 0; i < l->n + l->rest; i++)
		emit_bind(e, l->params[i], (struct number){ values[i], NULL, NULL });
	emit_to(e, l->body, &result);
}

LLVMValueRef
emit_direct_of(struct emitter *e, struct lambda *l)
{
	if (l->direct_code != NULL)
		return l->direct_code;
	l->direct_code = new_function(e, l, emit_direct_type(e, l), true);
	LLVMSetFunctionCallConv(l->direct_code, emit_direct_convention(e, l));
	emit_attribute(e, l->direct_code, "lateroot-roots-arguments", false);
	emit_mark_task(e, l->direct_code, false);
	struct outer here = enter(e, l->direct_code, l, true);
	LLVMValueRef *values = arena((l->n + 1) * sizeof *values);
	for (size_t i = 0; i < l->n; i++)
		values[i] = LLVMGetParam(e->function, (unsigned)i + 1 + (l->nfree > 0));
	if (l->calls)
		check_stack(e);
	body(e, l, values);
	leave(e, &here);
	return l->direct_code;
}

/* Code that runs once takes longer to optimise than to run.  Tables, checks and roots are as ever. */
static void
run_once(struct emitter *e, LLVMValueRef f)
{
	static const char *const words[] = { "noinline", "optnone" };

	for (int i = 0; i < 2; i++)
		LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(e->cx,
			LLVMGetEnumAttributeKindForName(words[i], strlen(words[i])), 0));
}

/* The function of the module, which takes nothing, with the program in it.  Returns the block where the program begins.
** The builder stands before it: there the caller fills the module's variables, which are only known now. */
LLVMBasicBlockRef
emit_module_function(struct emitter *e, struct lambda *program, const char *name)
{
	LLVMValueRef f = LLVMAddFunction(e->m, name, LLVMFunctionType(e->ref, NULL, 0, false)), none;
	struct function *entry = arena(sizeof *entry);

	*entry = (struct function){ program, f, true, e->functions };
	e->functions = entry;
	emit_tables(e, f);
	e->function = f;
	e->lambda = program;
	e->program = true;
	e->path = program->file;
	program->tails = false;
	debug_function(e, program);
	emit_begin(e, f);
	LLVMBasicBlockRef fill = LLVMGetInsertBlock(e->b);
	LLVMBasicBlockRef start = emit_block(e, "program");
	LLVMPositionBuilderAtEnd(e->b, start);
	if (program->calls)
		check_stack(e);
	body(e, program, &none);
	if (!whole_program && !e->program_loops)
		run_once(e, f);
	LLVMPositionBuilderAtEnd(e->b, fill);
	return start;
}

/* The function of a lambda, which is built where the lambda is first needed. */
LLVMValueRef
emit_function_of(struct emitter *e, struct lambda *l)
{
	if (l->code != NULL)
		return l->code;
	l->code = new_function(e, l, e->code, !l->direct);
	emit_attribute(e, l->code, "lateroot-roots-arguments", false);
	struct outer here = enter(e, l->code, l, false);
	check_count(e, l);
	if (l->direct) {
		LLVMValueRef code = emit_direct_of(e, l), *args = arena((l->n + 2) * sizeof *args);
		unsigned n = 1 + (l->nfree > 0);
		args[0] = e->task;
		args[1] = e->self;
		if (l->n > 0)
			memcpy(args + n, arguments(e, l), l->n * sizeof *args);
		LLVMValueRef result = LLVMBuildCall2(e->b, emit_direct_type(e, l), code, args, n + (unsigned)l->n, "");
		LLVMSetInstructionCallConv(result, emit_direct_convention(e, l));
		emit_mark_task(e, result, true);
		LLVMBuildRet(e->b, result);
	} else {
		if (l->calls)
			check_stack(e);
		body(e, l, arguments(e, l));
	}
	leave(e, &here);
	return l->code;
}
