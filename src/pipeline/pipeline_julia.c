/* SPDX-License-Identifier: MIT */
/* pipeline_julia.c -- expands the whole pipelines "julia" and "lateroot", with options, to text.
**
** LLVM's optimisations come first, in Julia's stages with its markers in between.  Then roots are placed, so that
** removed code needs none.  Then LLVM optimises the lowered code.  All of it is plain pipeline text, the same for
** lr_run and opt.
**
** Two kinds of passes are left out before lowering.  dse and memcpyopt remove a store to a field if the function does
** not read the field before the next store, but the collector may read it at a safepoint in between.  function-attrs
** trusts the optimistic attributes of callees that are "julia.safepoint", and would hide from placement that their
** callers may collect.
**
** AllocOpt and the passes over loops run between LLVM's, at Julia's places.  AllocOpt stands behind the inliner and not
** in its walk over the call graph, since lr_run gives LLVM whole runs of passes.
**
** LLVM's passes use analyses that happen to be cached, and lr_run starts each run of LLVM's passes without any.
** Therefore every run begins with invalidate<all>, which makes opt do the same. */
#include <stdio.h>

#include "dialect/abi.h"
#include "pipeline/pipeline.h"

enum {
	LLVM_ONLY = 1, ALWAYS_INLINE = 2, EARLY_SIMPLIFICATIONS = 4, EARLY_OPTIMIZATIONS = 8, LOOP_OPTIMIZATIONS = 16,
	SCALAR_OPTIMIZATIONS = 32, VECTOR_PIPELINE = 64, REMOVE_NI = 128, LOWER_INTRINSICS = 256, CLEANUP = 512,
	WARN_MISSED = 1024, DUMP_NATIVE = 2048, EXTERNAL_USE = 4096, POLLS = 8192, ALLOC_OPT = 1 << 14,
	JULIA_LICM = 1 << 15, LOWER_SIMD_LOOP = 1 << 16,
	OURS = 1 << 20, /* of a piece: passes of this library; not with llvm_only */
	MARK = 1 << 21  /* a marker: always included */
};
enum {
	DEFAULTS = ALWAYS_INLINE | EARLY_SIMPLIFICATIONS | EARLY_OPTIMIZATIONS | LOOP_OPTIMIZATIONS
		| SCALAR_OPTIMIZATIONS | VECTOR_PIPELINE | REMOVE_NI | LOWER_INTRINSICS | CLEANUP | ALLOC_OPT
		| JULIA_LICM | LOWER_SIMD_LOOP
};
enum { DEFAULT_LEVEL = 2 };

static const char *const option_names[] = { "llvm_only", "always_inline", "enable_early_simplifications",
	"enable_early_optimizations", "enable_loop_optimizations", "enable_scalar_optimizations",
	"enable_vector_pipeline", "remove_ni", "lower_intrinsics", "cleanup", "warn_missed_transformations",
	"dump_native", "external_use",
	/* not in Julia's: the last are passes that optimise code in the dialect, which these options leave out */
	"polls", "alloc_opt", "julia_licm", "lower_simd_loop" };
enum { NOPTIONS = sizeof option_names / sizeof *option_names };

/* A piece is included if the level is in least..most and all options in `needs` are on. */
struct piece {
	unsigned needs;
	unsigned char least, most;
	const char *text;
};
#define MARKER_PIECE(name) { MARK, 0, 3, name }
#define COMBINE "instcombine<no-verify-fixpoint>"
/* simplifycfg with and without what would make loops and branches harder to read: by default it neither moves common
** code nor jumps over the headers of loops.  LATE is for what no loop pass sees any more. */
#define SIMPLIFY_LATE \
	"simplifycfg<hoist-common-insts;sink-common-insts;no-keep-loops;forward-switch-cond;switch-range-to-icmp>"
#define SIMPLIFY_LOWERED \
	"simplifycfg<hoist-common-insts;sink-common-insts;no-keep-loops;forward-switch-cond;switch-range-to-icmp;" \
	"switch-to-lookup>"
#define ALLOCATIONS(stage, least, most) { (stage) | ALLOC_OPT | OURS, (least), (most), "function(AllocOpt)" }
#define LOOP_INVARIANTS(stage) { (stage) | JULIA_LICM | OURS, 2, 3, "function(JuliaLICM)" }

/* parameters may be inserted into these */
static const char lowering[] = PIPELINE_LOWERING, clones[] = "JuliaMultiVersioning", add_ni[] = "AddNI";

static const struct piece pieces[] = { MARKER_PIECE("BeforeOptimization"), MARKER_PIECE("BeforeEarlySimplification"),
	{ OURS, 0, 3, "function(GCInvariantVerifier)" }, { OURS, 0, 3, add_ni },
	{ ALLOC_OPT | OURS, 1, 3, "PromiseAllocations" },
	{ POLLS, 1, 3, "function(mem2reg)" }, /* so that counters are values */
	{ POLLS | OURS, 0, 3, "PlaceGCPolls" },
	{ EARLY_SIMPLIFICATIONS, 1, 3, "forceattrs,annotation2metadata,inferattrs,constmerge,function(lower-expect)" },
	{ EARLY_SIMPLIFICATIONS | OURS, 2, 3, "function(PropagateJuliaAddrspaces)" },
	{ EARLY_SIMPLIFICATIONS, 1, 1, "function(simplifycfg,sroa,early-cse)" },
	{ EARLY_SIMPLIFICATIONS, 2, 3, "function(dce,simplifycfg,sroa,early-cse),ipsccp,globalopt" },
	MARKER_PIECE("AfterEarlySimplification"), { ALWAYS_INLINE, 0, 3, "always-inline" },
	MARKER_PIECE("BeforeEarlyOptimization"), { DUMP_NATIVE | OURS, 0, 3, clones }, { OURS, 0, 3, "CPUFeatures" },
	{ EARLY_OPTIMIZATIONS, 1, 1, "function(" COMBINE ",simplifycfg)" },
	{ EARLY_OPTIMIZATIONS, 2, 3,
		"cgscc(inline,function(sroa,early-cse<memssa>,simplifycfg," COMBINE "))" },
	ALLOCATIONS(EARLY_OPTIMIZATIONS, 2, 3),
	{ EARLY_OPTIMIZATIONS, 2, 3,
		"function(float2int,lower-constant-intrinsics,tailcallelim,sroa,early-cse<memssa>," COMBINE
		",jump-threading,correlated-propagation,simplifycfg,reassociate,early-cse<memssa>)" },
	ALLOCATIONS(EARLY_OPTIMIZATIONS, 2, 3),
	MARKER_PIECE("AfterEarlyOptimization"), MARKER_PIECE("BeforeLoopOptimization"),
	{ LOWER_SIMD_LOOP | OURS, 0, 3, "function(LowerSIMDLoop)" }, MARKER_PIECE("BeforeLICM"),
	{ LOOP_OPTIMIZATIONS, 2, 3, "function(loop-simplify,lcssa,loop-mssa(licm<no-allowspeculation>))" },
	LOOP_INVARIANTS(LOOP_OPTIMIZATIONS),
	{ LOOP_OPTIMIZATIONS, 2, 2, "function(loop-mssa(loop-rotate),loop-mssa(licm,simple-loop-unswitch,licm))" },
	{ LOOP_OPTIMIZATIONS, 3, 3,
		"function(loop-mssa(loop-rotate),loop-mssa(licm,simple-loop-unswitch<nontrivial>,licm))" },
	LOOP_INVARIANTS(LOOP_OPTIMIZATIONS),
	MARKER_PIECE("AfterLICM"), MARKER_PIECE("BeforeLoopSimplification"),
	{ LOOP_OPTIMIZATIONS, 2, 3,
		"function(simplifycfg," COMBINE ",loop(loop-idiom,indvars,loop-deletion,loop-unroll-full))" },
	MARKER_PIECE("AfterLoopSimplification"), MARKER_PIECE("AfterLoopOptimization"),
	MARKER_PIECE("BeforeScalarOptimization"),
	ALLOCATIONS(SCALAR_OPTIMIZATIONS, 1, 3),
	{ SCALAR_OPTIMIZATIONS, 1, 1, "function(sroa,sccp,bdce," COMBINE ",adce,simplifycfg)" },
	{ SCALAR_OPTIMIZATIONS, 2, 3,
		"function(sroa,instsimplify,gvn,sccp,bdce," COMBINE
		",jump-threading,correlated-propagation,adce,simplifycfg)" },
	ALLOCATIONS(SCALAR_OPTIMIZATIONS, 2, 3),
	{ SCALAR_OPTIMIZATIONS, 2, 3, "function(sroa,loop-mssa(licm))" },
	LOOP_INVARIANTS(SCALAR_OPTIMIZATIONS),
	{ SCALAR_OPTIMIZATIONS, 2, 3, "function(" SIMPLIFY_LATE "," COMBINE ")" },
	MARKER_PIECE("AfterScalarOptimization"), MARKER_PIECE("BeforeVectorization"),
	{ VECTOR_PIPELINE, 2, 3,
		"function(loop(loop-rotate),loop-vectorize,loop-load-elim," COMBINE
		",simplifycfg,slp-vectorizer,vector-combine," COMBINE ",loop-unroll,early-cse,loop-mssa(licm)," COMBINE
		")" },
	MARKER_PIECE("AfterVectorization"), MARKER_PIECE("BeforeIntrinsicLowering"),
	{ LOWER_INTRINSICS | OURS, 0, 3, "function(GCInvariantVerifier)" }, { REMOVE_NI | OURS, 0, 3, "RemoveNI" },
	{ POLLS | OURS, 0, 3, "DropGCPolls" }, { LOWER_INTRINSICS | OURS, 0, 3, lowering },
	{ LOWER_INTRINSICS, 1, 1, "function(" COMBINE ",simplifycfg)" },
	{ LOWER_INTRINSICS, 2, 3, "function(sroa,dse,gvn,sccp,dce," COMBINE "," SIMPLIFY_LOWERED ")" },
	MARKER_PIECE("AfterIntrinsicLowering"), MARKER_PIECE("BeforeCleanup"),
	{ WARN_MISSED, 0, 3, "function(transform-warning)" },
	{ CLEANUP, 2, 3, "function(div-rem-pairs," SIMPLIFY_LOWERED ",annotation-remarks),globaldce,constmerge" },
	{ CLEANUP | OURS, 0, 3, "function(DemoteFloat16)" }, /* behind what would make half of it again */
	MARKER_PIECE("AfterCleanup"), MARKER_PIECE("AfterOptimization") };

struct choice {
	unsigned options;
	unsigned level;
	lr_abi abi;              /* ABI_COUNT: that of the context */
	bool reload;
	const char *profile;     /* NULL: that of the context; in the parameters, not terminated */
	size_t profile_bytes;
	bool image;              /* lr_options.image */
	struct arena *arena;     /* for the text */
};

static lr_status
bad_option(lr_context *cx, const char *name, const char *s, size_t n)
{
	static const char *const others[] = { "level", "abi", "reload", "profile", "imaging" };
	const char *end = memchr(s, '=', n), *near = NULL;
	const size_t bytes = end ? (size_t)(end - s) : n;
	unsigned distance = name_near_limit(bytes);

	for (size_t i = 0; i < NOPTIONS; i++)
		name_compare(s, bytes, option_names[i], &near, &distance);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		name_compare(s, bytes, others[i], &near, &distance);
	if (distance == 0) /* the name is right and the value wrong */
		near = NULL;
	return lr_fail(cx, LR_E_PIPELINE, NULL,
		"%s<...> has no option '%.*s'%s%s%s; there is level=0 to level=3, abi=NAME, profile=NAME, reload, "
		"imaging, and others as in Julia",
		name, (int)(n < 100 ? n : 100), s, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Checks that the profile exists and is right, so that the error comes before anything runs. */
static lr_status
read_profile_name(lr_context *cx, const char *name, size_t n, struct choice *c)
{
	struct lr_profile unused;
	char *copy = arena_alloc(c->arena, n + 1);

	if (copy == NULL)
		return lr_nomem(cx);
	memcpy(copy, name, n);
	copy[n] = '\0';
	c->profile = name;
	c->profile_bytes = n;
	return (lr_status)profile_load(cx, copy, &unused);
}

/* Parses one option of `n` bytes; "no_" negates. */
static lr_status
read_option(lr_context *cx, const char *name, const char *s, size_t n, struct choice *c)
{
	static const char level[] = "level=", abi[] = "abi=", profile[] = "profile=";
	bool on = n < 3 || memcmp(s, "no_", 3) != 0;
	const char *word = on ? s : s + 3;
	size_t bytes = on ? n : n - 3;

	if (n > sizeof abi - 1 && memcmp(s, abi, sizeof abi - 1) == 0
		&& abi_by_name(s + sizeof abi - 1, n - (sizeof abi - 1), &c->abi))
		return LR_OK;
	if (n == 6 && memcmp(s, "reload", n) == 0) {
		c->reload = true;
		return LR_OK;
	}
	if (bytes == 7 && memcmp(word, "imaging", bytes) == 0) { /* our word for Julia's */
		c->options = on ? c->options | DUMP_NATIVE : c->options & ~(unsigned)DUMP_NATIVE;
		return LR_OK;
	}
	if (n > sizeof profile - 1 && memcmp(s, profile, sizeof profile - 1) == 0)
		return read_profile_name(cx, s + sizeof profile - 1, n - (sizeof profile - 1), c);
	if (n == sizeof level && memcmp(s, level, n - 1) == 0 && s[n - 1] >= '0' && s[n - 1] <= '3') {
		c->level = (unsigned)(s[n - 1] - '0');
		return LR_OK;
	}
	for (unsigned i = 0; i < NOPTIONS; i++)
		if (strlen(option_names[i]) == bytes && memcmp(option_names[i], word, bytes) == 0) {
			c->options = on ? c->options | 1u << i : c->options & ~(1u << i);
			return LR_OK;
		}
	return bad_option(cx, name, s, n);
}

static bool
wanted(const struct piece *p, const struct choice *c)
{
	if (p->needs & MARK)
		return true;
	if ((p->needs & OURS) && (c->options & LLVM_ONLY))
		return false;
	/* the clean-up after lowering */
	if ((p->needs & LOWER_INTRINSICS) && (c->options & LLVM_ONLY))
		return false;
	unsigned needs = p->needs & (OURS - 1);
	return (c->options & needs) == needs && c->level >= p->least && c->level <= p->most;
}

/* Appends to `to`, which is NULL if only the length is wanted. */
static size_t
append(char *to, size_t at, const char *s)
{
	size_t n = strlen(s);

	if (to != NULL)
		memcpy(to + at, s, n + 1);
	return at + n;
}

/* The pass by which the rest of the pipeline has another profile. */
static size_t
append_profile(char *to, size_t n, const struct choice *c)
{
	if (c->profile == NULL)
		return n;
	n = append(to, n, "UseProfile<");
	if (to != NULL)
		memcpy(to + n, c->profile, c->profile_bytes);
	return append(to, n + c->profile_bytes, ">");
}

/* The lowering with an ABI, roots that are read again, or in an image. */
static size_t
append_lowering(char *to, size_t n, const struct choice *c)
{
	static const char last[] = "LowerPTLSPass", final[] = PIPELINE_FINAL;
	const char *rest = strstr(final, last) + sizeof last - 1;
	bool abi = c->abi != (lr_abi)ABI_COUNT;

	n = append(to, n, PIPELINE_PLACING);
	if (abi || c->reload) {
		n = append(to, n, "<");
		n = append(to, n, abi ? lr_abi_name(c->abi) : "reload");
		n = append(to, n, abi && c->reload ? ";reload>" : ">");
	}
	n = append(to, n, final) - strlen(rest);
	if (c->options & DUMP_NATIVE)
		n = append(to, n, "<imaging>");
	else if (c->image)
		n = append(to, n, "<no-imaging>");
	return append(to, n, rest);
}

static size_t
write_text(char *to, const struct choice *c)
{
	bool cached = false; /* LLVM may still have analyses of earlier passes */
	size_t n = append_profile(to, 0, c);

	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		const struct piece *p = &pieces[i];
		if (!wanted(p, c))
			continue;
		if (n > 0)
			n = append(to, n, ",");
		if (!(p->needs & (OURS | MARK)) && cached)
			n = append(to, n, "invalidate<all>,");
		cached |= !(p->needs & MARK);
		n = p->text == lowering ? append_lowering(to, n, c) : append(to, n, p->text);
		if (p->text == clones && (c->options & EXTERNAL_USE))
			n = append(to, n, "<external>");
		if (p->text == add_ni && (c->reload || c->abi == LR_ABI_STATEPOINT))
			n = append(to, n, "<moving>");
	}
	return n;
}

lr_status
pipeline_expand(lr_context *cx, struct arena *ar, const char *name, const char *params, size_t bytes, const char **text)
{
	struct choice c = { DEFAULTS | (cx->options.polls ? POLLS : 0) | (cx->options.image ? DUMP_NATIVE : 0),
		DEFAULT_LEVEL, (lr_abi)ABI_COUNT, cx->options.reload, NULL, 0, cx->options.image, ar };
	char *copy;

	*text = cx->options.polls ? "PlaceGCPolls," PIPELINE_DEFAULT : PIPELINE_DEFAULT;
	if (params == NULL && strcmp(name, "lateroot") == 0)
		return LR_OK;
	for (const char *s = params, *end = s ? s + bytes : s; s != NULL && s <= end;) {
		const char *stop = memchr(s, ';', (size_t)(end - s));
		if (stop == NULL)
			stop = end;
		lr_status st = stop == s && s == params && stop == end
			? LR_OK : read_option(cx, name, s, (size_t)(stop - s), &c);
		if (st != LR_OK)
			return st;
		s = stop + 1;
	}
	*text = copy = arena_alloc(ar, write_text(NULL, &c) + 1);
	if (copy == NULL)
		return lr_nomem(cx);
	write_text(copy, &c);
	return LR_OK;
}
