/* SPDX-License-Identifier: MIT */
/* object.c -- adds the tables to an object that the code generator has written. */
#include "tables/object.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lateroot/abi.h"
#include "tables/macho.h"
#include "tables/statepoints_zip.h"

int
object_bad(struct maker *m, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(m->out->message, sizeof m->out->message, format, args);
	va_end(args);
	return STOP;
}

int
object_nomem(struct maker *m)
{
	m->sites.failed = true;
	return STOP;
}

const char *
object_name_at(const struct maker *m, unsigned section, uint64_t offset)
{
	const char *name = "?";

	for (size_t i = 0; i < m->nsymbols; i++)
		if (object_is_function(&m->symbols[i], section) && m->symbols[i].st_value == offset) {
			name = elf_symbol_name(&m->elf, m->symtab, &m->symbols[i]);
			if (strncmp(name, "lr.", 3) != 0) /* those mark where the code begins */
				break;
		}
	return name;
}

/* -- records */

/* Finds the target of the field at `at` of the stack maps: its section, and the offset in it.  Negative if it is
** unknown. */
static int
resolve(struct maker *m, size_t at, uint64_t *offset)
{
	size_t i = m->next_relocation;

	/* Relocations are usually in order. */
	for (size_t tries = 0; tries < m->nrelocations && m->relocations[i % m->nrelocations].r_offset != at; tries++)
		i++;
	if (m->nrelocations == 0 || m->relocations[i % m->nrelocations].r_offset != at)
		return object_bad(m, "a function of the stack map has no relocation");
	const Elf64_Rela *r = &m->relocations[i % m->nrelocations];
	m->next_relocation = i % m->nrelocations + 1;
	size_t symbol = ELF64_R_SYM(r->r_info);
	if (ELF64_R_TYPE(r->r_info) != m->elf.machine->word || symbol >= m->nsymbols)
		return object_bad(m, "a function of the stack map has a relocation of type %u",
			(unsigned)ELF64_R_TYPE(r->r_info));
	*offset = m->symbols[symbol].st_value + (uint64_t)r->r_addend;
	return m->symbols[symbol].st_shndx;
}

enum { RISCV_ADD32 = 35, RISCV_SUB32 = 39, OFFSET_IN_RECORD = 8 };

static bool
is_distance(const struct maker *m, size_t relocation)
{
	const uint64_t type = ELF64_R_TYPE(m->relocations[relocation].r_info);

	return m->elf.machine->machine == EM_RISCV && (type == RISCV_ADD32 || type == RISCV_SUB32);
}

/* Adds to the offset of the record at `at` what its relocations say.  Where a branch lies before the call, LLVM 19
** leaves the distance to the linker, as a difference of two symbols; it is known here, for code that may be shortened
** is refused.  Records and their relocations have the same order. */
static int
resolve_distance(struct maker *m, size_t at, uint32_t *offset)
{
	for (; m->next_distance < m->nrelocations; m->next_distance++) {
		const Elf64_Rela *r = &m->relocations[m->next_distance];
		const size_t symbol = ELF64_R_SYM(r->r_info);
		if (r->r_offset > at + OFFSET_IN_RECORD)
			return 0;
		if (!is_distance(m, m->next_distance))
			continue;
		if (r->r_offset != at + OFFSET_IN_RECORD || symbol >= m->nsymbols
			|| m->symbols[symbol].st_shndx != (unsigned)m->section)
			return object_bad(m, "a record of the stack map has a relocation that is not understood");
		const uint32_t value = (uint32_t)(m->symbols[symbol].st_value + (uint64_t)r->r_addend);
		*offset += ELF64_R_TYPE(r->r_info) == RISCV_ADD32 ? value : -value;
	}
	return 0;
}

static int
add_site(struct maker *m, uint32_t nlocations)
{
	if (statepoint_make_record(&m->sites, m->returns, m->locations, nlocations))
		return 0;
	return m->sites.failed ? STOP
		: object_bad(m, "%s: at %#x, %s", object_name_at(m, m->statepoints.text, m->start),
		(unsigned)(m->returns - m->start), m->sites.why);
}

static bool
reserve_locations(struct maker *m, size_t n)
{
	if (n <= m->locations_capacity)
		return true;
	void *new = m->realloc(m->user, m->locations, m->locations_capacity * sizeof *m->locations,
		2 * n * sizeof *m->locations);
	if (new == NULL)
		return false;
	m->locations = new;
	m->locations_capacity = 2 * n;
	return true;
}

static int
on_record(void *user, const struct stackmap_function *f, const struct stackmap_record *r)
{
	struct maker *m = user;
	uint32_t offset = r->offset;

	if (f->address_at != m->function_at) {
		m->section = resolve(m, f->address_at, &m->start);
		m->function_at = f->address_at;
		m->stack_bytes = f->stack_bytes;
	}
	if (m->section < 0)
		return m->section;
	if (resolve_distance(m, r->at, &offset) != 0)
		return STOP;
	const uint64_t returns = m->start + offset;
	m->returns = returns <= UINT32_MAX ? (uint32_t)returns : UINT32_MAX;
	m->count = 0;
	m->record = OF_OTHERS;
	if (r->id >> LR_FRAMEMAP_ID_SHIFT == LR_FRAMEMAP_ID) {
		m->record = OF_FRAMEMAP;
		m->count = (uint32_t)r->id;
		if ((unsigned)m->section == m->framemap.text && m->count > 0 && r->nlocations != 1
			&& r->nlocations != 3)
			return object_bad(m, "%s: its %u slots have %u locations",
				object_name_at(m, m->framemap.text, m->start), m->count, r->nlocations);
		return framemap_make_record(m);
	}
	if (m->statepoints.text == 0 || (unsigned)m->section != m->statepoints.text) {
		m->foreign = true;
		return 0;
	}
	m->record = OF_STATEPOINT;
	m->foreign |= r->id != LR_STATEPOINT_ID;
	if (returns > m->elf.sections[m->statepoints.text].sh_size)
		return object_bad(m, "a statepoint is outside of its section");
	if (!reserve_locations(m, r->nlocations))
		return object_nomem(m);
	return r->nlocations == 0 ? add_site(m, 0) : 0;
}

/* Counts a place from the frame pointer instead of the stack pointer, on machines whose tables want that. */
static int
by_frame_pointer(struct maker *m, struct stackmap_location *l)
{
	const struct elf_machine *machine = m->elf.machine;
	int64_t top;

	if (!machine->by_fp || l->reg != machine->sp || (l->kind != STACKMAP_DIRECT && l->kind != STACKMAP_INDIRECT))
		return 0;
	if (!m->tops.read)
		switch (frame_tops_read(&m->tops, &m->elf, m->statepoints.text, m->realloc, m->user)) {
		case FRAME_TOPS_OK: break;
		case FRAME_TOPS_NOMEM: return object_nomem(m);
		default: return object_bad(m, "the call frame information of the code is not understood");
		}
	if (m->stack_bytes > INT32_MAX || !frame_tops_find(&m->tops, m->start, &top))
		return object_bad(m, "%s: the place of its frame pointer is not known, as in functions whose stack "
			"frame LLVM aligns to more than the stack's 16 bytes; the ABI framemap takes such functions "
			"(--abi=framemap, or \"lateroot-abi\"=\"framemap\" at the function)",
			object_name_at(m, m->statepoints.text, m->start));
	const int64_t offset = l->offset + top - (int64_t)m->stack_bytes;
	if (offset < INT32_MIN || offset > INT32_MAX)
		return object_bad(m, "%s: its stack frame is too large",
			object_name_at(m, m->statepoints.text, m->start));
	l->reg = machine->fp;
	l->offset = (int32_t)offset;
	return 0;
}

static int
on_location(void *user, const struct stackmap_record *r, unsigned number, const struct stackmap_location *l)
{
	struct maker *m = user;

	if (m->record == OF_FRAMEMAP)
		return framemap_make_location(m, r, number, l);
	if (m->record == OF_OTHERS)
		return 0;
	m->locations[number] = *l;
	if (by_frame_pointer(m, &m->locations[number]) != 0)
		return STOP;
	return number + 1u == r->nlocations ? add_site(m, r->nlocations) : 0;
}

static int
read_maps(struct maker *m)
{
	const struct stackmap_visitor v = { .record = on_record, .location = on_location, .user = m };
	size_t where;

	m->function_at = SIZE_MAX;
	int answer = m->maps == 0
		? 0 : stackmap_read(elf_contents(&m->elf, m->maps), m->elf.sections[m->maps].sh_size, &v, &where);
	if (answer != 0)
		return answer == STOP ? STOP : object_bad(m, "%s (byte %zu)", stackmap_strerror(answer), where);
	for (size_t i = m->next_distance; i < m->nrelocations; i++)
		if (is_distance(m, i))
			return object_bad(m, "relocations of the stack map are not in order");
	m->foreign |= m->sites.others;
	m->out->sites = m->sites.nsites;
	if (m->statepoints.text != 0 && !statepoint_make_sort(&m->sites))
		return object_bad(m, "%s", m->sites.why);
	return m->framemap.text != 0 ? framemap_make_sort(m) : 0;
}

/* -- the object */

/* Returns a symbol of the text that the linker cannot bind to anything else.  It has a type: others mark where code
** begins ("$x"), and linkers drop them.  It lies in the text, so that no difference to it overflows. */
static size_t
text_symbol(const struct maker *m, unsigned text)
{
	for (size_t i = 1; i < m->nsymbols; i++)
		if (m->symbols[i].st_shndx == text && ELF64_ST_BIND(m->symbols[i].st_info) == STB_LOCAL
			&& ELF64_ST_TYPE(m->symbols[i].st_info) != STT_NOTYPE
			&& m->symbols[i].st_value <= m->elf.sections[text].sh_size)
			return i;
	return 0;
}

/* Does the linker shorten code of the section?  Then its tables would be wrong.  Only RISC-V's linkers do. */
static bool
is_relaxed(const struct elf *e, unsigned text)
{
	enum { RISCV_ALIGN = 43, RISCV_RELAX = 51 };
	const unsigned section = elf_relocations_of(e, text);
	const Elf64_Rela *r = elf_contents(e, section);

	for (size_t i = 0; e->machine->machine == EM_RISCV && r != NULL && i < e->sections[section].sh_size / sizeof *r;
		i++)
		if (ELF64_R_TYPE(r[i].r_info) == RISCV_RELAX || ELF64_R_TYPE(r[i].r_info) == RISCV_ALIGN)
			return true;
	return false;
}

/* Finds the code of one ABI, and the section for its table, which has `bytes` until the table is made. */
static int
find_code(struct maker *m, struct table *t, const char *text, const char *table, size_t bytes)
{
	const struct elf *e = &m->elf;

	t->text = elf_find(e, text, 1);
	t->section = elf_find(e, table, 1);
	if (t->text == 0)
		return 0;
	if (elf_find(e, text, t->text + 1) != 0)
		return object_bad(m, "there are several sections %s", text);
	if (t->section == 0)
		return object_bad(m, "there is a section %s, but no %s", text, table);
	if (e->sections[t->text].sh_size > INT32_MAX)
		return object_bad(m, "section %s is larger than 2 GiB", text);
	if (e->sections[t->section].sh_size != bytes)
		return object_bad(m, "there is a table already");
	if (is_relaxed(e, t->text))
		return object_bad(m, "the linker may shorten the code in section %s, which its table does not allow: "
			"leave +relax out of the features, or use the ABI 'gcframe' or 'shadow-stack'", text);
	t->symbol = text_symbol(m, t->text);
	return t->symbol != 0 ? 0 : object_bad(m, "section %s has no local symbol", text);
}

/* Finds all parts of the object.  Returns 1 if there is nothing to do. */
static int
find_parts(struct maker *m)
{
	const struct elf *e = &m->elf;

	if (e->header->e_type != ET_REL
		|| (elf_find(e, LR_FRAMEMAP_TEXT, 1) == 0 && elf_find(e, LR_STATEPOINT_TEXT, 1) == 0))
		return 1;
	m->maps = elf_find(e, ".llvm_stackmaps", 1);
	for (unsigned i = 1; i < e->nsections && m->symtab == 0; i++)
		if (e->sections[i].sh_type == SHT_SYMTAB)
			m->symtab = i;
	m->symbols = elf_symbols(e, m->symtab, &m->nsymbols);
	if (find_code(m, &m->framemap, LR_FRAMEMAP_TEXT, LR_FRAMEMAP_TABLE, sizeof(struct framemap_entry)) != 0
		|| find_code(m, &m->statepoints, LR_STATEPOINT_TEXT, LR_STATEPOINT_TABLE,
			sizeof(struct statepoint_table)) != 0)
		return STOP;
	/* statepoint code may have no statepoint left, as calls that never return have none; but each framemap function
	** has a record */
	if (m->maps == 0 && m->framemap.text == 0)
		return 0;
	if (m->maps == 0 || elf_contents(e, m->maps) == NULL)
		return object_bad(m, "there is code that needs a table, but no .llvm_stackmaps");
	unsigned rela = elf_relocations_of(e, m->maps);
	m->relocations = elf_contents(e, rela);
	if (m->relocations == NULL || e->sections[rela].sh_offset % 8 != 0)
		return object_bad(m, "the stack map has no relocations");
	m->nrelocations = e->sections[rela].sh_size / sizeof *m->relocations;
	return 0;
}

/* Assigns places in the new object, from `at` on.  Returns their end. */
static size_t
lay_out(struct table *t, size_t at, size_t bytes, size_t nrela)
{
	if (t->text == 0)
		return at;
	*t = (struct table){ t->text, t->section, t->symbol, at, bytes, (at + bytes + 7) & ~(size_t)7, nrela };
	return t->rela_at + nrela * sizeof(Elf64_Rela);
}

/* Writes the header of one table's section at its new place, and that of its relocations. */
static void
write_section(const struct maker *m, Elf64_Shdr *s, unsigned *n, const struct table *t)
{
	if (t->text == 0)
		return;
	s[t->section].sh_offset = t->at;
	s[t->section].sh_size = t->bytes;
	/* the linker sorts several tables like their texts, and drops a table with its text */
	s[t->section].sh_flags |= SHF_LINK_ORDER;
	s[t->section].sh_link = t->text;
	s[*n] = (Elf64_Shdr){ .sh_name = s[t->section].sh_name,
		.sh_type = SHT_RELA, .sh_flags = SHF_INFO_LINK, .sh_offset = t->rela_at,
		.sh_size = t->nrela * sizeof(Elf64_Rela), .sh_link = m->symtab, .sh_info = t->section,
		.sh_addralign = 8, .sh_entsize = sizeof(Elf64_Rela) };
	++*n;
}

/* Writes the section headers at their new place, with those of the relocations. */
static void
write_headers(struct maker *m, size_t headers_at)
{
	struct elf *e = &m->elf;
	Elf64_Shdr *s = (Elf64_Shdr *)(void *)(e->bytes + headers_at);
	unsigned n = e->nsections;

	memcpy(s, e->sections, n * sizeof *s);
	write_section(m, s, &n, &m->framemap);
	write_section(m, s, &n, &m->statepoints);
	if (m->maps != 0 && !m->foreign) {
		s[m->maps].sh_flags &= ~(uint64_t)SHF_ALLOC;
		s[m->maps].sh_flags |= SHF_EXCLUDE;
	}
	e->header->e_shoff = headers_at;
	if (e->header->e_shnum != 0 && n < SHN_LORESERVE)
		e->header->e_shnum = (uint16_t)n;
	else {
		e->header->e_shnum = 0;
		s[0].sh_size = n;
	}
}

/* LLVM defines the head of its shadow stack in each module with a function whose strategy lets statepoints have any
** address space.  Such functions do not use it.  Other functions mean the runtime's definition. */
static void
undefine_chain(struct maker *m)
{
	Elf64_Sym *s = elf_contents(&m->elf, m->symtab);

	for (size_t i = 0; i < m->nsymbols; i++)
		if (s[i].st_info == ELF64_ST_INFO(STB_WEAK, STT_TLS) && s[i].st_shndx != SHN_UNDEF &&
		    strcmp(elf_symbol_name(&m->elf, m->symtab, &s[i]), "llvm_gc_root_chain") == 0)
			s[i] = (Elf64_Sym){ .st_name = s[i].st_name, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_TLS) };
}

/* Makes the table of statepoints, compressed if that makes it smaller. */
static int
make_sites(struct maker *m, bool compress)
{
	const uint32_t code_bytes = (uint32_t)m->elf.sections[m->statepoints.text].sh_size;
	const size_t bytes = statepoint_make_size(&m->sites, code_bytes);
	unsigned char *table = m->realloc(m->user, NULL, 0, bytes);

	if (table == NULL)
		return object_nomem(m);
	m->site_table = table;
	m->site_bytes = m->site_capacity = bytes;
	statepoint_make_write(&m->sites, code_bytes, table);
	if (!compress || bytes > UINT32_MAX)
		return 0;
	uLongf stream = compressBound(bytes);
	const size_t capacity = sizeof(struct statepoint_zip) + ((stream + 7) & ~(size_t)7);
	unsigned char *zip = m->realloc(m->user, NULL, 0, capacity);
	if (zip == NULL)
		return object_nomem(m);
	memset(zip, 0, capacity);
	const bool made = compress2(zip + sizeof(struct statepoint_zip), &stream, table, bytes, Z_BEST_COMPRESSION)
		== Z_OK;
	const size_t total = (sizeof(struct statepoint_zip) + stream + 7) & ~(size_t)7;
	if (!made || total >= bytes) {
		m->realloc(m->user, zip, capacity, 0);
		return 0;
	}
	*(struct statepoint_zip *)(void *)zip = (struct statepoint_zip){ STATEPOINT_ZIP_MAGIC, (uint32_t)total, 0,
		code_bytes, (uint32_t)bytes, (uint32_t)stream };
	m->realloc(m->user, table, bytes, 0);
	m->site_table = zip;
	m->site_bytes = total;
	m->site_capacity = capacity;
	return 0;
}

static int
write_object(struct maker *m, const void *bytes, size_t size)
{
	size_t end = lay_out(&m->framemap, (size + 15) & ~(size_t)15, (m->ngroups + 1) * sizeof(struct framemap_entry),
		m->ngroups + 1);
	size_t headers_at = lay_out(&m->statepoints, end, m->site_bytes, 1);
	size_t total = headers_at + (m->elf.nsections + 2) * sizeof(Elf64_Shdr);
	unsigned char *to = m->realloc(m->user, NULL, 0, total);

	if (to == NULL)
		return object_nomem(m);
	m->out->bytes = to;
	m->out->size = total;
	memcpy(to, bytes, size);
	memset(to + size, 0, total - size);
	if (m->framemap.text != 0)
		framemap_make_write(m, (struct framemap_entry *)(void *)(to + m->framemap.at),
			(Elf64_Rela *)(void *)(to + m->framemap.rela_at));
	if (m->statepoints.text != 0) {
		const struct table *t = &m->statepoints;
		memcpy(to + t->at, m->site_table, m->site_bytes);
		*(Elf64_Rela *)(void *)(to
			+ t->rela_at) = (Elf64_Rela){ .r_offset = offsetof(struct statepoint_table, code),
			.r_info = ELF64_R_INFO((uint64_t)t->symbol, m->elf.machine->relative),
			.r_addend = -(int64_t)m->symbols[t->symbol].st_value };
	}
	elf_open(&m->elf, to, size);
	if (m->statepoints.text != 0)
		undefine_chain(m);
	write_headers(m, headers_at);
	return 0;
}

/* Opens the object, of Mach-O as the ELF file that is made of it.  Returns 1 if it is neither. */
static int
open_object(struct maker *m, const void *bytes, size_t size, struct macho *macho, void **made, size_t *made_bytes)
{
	const char *why;

	if (elf_open(&m->elf, (void *)(uintptr_t)bytes, size))
		return 0;
	if (!macho_open(macho, bytes, size) || !macho->object)
		return 1;
	*made = macho_to_elf(macho, m->realloc, m->user, made_bytes, &why);
	if (*made == NULL)
		return why != NULL ? object_bad(m, "%s", why) : object_nomem(m);
	return elf_open(&m->elf, *made, *made_bytes) ? 0 : 1;
}

int
object_add_tables(const void *bytes, size_t size, bool compress, table_realloc *r, void *user,
	struct object_result *out)
{
	struct maker m = { .out = out, .realloc = r, .user = user };
	struct macho macho;
	void *made = NULL;
	size_t made_bytes = 0;

	*out = (struct object_result){ 0 };
	int answer = open_object(&m, bytes, size, &macho, &made, &made_bytes);
	if (answer > 0)
		return OBJECT_OK;
	if (answer < 0)
		return m.sites.failed ? OBJECT_E_NOMEM : OBJECT_E_BAD;
	statepoint_make_begin(&m.sites, r, user);
	m.sites.fp = m.elf.machine->fp;
	m.sites.sp = m.elf.machine->sp;
	answer = find_parts(&m);
	if (answer == 0)
		answer = read_maps(&m);
	if (answer == 0 && m.statepoints.text != 0)
		answer = make_sites(&m, compress);
	if (answer == 0)
		answer = made != NULL ? macho_make(&m, &macho) : write_object(&m, bytes, size);
	bool failed = m.sites.failed;
	statepoint_make_end(&m.sites);
	if (made != NULL)
		r(user, made, made_bytes, 0);
	if (m.site_table != NULL)
		r(user, m.site_table, m.site_capacity, 0);
	if (m.tops.list != NULL)
		r(user, m.tops.list, m.tops.capacity * sizeof *m.tops.list, 0);
	if (m.groups != NULL)
		r(user, m.groups, m.groups_capacity * sizeof *m.groups, 0);
	if (m.locations != NULL)
		r(user, m.locations, m.locations_capacity * sizeof *m.locations, 0);
	return answer >= 0 ? OBJECT_OK : failed ? OBJECT_E_NOMEM : OBJECT_E_BAD;
}
