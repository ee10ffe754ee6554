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
const ROLE_NAME = { defined: "defined", safepoint: "safepoint", through: "on the way", used: "used" };
const DEBUG_RECORD = /^\s+#dbg_/;
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
		/* rows: a line, or below the line that it is about ~finding, or above it SOURCE_ROW + line */
		this.rows = [];
		this.row_of = [];
		this.row_of_finding = [];
		const below = new Map();
		this.findings.forEach((f, k) => {
			const at = Math.max(f.place.at, 0);
			below.has(at) ? below.get(at).push(k) : below.set(at, [k]);
		});
		this.source = new Map();
		let file = "";
		for (const [line, number, name] of m.check.source || []) {
			file = name === undefined ? file : name;
			this.source.set(line, { file, number });
		}
		this.lines.forEach((text, i) => {
			if (state.source && this.source.has(i)) this.rows.push(SOURCE_ROW + i);
			this.row_of[i] = this.rows.length;
			if (!(state.fold && DEBUG_RECORD.test(text))) this.rows.push(i);
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
				toggle("source", "source lines (l)", !this.source.size),
				toggle("fold", "metadata folded (m)"),
				...this.roles_shown().map(r =>
					el("span.key-role", {}, el("span.role." + r, {}, ROLE_MARK[r]), ROLE_NAME[r])
				)
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
	/* Those of which some row has the mark. */
	roles_shown() {
		const roles = new Set([...this.roles.values()].flat().map(x => x[1]));
		if (this.findings.some(f => [...this.path_of(f)].some(l => !this.roles.has(l)))) roles.add("through");
		return Object.keys(ROLE_MARK).filter(r => roles.has(r));
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
	source_row(r, line) {
		const { file, number } = this.source.get(line),
			text = source_text(file, number);
		return el(
			"div.source",
			{ "data-row": r, role: "listitem", title: `${file}:${number}` },
			el("span.number", {}, ""),
			el("span.line", {}, String(number)),
			" " + (text === undefined ? file : text)
		);
	}
	row(r) {
		const i = this.rows[r];
		if (i >= SOURCE_ROW) return this.source_row(r, i - SOURCE_ROW);
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
			code_of(this.lines[i].replace(/ +; preds/, "   ; preds"), 1000)
		);
	}
	update() {
		const f = this.findings[state.finding];
		this.path = f ? this.path_of(f) : new Set();
		this.list.draw();
	}
	text(r) {
		const i = this.rows[r];
		return i < 0
			? this.findings[~i].message
			: i < SOURCE_ROW
				? this.lines[i]
				: this.source_row(r, i - SOURCE_ROW).textContent;
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
			name = i >= 0 && i < SOURCE_ROW ? DEFINES.exec(this.lines[i]) : null;
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
							i < SOURCE_ROW &&
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
