/* SPDX-License-Identifier: MIT */
/* tables.c -- lateroot tables: prints the stack frame tables of an object or image. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lateroot/abi.h"
#include "base/sorted.h"
#include "elf/elf.h"
#include "tables/framemap.h"
#include "tables/macho.h"
#include "tables/stackmap.h"
#include "tables.h"
#include "tool.h"

struct tables_options {
	const char *input;
	bool stackmap;
};

enum { KEY_STACKMAP = 256 };

static const struct argp_option options[] = {
	{ "stackmap", KEY_STACKMAP, NULL, 0, "LLVM's stack maps as they are, instead of the tables made of them", 0 },
	{ 0 }
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct tables_options *o = state->input;

	switch (key) {
	case KEY_STACKMAP: o->stackmap = true; break;
	case ARGP_KEY_ARG:
		if (o->input != NULL)
			option_error(state, "one file only; '%s' is the second", arg);
		o->input = arg;
		break;
	case ARGP_KEY_NO_ARGS:
		option_error(state, "no file");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ---- names of functions ---- */

static int
by_value(const void *a, const void *b)
{
	uint64_t x = ((const struct symbol *)a)->value, y = ((const struct symbol *)b)->value;

	return (x > y) - (x < y);
}

/* Is it a name that the tables themselves define for the first functions? */
static bool
is_own(const char *name)
{
	return strcmp(name, "lr.framemap.code") == 0 || strcmp(name, "lr.statepoints.code") == 0;
}

struct symbols
tables_symbols(const struct elf *e, unsigned section)
{
	struct symbols out = { NULL, 0 };
	unsigned table = 0;

	for (unsigned i = 1; i < e->nsections; i++)
		if (e->sections[i].sh_type == SHT_SYMTAB || (e->sections[i].sh_type == SHT_DYNSYM && table == 0))
			table = i;
	size_t n;
	const Elf64_Sym *s = elf_symbols(e, table, &n);
	if (s == NULL)
		return out;
	out.list = calloc(n ? n : 1, sizeof *out.list);
	for (size_t i = 0; i < n && out.list != NULL; i++)
		if (!is_own(elf_symbol_name(e, table, &s[i])) && ELF64_ST_TYPE(s[i].st_info) == STT_FUNC
			&& s[i].st_shndx != SHN_UNDEF && (section == 0 || s[i].st_shndx == section))
			out.list[out.n++] = (struct symbol){ s[i].st_value, elf_symbol_name(e, table, &s[i]) };
	if (out.list != NULL)
		qsort(out.list, out.n, sizeof *out.list, by_value);
	return out;
}

const struct symbol *
tables_symbol(const struct symbols *s, uint64_t value, bool inside)
{
	size_t n = sorted_up_to(s->list, s->n, sizeof *s->list, value);

	return n > 0 && (inside || s->list[n - 1].value == value) ? &s->list[n - 1] : NULL;
}

static const char *
name_of(const struct symbols *s, uint64_t value)
{
	const struct symbol *found = tables_symbol(s, value, false);

	return found != NULL ? found->name : "";
}

static void
print_start(const struct symbols *s, uint64_t start, const char *what)
{
	printf("%016" PRIx64 "  ", start);
	put_text(stdout, name_of(s, start));
	fputs(what, stdout);
}

/* ---- the table ---- */

/* Returns the address of the function of entry `i`, which in an object a relocation gives.  False: there is none. */
static bool
start_of(const struct elf *e, unsigned section, const struct framemap_entry *entries, size_t i, uint64_t *start)
{
	if (e->header->e_type != ET_REL) {
		*start = e->sections[section].sh_addr + i * sizeof *entries + (uint64_t)(int64_t)entries[i].start;
		return true;
	}
	unsigned rela = elf_relocations_of(e, section);
	const Elf64_Rela *r = elf_contents(e, rela);
	if (r == NULL || i >= e->sections[rela].sh_size / sizeof *r)
		return false;
	size_t nsymbols;
	const Elf64_Sym *s = elf_symbols(e, e->sections[rela].sh_link, &nsymbols);
	size_t symbol = ELF64_R_SYM(r[i].r_info);
	if (s == NULL || r[i].r_offset != i * sizeof *entries || symbol >= nsymbols)
		return false;
	*start = s[symbol].st_value + (uint64_t)r[i].r_addend;
	return true;
}

static int
print_framemap(const struct elf *e, const char *input)
{
	unsigned section = elf_find(e, LR_FRAMEMAP_TABLE, 1), text = elf_find(e, LR_FRAMEMAP_TEXT, 1);
	const struct framemap_entry *entries = elf_contents(e, section);

	if (entries == NULL || e->sections[section].sh_offset % 4 != 0) {
		say_error("%s: section " LR_FRAMEMAP_TABLE " is no table", input);
		return EXIT_INPUT;
	}
	size_t n = e->sections[section].sh_size / sizeof *entries, functions = 0, slots = 0;
	struct symbols symbols = tables_symbols(e, e->header->e_type == ET_REL ? text : 0);
	uint64_t last = 0, start;
	static const char *const kinds[1 << FRAMEMAP_KIND_BITS] = { "", "moving ", "fixed ", "" };
	for (size_t i = 0; i < n; i++) {
		uint32_t count = framemap_count(&entries[i]);
		if (!start_of(e, section, entries, i, &start) || start < last) {
			say_error("%s: entry %zu of the table is out of order", input, i);
			free(symbols.list);
			return EXIT_INPUT;
		}
		if (entries[i].slots == FRAMEMAP_GAP)
			print_start(&symbols, start, ": nothing collects\n");
		else if (count == FRAMEMAP_END)
			printf("%016" PRIx64 "  end\n", start);
		else if (count == 0)
			print_start(&symbols, start, ": no slots\n");
		else {
			print_start(&symbols, start, "");
			printf(": %u %sslot%s at fp-%u\n", count, kinds[framemap_kind_of(&entries[i])],
				count == 1 ? "" : "s", framemap_words(&entries[i]) * 8);
		}
		functions += count != FRAMEMAP_END
			&& (i == 0 || start != last || framemap_count(&entries[i - 1]) == FRAMEMAP_END);
		slots += count != FRAMEMAP_END ? count : 0;
		last = start;
	}
	printf("%zu functions, %zu slots, %" PRIu64 " bytes\n", functions, slots,
		(uint64_t)e->sections[section].sh_size);
	free(symbols.list);
	return EXIT_SUCCESS;
}

static int
print_table(const struct elf *e, const char *input)
{
	bool framemap = elf_find(e, LR_FRAMEMAP_TABLE, 1) != 0, statepoints = elf_find(e, LR_STATEPOINT_TABLE, 1) != 0;
	int status = EXIT_SUCCESS;

	if (!framemap && !statepoints) {
		say_error("%s: there is no table", input);
		return EXIT_INPUT;
	}
	if (framemap)
		status = print_framemap(e, input);
	return status == EXIT_SUCCESS && statepoints ? tables_print_statepoints(e, input) : status;
}

/* ---- LLVM's stack maps, in the format of llvm-readobj ---- */

static int
on_blob(void *user, const struct stackmap_blob *b)
{
	*(struct stackmap_blob *)user = *b;
	printf("LLVM StackMap Version: 3\nNum Functions: %u\n", b->nfunctions);
	if (b->nfunctions == 0)
		printf("Num Constants: %u\n", b->nconstants);
	if (b->nfunctions == 0 && b->nconstants == 0)
		printf("Num Records: %u\n", b->nrecords);
	return 0;
}

static int
on_function(void *user, const struct stackmap_function *f)
{
	struct stackmap_blob *b = user;

	printf("  Function address: %" PRIu64 ", stack size: %" PRIu64 ", callsite record count: %" PRIu64 "\n",
		f->address, f->stack_bytes, f->nrecords);
	if (--b->nfunctions == 0)
		printf("Num Constants: %u\n", b->nconstants);
	if (b->nfunctions == 0 && b->nconstants == 0)
		printf("Num Records: %u\n", b->nrecords);
	return 0;
}

static int
on_constant(void *user, uint32_t number, uint64_t value)
{
	const struct stackmap_blob *b = user;

	printf("  #%u: %" PRIu64 "\n", number + 1, value);
	if (number + 1 == b->nconstants)
		printf("Num Records: %u\n", b->nrecords);
	return 0;
}

static int
on_record(void *user, const struct stackmap_function *f, const struct stackmap_record *r)
{
	(void)user, (void)f;
	printf("  Record ID: %" PRIu64 ", instruction offset: %u\n    %u locations:\n", r->id, r->offset,
		r->nlocations);
	if (r->nlocations == 0)
		printf("    %u live-outs: [ %s", r->nliveouts, r->nliveouts == 0 ? "]\n" : "");
	return 0;
}

static int
on_location(void *user, const struct stackmap_record *r, unsigned i, const struct stackmap_location *l)
{
	(void)user;
	printf("      #%u: ", i + 1);
	switch (l->kind) {
	case STACKMAP_REGISTER: printf("Register R#%u", l->reg); break;
	case STACKMAP_DIRECT: printf("Direct R#%u + %d", l->reg, l->offset); break;
	case STACKMAP_INDIRECT: printf("Indirect [R#%u + %d]", l->reg, l->offset); break;
	case STACKMAP_CONSTANT: printf("Constant %u", (unsigned)l->offset); break;
	default: printf("ConstantIndex #%u (%" PRIu64 ")", (unsigned)l->offset, l->value); break;
	}
	printf(", size: %u\n", l->bytes);
	if (i + 1 == r->nlocations)
		printf("    %u live-outs: [ %s", r->nliveouts, r->nliveouts == 0 ? "]\n" : "");
	return 0;
}

static int
on_liveout(void *user, const struct stackmap_record *r, unsigned i, const struct stackmap_liveout *l)
{
	(void)user;
	printf("R#%u (%u-bytes) %s", l->reg, l->bytes, i + 1 == r->nliveouts ? "]\n" : "");
	return 0;
}

static int
print_stackmap(const struct elf *e, const char *input)
{
	struct stackmap_blob blob;
	const struct stackmap_visitor v = { on_blob, on_constant, on_function, on_record, on_location, on_liveout,
		&blob };
	unsigned section = elf_find(e, ".llvm_stackmaps", 1);
	const void *bytes = elf_contents(e, section);
	size_t where;

	if (bytes == NULL) {
		say_error("%s: there are no stack maps", input);
		return EXIT_INPUT;
	}
	int bad = stackmap_read(bytes, e->sections[section].sh_size, &v, &where);
	if (bad == 0)
		return EXIT_SUCCESS;
	say_error("%s: byte %zu of section .llvm_stackmaps: %s", input, where, stackmap_strerror(bad));
	return EXIT_INPUT;
}

static void *
reallocate(void *user, void *old, size_t old_bytes, size_t bytes)
{
	(void)user, (void)old_bytes;
	if (bytes != 0)
		return realloc(old, bytes);
	free(old);
	return NULL;
}

/* Mach-O becomes ELF in memory, with the same sections. */
static bool
open_file(struct elf *e, struct bytes *file)
{
	struct macho macho;
	size_t size;
	const char *why;

	if (elf_open(e, file->data, file->size))
		return true;
	void *made = macho_open(&macho, file->data, file->size)
		? macho_to_elf(&macho, reallocate, NULL, &size, &why) : NULL;
	if (made == NULL)
		return false;
	free(file->data);
	file->data = made;
	file->size = size;
	return elf_open(e, file->data, file->size);
}

int
command_tables(int argc, char **argv)
{
	static char doc[] =
		"Print by what the roots in stack frames are found: the tables of the ABIs framemap and statepoint, "
		"or LLVM's stack maps.\n\n"
		"  lateroot tables prog.o\n"
		"  lateroot tables --stackmap prog.o\n"
		"\vObjects and linked images for x86-64, AArch64 and RISC-V with 64 bits (ELF), "
		"and Mach-O for the first two.";
	static const struct argp argp = { options, parse, "FILE", doc, NULL, NULL, NULL };
	struct tables_options o = { 0 };
	struct bytes file;
	struct elf e;

	options_parse(&argp, argc, argv, ARGP_LONG_ONLY, &o);
	if (!read_input(o.input, &file))
		return EXIT_INPUT;
	int status = EXIT_INPUT;
	if (!open_file(&e, &file))
		say_error("%s: neither an ELF file for x86-64, AArch64 or RISC-V with 64 bits, nor Mach-O for the "
			"first two", o.input);
	else
		status = o.stackmap ? print_stackmap(&e, o.input) : print_table(&e, o.input);
	free(file.data);
	return status;
}
