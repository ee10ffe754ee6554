/* check.js -- the page of `lateroot check --view`: a function's text, with each finding at its instruction. */
"use strict";

const CHECKED = INDEX.check !== undefined;
const VERDICT_MARK = { hole: "✗", unknown: "?", known: "≈", proven: "✓", nothing: "–" };
const VERDICT_WORDS = {
	hole: "with holes",
	unknown: "unknown",
	proven: "proven",
	nothing: "with nothing to prove"
};
const ROLE_MARK = { defined: "◆", safepoint: "●", through: "│", used: "▶" };
const ROLE_WORDS = {
	defined: "made here",
	safepoint: "a collection may happen here",
	through: "on the way",
	used: "needed here"
};
const BLOCK = /^(?:"[^"]*"|[-a-zA-Z$._0-9]+):/;

function finding_key(f) {
	return f.rule + "/" + f.ordinal;
}

/* The address of a finding in this page. */
function finding_link(number, f) {
	const p = new URLSearchParams({ f: INDEX.functions[number].name });
	if (INDEX.check.files.length > 1) p.set("file", INDEX.functions[number].file);
	p.set("n", finding_key(f));
	return "#" + p;
}

function verdict_badge(verdict) {
	return el("span.verdict." + verdict, {}, VERDICT_MARK[verdict] + " " + verdict);
}

/* Worst first: more holes, then more that is unknown, then the order of the module. */
function compare_verdicts(a, b) {
	const x = INDEX.functions[a],
		y = INDEX.functions[b],
		rank = ["hole", "unknown", "proven", "nothing"];
	return y.holes - x.holes || y.unknown - x.unknown || rank.indexOf(x.verdict) - rank.indexOf(y.verdict) || a - b;
}

class CheckView {
	constructor(box) {
		const m = (this.m = state.model);
		this.lines = m.lines(0);
		this.findings = m.check.findings;
		/* rows: a line, or below the line that it is about ~finding */
		this.rows = [];
		this.row_of = [];
		this.row_of_finding = [];
		const below = new Map();
		this.findings.forEach((f, k) => {
			const at = Math.max(f.place.at, 0);
			below.has(at) ? below.get(at).push(k) : below.set(at, [k]);
		});
		this.lines.forEach((_, i) => {
			this.row_of[i] = this.rows.length;
			this.rows.push(i);
			for (const k of below.get(i) || []) {
				this.row_of_finding[k] = this.rows.length;
				this.rows.push(~k);
			}
		});
		/* which findings have something to say of a line */
		this.roles = new Map();
		this.findings.forEach((f, k) =>
			f.steps.forEach((s, i) => {
				const l = f.place.steps[i];
				if (l >= 0)
					this.roles.has(l)
						? this.roles.get(l).push([k, s.role])
						: this.roles.set(l, [[k, s.role]]);
			})
		);
		this.path = new Set();
		box.append(
			el(
				"div.bar",
				{},
				...Object.keys(ROLE_MARK).flatMap(r => [
					el("span.role." + r, {}, ROLE_MARK[r]),
					r === "through" ? "on the way" : r
				])
			)
		);
		this.list = new VList(
			el("div", { tabindex: 0, role: "list", "aria-label": "text of the function, with findings" }),
			this.rows.length,
			r => this.row(r)
		);
		box.append(this.list.box);
		this.update();
		if (this.findings.length) this.list.show(this.row_of_finding[0], true);
	}
	/* The lines from the safepoint to the use, by way of the blocks that the finding names. */
	path_of(f) {
		const lines = new Set(),
			place = role => f.steps.findIndex(s => s.role === role);
		const from = f.place.steps[place("safepoint")],
			to = f.place.steps[place("used")];
		const block_end = l => {
			while (l < this.lines.length && !BLOCK.test(this.lines[l]) && this.lines[l] !== "}") l++;
			return l;
		};
		const block_start = l => {
			while (l > 1 && !BLOCK.test(this.lines[l])) l--;
			return l;
		};
		const add = (a, b) => {
			for (let l = a; l < b; l++) if (this.lines[l] !== "") lines.add(l);
		};
		if (!(from >= 0)) return lines;
		if (to > from && block_end(from) > to) {
			add(from, to + 1);
			return lines;
		}
		add(from, block_end(from));
		f.steps.forEach((s, i) => {
			const l = f.place.steps[i];
			if (s.role === "through" && l >= 0) add(l, block_end(l + 1));
		});
		if (to >= 0) add(block_start(to), to + 1);
		return lines;
	}
	row(r) {
		const i = this.rows[r];
		if (i < 0) {
			const f = this.findings[~i],
				verdict = f.known ? "known" : f.verdict;
			const text = `${f.known ? "known " : ""}${f.verdict}: ${f.message} [${finding_key(f)}]`;
			return el(
				"div.finding." + verdict + (state.finding === ~i ? ".hit" : ""),
				{ "data-row": r, "data-finding": ~i, role: "listitem", title: text },
				VERDICT_MARK[verdict] + " " + text
			);
		}
		const all = this.roles.get(i) || [],
			mine = all.filter(x => x[0] === state.finding),
			roles = [...new Set((mine.length ? mine : all).map(x => x[1]))];
		const gutter = el(
			"span.gutter" + (mine.length ? "" : ".faint"),
			{},
			...roles.map(x =>
				el(
					"span.role." + x,
					{ role: "img", "aria-label": x, title: ROLE_WORDS[x] },
					ROLE_MARK[x]
				)
			),
			!roles.length && this.path.has(i)
				? el(
						"span.role.through",
						{ role: "img", "aria-label": "on the way" },
						ROLE_MARK.through
					)
				: null
		);
		const classes =
			(mine.length ? ".hit" : this.path.has(i) ? ".path" : "") +
			(BLOCK.test(this.lines[i]) ? ".block" : "");
		return el(
			"div" + classes,
			{ "data-row": r, role: "listitem", title: this.lines[i].trim() },
			el("span.number", { "aria-hidden": "true" }, String(i + 1)),
			gutter,
			code_of(this.lines[i], 1000)
		);
	}
	update() {
		const f = this.findings[state.finding];
		this.path = f ? this.path_of(f) : new Set();
		this.list.draw();
	}
	show_finding(k) {
		this.list.show(this.row_of_finding[k], true);
	}
	show_line(l) {
		this.list.show(this.row_of[l], true);
	}
	/* The line that defines a name. */
	definition(name) {
		const l = this.lines.findIndex(
			s =>
				s.trimStart().startsWith(name + " = ") ||
				(BLOCK.test(s) && "%" + s.slice(0, s.indexOf(":")) === name)
		);
		return l >= 0 ? l : this.lines[0].includes(name) ? 0 : -1;
	}
	show() {}
	show_block() {}
	move(by) {
		this.list.move(by);
	}
	pick() {
		const i = this.rows[this.list.current],
			name = i >= 0 ? /^\s*(%(?:"[^"]*"|\S+)) = /.exec(this.lines[i]) : null;
		if (i < 0) select({ finding: ~i });
		else if (name) select({ name: name[1] });
	}
	/* "safepoint": the next line that some finding calls so; otherwise the next finding, or the next line with the
	** selected name. */
	seek(by, yes, what) {
		const is =
			what === "safepoint"
				? i => i >= 0 && (this.roles.get(i) || []).some(x => x[1] === what)
				: state.name
					? i =>
							i >= 0 &&
							[...this.lines[i].matchAll(TOKEN)].some(t =>
								state.names.has(t[0])
							)
					: i => i < 0;
		for (let r = this.list.current + by; r >= 0 && r < this.rows.length; r += by)
			if (is(this.rows[r])) {
				this.list.show(r, true);
				if (this.rows[r] < 0) select({ finding: ~this.rows[r] });
				return;
			}
	}
}

/* ---- the selection ---- */

function place_of(x) {
	return x.file ? x.file + (x.line ? ":" + x.line + (x.column ? ":" + x.column : "") : "") : "";
}

function describe_finding(f) {
	const steps = f.steps.map((s, i) => {
		const l = f.place.steps[i],
			text = s.text || (s.role === "through" ? "a block without a name" : "(not printed)");
		return el(
			"li",
			{},
			el("span.role." + s.role, { "aria-hidden": "true" }, ROLE_MARK[s.role]),
			` ${s.role} `,
			l >= 0
				? el(
						"button.chip",
						{ "data-line": l, "aria-label": `${s.role}, line ${l + 1}` },
						"line " + (l + 1)
					)
				: null,
			el("code", {}, text),
			place_of(s) ? el("div.dim", {}, place_of(s)) : null
		);
	});
	return [
		el("h2", {}, verdict_badge(f.known ? "known" : f.verdict), " " + finding_key(f)),
		el("p", {}, f.message + "."),
		f.known ? el("p.dim", {}, `The baseline lists this ${f.verdict}.`) : null,
		INDEX.check.rules[f.rule] ? el("p.dim", {}, INDEX.check.rules[f.rule]) : null,
		place_of(f) ? el("p", {}, place_of(f)) : null,
		f.place.at >= 0
			? el("p", {}, el("button", { "data-line": f.place.at }, "show it"))
			: el("p.dim", {}, "Its line is not known."),
		...(steps.length ? [el("h3", {}, "from the object to its use"), el("ol.steps", {}, ...steps)] : [])
	];
}

function describe_check() {
	const m = state.model,
		f = m && state.finding >= 0 ? m.check.findings[state.finding] : null,
		c = INDEX.check,
		parts = [];
	if (f) parts.push(...describe_finding(f));
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
		parts.push(el("h2.sub", {}, `findings of ${m.name}: ${m.check.findings.length}`));
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
