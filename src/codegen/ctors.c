/* SPDX-License-Identifier: MIT */
/* ctors.c -- constructors and destructors of a module, for linkers that run none: called in one function, or listed. */
#include "codegen/ctors.h"

#include <inttypes.h>
#include <stdio.h>

#include <llvm-c/Target.h>

#include "codegen/module_tables.h"

enum { LAST_PRIORITY = 65535, CALL_FIELDS = 5 /* of struct module_call */ };

/* The function of entry i, { priority, function, key }, of the list; NULL if it has none, or its key is defined
** elsewhere. */
static LLVMValueRef
list_entry(LLVMValueRef all, unsigned i, unsigned *priority)
{
	LLVMValueRef entry = LLVMGetOperand(all, i);

	if (LLVMIsNull(entry))
		return NULL;
	LLVMValueRef function = LLVMGetOperand(entry, 1),
		key = LLVMGetNumOperands(entry) > 2 ? LLVMGetOperand(entry, 2) : NULL;
	if (LLVMIsNull(function) || (key != NULL && LLVMIsAGlobalValue(key) && LLVMIsDeclaration(key)))
		return NULL;
	unsigned long long n = LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0));
	*priority = n < LAST_PRIORITY ? (unsigned)n : LAST_PRIORITY;
	return function;
}

typedef void visit_function(void *user, LLVMValueRef f, unsigned priority);

/* Calls `visit` with all functions in the list, in the order of their priorities or in reverse. */
static void
each_of_list(LLVMModuleRef m, const char *name, bool backwards, visit_function *visit, void *user)
{
	LLVMValueRef list = LLVMGetNamedGlobal(m, name), all = list ? LLVMGetInitializer(list) : NULL;
	const unsigned n = all == NULL || LLVMIsNull(all) ? 0 : (unsigned)LLVMGetArrayLength2(LLVMTypeOf(all));

	for (unsigned least = 0, next; least <= LAST_PRIORITY; least = next) { /* one round per priority; few */
		unsigned at = backwards ? LAST_PRIORITY - least : least, priority = 0;
		next = LAST_PRIORITY + 1;
		for (unsigned k = 0; k < n; k++) {
			LLVMValueRef f = list_entry(all, backwards ? n - 1 - k : k, &priority);
			unsigned rank = backwards ? LAST_PRIORITY - priority : priority;
			if (f != NULL && priority == at)
				visit(user, f, priority);
			else if (f != NULL && rank > least && rank < next)
				next = rank;
		}
	}
}

static void
call_one(void *user, LLVMValueRef f, unsigned priority)
{
	(void)priority;
	LLVMBuilderRef b = user;
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(f));

	LLVMBuildCall2(b, LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, false), f, NULL, 0, "");
}

void
ctors_call(LLVMModuleRef m, LLVMBuilderRef b, const char *name, bool backwards)
{
	each_of_list(m, name, backwards, call_one, b);
}

void
ctors_drop(LLVMModuleRef m, const char *name)
{
	LLVMValueRef list = LLVMGetNamedGlobal(m, name);

	if (list != NULL)
		LLVMDeleteGlobal(list);
}

/* ---- as lists of calls ---- */

/* Is the argument, counted from 1, passed as C passes a word? */
static bool
is_plain(LLVMValueRef call, LLVMAttributeIndex i)
{
	static const char *const others[] = { "byval", "byref", "sret", "inalloca", "preallocated", "inreg", "nest",
		"swiftself", "swifterror", "swiftasync" };
	LLVMValueRef f = LLVMGetCalledValue(call);

	for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
		const unsigned kind = LLVMGetEnumAttributeKindForName(others[k], strlen(others[k]));
		if (LLVMGetCallSiteEnumAttribute(call, i, kind) != NULL
			|| LLVMGetEnumAttributeAtIndex(f, i, kind) != NULL)
			return false;
	}
	return true;
}

/* The call that is all that the function does, of a function of the runtime with few constants that are words; NULL if
** it does anything else. */
static LLVMValueRef
only_call(LLVMValueRef f, LLVMTypeRef word)
{
	LLVMTypeRef type;
	LLVMBasicBlockRef b = LLVMIsAFunction(f) && !LLVMIsDeclaration(f) ? LLVMGetEntryBasicBlock(f) : NULL;
	LLVMValueRef call = b != NULL ? LLVMGetFirstInstruction(b) : NULL,
		next = call != NULL ? LLVMGetNextInstruction(call) : NULL;

	if (next == NULL || LLVMIsAReturnInst(next) == NULL || LLVMIsACallInst(call) == NULL
		|| LLVMIsAFunction(LLVMGetCalledValue(call)) == NULL
		|| LLVMGetInstructionCallConv(call) != LLVMCCallConv
		|| LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)) || LLVMGetNumOperandBundles(call) != 0
		|| LLVMGetIntrinsicID(LLVMGetCalledValue(call)) != 0 || LLVMGetNumArgOperands(call) > 2)
		return NULL;
	type = LLVMTypeOf(call);
	if (LLVMGetTypeKind(type) != LLVMVoidTypeKind && type != word) /* others may be returned in memory */
		return NULL;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		LLVMValueRef argument = LLVMGetOperand(call, i);
		type = LLVMTypeOf(argument);
		if (!LLVMIsConstant(argument) || !is_plain(call, i + 1)
			|| (type != word && LLVMGetTypeKind(type) != LLVMPointerTypeKind))
			return NULL;
	}
	return call;
}

struct calls {
	LLVMContextRef context;
	LLVMTypeRef word, row;
	LLVMValueRef *rows;          /* NULL: they are counted */
	unsigned n;
};

static void
list_one(void *user, LLVMValueRef f, unsigned priority)
{
	struct calls *c = user;
	LLVMValueRef call = only_call(f, c->word);
	const unsigned n = call != NULL ? LLVMGetNumArgOperands(call) : 0;
	LLVMValueRef parts[] = { call != NULL ? LLVMGetCalledValue(call) : f, LLVMConstInt(c->word, n, false),
		LLVMConstNull(c->word), LLVMConstNull(c->word), LLVMConstInt(c->word, priority, false) };

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef argument = LLVMGetOperand(call, i);
		parts[2 + i] = LLVMTypeOf(argument) == c->word ? argument : LLVMConstPtrToInt(argument, c->word);
	}
	if (c->rows != NULL)
		c->rows[c->n] = LLVMConstStructInContext(c->context, parts, CALL_FIELDS, false);
	c->n++;
}

/* Is the value used by constants alone that nothing uses?  LLVM keeps such, as those of a list that is gone; there are
** one or two, and with many the answer is no. */
static bool
is_unused(LLVMValueRef v)
{
	enum { MOST = 64 };
	LLVMValueRef seen[MOST] = { v };
	unsigned n = 1;

	for (unsigned i = 0; i < n; i++)
		for (LLVMUseRef u = LLVMGetFirstUse(seen[i]); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (n == MOST || !LLVMIsConstant(user) || LLVMIsAGlobalValue(user))
				return false;
			seen[n++] = user;
		}
	return true;
}

void
ctors_delete(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f != NULL; f = next) {
		next = LLVMGetNextFunction(f);
		if (LLVMGetLinkage(f) == LLVMInternalLinkage && !LLVMIsDeclaration(f) && is_unused(f)) {
			LLVMReplaceAllUsesWith(f, LLVMConstNull(LLVMTypeOf(f)));
			LLVMDeleteFunction(f);
		}
	}
}

bool
ctors_list(lr_context *cx, LLVMModuleRef m, const char *list, bool backwards, const char *prefix, uint64_t number)
{
	LLVMContextRef context = LLVMGetModuleContext(m);
	LLVMTypeRef word = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(m)),
		parts[] = { LLVMPointerTypeInContext(context, 0), word, word, word, word };
	struct calls c = { .context = context, .word = word,
		.row = LLVMStructTypeInContext(context, parts, CALL_FIELDS, false) };
	char name[64];

	each_of_list(m, list, backwards, list_one, &c);
	const unsigned n = c.n;
	const size_t bytes = (n + 1) * sizeof *c.rows;
	if (n == 0 || (c.rows = lr_realloc(cx, NULL, 0, bytes)) == NULL) {
		if (n != 0)
			lr_nomem(cx);
		ctors_drop(m, list);
		return false;
	}
	c.n = 0;
	each_of_list(m, list, backwards, list_one, &c);
	c.rows[n] = LLVMConstNull(c.row);
	snprintf(name, sizeof name, "%s%" PRIu64, prefix, number);
	LLVMValueRef all = LLVMAddGlobal(m, LLVMArrayType2(c.row, n + 1), name);
	LLVMSetInitializer(all, LLVMConstArray2(c.row, c.rows, n + 1));
	LLVMSetGlobalConstant(all, true);
	lr_realloc(cx, c.rows, bytes, 0);
	ctors_drop(m, list);
	return true;
}

bool
tables_is_list(LLVMValueRef variable)
{
	static const char *const prefixes[] = { TABLES_OF, RUN_CTORS, RUN_DTORS };
	size_t n;
	const char *name = LLVMGetValueName2(variable, &n);

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (n > strlen(prefixes[i]) && memcmp(name, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	return false;
}
