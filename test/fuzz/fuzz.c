/* SPDX-License-Identifier: MIT */
/* fuzz.c -- lateroot-fuzz: generate programs, run each every way there is, and shrink what goes wrong.
**
**   lateroot-fuzz --seeds=1..100000 --jobs=2      as many programs; the exit status is 1 if one of them failed
**   lateroot-fuzz --seeds=1.. --seconds=60        until the time is over
**   lateroot-fuzz --seed=17 --print               the program of a seed, as text for `lateroot run`; with --seeds=A..B
**                                                 all of them
**   lateroot-fuzz --seeds=1..200 --mutate         break placements, and see whether the checker notices (mutate.c)
**   lateroot-fuzz --seeds=1..60 --mutate-objects  make AllocOpt wrong, and see whether anybody notices (objects.c)
**   lateroot-fuzz --bytes=FILE                    a program of bytes, as failures leave them
**
** For a failure DIR (--out) gets SEED.bytes and SEED.ll, reduced, and the command that shows it again is printed. */
#include <argp.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

#include <lateroot/lateroot.h>

#include "mutate.h"
#include "objects.h"

enum { BATCH = 40, CHILD_SECONDS = 60, SHRINK_TRIES = 600, SHAPES_MAX = 16 };

struct options {
	uint64_t from, to;       /* both included */
	unsigned jobs, batch;
	double seconds;
	const char *bytes, *out;
	size_t size;
	bool print, keep, salted, single;
	uint64_t salt;           /* for all batches, if `salted`; see execute.h */
	unsigned mutants;        /* of each program; 0: do not mutate */
	unsigned faults;         /* of AllocOpt, of each kind and program; 0: none */
	char *shape[SHAPES_MAX]; /* files of programs for these */
	size_t nshapes;
	const char *fingerprint; /* what it should be; NULL: do not work it out */
};

static unsigned abi;             /* an lr_abi: how the collector is to find roots */

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *
shared(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED) {
		perror("lateroot-fuzz: mmap");
		exit(2);
	}
	return p;
}

/* ---- one batch, in a child ---- */

static void
be_quiet(void)
{
	if (getenv("LATEROOT_FUZZ_VERBOSE") == NULL && freopen("/dev/null", "w", stderr) == NULL)
		_exit(3);
}

/* True if nothing went wrong.  What did is in *r; a crash becomes a failure. */
static bool
run_batch(const struct job *jobs, uint32_t n, uint64_t salt, struct report *r)
{
	int status;

	*r = (struct report){ .at = NOBODY };
	fflush(NULL);
	pid_t child = fork();
	if (child < 0) {
		perror("lateroot-fuzz: fork");
		exit(2);
	}
	if (child == 0) {
		be_quiet();
		/* the machine may be busy */
		setrlimit(RLIMIT_CPU, &(struct rlimit){ CHILD_SECONDS, CHILD_SECONDS + 5 });
		alarm(20 * CHILD_SECONDS);
		execute(jobs, n, salt, abi, r);
		leave(0);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			exit(2);
	if (!r->done) {
		if (r->nfailures == FAILURES_MAX)
			r->nfailures--;
		struct failure *f = &r->failure[r->nfailures++];
		f->at = r->at;
		snprintf(f->what, sizeof f->what, "%.300s: %s", r->doing,
			WIFSIGNALED(status) ? WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU ? "takes too long" : strsignal(WTERMSIG(status)) : "the process ended");
	}
	return r->nfailures == 0;
}

/* ---- shrinking ---- */

/* The kind of a failure: up to the first thing that changes while a program shrinks. */
static bool
same_failure(const char *a, const char *b)
{
	size_t n = strcspn(a, "0123456789(@%");

	return strncmp(a, b, n) == 0;
}

static bool
still_fails(const struct job *j, uint64_t salt, const char *how, struct report *r)
{
	return !run_batch(j, 1, salt, r) && same_failure(how, r->failure[0].what);
}

/* Take bytes away, and set others to zero, as long as it fails the same way. */
static void
shrink(struct job *j, uint64_t salt, const char *how, struct report *r)
{
	unsigned tries = SHRINK_TRIES;
	struct job t = { j->seed, malloc(j->size), 0 };

	for (size_t chunk = j->size / 2; chunk > 0 && tries > 0; ) {
		bool better = false;
		for (size_t at = 0; at < j->size && tries > 0; ) {
			size_t n = chunk < j->size - at ? chunk : j->size - at;
			memcpy(t.bytes, j->bytes, at);
			memcpy(t.bytes + at, j->bytes + at + n, j->size - at - n);
			t.size = j->size - n;
			tries--;
			if (still_fails(&t, salt, how, r)) {
				memcpy(j->bytes, t.bytes, t.size);
				j->size = t.size;
				better = true;
				continue;
			}
			memcpy(t.bytes, j->bytes, j->size);
			memset(t.bytes + at, 0, n);
			t.size = j->size;
			if (tries > 0 && memcmp(t.bytes, j->bytes, j->size) != 0) {
				tries--;
				if (still_fails(&t, salt, how, r)) {
					memcpy(j->bytes, t.bytes, j->size);
					better = true;
				}
			}
			at += n;
		}
		if (!better || chunk > 1)
			chunk /= 2;
	}
	free(t.bytes);
}

/* ---- failures ---- */

/* With all folders above it. */
static void
make_folder(const char *path)
{
	char part[512];

	for (size_t n = 1; n < sizeof part && n <= strlen(path); n++)
		if (path[n] == '/' || path[n] == '\0') {
			snprintf(part, n + 1, "%s", path);
			if (mkdir(part, 0777) != 0 && errno != EEXIST) {
				fprintf(stderr, "lateroot-fuzz: %s: %s\n", part, strerror(errno));
				exit(2);
			}
		}
}

static void
write_file(const char *path, const void *data, size_t n)
{
	FILE *f = fopen(path, "wb");

	if (f == NULL || fwrite(data, 1, n, f) != n || fclose(f) != 0)
		fprintf(stderr, "lateroot-fuzz: %s: %s\n", path, strerror(errno));
}

static void
save(const struct options *o, struct job *j, uint64_t salt, struct report *r)
{
	char path[512], how[WHAT_BYTES];

	snprintf(how, sizeof how, "%s", r->failure[0].what);
	printf("seed %llu: %s\n", (unsigned long long)j->seed, how);
	fflush(stdout);
	if (o->out == NULL)
		return;
	if (!o->keep)
		shrink(j, salt, how, r);
	snprintf(path, sizeof path, "%s/%llu.bytes", o->out, (unsigned long long)j->seed);
	write_file(path, j->bytes, j->size);
	char *text = execute_text(j, 1);
	snprintf(path, sizeof path, "%s/%llu.ll", o->out, (unsigned long long)j->seed);
	write_file(path, text, strlen(text));
	LLVMDisposeMessage(text);
	printf("  again: lateroot-fuzz --bytes=%s/%llu.bytes --salt=%llu --abi=%s%s\n", o->out, (unsigned long long)j->seed, (unsigned long long)salt,
		lr_abi_name((lr_abi)abi), execute_moving ? " --moving" : "");
	fflush(stdout);
}

/* Which of a failed batch fail by themselves? */
static unsigned
find(const struct options *o, struct job *jobs, uint32_t n, uint64_t salt, struct report *r)
{
	struct report all = *r;
	unsigned found = 0;
	bool known = all.done && all.nfailures < FAILURES_MAX;

	for (uint32_t k = 0; k < all.nfailures; k++)
		known = known && all.failure[k].at != NOBODY;
	for (uint32_t i = 0; i < n; i++) {
		bool look = !known;
		for (uint32_t k = 0; known && k < all.nfailures; k++)
			look |= all.failure[k].at == i;
		if (look && !run_batch(&jobs[i], 1, salt, r)) {
			found++;
			save(o, &jobs[i], salt, r);
		}
	}
	if (found == 0) {
		printf("seeds %llu and the following %u: %s, only together\n", (unsigned long long)jobs[0].seed, n - 1, all.failure[0].what);
		found = 1;
	}
	return found;
}

/* ---- many batches, in one of several processes ---- */

struct sum { uint64_t programs, instructions, functions, slots, collections, frames, failed, spent[STAGES]; };

static void
work(const struct options *o, unsigned me, double end, struct sum *sum)
{
	struct report *r = shared(sizeof *r);
	struct job *jobs = calloc(o->batch, sizeof *jobs);

	for (uint64_t batch = me; ; batch += o->jobs) {
		uint64_t first = o->from + batch * o->batch, n = o->batch;
		if (first > o->to || first < o->from || (end > 0 && now() > end))
			break;
		if (n > o->to - first + 1)
			n = o->to - first + 1;
		uint64_t salt = o->salted ? o->salt : first / o->batch;
		for (uint32_t i = 0; i < n; i++)
			job_of_seed(&jobs[i], first + i, o->size);
		bool good = run_batch(jobs, (uint32_t)n, salt, r);
		sum->programs += n;
		sum->instructions += r->instructions;
		sum->functions += r->functions;
		sum->slots += r->slots;
		sum->frames += r->frames;
		sum->collections += r->collections;
		for (unsigned k = 0; k < STAGES; k++)
			sum->spent[k] += r->spent[k];
		if (!good)
			sum->failed += find(o, jobs, (uint32_t)n, salt, r);
		for (uint32_t i = 0; i < n; i++)
			free(jobs[i].bytes);
	}
	free(jobs);
}

static int
fuzz(const struct options *o)
{
	struct sum *sums = shared(o->jobs * sizeof *sums), all = { 0 };
	double start = now(), end = o->seconds > 0 ? start + o->seconds : 0;
	bool lost = false;

	for (unsigned k = 0; k < o->jobs; k++) {
		pid_t p = fork();
		if (p == 0) {
			work(o, k, end, &sums[k]);
			fflush(NULL);
			_exit(0);
		}
		lost |= p < 0;
	}
	for (int status; wait(&status) > 0; )
		lost |= status != 0;
	for (unsigned k = 0; k < o->jobs; k++) {
		const uint64_t *from = (const uint64_t *)&sums[k];
		for (size_t i = 0; i < sizeof all / sizeof *from; i++)
			((uint64_t *)&all)[i] += from[i];
	}
	double took = now() - start;
	printf("LLVM %d: %llu programs from seed %llu (%.1f functions, %.0f instructions each), %.1f slots each, %llu collections, %.0f s, %.0f programs a second: %llu failed\n",
		LLVM_VERSION_MAJOR, (unsigned long long)all.programs, (unsigned long long)o->from, (double)all.functions / (double)(all.programs + !all.programs),
		(double)all.instructions / (double)(all.programs + !all.programs), (double)all.slots / (double)(all.programs + !all.programs),
		(unsigned long long)all.collections, took, (double)all.programs / took, (unsigned long long)all.failed);
	printf("CPU seconds: %.1f to generate, %.1f to lower, %.1f to optimise and lower, %.1f for code, %.1f to run\n",
		(double)all.spent[STAGE_GENERATE] / 1e9, (double)all.spent[STAGE_LOWER] / 1e9, (double)all.spent[STAGE_OPTIMISE] / 1e9,
		(double)all.spent[STAGE_CODE] / 1e9, (double)all.spent[STAGE_RUN] / 1e9);
	if (lost)
		fprintf(stderr, "lateroot-fuzz: a process was lost\n");
	return all.failed != 0 || lost ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* ---- mutation ---- */

/* Programs `me`, me + jobs, ... in children of one each. */
static void
mutate_some(const struct options *o, unsigned me, double end, struct score *score, uint64_t *unfit)
{
	for (uint64_t seed = o->from + me; seed <= o->to && (end == 0 || now() < end); seed += o->jobs) {
		int status = 1;
		fflush(NULL);
		pid_t child = fork();
		if (child == 0) {
			struct job j;
			job_of_seed(&j, seed, o->size);
			bool good = mutate(&j, o->mutants, score);
			fflush(NULL);
			leave(!good);
		}
		if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
			printf("seed %llu: the program itself fails\n", (unsigned long long)seed);
			++*unfit;
		}
	}
}

static int
mutation(const struct options *o)
{
	struct { struct score score[MUTATIONS]; uint64_t unfit; } *all = shared(o->jobs * sizeof *all);
	double end = o->seconds > 0 ? now() + o->seconds : 0;
	struct score sum = { 0 };
	uint64_t unfit = 0;

	fflush(NULL);
	for (unsigned k = 0; k < o->jobs; k++)
		if (fork() == 0) {
			mutate_some(o, k, end, all[k].score, &all[k].unfit);
			fflush(NULL);
			_exit(0);
		}
	for (int status; wait(&status) > 0; )
		continue;
	printf("LLVM %d, mutants of programs from seed %llu\n%-30s %8s %8s %8s %8s %8s %8s %8s %8s\n", LLVM_VERSION_MAJOR, (unsigned long long)o->from,
		"", "mutants", "changed", "missed", "reported", "silent", "of null", "judged", "disputed");
	for (unsigned m = 0; m <= MUTATIONS; m++) {
		struct score s = { 0 };
		for (unsigned k = 0; k < o->jobs && m < MUTATIONS; k++)
			for (size_t i = 0; i < sizeof s / sizeof(uint64_t); i++) {
				((uint64_t *)&s)[i] += ((uint64_t *)&all[k].score[m])[i];
				((uint64_t *)&sum)[i] += ((uint64_t *)&all[k].score[m])[i];
			}
		if (m == MUTATIONS)
			s = sum;
		if (m < MUTATIONS && mutate_mapped != (m >= MUT_MEMORY))
			continue;
		printf("%-30s %8llu %8llu %8llu %8llu %8llu %8llu %8llu %8llu\n",
			m < MUTATIONS ? mutation_name(m) : "all", (unsigned long long)s.mutants,
			(unsigned long long)s.changed, (unsigned long long)s.missed,
			(unsigned long long)s.only_reported, (unsigned long long)s.silent,
			(unsigned long long)s.silent_null, (unsigned long long)s.silent_judged,
			(unsigned long long)s.disputed);
	}
	for (unsigned k = 0; k < o->jobs; k++)
		unfit += all[k].unfit;
	return sum.missed != 0 || unfit != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* ---- one program ---- */

static bool
read_bytes(const char *path, struct job *j)
{
	FILE *f = fopen(path, "rb");
	enum { MOST = 1 << 20 };

	if (f == NULL) {
		fprintf(stderr, "lateroot-fuzz: %s: %s\n", path, strerror(errno));
		return false;
	}
	*j = (struct job){ 0, malloc(MOST), 0 };
	j->size = fread(j->bytes, 1, MOST, f);
	fclose(f);
	return true;
}

static void
print_text(const struct job *jobs, uint32_t n)
{
	char *text = execute_text(jobs, n);

	fputs(text, stdout);
	LLVMDisposeMessage(text);
}

static int
one(const struct options *o)
{
	struct report *r = shared(sizeof *r);
	struct job j;
	bool good = true;

	if (o->bytes == NULL)
		job_of_seed(&j, o->from, o->size);
	else if (!read_bytes(o->bytes, &j))
		return 2;
	if (o->print) {
		print_text(&j, 1);
	} else {
		good = run_batch(&j, 1, o->salt, r);
		printf("%s\n", good ? "good" : r->failure[0].what);
	}
	free(j.bytes);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* All in one module. */
static int
print_all(const struct options *o)
{
	enum { MOST = 1000 };
	struct job jobs[MOST];
	uint32_t n = 0;

	if (o->to < o->from || o->to - o->from >= MOST) {
		fprintf(stderr, "lateroot-fuzz: --print is for 1 to %d programs\n", MOST);
		return 2;
	}
	for (uint64_t seed = o->from; seed <= o->to; seed++)
		job_of_seed(&jobs[n++], seed, o->size);
	print_text(jobs, n);
	while (n > 0)
		free(jobs[--n].bytes);
	return EXIT_SUCCESS;
}

/* ---- what the generator makes of the seeds ---- */

static int
compare_fingerprint(const struct options *o)
{
	uint64_t is = fingerprint(o->from, o->to, o->size), should_be = strtoull(o->fingerprint, NULL, 16);

	printf("%016llx\n", (unsigned long long)is);
	if (o->fingerprint[0] == '\0' || is == should_be)
		return EXIT_SUCCESS;
	fprintf(stderr, "lateroot-fuzz: the programs of these seeds are not those of fingerprint %s: was the generator changed, or does it depend on its compiler?\n",
		o->fingerprint);
	return EXIT_FAILURE;
}

/* ---- options ---- */

enum { KEY_SEEDS = 256, KEY_SEED, KEY_SECONDS, KEY_BATCH, KEY_BYTES, KEY_PRINT, KEY_OUT, KEY_SALT, KEY_SIZE, KEY_KEEP, KEY_MUTATE, KEY_MAPPED, KEY_ABI, KEY_MOVING, KEY_FINGERPRINT,
	KEY_OBJECTS, KEY_SHAPE };

static const struct argp_option option_list[] = {
	{ "seeds", KEY_SEEDS, "A..B", 0, "programs to make; without B until --seconds are over (default 1..2000)", 0 },
	{ "jobs", 'j', "N", 0, "processes (default 1)", 0 },
	{ "seconds", KEY_SECONDS, "S", 0, "stop after that time", 0 },
	{ "batch", KEY_BATCH, "N", 0, "programs in one module (default 40)", 0 },
	{ "size", KEY_SIZE, "N", 0, "bytes of each program (default: mostly small, a tail of large ones)", 0 },
	{ "out", KEY_OUT, "DIR", 0, "where failures go, reduced; made if it is not there", 0 },
	{ "keep", KEY_KEEP, NULL, 0, "do not reduce them", 0 },
	{ "mutate", KEY_MUTATE, "N", OPTION_ARG_OPTIONAL, "break the placement of each program in N ways (default 10); does the checker notice?", 0 },
	{ "mapped", KEY_MAPPED, NULL, 0, "with --mutate: callees write the variables, and what the mapped frames say of these is broken", 0 },
	{ "mutate-objects", KEY_OBJECTS, "N", OPTION_ARG_OPTIONAL,
	  "make AllocOpt wrong at N places of each kind in each program (default 1); does anybody notice?", 0 },
	{ "shape", KEY_SHAPE, "FILE", 0, "with --mutate-objects: a program of IR, too", 0 },
	{ "abi", KEY_ABI, "NAME", 0, "how roots are tracked: gcframe (default), framemap, ...", 0 },
	{ "moving", KEY_MOVING, NULL, 0, "roots are read again behind safepoints, and the collector moves objects", 0 },
	{ "seed", KEY_SEED, "N", 0, "this program alone", 0 },
	{ "bytes", KEY_BYTES, "FILE", 0, "this program alone, of bytes", 0 },
	{ "salt", KEY_SALT, "N", 0, "choose the levels of optimisation (default: each batch its own)", 0 },
	{ "fingerprint", KEY_FINGERPRINT, "HEX", OPTION_ARG_OPTIONAL, "print a number that stands for the programs of the seeds; fail if it is not HEX", 0 },
	{ "print", KEY_PRINT, NULL, 0, "print the program, or all of the seeds in one module, instead of running them", 0 },
	{ 0 }
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	char *end = NULL;

	switch (key) {
	case KEY_SEEDS:
		o->from = strtoull(arg, &end, 0);
		if (strncmp(end, "..", 2) != 0)
			argp_error(state, "--seeds=A..B, not '%s'", arg);
		o->to = end[2] ? strtoull(end + 2, NULL, 0) : UINT64_MAX - 1;
		break;
	case KEY_SEED: o->from = o->to = strtoull(arg, NULL, 0); o->single = true; break;
	case KEY_BYTES: o->bytes = arg; o->single = true; break;
	case KEY_PRINT: o->print = true; break;
	case KEY_SALT: o->salt = strtoull(arg, NULL, 0); o->salted = true; break;
	case KEY_SECONDS: o->seconds = strtod(arg, NULL); break;
	case KEY_OUT: o->out = arg; break;
	case KEY_MUTATE: o->mutants = arg ? (unsigned)strtoul(arg, NULL, 0) : 10; break;
	case KEY_OBJECTS: o->faults = arg ? (unsigned)strtoul(arg, NULL, 0) : 1; break;
	case KEY_SHAPE:
		if (o->nshapes == SHAPES_MAX)
			argp_error(state, "too many shapes");
		o->shape[o->nshapes++] = arg;
		break;
	case KEY_MAPPED: mutate_mapped = true; break;
	case KEY_ABI:
		for (abi = 0; lr_abi_name((lr_abi)abi) != NULL && strcmp(lr_abi_name((lr_abi)abi), arg) != 0; abi++)
			continue;
		if (lr_abi_name((lr_abi)abi) == NULL)
			argp_error(state, "no ABI '%s'", arg);
		break;
	case KEY_MOVING: execute_moving = true; break;
	case KEY_FINGERPRINT: o->fingerprint = arg ? arg : ""; break;
	case KEY_KEEP: o->keep = true; break;
	case KEY_SIZE: o->size = strtoull(arg, NULL, 0); break;
	case KEY_BATCH: o->batch = (unsigned)strtoul(arg, NULL, 0); break;
	case 'j': o->jobs = (unsigned)strtoul(arg, NULL, 0); break;
	default: return ARGP_ERR_UNKNOWN;
	}
	if (o->jobs == 0 || o->batch == 0)
		argp_error(state, "a number above zero is wanted, not '%s'", arg);
	return 0;
}

int
main(int argc, char **argv)
{
	static const struct argp argp = { option_list, parse, NULL, "Generate programs in the dialect, run each every way there is, and compare.", NULL, NULL, NULL };
	struct options o = { .from = 1, .to = 2000, .jobs = 1, .batch = BATCH };

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (o.out != NULL)
		make_folder(o.out);
	if (o.fingerprint != NULL)
		return compare_fingerprint(&o);
	if (o.print && !o.single)
		return print_all(&o);
	if (o.faults > 0)
		return mutate_objects(o.from, o.to, o.size, o.faults, o.shape, o.nshapes);
	return o.mutants > 0 ? mutation(&o) : o.single ? one(&o) : fuzz(&o);
}
