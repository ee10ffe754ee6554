/* SPDX-License-Identifier: MIT */
/* mv_targets.c -- the targets of JuliaMultiVersioning.
**
** A module flag "julia.mv.specs" lists them, each as {cpu, features, base, flags}.  Otherwise they come from
** lr_options.clone_targets, in the syntax of JULIA_CPU_TARGET:
**
**   TARGET;TARGET...     TARGET: CPU,OPTION,OPTION...
**   OPTION:              feature, +feature, -feature, clone_all, -clone_all, base(N), opt_size, min_size; not in
**                        Julia: hot_only
**
** The first one is what everything is compiled for. */

#include "base/text.h"
#include "optimize/cpu/multiversion.h"

static int
shown(size_t n)
{
	return n < 100 ? (int)n : 100;
}

static char *
copy_text(struct mv *v, const char *s, size_t n)
{
	char *to = arena_alloc(&v->ar, n + 1);

	if (to != NULL) {
		memcpy(to, s, n);
		to[n] = '\0';
	}
	return to;
}

/* ---- the module flag ---- */

static bool
read_string(struct mv *v, LLVMValueRef md, const char **to)
{
	unsigned n = 0;
	const char *s = md != NULL && LLVMIsAMDString(md) != NULL ? LLVMGetMDString(md, &n) : NULL;

	if (s == NULL || memchr(s, '\0', n) != NULL)
		return false;
	*to = copy_text(v, s, n);
	return true;
}

static bool
read_number(LLVMValueRef c, uint32_t *to)
{
	if (c == NULL || LLVMIsAConstantInt(c) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(c)) != 32)
		return false;
	*to = (uint32_t)LLVMConstIntGetZExtValue(c);
	return true;
}

static lr_status
read_flag(struct mv *v, LLVMMetadataRef flag)
{
	LLVMValueRef list = LLVMMetadataAsValue(v->llvm, flag);
	const unsigned n = LLVMIsAMDNode(list) != NULL ? LLVMGetMDNodeNumOperands(list) : 0;

	if (n == 0 || n > MV_TARGETS_MOST)
		return lr_fail(v->cx, LR_E_DIALECT, NULL, "\"julia.mv.specs\" must list 1 to %d targets",
			MV_TARGETS_MOST);
	LLVMValueRef *node = arena_array(&v->ar, n, sizeof *node);
	v->target = arena_zarray(&v->ar, n, sizeof *v->target);
	if (v->ar.failed)
		return lr_nomem(v->cx);
	LLVMGetMDNodeOperands(list, node);
	for (unsigned i = 0; i < n; i++) {
		struct mv_target *t = &v->target[i];
		LLVMValueRef part[4];
		bool good = node[i] != NULL && LLVMIsAMDNode(node[i]) != NULL
			&& LLVMGetMDNodeNumOperands(node[i]) == 4;
		if (good) {
			LLVMGetMDNodeOperands(node[i], part);
			good = read_string(v, part[0], &t->cpu) && read_string(v, part[1], &t->features)
				&& read_number(part[2], &t->base) && read_number(part[3], &t->flags);
		}
		if (!good)
			return lr_fail(v->cx, LR_E_DIALECT, NULL,
				"target %u of \"julia.mv.specs\" must be {cpu, features, i32 base, i32 flags}", i);
	}
	v->ntarget = n;
	return v->ar.failed ? lr_nomem(v->cx) : LR_OK;
}

/* ---- the options ---- */

/* Is the text, of n bytes, that word? */
static bool
is(const char *text, size_t n, const char *word)
{
	return strlen(word) == n && memcmp(text, word, n) == 0;
}

/* Reads base(N). */
static bool
read_base(const char *text, size_t n, uint32_t *base)
{
	if (n < 7 || n > 8 || memcmp(text, "base(", 5) != 0 || text[n - 1] != ')')
		return false;
	*base = 0;
	for (size_t i = 5; i < n - 1; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		*base = *base * 10 + (uint32_t)(text[i] - '0');
	}
	return true;
}

static lr_status
read_option(struct mv *v, const struct cpu_family *f, struct mv_target *t, struct text *features, const char *at,
	size_t n)
{
	const bool sign = *at == '+' || *at == '-';

	if (is(at, n, "clone_all")) {
		t->flags |= MV_CLONE_ALL;
	} else if (is(at, n, "-clone_all")) {
		t->flags &= ~(uint32_t)MV_CLONE_ALL;
	} else if (is(at, n, "opt_size")) {
		t->flags |= MV_OPT_SIZE;
	} else if (is(at, n, "min_size")) {
		t->flags |= MV_MIN_SIZE;
	} else if (is(at, n, "hot_only")) {
		t->hot_only = true;
	} else if (!read_base(at, n, &t->base)) {
		if (cpu_feature_number(f, at + sign, n - sign) < 0)
			return lr_fail(v->cx, LR_E_TARGET, NULL, "clone targets: target '%.100s' has no feature '%.*s'",
				v->triple, shown(n - sign), at + sign);
		text_printf(features, "%s%s%.*s", features->n > 0 ? "," : "", *at == '-' ? "-" : "+", (int)(n - sign),
			at + sign);
	}
	return LR_OK;
}

static lr_status
read_target(struct mv *v, const struct cpu_family *f, struct mv_target *t, const char *at, size_t bytes)
{
	struct text features = { .ar = &v->ar };
	const char *comma = memchr(at, ',', bytes);
	size_t n = comma ? (size_t)(comma - at) : bytes;
	lr_status st = LR_OK;

	if (!cpu_is_known(f, at, n))
		return lr_fail(v->cx, LR_E_TARGET, NULL,
			"clone targets: target '%.100s' has no processor '%.*s' of which the features are known; "
			"LLVM's second names do not count here ('apple-m1' is 'apple-a14')",
			v->triple, shown(n), at);
	t->cpu = copy_text(v, at, n);
	for (size_t i = n + 1; i < bytes && st == LR_OK; i += n + 1) {
		comma = memchr(at + i, ',', bytes - i);
		n = comma ? (size_t)(comma - at) - i : bytes - i;
		if (n > 0)
			st = read_option(v, f, t, &features, at + i, n);
	}
	t->features = features.s != NULL ? features.s : "";
	return st == LR_OK && v->ar.failed ? lr_nomem(v->cx) : st;
}

static bool
gains(const struct cpu_family *f, const struct cpu_set *from, const struct cpu_set *to, const char *const *names)
{
	for (; *names != NULL; names++) {
		const int number = cpu_feature_number(f, *names, strlen(*names));
		if (cpu_has(to, number) && !cpu_has(from, number))
			return true;
	}
	return false;
}

static struct cpu_set
set_of(const struct mv *v, const struct cpu_family *f, const struct mv_target *t)
{
	return cpu_subtarget(f, v->triple, t->cpu, strlen(t->cpu), t->features, strlen(t->features));
}

/* Which functions a partial target clones, by what it has more than its base. */
static void
choose_flags(struct mv *v, const struct cpu_family *f, struct mv_target *t)
{
	static const char *const math[] = { "fma", "fma4", "vfp4", "f", "d", NULL };
	static const char *const simd[] = { "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "avx512f", "sse4a",
		"vaes", "vpclmulqdq", "gfni", "neon", "sve", "sve2", "dotprod", "rdm", "v", NULL };
	static const char *const half[] = { "avx512fp16", "fullfp16", "zfh", NULL };
	static const char *const bfloat[] = { "avx512bf16", "amx-bf16", "avxneconvert", "bf16", NULL };
	const struct cpu_set base = set_of(v, f, &v->target[t->base]), own = set_of(v, f, t);

	t->flags |= MV_CPU | MV_LOOP;
	if (gains(f, &base, &own, math))
		t->flags |= MV_MATH;
	if (gains(f, &base, &own, simd))
		t->flags |= MV_SIMD;
	if (gains(f, &base, &own, half))
		t->flags |= MV_HALF;
	if (gains(f, &base, &own, bfloat))
		t->flags |= MV_BFLOAT;
}

static lr_status
read_option_list(struct mv *v, const char *list)
{
	const struct cpu_family *f = cpu_family_of(v->triple);
	lr_status st = LR_OK;

	if (f == NULL)
		return lr_fail(v->cx, LR_E_TARGET, NULL, "clone targets: nothing is known of processors of '%.100s'; "
			"there are clones for x86, AArch64, ARM and RISC-V", v->triple);
	v->target = arena_zarray(&v->ar, MV_TARGETS_MOST, sizeof *v->target);
	if (v->target == NULL)
		return lr_nomem(v->cx);
	for (size_t n; st == LR_OK; list += n + 1) {
		n = strcspn(list, ";");
		if (v->ntarget == MV_TARGETS_MOST)
			return lr_fail(v->cx, LR_E_TARGET, NULL, "clone targets: at most %d", MV_TARGETS_MOST);
		st = read_target(v, f, &v->target[v->ntarget++], list, n);
		if (list[n] == '\0')
			break;
	}
	return st;
}

/* ---- both ---- */

/* A base comes first, and is one. */
static lr_status
check_bases(struct mv *v)
{
	for (uint32_t i = 0; i < v->ntarget; i++) {
		struct mv_target *t = &v->target[i];
		if (mv_is_base(v, i) && t->hot_only)
			return lr_fail(v->cx, LR_E_TARGET, NULL, "clone targets: target %u has all functions, and "
				"cannot be hot_only", i);
		if (mv_is_base(v, i)) {
			t->base = i;
			continue;
		}
		if (t->base >= i || !mv_is_base(v, t->base))
			return lr_fail(v->cx, LR_E_TARGET, NULL,
				"clone targets: the base of target %u is target %u, which is not 0 or one before it "
				"with clone_all", i, t->base);
	}
	return LR_OK;
}

lr_status
mv_targets_read(struct mv *v)
{
	static const char flag[] = "julia.mv.specs";
	LLVMMetadataRef given = LLVMGetModuleFlag(v->m, flag, sizeof flag - 1);
	const char *list = v->cx->options.clone_targets;
	const struct cpu_family *f = cpu_family_of(v->triple);

	if (given == NULL && list == NULL)
		return lr_fail(v->cx, LR_E_DIALECT, NULL,
			"\"julia.mv.enable\" is set, and there are no targets: neither \"julia.mv.specs\" nor "
			"lr_options.clone_targets");
	lr_status st = given != NULL ? read_flag(v, given) : read_option_list(v, list);
	for (uint32_t i = 0; i < v->ntarget && st == LR_OK && given != NULL && f != NULL; i++)
		if ((v->target[i].flags & MV_UNKNOWN_NAME) == 0
			&& !cpu_is_known(f, v->target[i].cpu, strlen(v->target[i].cpu)))
			st = lr_fail(v->cx, LR_E_TARGET, NULL,
				"target %u of \"julia.mv.specs\": target '%.100s' has no processor '%.100s'", i,
				v->triple, v->target[i].cpu);
	if (st == LR_OK)
		st = check_bases(v);
	for (uint32_t i = 1; i < v->ntarget && st == LR_OK && given == NULL; i++)
		if (!mv_is_base(v, i))
			choose_flags(v, f, &v->target[i]);
	return st;
}

lr_status
mv_targets_needs(struct mv *v)
{
	const struct cpu_family *f = cpu_family_of(v->triple);

	for (uint32_t i = 0; i < v->ntarget; i++) {
		struct text t = { .ar = &v->ar };
		v->target[i].needs = "";
		if (f == NULL)
			continue;
		const struct cpu_set least = cpu_subtarget(f, v->triple, "", 0, "", 0);
		const struct cpu_set own = set_of(v, f, &v->target[i]);
		for (size_t k = 0; k < f->nfeatures; k++)
			if (!f->features[k].tuning && cpu_has(&own, (int)k) && !cpu_has(&least, (int)k))
				text_printf(&t, ",%s", f->features[k].name);
		if (t.s != NULL)
			v->target[i].needs = t.s;
	}
	return v->ar.failed ? lr_nomem(v->cx) : LR_OK;
}
