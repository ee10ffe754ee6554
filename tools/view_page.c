/* SPDX-License-Identifier: MIT */
/* view_page.c -- writes the collected data as JSON, or as a page that contains it.
**
** In the page each function is compressed by itself, and unpacked when it is first shown.  Until then ten thousand
** functions cost the browser only their names. */
#include <stdlib.h>
#include <string.h>

#include <llvm/Config/llvm-config.h>
#include <zlib.h>

#include "base/text.h"
#include "view.h"

static void
json(struct text *t, const char *s)
{
	text_json(t, s, strlen(s));
}

static void
about(const struct view *v, struct text *t)
{
	uint32_t version = lr_version();

	text_printf(t,
		"\"schema\":\"lateroot-view/1\",\"version\":\"%u.%u.%u\",\"llvm\":\"%s\",\"source\":", version >> 16,
		version >> 8 & 255, version & 255, LLVM_VERSION_STRING);
	json(t, v->source);
	text_string(t, ",\"profile\":");
	json(t, v->profile);
	text_string(t, ",\"pipeline\":");
	json(t, v->pipeline);
	text_string(t, ",\"passes\":[");
	for (uint32_t i = 0; i < v->npass; i++) {
		text_string(t, i ? "," : "");
		json(t, v->pass[i]);
	}
	text_string(t, "]");
}

/* False if memory is exhausted. */
static bool
function(const struct viewed *f, struct text *t, bool deltas)
{
	bool ok = true;

	text_string(t, "{\"name\":");
	json(t, f->name);
	text_string(t, ",\n\"explain\":");
	if (f->explain != NULL)
		text_add(t, f->explain, f->explain_bytes);
	else
		text_string(t, "null");
	text_string(t, ",\n\"ir\":[");
	for (uint32_t i = 0; i < f->nversion; i++) {
		text_printf(t, "%s\n{\"pass\":%u,\"%s\":", i ? "," : "", f->version[i].pass,
			i && deltas ? "delta" : "text");
		if (i > 0 && deltas)
			ok &= view_delta(t, f->version[i - 1].text, f->version[i].text);
		else
			json(t, f->version[i].text);
		text_string(t, "}");
	}
	text_string(t, "]");
	if (f->code != NULL) {
		text_string(t, ",\n\"code\":");
		text_string(t, f->code);
	}
	text_string(t, "}");
	return ok;
}

/* Writers write through a stream in memory; a `struct text` holds one item at a time, and starts empty. */

static struct text
begin(struct writer *w)
{
	arena_reset(&w->ar);
	return (struct text){ .ar = &w->ar };
}

static void
end(struct writer *w, const struct text *t)
{
	w->failed |= t->ar->failed || (t->n > 0 && fwrite(t->s, 1, t->n, w->to) != t->n);
}

static bool
open_writer(struct writer *w)
{
	*w = (struct writer){ 0 };
	arena_init(&w->ar, arena_from_libc, NULL);
	arena_init(&w->base64, arena_from_libc, NULL);
	w->to = open_memstream(&w->bytes, &w->size);
	return w->to != NULL;
}

static char *
close_writer(struct writer *w, size_t *bytes)
{
	w->failed |= fclose(w->to) != 0;
	arena_free(&w->ar);
	arena_free(&w->base64);
	*bytes = w->size;
	if (!w->failed)
		return w->bytes;
	free(w->bytes);
	return NULL;
}

char *
view_json(const struct view *v, size_t *bytes)
{
	struct writer w;

	if (!open_writer(&w))
		return NULL;
	struct text t = begin(&w);
	text_string(&t, "{");
	about(v, &t);
	text_string(&t, ",\n\"functions\":[");
	end(&w, &t);
	for (uint32_t i = 0; i < v->nfn && !w.failed; i++) {
		t = begin(&w);
		text_string(&t, i ? ",\n" : "\n");
		w.failed |= !function(&v->fn[i], &t, false);
		end(&w, &t);
	}
	fputs("]}\n", w.to);
	return close_writer(&w, bytes);
}

/* ---- the page ---- */

static void
base64(struct text *t, const unsigned char *s, size_t n)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char four[4];

	for (size_t i = 0; i < n; i += 3) {
		uint32_t x = (uint32_t)s[i] << 16 | (i + 1 < n ? (uint32_t)s[i + 1] << 8 : 0)
			| (i + 2 < n ? s[i + 2] : 0);
		for (int k = 0; k < 4; k++)
			four[k] = digit[x >> (18 - 6 * k) & 63];
		if (i + 2 >= n)
			four[3] = '=';
		if (i + 1 >= n)
			four[2] = '=';
		text_add(t, four, 4);
	}
}

/* Writes JSON inside of an HTML element, where it may not contain "<". */
static void
write_escaped(struct writer *w, const char *s)
{
	for (size_t n; *s != '\0'; s += n) {
		n = strcspn(s, "<");
		fwrite(s, 1, n, w->to);
		if (s[n] == '<') {
			fputs("\\u003c", w->to);
			n++;
		}
	}
}

/* Writes the page up to a mark like <!--CSS-->, which is skipped. */
static const char *
until(struct writer *w, const char *page, const char *mark)
{
	const char *at = strstr(page, mark);

	fwrite(page, 1, at ? (size_t)(at - page) : strlen(page), w->to);
	return at ? at + strlen(mark) : "";
}

bool
view_page_begin(struct writer *w, const char *index)
{
	if (!open_writer(w))
		return false;
	w->rest = until(w, (const char *)view_page_html, "<!--CSS-->");
	fprintf(w->to, "<style>\n%s</style>", (const char *)view_page_css);
	w->rest = until(w, w->rest, "<!--DATA-->");
	fputs("<script type=\"application/json\" id=\"index\">", w->to);
	write_escaped(w, index);
	fputs("</script>\n", w->to);
	return true;
}

bool
view_page_function(struct writer *w, const char *json)
{
	const size_t from = strlen(json);
	uLongf n = compressBound(from);
	unsigned char *bytes = malloc(n);
	bool ok = bytes != NULL && compress2(bytes, &n, (const unsigned char *)json, from, 6) == Z_OK;

	if (ok) {
		fprintf(w->to, "<script type=\"text/plain\" id=\"f%u\" data-bytes=\"%zu\">", w->n++, from);
		struct text t = { .ar = &w->base64 };
		arena_reset(t.ar);
		base64(&t, bytes, n);
		end(w, &t);
		fputs("</script>\n", w->to);
	}
	free(bytes);
	w->failed |= !ok;
	return !w->failed;
}

char *
view_page_end(struct writer *w, size_t *bytes)
{
	if (w->to == NULL)
		return NULL;
	const char *rest = until(w, w->rest, "<!--JS-->");
	fprintf(w->to, "<script>\n%s</script>", (const char *)view_page_js);
	fputs(rest, w->to);
	return close_writer(w, bytes);
}

char *
view_page_whole(const unsigned char *html, const unsigned char *css, const unsigned char *js, const char *json,
	size_t *bytes)
{
	struct writer w;

	if (!open_writer(&w))
		return NULL;
	const char *rest = until(&w, (const char *)html, "<!--CSS-->");
	fprintf(w.to, "<style>\n%s</style>", (const char *)css);
	rest = until(&w, rest, "<!--DATA-->");
	fputs("<script type=\"application/json\" id=\"index\">", w.to);
	write_escaped(&w, json);
	fputs("</script>\n", w.to);
	rest = until(&w, rest, "<!--JS-->");
	fprintf(w.to, "<script>\n%s</script>", (const char *)js);
	fputs(rest, w.to);
	return close_writer(&w, bytes);
}

/* Returns what the list at the left shows, with its numbers, so that no function must be unpacked for it. */
static const char *
index_of(const struct view *v, struct arena *ar)
{
	struct text t = { .ar = ar };

	text_string(&t, "{");
	about(v, &t);
	if (v->no_code != NULL) {
		text_string(&t, ",\"no_code\":");
		json(&t, v->no_code);
	}
	if (v->sources != NULL && v->sources->n > 0) {
		text_string(&t, ",\"sources\":");
		text_add(&t, v->sources->s, v->sources->n);
	}
	text_string(&t, ",\"functions\":[");
	for (uint32_t i = 0; i < v->nfn; i++) {
		const struct viewed *f = &v->fn[i];
		const char *stats = f->explain ? strstr(f->explain, "\n\"stats\":") : NULL,
			   *close = stats ? strchr(stats, '}') : NULL;
		text_printf(&t, "%s{\"name\":", i ? ",\n" : "\n");
		json(&t, f->name);
		if (close != NULL) {
			text_string(&t, ",");
			text_add(&t, stats + 1, (size_t)(close - stats));
		}
		text_string(&t, "}");
	}
	text_string(&t, "]}");
	return ar->failed ? NULL : t.s;
}

char *
view_html(const struct view *v, size_t *bytes)
{
	struct writer w = { 0 };
	struct arena ar;

	arena_init(&ar, arena_from_libc, NULL);
	const char *index = index_of(v, &ar);
	bool ok = index != NULL && view_page_begin(&w, index);
	for (uint32_t i = 0; i < v->nfn && ok; i++) {
		struct text t = begin(&w);
		ok = function(&v->fn[i], &t, true) && !w.ar.failed && view_page_function(&w, t.s);
	}
	arena_free(&ar);
	w.failed |= !ok;
	return view_page_end(&w, bytes);
}
