/* SPDX-License-Identifier: MIT */
/* check_sarif.c -- the report of `lateroot check` as SARIF 2.1.0, with what readers of it need beyond the standard:
** each rule has a text for those who have to act, and each result a line.
**
** Places of source code come from debug locations.  Without any, a result is at the function in a module that is text,
** or at the first line of one that is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "view.h"

enum { FIXED_PATH = 4096 };
/* The folder that relative paths are relative to, by the name that readers know. */
#define BASE "%SRCROOT%"

/* `text` is a sentence; `help` says what to do. */
static const struct { const char *id, *name, *text, *help; } rules[] = {
	{ "root", "MissingRoot", "An object is needed behind a safepoint, and no root holds it there.",
		"Store the object into a root of the frame before the safepoint, and keep it there up to the use." },
	{ "no-frame", "NoFrame",
		"The function has nothing to root objects with; whether its callers do is not known.",
		"Give the function access to the GC stack, or root its arguments in all callers." },
	{ "unplaced", "RootsNotPlaced",
		"Nothing was placed in the module: it has a GC stack, and no function has a frame.",
		"Run `lateroot opt`, or the passes of the front end that place roots, and check what they leave." },
	{ "frame", "BrokenFrame",
		"The frame is malformed, pushed twice, not pushed where it must be, or not popped.",
		"Push the frame once before the first safepoint that needs it, and pop it on every way out." },
	{ "map", "FalseMap", "The mapped frame says something false of the variables that it describes.",
		"Describe every reference of the variables that the frame maps, and nothing else." },
	{ "anchor", "BrokenAnchor",
		"Control leaves for code that no table describes, and no complete anchor is linked.",
		"Link an anchor with all of its words before the call, and restore the head of the chain behind it." },
	{ "stale-slot", "StaleSlot",
		"A slot is shown that may hold what it kept over a safepoint without the frame.",
		"Store the slot again, or make it null, before the frame is pushed." },
	{ "unwritten-slot", "UnwrittenSlot",
		"The collector sees a slot before anything was stored there, or an object it has freed.",
		"Make the slots of the frame null before it is pushed." },
	{ "variable", "LostVariable", "A variable that lies in the frame is overwritten while it may be read.",
		"Do not let a slot and a variable share words of the frame while both are needed." },
	{ "memory", "UnrootedMemory", "A reference in stack memory is not rooted, or a number is taken for one.",
		"List or map the stack memory wherever it holds a reference that is needed, and only then." },
	{ "copy", "StaleCopy",
		"A number or plain pointer that was read out of a root is used behind a safepoint.",
		"Read the root again behind the safepoint." },
	{ "moved", "MovedObject", "An object may have moved, and was not read again behind the safepoint.",
		"Read the root again behind the safepoint." },
	{ "interior", "InteriorRoot", "A root gets the address of a part of an object.",
		"Store the address of the object into the root, and compute the part again where it is needed." },
	{ "array", "MisplacedArgument", "An argument of a boxed call is not where its callee finds it.",
		"Store the argument into its word of the array right before the call." },
	{ "leaf", "FalseLeaf", "A function that is inferred never to collect calls one that may.",
		"Infer again which functions never collect, after all calls are in place." },
	{ "undefined", "UndefinedReference", "An undefined reference is returned, stored or passed.",
		"Give the reference a value, or null, on every path." },
	{ "relocation", "MissingRelocation", "A pointer is used behind a statepoint that does not relocate it.",
		"List the pointer at the statepoint, and use the result of its gc.relocate behind it." },
	{ "pair", "WrongPair", "A relocation does not fit its statepoint or its base.",
		"Relocate a pointer together with the base of its own object." },
	{ "plain-call", "PlainCall",
		"A reference is used behind a call that may collect and is no statepoint.",
		"Make the call a statepoint, or say that the callee never collects (\"gc-leaf-function\")." },
	{ "origin", "UnknownOrigin",
		"A plain pointer that may be a reference is used behind a safepoint and is in no root.",
		"Root it, or say in the profile what it is: a reference, or with unmarked_pointers = plain none." },
	{ "twice", "ReturnsTwice", "A call may return twice, and references are plain pointers.",
		"Call it in a function of its own that holds no references." },
	{ "more", "MoreFindings", "The function may have more findings than are listed.",
		"Mend what is listed, and check again." },
	{ "plain-pointer", "PlainPointers", "No address space says which pointers are references.",
		"Check the module before its address spaces are removed." },
	{ "linked-frame", "UnreadableFrame", "A frame that stores link cannot be read.",
		"Check the module before its frames are lowered, or link the frame in one of the documented forms." },
	{ "gcroot", "UnreadGcroot", "The roots of llvm.gcroot are not read.",
		"Run AdoptGCRoots and a placement first." },
	{ "kind", "OtherKind", "The function is of another kind than was asked for.",
		"Leave out --kind, or check such functions by themselves." },
	{ "limit", "BeyondLimit", "The function is beyond a limit of the proof.",
		"Split the function, or let the front end use fewer values at once." },
};
enum { RULES = sizeof rules / sizeof *rules };

json_t *
check_rules(void)
{
	json_t *list = json_object();

	for (size_t i = 0; i < RULES; i++)
		json_object_set_new(list, rules[i].id, json_string(rules[i].text));
	return list;
}

static const char *
string_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static json_int_t
number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* ---- rules ---- */

static json_t *
descriptor(const char *id, const char *name, const char *text, const char *help)
{
	json_t *rule = json_pack("{s:s, s:s, s:{s:s}, s:{s:o}, s:{s:s}, s:{s:s}, s:{s:[s, s], s:s}}", "id", id, "name",
		name, "shortDescription", "text", text, "fullDescription", "text", json_sprintf("%s  %s", text, help),
		"help", "text", help,
		"defaultConfiguration", "level", "error", "properties", "tags", "correctness", "garbage-collection",
		"precision", "high");

#ifdef LATEROOT_DOC_URL
	json_object_set_new(rule, "helpUri", json_string(LATEROOT_DOC_URL "checking.md#rules"));
#endif
	return rule;
}

/* Returns the number of a rule; one that has no text yet is added to the list. */
static size_t
rule_index(json_t *list, const char *id)
{
	size_t i = 0;
	json_t *rule;

	for (; (rule = json_array_get(list, i)) != NULL; i++)
		if (strcmp(string_of(rule, "id"), id) == 0)
			return i;
	json_array_append_new(list, descriptor(id, id, "The message says what is wrong.", "See docs/checking.md."));
	return i;
}

/* ---- places ---- */

/* Text of the input for people, with `end` behind it. */
static json_t *
plain(const char *s, const char *end)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (f == NULL)
		return NULL;
	put_text(f, s);
	fputs(end, f);
	json_t *string = fclose(f) == 0 ? json_string(text) : NULL;
	free(text);
	return string;
}

/* Puts the parts of a path behind `to`, which ends with no '/', and takes parts back for "..". */
static char *
append_path(char *from, char *to, const char *path)
{
	while (*path != '\0') {
		const size_t n = strcspn(path, "/");
		if (n == 2 && path[0] == '.' && path[1] == '.') {
			while (to > from && *--to != '/')
				;
		} else if (n > 0 && !(n == 1 && path[0] == '.')) {
			*to++ = '/';
			memcpy(to, path, n);
			to += n;
		}
		path += n + (path[n] == '/');
	}
	*to = '\0';
	return to;
}

/* The absolute path of a file in a directory, which may be NULL: the working directory. */
static char *
absolute_path(const char *here, const char *directory, const char *path)
{
	if (directory == NULL || *path == '/')
		directory = "";
	char *text = malloc(strlen(here) + strlen(directory) + strlen(path) + 4), *to = text;

	if (text == NULL)
		return NULL;
	*text = '\0';
	if (*path != '/' && *directory != '/')
		to = append_path(text, to, here);
	to = append_path(text, to, directory);
	append_path(text, to, path);
	return text;
}

/* Returns a path as a URI reference that is relative to the working directory, if it lies below it. */
static json_t *
artifact(const char *given, const char *directory)
{
	static const char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
	char here[FIXED_PATH];
	const size_t n = getcwd(here, sizeof here) != NULL ? strlen(here) : 0;
	char *whole = n > 0 ? absolute_path(here, directory, given) : strdup(given);
	const char *path = whole;
	char *text = whole != NULL ? malloc(3 * strlen(path) + sizeof "file://") : NULL, *to = text;

	if (text == NULL) {
		free(whole);
		return NULL;
	}
	if (n > 1 && strncmp(path, here, n) == 0 && path[n] == '/')
		path += n + 1 + strspn(path + n + 1, "/");
	while (strncmp(path, "./", 2) == 0)
		path += 2 + strspn(path + 2, "/");
	const bool absolute = *path == '/';
	if (absolute)
		to += sprintf(to, "file://");
	for (const char *p = path; *p != '\0'; p++)
		if (strchr(unreserved, *p) != NULL)
			*to++ = *p;
		else
			to += sprintf(to, "%%%02X", (unsigned)(unsigned char)*p);
	*to = '\0';
	json_t *place = absolute ? json_pack("{s:s}", "uri", text) : json_pack("{s:s, s:s}", "uri", text, "uriBaseId",
		BASE);
	free(text);
	free(whole);
	return place;
}

/* A module: its path, and the lines of its functions if it is text; these are read when they are asked for first. */
struct input { const char *path; json_t *lines; };

static void
read_lines(struct input *in)
{
	struct bytes b;
	struct stat st;

	in->lines = json_object();
	if (stat(in->path, &st) != 0 || !S_ISREG(st.st_mode) || access(in->path, R_OK) != 0
		|| !read_input(in->path, &b)) /* a pipe cannot be read again */
		return;
	json_int_t line = 1;
	const char *text = b.data, *end = text + b.size, *next;
	if (b.size > 0 && memchr(text, '\0', b.size) != NULL)
		end = text; /* bitcode */
	for (const char *s = text; s < end; s = next, line++) {
		next = memchr(s, '\n', (size_t)(end - s));
		next = next != NULL ? next + 1 : end;
		char *name = end - s > 7 && strncmp(s, "define ", 7) == 0 ? view_defined_name(s, next) : NULL;
		json_t *key = name != NULL ? json_name(name) : NULL;
		if (key != NULL)
			json_object_set_new(in->lines, json_string_value(key), json_integer(line));
		json_decref(key);
		free(name);
	}
	free(b.data);
}

/* `at` has a file, or is in the module; then it is at the function. */
static json_t *
location(const json_t *at, struct input *in, const char *function, json_t *message)
{
	const char *file = string_of(at, "file");
	json_int_t line = number_of(at, "line");

	if (file == NULL) {
		if (in->lines == NULL)
			read_lines(in);
		line = json_integer_value(json_object_get(in->lines, function));
	}
	json_t *region = json_pack("{s:I}", "startLine", line > 0 ? line : (json_int_t)1);
	if (file != NULL && line > 0 && number_of(at, "column") > 0)
		json_object_set_new(region, "startColumn", json_integer(number_of(at, "column")));
	json_t *where = json_pack("{s:{s:o, s:o}, s:[{s:o, s:s}]}", "physicalLocation", "artifactLocation",
		artifact(file != NULL ? file : in->path, file != NULL ? string_of(at, "directory") : NULL), "region",
		region, "logicalLocations", "fullyQualifiedName", plain(function, ""), "kind", "function");
	if (message != NULL)
		json_object_set_new(where, "message", json_pack("{s:o}", "text", message));
	return where;
}

static json_t *
code_flow(const json_t *finding, struct input *in)
{
	json_t *locations = json_array(), *step;

	for (size_t i = 0; (step = json_array_get(json_object_get(finding, "steps"), i)) != NULL; i++) {
		const char *text = string_of(step, "text"), *role = string_of(step, "role");
		json_t *message = json_sprintf("%s%s%s", role, text != NULL ? ": " : "", text != NULL ? text : "");
		json_array_append_new(locations, json_pack("{s:o, s:I, s:s}", "location",
			location(step, in, string_of(finding, "function"), plain(json_string_value(message), "")),
			"executionOrder", (json_int_t)i + 1, "importance",
			strcmp(role, "through") == 0 ? "important" : "essential"));
		json_decref(message);
	}
	return json_pack("[{s:[{s:o}]}]", "threadFlows", "locations", locations);
}

static json_t *
result_of(const json_t *finding, json_t *list, struct input *in, bool baseline)
{
	const char *rule = string_of(finding, "rule"), *function = string_of(finding, "function");
	json_t *key = json_sprintf("%s/%s/%lld", function, rule, (long long)number_of(finding, "ordinal"));
	json_t *r = json_pack("{s:s, s:I, s:s, s:{s:o}, s:[o], s:{s:o}}", "ruleId", rule, "ruleIndex",
		(json_int_t)rule_index(list, rule), "level",
		strcmp(string_of(finding, "verdict"), "hole") == 0 ? "error" : "warning", "message", "text",
		plain(string_of(finding, "message"), "."), "locations",
		location(finding, in, function, NULL), "partialFingerprints", "lateroot/v1", key);

	if (json_array_size(json_object_get(finding, "steps")) > 0)
		json_object_set_new(r, "codeFlows", code_flow(finding, in));
	if (baseline)
		json_object_set_new(r, "baselineState",
			json_string(json_is_true(json_object_get(finding, "known")) ? "unchanged" : "new"));
	return r;
}

/* ---- the log ---- */

static json_t *
driver_of(json_t *list)
{
	char version[48];
	uint32_t v = lr_version();

	snprintf(version, sizeof version, "%u.%u.%u", v >> 16, v >> 8 & 255, v & 255);
	json_t *driver = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "name", "lateroot", "fullName", "lateroot check",
		"version", version, "semanticVersion", version, "language", "en", "rules", list);
#ifdef LATEROOT_DOC_URL
	json_object_set_new(driver, "informationUri", json_string(LATEROOT_DOC_URL "checking.md"));
#endif
	return driver;
}

json_t *
check_sarif(const json_t *report, int status)
{
	json_t *results = json_array(), *list = json_array(), *artifacts = json_array(), *failures = json_array();
	json_t *file, *finding;
	const bool baseline = json_is_true(json_object_get(report, "baseline"));

	for (size_t i = 0; i < RULES; i++)
		json_array_append_new(list, descriptor(rules[i].id, rules[i].name, rules[i].text, rules[i].help));
	for (size_t i = 0; (file = json_array_get(json_object_get(report, "files"), i)) != NULL; i++) {
		struct input in = { string_of(file, "file"), NULL };
		json_array_append_new(artifacts, json_pack("{s:o, s:[s]}", "location", artifact(in.path, NULL), "roles",
			"analysisTarget"));
		if (json_is_true(json_object_get(file, "error")))
			json_array_append_new(failures, json_pack("{s:s, s:{s:s}, s:[{s:{s:o}}]}", "level", "error",
				"message", "text", "The module was not checked.", "locations", "physicalLocation",
				"artifactLocation", artifact(in.path, NULL)));
		for (size_t k = 0; (finding = json_array_get(json_object_get(file, "findings"), k)) != NULL; k++)
			json_array_append_new(results, result_of(finding, list, &in, baseline));
		json_decref(in.lines);
	}
	const bool executed = json_array_size(failures) == 0;
	json_t *invocation = json_pack("{s:b, s:i, s:o}", "executionSuccessful", executed, "exitCode", status,
		"toolExecutionNotifications", failures);
	return json_pack("{s:s, s:s, s:[{s:{s:o}, s:[o], s:{s:{s:{s:s}}}, s:{s:s}, s:o, s:o, s:s}]}", "$schema",
		"https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool", "driver",
		driver_of(list), "invocations", invocation, "originalUriBaseIds", BASE, "description", "text",
		"The folder in which lateroot check was run.", "automationDetails", "id", "lateroot-check/",
		"artifacts", artifacts, "results", results, "columnKind", "utf16CodeUnits");
}
