/* SPDX-License-Identifier: MIT */
/* join_symbols.c -- merges the symbols of several objects. */
#include <stdlib.h>
#include <string.h>

#include "elf/join_parts.h"

/* A named symbol of one of the objects that other objects may use. */
struct use { const char *name; uint32_t part, symbol; };
struct shared { struct use first; Elf64_Sym sym; };

uint32_t
join_name(struct joiner *j, const char *name)
{
	const size_t n = strlen(name) + 1;
	uint32_t at = (uint32_t)j->names_bytes;

	if (n == 1)
		return 0;
	memcpy(j->names + at, name, n);
	j->names_bytes += n;
	return at;
}

static const char *
name_of(const struct part *p, uint32_t symbol)
{
	return elf_symbol_name(&p->e, p->symtab, &p->symbols[symbol]);
}

static Elf64_Sym
translated(const struct part *p, uint32_t symbol)
{
	Elf64_Sym s = p->symbols[symbol];

	if (s.st_shndx == SHN_UNDEF || s.st_shndx >= SHN_LORESERVE)
		return s;
	if (s.st_shndx >= p->e.nsections)
		s.st_shndx = SHN_UNDEF;
	else {
		/* the symbol of a section stands for all of it: references to it have the offset as an addend */
		s.st_value += ELF64_ST_TYPE(s.st_info) != STT_SECTION ? p->base[s.st_shndx] : 0;
		s.st_shndx = (Elf64_Half)p->section[s.st_shndx];
	}
	return s;
}

static bool
is_local(const Elf64_Sym *s)
{
	return ELF64_ST_BIND(s->st_info) == STB_LOCAL;
}

static void
add_local_symbols(struct joiner *j)
{
	for (uint32_t k = 0; k < j->nparts; k++) {
		struct part *p = &j->parts[k];
		for (uint32_t i = 1; i < p->nsymbols; i++) {
			const unsigned type = ELF64_ST_TYPE(p->symbols[i].st_info);
			if (!is_local(&p->symbols[i]) || (type == STT_FILE && k > 0))
				continue;
			Elf64_Sym s = translated(p, i);
			uint32_t unused = 0,
				 *once = type == STT_SECTION && s.st_shndx < j->nsections
				 	? &j->sections[s.st_shndx].symbol : &unused;
			if (*once == 0) {
				*once = j->nsymbols;
				s.st_name = join_name(j, name_of(p, i));
				j->symbols[j->nsymbols++] = s;
			}
			p->symbol[i] = *once;
		}
	}
}

static int
by_name(const void *a, const void *b)
{
	const struct use *x = a, *y = b;
	int c = strcmp(x->name, y->name);

	return c != 0 ? c : x->part < y->part ? -1 : x->part > y->part ? 1 : x->symbol < y->symbol ? -1 : 1;
}

static int
by_place(const void *a, const void *b)
{
	const struct use *x = &((const struct shared *)a)->first, *y = &((const struct shared *)b)->first;

	return x->part < y->part ? -1 : x->part > y->part ? 1 : x->symbol < y->symbol ? -1 : 1;
}

/* Merges all symbols of one name: takes the definition, with the most restrictive visibility. */
static bool
unite(struct joiner *j, const struct use *u, size_t n, struct shared *to)
{
	unsigned bind = STB_WEAK, visibility = STV_DEFAULT;

	*to = (struct shared){ .first = u[0], .sym = translated(&j->parts[u[0].part], u[0].symbol) };
	for (size_t i = 0; i < n; i++) {
		const Elf64_Sym s = translated(&j->parts[u[i].part], u[i].symbol);
		const unsigned v = ELF64_ST_VISIBILITY(s.st_other), b = ELF64_ST_BIND(s.st_info);
		if (v != STV_DEFAULT && (visibility == STV_DEFAULT || v < visibility))
			visibility = v;
		bind = b != STB_WEAK ? b : bind;
		if (s.st_shndx == SHN_UNDEF)
			continue;
		if (to->sym.st_shndx != SHN_UNDEF && i > 0 && b != STB_WEAK
			&& ELF64_ST_BIND(to->sym.st_info) != STB_WEAK)
			return join_bad(j, "'%.200s' is defined in two objects", u[i].name);
		if (to->sym.st_shndx == SHN_UNDEF || (i > 0 && b != STB_WEAK))
			to->sym = s;
	}
	/* the binding of a definition counts; a reference says only whether it is weak */
	if (to->sym.st_shndx == SHN_UNDEF)
		to->sym.st_info = (unsigned char)ELF64_ST_INFO(bind, ELF64_ST_TYPE(to->sym.st_info));
	to->sym.st_other = (unsigned char)((to->sym.st_other & ~3u) | visibility);
	return true;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(a, *(const char *const *)b);
}

static bool
becomes_local(const struct joiner *j, const struct shared *s)
{
	return s->sym.st_shndx != SHN_UNDEF && j->nlocal > 0
		&& bsearch(s->first.name, j->local, j->nlocal, sizeof *j->local, by_text) != NULL;
}

static void
add_shared(struct joiner *j, struct shared *shared, size_t nshared, bool local)
{
	for (size_t i = 0; i < nshared; i++) {
		struct shared *s = &shared[i];
		if (becomes_local(j, s) != local)
			continue;
		if (local) {
			s->sym.st_info = (unsigned char)ELF64_ST_INFO(STB_LOCAL, ELF64_ST_TYPE(s->sym.st_info));
			s->sym.st_other &= (unsigned char)~3u;
		}
		s->sym.st_name = join_name(j, s->first.name);
		j->parts[s->first.part].symbol[s->first.symbol] = j->nsymbols;
		j->symbols[j->nsymbols++] = s->sym;
	}
}

bool
join_symbols(struct joiner *j)
{
	size_t total = 1, text = 1, nuses = 0, nshared = 0;

	for (size_t k = 0; k < j->nparts; k++) {
		const struct part *p = &j->parts[k];
		total += p->nsymbols;
		for (uint32_t i = 1; i < p->nsymbols; i++) {
			text += strlen(name_of(p, i)) + 1;
			nuses += !is_local(&p->symbols[i]);
		}
	}
	for (unsigned i = 1; i < j->nsections; i++)
		text += strlen(j->sections[i].name) + 1;
	text += sizeof ".symtab" + sizeof ".strtab";
	j->symbols = arena_zarray(j->ar, total, sizeof *j->symbols);
	j->names = arena_zalloc(j->ar, text);
	struct use *uses = arena_zarray(j->ar, nuses + 1, sizeof *uses);
	struct shared *shared = arena_zarray(j->ar, nuses + 1, sizeof *shared);
	if (!j->symbols || !j->names || !uses || !shared)
		return false;
	if (text > UINT32_MAX)
		return join_bad(j, "the names of all symbols are too long");
	j->nsymbols = 1;
	j->names_bytes = 1;
	add_local_symbols(j);
	nuses = 0;
	for (uint32_t k = 0; k < j->nparts; k++)
		for (uint32_t i = 1; i < j->parts[k].nsymbols; i++)
			if (!is_local(&j->parts[k].symbols[i]))
				uses[nuses++] = (struct use){ name_of(&j->parts[k], i), k, i };
	qsort(uses, nuses, sizeof *uses, by_name);
	for (size_t i = 0, end; i < nuses; i = end) {
		for (end = i + 1; end < nuses && strcmp(uses[end].name, uses[i].name) == 0;)
			end++;
		if (!unite(j, &uses[i], end - i, &shared[nshared++]))
			return false;
	}
	qsort(shared, nshared, sizeof *shared, by_place);
	add_shared(j, shared, nshared, true);
	j->nlocal_symbols = j->nsymbols;
	add_shared(j, shared, nshared, false);
	/* all symbols of one name have the properties of the first one */
	for (size_t i = 0, end; i < nuses; i = end)
		for (end = i; end < nuses && strcmp(uses[end].name, uses[i].name) == 0; end++)
			j->parts[uses[end].part].symbol[uses[end].symbol] = j->parts[uses[i].part]
				.symbol[uses[i].symbol];
	return true;
}

