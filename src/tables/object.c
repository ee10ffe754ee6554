/* object.c -- puts the framemap table into an object that the code generator has written. */
#include "tables/object.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lateroot/abi.h"
#include "tables/elf.h"
#include "tables/framemap.h"
#include "tables/stackmap.h"

enum { DWARF_RBP = 6, WORD_BYTES = 8, STOP = -1 };

/* Slots of a function, as far as one entry can say. */
struct piece { uint64_t start; uint32_t slots; };

struct maker {
	struct elf elf;
	struct object_result *out;
	unsigned maps, text, table; /* sections */
	const Elf64_Rela *relocations;
	size_t nrelocations, next_relocation;
	const Elf64_Sym *symbols;
	unsigned symtab;
	size_t nsymbols;
	bool counting;
	struct piece *pieces;
	size_t npieces;
	/* the function whose records are read */
	size_t function_at;
	uint64_t start;
	int elsewhere;           /* not in the text; negative: nobody knows */
	uint32_t count;          /* slots of the record at hand */
	bool foreign;            /* there are records of other people */
};

__attribute__((format(printf, 2, 3)))
static int
bad(struct maker *m, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(m->out->message, sizeof m->out->message, format, args);
	va_end(args);
	return STOP;
}

/* The function that stands at `offset` of the text. */
static const char *
name_at(const struct maker *m, uint64_t offset)
{
	for (size_t i = 0; i < m->nsymbols; i++) {
		const Elf64_Sym *s = &m->symbols[i];
		if (s->st_shndx == m->text && s->st_value == offset && ELF64_ST_TYPE(s->st_info) == STT_FUNC)
			return elf_symbol_name(&m->elf, m->symtab, s);
	}
	return "?";
}

/* Where the field at `at` of the stack maps points to: an offset in the text.  1: somewhere else. */
static int
resolve(struct maker *m, size_t at, uint64_t *offset)
{
	size_t i = m->next_relocation;

	/* They are in order as a rule. */
	for (size_t tries = 0; tries < m->nrelocations && m->relocations[i % m->nrelocations].r_offset != at; tries++)
		i++;
	if (m->nrelocations == 0 || m->relocations[i % m->nrelocations].r_offset != at)
		return bad(m, "a function of the stack map has no relocation");
	const Elf64_Rela *r = &m->relocations[i % m->nrelocations];
	m->next_relocation = i % m->nrelocations + 1;
	size_t symbol = ELF64_R_SYM(r->r_info);
	if (ELF64_R_TYPE(r->r_info) != R_X86_64_64 || symbol >= m->nsymbols)
		return bad(m, "a function of the stack map has a relocation of type %u", (unsigned)ELF64_R_TYPE(r->r_info));
	*offset = m->symbols[symbol].st_value + (uint64_t)r->r_addend;
	return m->symbols[symbol].st_shndx == m->text ? 0 : 1;
}

static int
add_piece(struct maker *m, uint64_t words, uint32_t count)
{
	if (!m->counting)
		m->pieces[m->npieces] = (struct piece){ m->start, (uint32_t)words << FRAMEMAP_COUNT_BITS | count };
	m->npieces++;
	return 0;
}

static int
on_record(void *user, const struct stackmap_function *f, const struct stackmap_record *r)
{
	struct maker *m = user;

	if (r->id >> LR_FRAMEMAP_ID_SHIFT != LR_FRAMEMAP_ID) {
		m->foreign = true;
		m->count = UINT32_MAX;
		return 0;
	}
	if (f->address_at != m->function_at) {
		m->elsewhere = resolve(m, f->address_at, &m->start);
		m->function_at = f->address_at;
	}
	if (m->elsewhere < 0)
		return m->elsewhere;
	m->count = (uint32_t)r->id;
	if (m->elsewhere > 0) /* one without slots has been inlined into code of another kind */
		return m->count == 0 ? 0 : bad(m, "a function has slots, and is not in section " LR_FRAMEMAP_TEXT);
	if (m->count > 0 && r->nlocations != 1)
		return bad(m, "%s: its %u slots have %u locations", name_at(m, m->start), m->count, r->nlocations);
	if (m->count == 0)
		return add_piece(m, 0, 0);
	return 0;
}

static int
on_location(void *user, const struct stackmap_record *r, unsigned number, const struct stackmap_location *l)
{
	static const char *const kinds[] = { "", "in a register", "an address", "in memory", "a constant", "a constant" };
	struct maker *m = user;
	uint32_t left = m->count;
	int64_t below = -(int64_t)l->offset;

	(void)r, (void)number;
	if (m->count == UINT32_MAX || m->count == 0)
		return 0;
	if (l->kind != STACKMAP_DIRECT || l->reg != DWARF_RBP)
		return bad(m, "%s: its slots are not at a fixed distance from the frame pointer (%s, register %u)", name_at(m, m->start),
			kinds[l->kind], l->reg);
	if (below <= 0 || below % WORD_BYTES != 0 || below / WORD_BYTES < left)
		return bad(m, "%s: %u slots cannot be %" PRId64 " bytes below the frame pointer", name_at(m, m->start), left, below);
	if (below / WORD_BYTES > FRAMEMAP_WORDS_MAX)
		return bad(m, "%s: its slots are %" PRId64 " bytes below the frame pointer; at most %d can be said", name_at(m, m->start), below,
			FRAMEMAP_WORDS_MAX * WORD_BYTES);
	for (uint64_t words = (uint64_t)below / WORD_BYTES; left > 0;) {
		uint32_t n = left < FRAMEMAP_COUNT_MAX ? left : FRAMEMAP_COUNT_MAX;
		add_piece(m, words, n);
		words -= n;
		left -= n;
	}
	return 0;
}

static bool
is_before(struct piece a, struct piece b)
{
	return a.start != b.start ? a.start < b.start : a.slots < b.slots;
}

/* Nearly sorted already. */
static void
sort_pieces(struct piece *p, size_t n)
{
	for (size_t gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (size_t i = gap; i < n; i++) {
			struct piece x = p[i];
			size_t k = i;
			for (; k >= gap && is_before(x, p[k - gap]); k -= gap)
				p[k] = p[k - gap];
			p[k] = x;
		}
}

/* What optimisation has made several of is said once, and that there are no slots only where there are none.  Gives the new number. */
static size_t
drop_repeated(struct piece *p, size_t n)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		if (k > 0 && p[k - 1].start == p[i].start && p[k - 1].slots == p[i].slots)
			continue;
		if (k > 0 && p[k - 1].start == p[i].start && (p[k - 1].slots & FRAMEMAP_END) == 0)
			k--;
		p[k++] = p[i];
	}
	return k;
}

static bool
has_piece(const struct maker *m, uint64_t start)
{
	size_t lo = 0, hi = m->npieces;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (m->pieces[mid].start < start)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < m->npieces && m->pieces[lo].start == start;
}

static bool
is_function(const struct maker *m, const Elf64_Sym *s)
{
	return s->st_shndx == m->text && ELF64_ST_TYPE(s->st_info) == STT_FUNC;
}

/* Functions without a record: what would be recorded is not there any more, since nothing in them can collect, or they do not belong here.  The
** entry says that they are none, or they would be walked as part of what stands before them. */
static void
add_unrecorded(struct maker *m)
{
	size_t n = m->npieces;

	for (size_t i = 0; i < m->nsymbols; i++)
		if (is_function(m, &m->symbols[i]) && !has_piece(m, m->symbols[i].st_value))
			m->pieces[n++] = (struct piece){ m->symbols[i].st_value, FRAMEMAP_END };
	m->npieces = n;
	sort_pieces(m->pieces, n);
	m->npieces = drop_repeated(m->pieces, n);
}

/* A symbol of the text that the linker cannot bind to anything else. */
static size_t
text_symbol(const struct maker *m)
{
	for (size_t i = 1; i < m->nsymbols; i++)
		if (m->symbols[i].st_shndx == m->text && ELF64_ST_BIND(m->symbols[i].st_info) == STB_LOCAL)
			return i;
	return 0;
}

/* Find everything in the object; 1: there is nothing to do. */
static int
look_around(struct maker *m)
{
	const struct elf *e = &m->elf;

	m->text = elf_find(e, LR_FRAMEMAP_TEXT, 1);
	m->table = elf_find(e, LR_FRAMEMAP_TABLE, 1);
	m->maps = elf_find(e, ".llvm_stackmaps", 1);
	if (m->text == 0 || e->header->e_type != ET_REL)
		return 1;
	if (elf_find(e, LR_FRAMEMAP_TEXT, m->text + 1) != 0)
		return bad(m, "there are several sections " LR_FRAMEMAP_TEXT);
	if (m->maps == 0 || m->table == 0 || elf_contents(e, m->maps) == NULL)
		return bad(m, "there is a section " LR_FRAMEMAP_TEXT ", but no %s", m->maps == 0 ? ".llvm_stackmaps" : LR_FRAMEMAP_TABLE);
	if (e->sections[m->table].sh_size != sizeof(struct framemap_entry))
		return bad(m, "there is a table already");
	for (unsigned i = 1; i < e->nsections && m->symtab == 0; i++)
		if (e->sections[i].sh_type == SHT_SYMTAB)
			m->symtab = i;
	m->symbols = elf_contents(e, m->symtab);
	unsigned rela = elf_relocations_of(e, m->maps);
	m->relocations = elf_contents(e, rela);
	if (m->symbols == NULL || m->relocations == NULL || e->sections[rela].sh_offset % 8 != 0 || e->sections[m->symtab].sh_offset % 8 != 0)
		return bad(m, "the object has no symbols, or its stack map no relocations");
	m->nsymbols = e->sections[m->symtab].sh_size / sizeof *m->symbols;
	m->nrelocations = e->sections[rela].sh_size / sizeof *m->relocations;
	return 0;
}

static int
read_maps(struct maker *m)
{
	const struct stackmap_visitor v = { .record = on_record, .location = on_location, .user = m };
	size_t where;

	m->npieces = 0;
	m->function_at = SIZE_MAX;
	m->next_relocation = 0;
	int answer = stackmap_read(elf_contents(&m->elf, m->maps), m->elf.sections[m->maps].sh_size, &v, &where);
	return answer == 0 || answer == STOP ? answer : bad(m, "%s (byte %zu)", stackmap_strerror(answer), where);
}

/* The entries and their relocations, at `at` and behind. */
static void
write_table(struct maker *m, struct framemap_entry *entries, Elf64_Rela *rela, size_t symbol)
{
	uint64_t base = m->symbols[symbol].st_value;

	for (size_t i = 0; i <= m->npieces; i++) {
		bool end = i == m->npieces;
		uint64_t start = end ? m->elf.sections[m->text].sh_size : m->pieces[i].start;
		entries[i] = (struct framemap_entry){ 0, end ? FRAMEMAP_END : m->pieces[i].slots };
		rela[i] = (Elf64_Rela){ .r_offset = i * sizeof *entries, .r_info = ELF64_R_INFO((uint64_t)symbol, R_X86_64_PC32),
			.r_addend = (int64_t)(start - base) };
	}
}

/* The sections' headers at their new place, with one more. */
static void
write_headers(struct maker *m, size_t table_at, size_t rela_at, size_t headers_at)
{
	struct elf *e = &m->elf;
	Elf64_Shdr *s = (Elf64_Shdr *)(void *)(e->bytes + headers_at);
	size_t n = m->npieces + 1;

	memcpy(s, e->sections, e->nsections * sizeof *s);
	s[m->table].sh_offset = table_at;
	s[m->table].sh_size = n * sizeof(struct framemap_entry);
	/* what the linker makes of several of them is in order of their texts, and goes when the text goes */
	s[m->table].sh_flags |= SHF_LINK_ORDER;
	s[m->table].sh_link = m->text;
	s[e->nsections] = (Elf64_Shdr){
		.sh_name = s[m->table].sh_name, .sh_type = SHT_RELA, .sh_flags = SHF_INFO_LINK, .sh_offset = rela_at,
		.sh_size = n * sizeof(Elf64_Rela), .sh_link = m->symtab, .sh_info = m->table, .sh_addralign = 8, .sh_entsize = sizeof(Elf64_Rela)
	};
	if (!m->foreign) {
		s[m->maps].sh_flags &= ~(uint64_t)SHF_ALLOC;
		s[m->maps].sh_flags |= SHF_EXCLUDE;
	}
	e->header->e_shoff = headers_at;
	if (e->header->e_shnum != 0 && e->nsections + 1 < SHN_LORESERVE)
		e->header->e_shnum = (uint16_t)(e->nsections + 1);
	else {
		e->header->e_shnum = 0;
		s[0].sh_size = e->nsections + 1;
	}
}

int
object_add_framemap(const void *bytes, size_t size, object_alloc *alloc, void *user, struct object_result *out)
{
	struct maker m = { .out = out };

	*out = (struct object_result){ 0 };
	if (!elf_open(&m.elf, (void *)(uintptr_t)bytes, size))
		return OBJECT_OK;
	int answer = look_around(&m);
	if (answer > 0)
		return OBJECT_OK;
	m.counting = true;
	if (answer < 0 || read_maps(&m) < 0)
		return OBJECT_E_BAD;
	size_t room = m.npieces, symbol = text_symbol(&m);
	if (symbol == 0) {
		bad(&m, "section " LR_FRAMEMAP_TEXT " has no local symbol");
		return OBJECT_E_BAD;
	}
	for (size_t i = 0; i < m.nsymbols; i++)
		room += is_function(&m, &m.symbols[i]);
	size_t old = (size + 15) & ~(size_t)15, table_at = old, rela_at = table_at + (room + 1) * sizeof(struct framemap_entry);
	rela_at = (rela_at + 7) & ~(size_t)7;
	size_t headers_at = rela_at + (room + 1) * sizeof(Elf64_Rela), total = headers_at + (m.elf.nsections + 1) * sizeof(Elf64_Shdr);
	unsigned char *to = alloc(user, total);
	/* scratch: where the relocations go, which are larger */
	if (to == NULL)
		return OBJECT_E_NOMEM;
	out->bytes = to;
	out->size = total;
	memcpy(to, bytes, size);
	memset(to + size, 0, total - size);
	elf_open(&m.elf, to, size);
	m.symtab = 0;
	look_around(&m);
	m.counting = false;
	m.pieces = (struct piece *)(void *)(to + headers_at) - room;
	read_maps(&m);
	sort_pieces(m.pieces, m.npieces);
	m.npieces = drop_repeated(m.pieces, m.npieces);
	add_unrecorded(&m);
	for (size_t i = 0; i < m.npieces; i++)
		out->functions += m.pieces[i].slots != FRAMEMAP_END && (i == 0 || m.pieces[i].start != m.pieces[i - 1].start);
	out->entries = (uint32_t)m.npieces + 1;
	write_table(&m, (struct framemap_entry *)(void *)(to + table_at), (Elf64_Rela *)(void *)(to + rela_at), symbol);
	write_headers(&m, table_at, rela_at, headers_at);
	return OBJECT_OK;
}
