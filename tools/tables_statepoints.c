/* SPDX-License-Identifier: MIT */
/* tables_statepoints.c -- lateroot tables: the tables of the ABI statepoint, call by call. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lateroot/abi.h"
#include "tables/statepoints_zip.h"
#include "tables.h"
#include "tool.h"

struct printing {
	const struct statepoint_table *table;
	struct symbols symbols;
	uint64_t code;           /* start of the code */
	uint64_t roots;
};

/* In an object, finds by a relocation the start of the code of the table at `at`. */
static bool
find_code(const struct elf *e, unsigned section, size_t at, size_t left, const struct statepoint_table *t,
	uint64_t *code)
{
	size_t field = at + offsetof(struct statepoint_table, code);

	if (left < sizeof *t)
		return false;
	if (e->header->e_type != ET_REL) {
		*code = e->sections[section].sh_addr + field + (uint64_t)(int64_t)t->code;
		return true;
	}
	unsigned rela = elf_relocations_of(e, section);
	const Elf64_Rela *r = elf_contents(e, rela);
	size_t nsymbols = 0;
	const Elf64_Sym *s = r != NULL ? elf_symbols(e, e->sections[rela].sh_link, &nsymbols) : NULL;
	size_t n = s != NULL ? e->sections[rela].sh_size / sizeof *r : 0;
	for (size_t i = 0; i < n; i++) {
		size_t symbol = ELF64_R_SYM(r[i].r_info);
		if (r[i].r_offset != field || symbol >= nsymbols)
			continue;
		*code = s[symbol].st_value + (uint64_t)r[i].r_addend;
		return true;
	}
	return false;
}

static void
print_place(bool fp, int64_t words)
{
	printf(" %s%+" PRId64, fp ? "fp" : "sp", words * 8);
}

/* Prints one list of a site, word by word; of long runs the first and the last word. */
static bool
print_list(struct printing *w, struct statepoint_frame *f, uint32_t runs, const char *what)
{
	struct statepoint_run r = STATEPOINT_LIST;
	enum { FEW = 8 };

	if (runs > 0 && what[0] != '\0')
		printf("  %s", what);
	for (; runs > 0; runs--) {
		if (!statepoint_next(f, &r))
			return false;
		w->roots += r.n;
		for (uint32_t i = 0; i < r.n && r.n <= FEW; i++)
			print_place(r.fp, r.words + (int64_t)i);
		if (r.n > FEW) {
			print_place(r.fp, r.words);
			printf(" to");
			print_place(r.fp, r.words + (int64_t)r.n - 1);
		}
	}
	return true;
}

static bool
print_derived(struct statepoint_frame *f)
{
	struct statepoint_run r = STATEPOINT_LIST;

	if (f->derived > 0)
		printf("  derived");
	for (uint32_t i = 0; i < f->derived; i++) {
		if (!statepoint_next_derived(f, &r))
			return false;
		print_place(r.fp, r.words);
		printf(" of root %" PRIu32, r.n);
	}
	return true;
}

static bool
print_site(struct printing *w, uint32_t i)
{
	uint64_t at = w->code + statepoint_site(w->table, i);
	/* a call can be the last instruction of its function */
	const struct symbol *in = tables_symbol(&w->symbols, at - 1, true);
	struct statepoint_frame f;

	if (statepoint_find(w->table, statepoint_site(w->table, i), &f) != 0)
		return false;
	printf("%016" PRIx64 "  ", at);
	put_text(stdout, in != NULL ? in->name : "?");
	printf("+%#" PRIx64 ":", in != NULL ? at - in->value : at);
	bool good = print_list(w, &f, f.slots, "") && print_list(w, &f, f.pinned, "pinned")
		&& print_list(w, &f, f.deep, "deep") && print_derived(&f);
	printf("\n");
	return good;
}

int
tables_print_statepoints(const struct elf *e, const char *input)
{
	unsigned section = elf_find(e, LR_STATEPOINT_TABLE, 1), text = elf_find(e, LR_STATEPOINT_TEXT, 1);
	const unsigned char *bytes = elf_contents(e, section);
	struct printing w = { .symbols = tables_symbols(e, e->header->e_type == ET_REL ? text : 0) };
	uint64_t size = e->sections[section].sh_size, sites = 0, before = 0, packed = 0;
	bool good = bytes != NULL && e->sections[section].sh_offset % 8 == 0;

	for (size_t at = 0, step; good && at < size; at += step) {
		void *unpacked = NULL;
		const struct statepoint_zip *zip = (const struct statepoint_zip *)(const void *)(bytes + at);
		w.table = (const struct statepoint_table *)(const void *)(bytes + at);
		good = find_code(e, section, at, size - at, w.table, &w.code);
		if (good && statepoint_zip_is(zip, size - at)) {
			unpacked = malloc(zip->table_bytes);
			good = unpacked != NULL && statepoint_unzip(zip, unpacked) == STATEPOINT_UNZIPPED;
			w.table = unpacked;
			packed += zip->table_bytes;
			step = zip->bytes;
		} else {
			good = good && statepoint_table_is(w.table, size - at) && w.table->bytes > 0;
			packed += good ? w.table->bytes : 0;
			step = good ? w.table->bytes : 0;
		}
		for (uint32_t i = 0; good && i < w.table->sites; i++) {
			uint64_t site = w.code + statepoint_site(w.table, i);
			good = print_site(&w, i) && (i == 0 || site > before);
			before = site;
		}
		sites += good ? w.table->sites : 0;
		free(unpacked);
	}
	free(w.symbols.list);
	if (!good) {
		say_error("%s: the table of statepoints is damaged", input);
		return EXIT_INPUT;
	}
	printf("%" PRIu64 " calls, %" PRIu64 " roots, %" PRIu64 " bytes", sites, w.roots, size);
	if (packed != size)
		printf(" (%" PRIu64 " unpacked)", packed);
	printf("\n");
	return EXIT_SUCCESS;
}
