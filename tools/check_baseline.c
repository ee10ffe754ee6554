/* SPDX-License-Identifier: MIT */
/* check_baseline.c -- known findings: the baseline of `lateroot check`.
**
** A finding is known by its function, its rule, and its number among those of the rule in the function.  Lines, value
** names and other functions may change.  That a function may have more findings than are listed is never known,
** nor that nothing was placed in the module. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Makes "function", NUL, "rule", NUL, "ordinal" as a key without NULs: the parts as JSON. */
static char *
key_of(const json_t *finding)
{
	json_t *key = json_pack("[O, O, O]", json_object_get(finding, "function"), json_object_get(finding, "rule"),
		json_object_get(finding, "ordinal"));
	char *text = key != NULL ? json_dumps(key, JSON_COMPACT) : NULL;

	json_decref(key);
	return text;
}

/* Calls back for each finding of all files, until that returns false. */
static bool
each_finding(const json_t *report, bool (*visit)(json_t *finding, void *user), void *user)
{
	size_t i, k;
	json_t *file, *finding;

	for (i = 0; (file = json_array_get(json_object_get(report, "files"), i)) != NULL; i++)
		for (k = 0; (finding = json_array_get(json_object_get(file, "findings"), k)) != NULL; k++)
			if (!visit(finding, user))
				return false;
	return true;
}

/* Is it about findings that are not listed? */
static bool
is_more(const json_t *finding)
{
	const char *rule = json_string_value(json_object_get(finding, "rule"));

	return rule != NULL && (strcmp(rule, "more") == 0 || strcmp(rule, "unplaced") == 0);
}

static bool
mark(json_t *finding, void *known)
{
	char *key = key_of(finding);
	bool ok = key != NULL;

	if (ok && !is_more(finding) && json_object_get(known, key) != NULL)
		json_object_set_new(finding, "known", json_true());
	free(key);
	return ok;
}

bool
check_baseline_apply(json_t *report, const char *path)
{
	struct bytes b;
	json_error_t error;
	size_t i;
	json_t *finding, *known = json_object();

	if (!read_input(path, &b)) {
		json_decref(known);
		return false;
	}
	json_t *baseline = json_loadb(b.data, b.size, 0, &error), *list = json_object_get(baseline, "findings");
	free(b.data);
	if (!json_is_array(list)) {
		say_error("%s: %s", path, baseline != NULL ? "no baseline: it has no findings" : error.text);
		json_decref(baseline);
		json_decref(known);
		return false;
	}
	bool ok = known != NULL;
	if (json_integer_value(json_object_get(baseline, "version")) != 1) {
		say_error("%s: a baseline of another version; 1 is read", path);
		ok = false;
	}
	for (i = 0; (finding = json_array_get(list, i)) != NULL; i++) {
		char *key = key_of(finding);
		if (key == NULL) {
			say_error("%s: finding %zu has no function, rule or ordinal", path, i + 1);
			ok = false;
			break;
		}
		json_object_set_new(known, key, json_true());
		free(key);
	}
	ok = ok && each_finding(report, mark, known);
	json_decref(baseline);
	json_decref(known);
	return ok;
}

static bool
list(json_t *finding, void *to)
{
	if (is_more(finding))
		return true;
	return json_array_append_new(to, json_pack("{s:O, s:O, s:O, s:O}", "function",
		json_object_get(finding, "function"), "rule", json_object_get(finding, "rule"), "ordinal",
		json_object_get(finding, "ordinal"), "verdict", json_object_get(finding, "verdict"))) == 0;
}

bool
check_baseline_write(const json_t *report, const char *path)
{
	json_t *findings = json_array();
	json_t *root = json_pack("{s:I, s:o}", "version", (json_int_t)1, "findings", findings);
	char *text = root != NULL && each_finding(report, list, findings) ? json_dumps(root, JSON_INDENT(1)) : NULL;
	bool ok = text != NULL;

	if (!ok)
		say_error("out of memory");
	else {
		size_t n = strlen(text);
		text[n] = '\n'; /* replaces the NUL */
		ok = write_output(path, text, n + 1);
	}
	free(text);
	json_decref(root);
	return ok;
}

static lr_verdict
verdict_of(const json_t *object)
{
	const char *name = json_string_value(json_object_get(object, "verdict"));

	for (int v = LR_NOTHING_TO_PROVE; v <= LR_HOLE; v++)
		if (strcmp(name, lr_verdict_name((lr_verdict)v)) == 0)
			return (lr_verdict)v;
	return LR_UNKNOWN;
}

lr_verdict
check_count(json_t *report)
{
	size_t i, k;
	json_t *file, *part;
	lr_verdict all = LR_NOTHING_TO_PROVE;
	json_int_t fresh = 0;
	bool all_known = false;

	for (i = 0; (file = json_array_get(json_object_get(report, "files"), i)) != NULL; i++) {
		lr_verdict v = LR_NOTHING_TO_PROVE, worst;
		bool known = false;
		for (k = 0; (part = json_array_get(json_object_get(file, "functions"), k)) != NULL; k++) {
			worst = verdict_of(part);
			v = worst == LR_PROVEN && v < worst ? worst : v;
		}
		for (k = 0; (part = json_array_get(json_object_get(file, "findings"), k)) != NULL; k++) {
			if (json_is_true(json_object_get(part, "known"))) {
				known = true;
				continue;
			}
			worst = verdict_of(part);
			v = worst > v ? worst : v;
			fresh++;
		}
		known &= v <= LR_PROVEN;
		all_known |= known;
		json_object_set_new(file, "verdict", json_string(known ? "known" : lr_verdict_name(v)));
		all = v > all ? v : all;
	}
	json_object_set_new(report, "verdict",
		json_string(all <= LR_PROVEN && all_known ? "known" : lr_verdict_name(all)));
	json_object_set_new(report, "new", json_integer(fresh));
	return all;
}
