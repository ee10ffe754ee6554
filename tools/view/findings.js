/* findings.js -- the page of lateroot check --view: what the panel at the right says of a finding, of the function and
** of all. */
"use strict";

function place_of(x) {
	return x.file ? x.file + (x.line ? ":" + x.line + (x.column ? ":" + x.column : "") : "") : "";
}

/* The same without folders. */
function short_place(x) {
	return place_of({ ...x, file: x.file.replace(/.*\//, "") });
}

/* The line of source at a place, if it was read. */
function source_of(x) {
	const text = x.file && x.line ? source_text(x.file, x.line) : undefined;
	return text === undefined ? null : el("code.quoted", {}, text.trim());
}

/* What the source calls the values that a text names. */
function variables_in(m, text) {
	const names = [...new Set([...text.matchAll(TOKEN)].map(t => t[0]))].filter(t => variable_of(m, t));
	return names.map(t => el("p", {}, el("code", {}, t), " is ", el("i.variable", {}, m.variable.get(t))));
}

/* A link to a line of the function, which can be copied and gone back from. */
function line_link(f, line, label) {
	const to = finding_link(state.number, f) + "&line=" + (line + 1);
	return el("a.chip", { href: to, "data-line": line, "aria-label": label }, "line " + (line + 1));
}

function describe_finding(m, f) {
	const steps = f.steps.map((s, i) => {
		const l = f.place.steps[i],
			text = s.text || (s.role === "through" ? "a block without a name" : "(not printed)");
		return el(
			"li",
			{},
			el("span.role." + s.role, { "aria-hidden": "true" }, ROLE_MARK[s.role]),
			` ${s.role} `,
			l >= 0 ? line_link(f, l, `${s.role}, line ${l + 1}`) : null,
			l >= 0 ? code_of(text, 1000) : el("code", {}, text),
			place_of(s) ? el("div.dim", { title: place_of(s) }, short_place(s)) : null,
			source_of(s)
		);
	});
	return [
		el("h2", {}, verdict_badge(f.known ? "known" : f.verdict), " " + finding_key(f)),
		el("p", {}, f.message + "."),
		...variables_in(m, f.message),
		f.known ? el("p.dim", {}, `The baseline lists this ${f.verdict}.`) : null,
		INDEX.check.rules[f.rule] ? el("p.dim", {}, INDEX.check.rules[f.rule]) : null,
		place_of(f) ? el("p", { title: place_of(f) }, short_place(f)) : null,
		source_of(f),
		f.place.at >= 0
			? el("p", {}, "at ", line_link(f, f.place.at, `the finding, line ${f.place.at + 1}`))
			: el("p.dim", {}, "Its line is not known."),
		...(steps.length ? [el("h3", {}, "from the object to its use"), el("ol.steps", {}, ...steps)] : [])
	];
}

function describe_check() {
	const m = state.model,
		f = m && state.finding >= 0 ? m.check.findings[state.finding] : null,
		c = INDEX.check,
		parts = [];
	if (f) parts.push(...describe_finding(m, f));
	else if (m && state.name) {
		const l = state.view ? state.view.definition(state.name) : -1;
		parts.push(
			el("h2.mono", {}, state.name),
			l >= 0
				? el("p", {}, "defined in ", el("button.chip", { "data-line": l }, "line " + (l + 1)))
				: null
		);
	}
	if (m) {
		parts.push(el("h2.sub", {}, `${few(m.check.findings.length, "finding")} in ${m.name}`));
		if (m.check.findings.length)
			parts.push(
				el(
					"ul.findings",
					{},
					...m.check.findings.map((x, k) =>
						el(
							"li",
							{},
							el(
								"a",
								{
									href: finding_link(state.number, x),
									"aria-current": k === state.finding && "true"
								},
								VERDICT_MARK[x.known ? "known" : x.verdict] +
									" " +
									(x.known ? "known " : "") +
									x.verdict +
									" " +
									finding_key(x)
							),
							" " + x.message
						)
					)
				)
			);
	}
	const count = v => INDEX.functions.filter(x => x.verdict === v).length;
	parts.push(
		el("h2.sub", {}, few(INDEX.functions.length, "function")),
		el(
			"p",
			{},
			["hole", "unknown", "proven", "nothing"]
				.filter(count)
				.map(v => `${count(v)} ${VERDICT_WORDS[v]}`)
				.join(", ")
		),
		el("h3", {}, few(c.files.length, "file")),
		...c.files
			.slice(0, 200)
			.map(x => el("p", {}, x.error ? "not checked" : verdict_badge(x.verdict), " " + x.name)),
		...not_read(),
		el("p.dim", {}, `lateroot ${INDEX.version}, LLVM ${INDEX.llvm}`)
	);
	$("selection").replaceChildren(...parts.filter(p => p));
}

/* Replaces what the page asks of roots by what it asks of findings. */
function start_check() {
	for (const [id, choices] of [
		[
			"filter",
			[
				["all", "all"],
				["finding", "with findings"],
				["hole", "with holes"],
				["unknown", "unknown"],
				["proven", "proven"],
				["nothing", "nothing to prove"]
			]
		],
		[
			"order",
			[
				["worst", "worst first"],
				["module", "as in the module"],
				["name", "by name"]
			]
		]
	])
		$(id).replaceChildren(...choices.map(([value, text]) => el("option", { value }, text)));
	$("view").setAttribute("aria-label", "checked function");
	for (const row of document.querySelectorAll("#keys [data-only]")) row.hidden = row.dataset.only !== "check";
	document.title = "lateroot check";
}
