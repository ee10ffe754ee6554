/* SPDX-License-Identifier: MIT */
/* qemu-count.c -- a plugin for qemu-user that counts executed instructions, function by function, for
** tools/bench-targets: qemu-aarch64 -plugin qemu-count.so,out=FILE PROGRAM.  FILE gets lines "COUNT NAME".
**
** The interface is qemu's, of version 1; Debian has no header for it, so what is used of it is declared here.  A block
** of the translator belongs to the function of its first instruction.  Threads that run the same function at once may
** lose counts of each other. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { QEMU_PLUGIN_INLINE_ADD_U64 };

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int op, void *to, uint64_t add);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);
int qemu_plugin_install(qemu_plugin_id_t, const void *info, int argc, char **argv);

int qemu_plugin_version = 1;

/* A list is enough: a program runs through some hundreds of functions, and each block is translated once. */
struct count { struct count *next; uint64_t n; char name[]; };
static struct count *counts;
static const char *out;

static struct count *
count_of(const char *name)
{
	struct count *c = counts;

	while (c != NULL && strcmp(c->name, name) != 0)
		c = c->next;
	if (c != NULL)
		return c;
	if ((c = calloc(1, sizeof *c + strlen(name) + 1)) == NULL)
		abort();
	strcpy(c->name, name);
	c->next = counts;
	return counts = c;
}

static void
translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	const char *name = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(tb, 0));

	(void)id;
	qemu_plugin_register_vcpu_tb_exec_inline(tb, QEMU_PLUGIN_INLINE_ADD_U64,
		&count_of(name != NULL ? name : "?")->n, qemu_plugin_tb_n_insns(tb));
}

static void
tell(qemu_plugin_id_t id, void *user)
{
	FILE *f = fopen(out, "w");

	(void)id, (void)user;
	if (f == NULL)
		abort();
	for (const struct count *c = counts; c != NULL; c = c->next)
		fprintf(f, "%llu %s\n", (unsigned long long)c->n, c->name);
	fclose(f);
}

int
qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
	(void)info;
	if (argc != 1 || strncmp(argv[0], "out=", 4) != 0)
		return -1;
	out = strdup(argv[0] + 4);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, tell, NULL);
	return 0;
}
