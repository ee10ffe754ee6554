/* walk_verify.c -- a second walker, for LR_WALK_VERIFY: it goes along the same stack in another way, and says
** beforehand which slot comes next.
**
** The first walker follows anchors and frame pointers, and looks frames up in caches and sorted tables.  This one
** unwinds the whole stack by call frame information, code of any kind included, from the first place that is known on;
** wherever it comes to code with tables it reads them from their beginning to their end, by itself; and it compares
** what anchors say with where it is.  So it finds frames that no anchor leads to.  Where nothing is known of how to
** unwind, it goes on from the next anchor.  It shares only the list of images with the first, and the rules of the
** chain with nobody. */
#include "runtime/walk/walk_verify.h"

#include <string.h>

#include "runtime/walk/cfi.h"
#include "runtime/walk/code_registry.h"

enum { HELD = LR_ROOT_FIXED | LR_ROOT_DEEP };

/* ---- what a frame has ---- */

/* Numbers of a description; whoever reads behind its end gets none. */
static uint64_t
number(struct second *s)
{
	uint64_t n = 0;
	unsigned shift = 0;

	while (s->at < s->end) {
		const uint8_t byte = *s->at++;
		n |= shift < 63 ? (uint64_t)(byte & 0x7f) << shift : 0;
		shift += 7;
		if (byte < 0x80)
			return n;
	}
	s->wrong = true;
	return 0;
}

static int64_t
signed_number(uint64_t n)
{
	return (n & 1) != 0 ? -(int64_t)((n + 1) / 2) : (int64_t)(n / 2);
}

static uint8_t
byte(struct second *s)
{
	if (s->at < s->end)
		return *s->at++;
	s->wrong = true;
	return 0;
}

/* The next thing of a list at `position`: how far it is, and the other half of its byte. */
static uint64_t
next_thing(struct second *s, struct second_list *l)
{
	uint8_t b = byte(s);

	if (b % 16 == 15) {
		l->base = (char *)s->frame.fp;
		l->position = signed_number(number(s));
		b = byte(s);
	}
	l->position += b / 16 == 15 ? 15 + (int64_t)number(s) : b / 16;
	return b % 16 == 14 ? 14 + number(s) : b % 16;
}

/* A list begins. */
static void
begin_list(struct second *s)
{
	s->now = (struct second_list){ .base = (char *)s->frame.sp };
}

/* Root number `n` of the frame: all lists are read up to there. */
static void **
root_number(const struct second *s, uint64_t n)
{
	struct second copy = *s;

	copy.at = s->roots_at;
	for (int k = 0; k < 3; k++) {
		begin_list(&copy);
		for (uint64_t i = 0; i < s->count[k] && !copy.wrong; i++) {
			const uint64_t words = next_thing(&copy, &copy.now) + 1;
			if (n < words)
				return (void **)(void *)(copy.now.base + 8 * copy.now.position) + n;
			n -= words;
			copy.now.position += (int64_t)words + 1;
		}
	}
	return NULL;
}

/* The description of the call that returns to where the frame goes on.  False: there is none. */
static bool
open_statepoint(struct second *s, const struct code_image *image)
{
	const uint8_t *t = (const uint8_t *)image->sites;
	uint32_t header[6], first, end, at = 0;
	const uint64_t offset = s->frame.pc - image->begin;
	bool found = false;

	memcpy(header, t, sizeof header);
	const uint32_t nblocks = header[3] / 65536 + 1, nsites = header[4], width = header[5];
	const uint8_t *blocks = t + sizeof header, *low = blocks + 4 * ((size_t)nblocks + 1),
		      *what = low + 2 * (size_t)nsites;
	for (uint32_t block = 0; block < nblocks; block++) {
		memcpy(&first, blocks + 4 * (size_t)block, 4);
		memcpy(&end, blocks + 4 * ((size_t)block + 1), 4);
		for (uint32_t i = first; i < end && i < nsites && block == offset / 65536; i++)
			if ((uint64_t)(low[2 * (size_t)i] + 256 * low[2 * (size_t)i + 1]) == offset % 65536) {
				found = true;
				for (uint32_t k = 0; k < width; k++)
					at += (uint32_t)what[(size_t)i * width + k] << 8 * k;
			}
	}
	if (!found)
		return false;
	s->at = what + (size_t)nsites * width + at;
	s->end = t + header[1];
	const uint8_t head = byte(s);
	s->count[0] = head / 16 == 15 ? 15 + number(s) : head / 16;
	for (int k = 1; k <= 3; k++)
		s->count[k] = head & 1 << (k - 1) ? number(s) : 0;
	s->roots_at = s->at;
	/* behind the roots are the derived pointers, which come first */
	if (s->count[3] > 0) {
		for (int k = 0; k < 3; k++) {
			begin_list(s);
			for (uint64_t i = 0; i < s->count[k] && !s->wrong; i++)
				s->now.position += (int64_t)next_thing(s, &s->now) + 2;
		}
		s->list = SECOND_DERIVED;
		s->left = s->count[3];
		begin_list(s);
	} else {
		s->list = 0;
		s->left = s->count[0];
		begin_list(s);
	}
	return true;
}

/* The pieces of the function that the frame is of, the last one first. */
static bool
open_framemap(struct second *s, const struct code_image *image)
{
	const uintptr_t pc = s->exact ? s->frame.pc : s->frame.pc - 1;
	uintptr_t best = 0;

	s->piece = s->first_piece = NULL;
	for (uint32_t i = 0; i < image->count; i++) {
		const struct framemap_entry *e = &image->entries[i];
		const uintptr_t start = (uintptr_t)((const char *)e + e->start);
		if (start > pc)
			break;
		if (start != best || (e->slots & 0xfff) == 0xfff || (i > 0 && (e[-1].slots & 0xfff) == 0xfff))
			s->first_piece = e;
		best = start;
		s->piece = e + 1;
	}
	if (s->piece == NULL || (s->piece[-1].slots & 0xfff) == 0xfff)
		return false;
	s->list = SECOND_PIECES;
	return true;
}

/* The next reference words of a mapped frame that lie side by side; false: there are no more.  The second walker reads
** maps byte by byte. */
static bool
next_mapped(struct second *s)
{
	struct second_mapped *m = &s->mapped;

	while (m->left > 0 && !s->wrong) {
		const uint32_t *map = (const uint32_t *)(uintptr_t)m->block[0];
		if (m->element >= m->block[2]) {
			m->block += 3;
			m->left--;
			m->element = 0;
			continue;
		}
		if (m->run == map[1]) {
			m->run = 0;
			m->element++;
			continue;
		}
		const uint8_t *b = (const uint8_t *)(map + 2) + 8 * m->run;
		const uint64_t at = b[0] + 256u * b[1] + 65536u * (b[2] % 16u), n = b[2] / 16u + 16u * b[3],
			kind = b[7] / 16u;
		const uint64_t stride = b[4] + 256u * (b[5] % 16u),
			times = b[5] / 16u + 16u * b[6] + 4096u * (b[7] % 16u);
		s->wrong = n == 0 || times == 0 || kind > 2 || at + n > map[0] || map[1] > map[0];
		if (m->again == times) {
			m->again = 0;
			m->run++;
			continue;
		}
		s->next = (void **)(uintptr_t)m->block[1] + m->element * map[0] + at + m->again * stride;
		s->run = n;
		s->flags = m->moving && kind < 2 ? (uint32_t)kind : HELD;
		m->again++;
		return !s->wrong;
	}
	return false;
}

/* The next slot of the frame at hand; false: it has no more. */
static bool
next_slot(struct second *s, struct second_slot *slot)
{
	static const uint32_t of_list[] = { 0, LR_ROOT_FIXED, HELD }, of_piece[] = { HELD, 0, LR_ROOT_FIXED, HELD };

	for (;;) {
		if (s->run > 0) {
			s->run--;
			*slot = (struct second_slot){ s->indirect ? *(void ***)(void *)s->next : s->next, NULL,
				s->flags };
			s->next++;
			if (s->fixed_from > 0) { /* a frame of the chain: what stays comes last */
				const uint64_t i = s->index++;
				slot->flags = i >= s->deep_from ? HELD : i >= s->fixed_from - 1 ? LR_ROOT_FIXED : 0;
			}
			return true;
		}
		if (s->list == SECOND_MAPPED) {
			if (!next_mapped(s))
				return false;
		} else if (s->list == SECOND_PIECES && s->piece > s->first_piece) {
			const uint32_t e = (--s->piece)->slots;
			s->next = (void **)s->frame.fp - (e >> 14);
			s->run = e & 0xfff;
			s->flags = of_piece[e >> 12 & 3];
		} else if (s->list == SECOND_DERIVED && s->left > 0 && !s->wrong) {
			s->left--;
			s->root += signed_number(next_thing(s, &s->now));
			*slot = (struct second_slot){ (void **)(void *)(s->now.base + 8 * s->now.position),
				root_number(s, (uint64_t)s->root), 0 };
			s->now.position++;
			if (s->left == 0) {
				s->list = 0;
				s->at = s->roots_at;
				s->left = s->count[0];
				begin_list(s);
			}
			return !s->wrong;
		} else if (s->list >= 0 && s->list < 3 && !s->wrong) {
			if (s->left == 0) {
				s->list++;
				if (s->list < 3)
					s->left = s->count[s->list];
				begin_list(s);
				continue;
			}
			s->left--;
			s->flags = of_list[s->list];
			s->run = next_thing(s, &s->now) + 1;
			s->next = (void **)(void *)(s->now.base + 8 * s->now.position);
			s->now.position += (int64_t)s->run + 1;
		} else {
			return false;
		}
	}
}

/* ---- from frame to frame ---- */

/* To the caller, past a frame that has tables or is of other code. */
static void
step(struct second *s, bool managed)
{
	struct cfi_frame by_rules = s->frame;
	const enum cfi_answer answer = s->exact || s->frame.sp == 0 ? CFI_UNKNOWN : cfi_step(&by_rules);

	if (managed) {
		const uintptr_t *fp = (const uintptr_t *)s->frame.fp;
		const struct cfi_frame by_fp = { fp[1], (uintptr_t)(fp + 2), fp[0] };
		/* such code keeps its frame pointer, and what unwinds it must say so, too */
		s->wrong |= answer == CFI_STEP
			&& (by_rules.pc != by_fp.pc || by_rules.sp != by_fp.sp || by_rules.fp != by_fp.fp);
		s->frame = by_fp;
		s->exact = false;
		return;
	}
	s->lost = answer != CFI_STEP;
	s->frame = by_rules;
}

/* Where an anchor leads. */
static void
follow(const struct lr_frame *anchor, struct cfi_frame *to, bool *exact)
{
	const uintptr_t *w = (const uintptr_t *)(const void *)anchor, *fp = (const uintptr_t *)w[LR_ANCHOR_FP_WORD];

	const uintptr_t pc = w[0] >> LR_FRAME_NROOTS_SHIFT;

	*exact = pc != LR_ANCHOR_IN_BETWEEN && pc != LR_ANCHOR_AT_CALL;
	*to = *exact ? (struct cfi_frame){ pc, 0, (uintptr_t)fp }
		: pc == LR_ANCHOR_AT_CALL ? (struct cfi_frame){ ((const uintptr_t *)w[LR_ANCHOR_SP_WORD])[-1],
		w[LR_ANCHOR_SP_WORD], (uintptr_t)fp }
		: (struct cfi_frame){ fp[1], (uintptr_t)(fp + 2), fp[0] };
}

/* A frame of the chain. */
static void
open_chained(struct second *s, struct lr_frame *f)
{
	const uint64_t word = f->nroots, n = word & LR_FRAME_MOVING ? word >> 2 & ((1u << 26) - 1) : word >> 2;
	const uint64_t fixed = word & LR_FRAME_MOVING ? word >> 29 & 0x1ffff : 0,
		deep = word & LR_FRAME_MOVING ? word >> 46 : n;

	if (word & UINT64_C(0x8000000)) {
		const uint64_t *words = (const uint64_t *)(const void *)f;
		s->list = SECOND_MAPPED;
		s->mapped = (struct second_mapped){ .block = words + 2,
			.left = word >> 2 & 0x1ffffff, .moving = word & UINT64_C(0x10000000) };
		return;
	}
	s->list = SECOND_PLAIN;
	s->next = (void **)(void *)(f + 1);
	s->run = n;
	s->indirect = word & 1;
	s->index = 0;
	s->deep_from = n - deep;
	s->fixed_from = n - deep - fixed + 1;
}

/* The next link of a chain; NULL: there is none, or none that can be, or it has been met (one is kept, for twice as
** long each time). */
static void *
next_link(struct second_link *l, const void *link, void *next, uintptr_t align)
{
	if (link == l->kept || (uintptr_t)next < LR_SMALL_VALUE_LIMIT || (uintptr_t)next % align != 0
		|| (uintptr_t)next >> 47 != 0)
		return NULL;
	if (l->left-- == 0) {
		l->kept = link;
		l->left = l->distance = 2 * l->distance + 1;
	}
	return next;
}

/* The frame where the stack goes on. */
static bool
open_by_table(struct second *s, const struct code_image *image)
{
	const struct cfi_frame at = s->frame;

	s->where = (const void *)at.pc;
	if (at.fp <= s->reached || at.fp < 4096 || at.fp % 8 != 0 || at.fp >> 47 != 0) {
		s->wrong = true;
		return false;
	}
	s->reached = at.fp;
	s->wrong |= image->sites != NULL ? !open_statepoint(s, image) : !open_framemap(s, image);
	s->root = 0;
	s->passing = true;
	return !s->wrong;
}

/* The next frame; false: there is none. */
static bool
next_frame(struct second *s)
{
	struct code_image image;

	for (;;) {
		bool by_table = !s->lost && image_of(s->exact ? s->frame.pc : s->frame.pc - 1, &image);
		s->indirect = false;
		s->fixed_from = 0;
		s->run = 0;
		if (by_table && s->at_once)
			return open_by_table(s, &image);
		s->at_once = false;
		for (; !s->lost && !by_table; by_table = !s->lost && image_of(s->frame.pc - 1, &image))
			step(s, false);
		const uintptr_t none = UINTPTR_MAX, chained = s->chain != NULL ? (uintptr_t)s->chain : none;
		const uintptr_t entry = s->entries != NULL ? (uintptr_t)s->entries : none;
		if (by_table && s->frame.fp < chained && s->frame.fp < entry)
			return open_by_table(s, &image);
		if (chained == none && entry == none)
			return false;
		if (entry < chained) {
			struct lr_stack_entry *e = s->entries;
			s->entries = next_link(&s->links[1], e, e->next, sizeof(void *));
			s->where = e;
			s->list = SECOND_PLAIN;
			s->next = e->roots;
			s->run = (uint64_t)e->map->nroots;
			s->flags = HELD;
			return true;
		}
		struct lr_frame *f = s->chain;
		s->chain = next_link(&s->links[0], f, f->prev, LR_FRAME_ALIGN_BYTES);
		s->where = f;
		if ((f->nroots & LR_FRAME_ANCHOR) == 0) {
			open_chained(s, f);
			return true;
		}
		struct cfi_frame to;
		bool exact;
		follow(f, &to, &exact);
		if (to.fp <= s->reached)
			continue;
		/* unwinding would pass it, or stops before it */
		if (!s->lost && (s->frame.fp != to.fp || (!exact && (s->frame.pc != to.pc || s->frame.sp != to.sp)))) {
			s->wrong = true;
			return false;
		}
		if (s->lost) {
			s->frame = to;
			s->exact = exact;
			s->lost = false;
		}
		s->at_once = true;
	}
}

/* The next slot of the stack that holds a reference, or a derived pointer; false: there is none, or something is
** wrong. */
static bool
next_of_stack(struct second *s, struct second_slot *slot)
{
	for (;;) {
		while (s->open && next_slot(s, slot)) {
			if (slot->slot == NULL || (slot->base == NULL && (uintptr_t)*slot->slot < LR_SMALL_VALUE_LIMIT))
				continue;
			return !s->wrong;
		}
		if (s->wrong)
			return false;
		if (s->open && s->passing) {
			step(s, true);
			s->passing = false;
			s->at_once = true;
		}
		s->open = next_frame(s);
		if (!s->open)
			return false;
	}
}

/* ---- beside the first walker ---- */

static int
disagree(struct verify *v)
{
	const struct lr_visitor *of = v->of;

	v->failed = true;
	if (of->bad != NULL)
		of->bad(of->user, LR_RT_E_FRAME_VERIFY, v->second.where);
	return LR_RT_E_FRAME_VERIFY;
}

/* 0: the second walker has the same. */
static int
expect(struct verify *v, void **slot, void *const *base, uint32_t flags)
{
	struct second_slot want;

	if (!next_of_stack(&v->second, &want) || want.slot != slot || want.base != base
		|| (base == NULL && want.flags != flags))
		return disagree(v);
	return 0;
}

/* No more is to come of this stack. */
static int
expect_end(struct verify *v)
{
	struct second_slot more;

	return v->begun && !v->failed && !v->stopped && (next_of_stack(&v->second, &more) || v->second.wrong)
		? disagree(v) : 0;
}

static int
answer_of(struct verify *v, int answer)
{
	v->stopped |= answer != 0;
	return answer;
}

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	struct verify *v = user;

	if (site->kind == LR_ROOT_FRAME && expect(v, slot, NULL, site->flags) != 0)
		return LR_RT_E_FRAME_VERIFY;
	return v->of->root != NULL ? answer_of(v, v->of->root(v->of->user, slot, site)) : 0;
}

static int
on_roots(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	struct verify *v = user;

	for (size_t i = 0; i < n && site->kind == LR_ROOT_FRAME; i++)
		for (size_t k = 0; k < runs[i].n; k++)
			if ((uintptr_t)runs[i].slots[k] >= LR_SMALL_VALUE_LIMIT
				&& expect(v, &runs[i].slots[k], NULL, site->flags) != 0)
				return LR_RT_E_FRAME_VERIFY;
	return answer_of(v, v->of->roots(v->of->user, runs, n, site));
}

static int
on_derived(void *user, void **slot, void *const *base, const struct lr_root_site *site)
{
	struct verify *v = user;

	if (expect(v, slot, base, 0) != 0)
		return LR_RT_E_FRAME_VERIFY;
	return v->of->derived != NULL ? answer_of(v, v->of->derived(v->of->user, slot, base, site)) : 0;
}

static int
on_frame(void *user, const struct lr_frame_info *info)
{
	struct verify *v = user;
	int answer = v->of->frame(v->of->user, info);

	return answer == LR_WALK_SKIP_FRAME ? 0 : answer_of(v, answer);
}

static void
begin_stack(struct verify *v, struct lr_frame *chain, struct lr_stack_entry *entries, const struct origin *o)
{
	v->second = (struct second){ .chain = chain,
		.entries = entries, .lost = o->pc == 0, .frame = { o->pc, o->sp, o->fp }, .exact = o->exact,
		.at_once = true };
	v->begun = true;
}

static int
on_task(void *user, const lr_task *task)
{
	struct verify *v = user;
	const struct task *t = (const struct task *)(const void *)task;
	const struct thread *own = (const struct thread *)(const void *)t->pub.ptls;
	const bool runs = own->pub.current_task == &t->pub;
	struct origin o = { .pc = runs ? __atomic_load_n(&own->origin.pc, __ATOMIC_ACQUIRE) : 0 };

	if (o.pc != 0)
		o = (struct origin){ o.pc, own->origin.fp, own->origin.sp, own->origin.exact };
	else if (runs && own == thread_self_tls)
		o = (struct origin){ v->here[1], v->here[0], (uintptr_t)(v->here + 2), false };
	if (expect_end(v) != 0)
		return LR_RT_E_FRAME_VERIFY;
	begin_stack(v, t->pub.gcstack, runs ? *own->root_chain : t->root_chain, &o);
	return v->of->task != NULL ? answer_of(v, v->of->task(v->of->user, task)) : 0;
}

static void
on_bad(void *user, int code, const void *address)
{
	const struct lr_visitor *of = ((struct verify *)user)->of;

	if (of->bad != NULL)
		of->bad(of->user, code, address);
}

const struct lr_visitor *
verify_begin(struct verify *v, const struct lr_visitor *of, struct lr_frame *newest, const void *here)
{
	*v = (struct verify){ .of = of,
		.here = here, .first = { .struct_size = sizeof v->first,
			.root = on_root, .roots = of->roots != NULL ? on_roots : NULL, .derived = on_derived,
			.frame = of->frame != NULL ? on_frame : NULL, .task = on_task, .bad = on_bad, .user = v } };
	if (newest != NULL)
		begin_stack(v, newest, NULL, &(struct origin){ 0 });
	return &v->first;
}

int64_t
verify_end(struct verify *v, int64_t result)
{
	const int end = result >= 0 ? expect_end(v) : 0;

	return end != 0 ? end : result;
}
