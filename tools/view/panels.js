/* panels.js -- the frame, the values and why they are rooted or not, the IR from pass to pass. */
"use strict";

const WHY_WORDS = {
	slot: "rooted",
	pinned: "pinned",
	same: "is another",
	refined: "refined",
	permanent: "permanent",
	covered: "covered",
	kept: "kept",
	"callee-rooted": "callee-rooted",
	"not-live": "not live",
	"no-safepoint": "no safepoint",
	array: "in an array"
};

function why_badge(why) {
	return el("span.why." + why, {}, WHY_WORDS[why] || why);
}

function chip(v) {
	const m = state.model;
	return v < 0
		? el("span.dim", {}, v === ROOTED ? "rooted by others " : "permanent ")
		: el("button.chip.mono" + (v === state.value ? ".hit" : ""), { "data-value": v }, m.values[v].name);
}

function chips(list) {
	const few = list.slice(0, 40).map(chip);
	return list.length > 40 ? few.concat(` and ${list.length - 40} more`) : few;
}

/* ---- the frame ---- */

class FrameView {
	constructor(box) {
		this.box = el("div.scroll", { tabindex: 0, role: "group", "aria-label": "frame" });
		box.append(this.box);
		this.update();
	}
	update() {
		const m = state.model,
			f = m.frame;
		if (!f) {
			this.box.replaceChildren(
				el(
					"p.empty",
					{},
					m.e.gcstack
						? "No frame: " +
								(m.stats.safepoints
									? "no value needs a root of its own."
									: "nothing in this function can collect.")
						: "Nothing is rooted in this function."
				)
			);
			return;
		}
		const row = (offset, words, what, more, mark) =>
			el(
				"tr",
				{},
				el("td.num", {}, "+" + offset),
				el("td.num", {}, words),
				el("td" + (mark ? ".hit" : ""), {}, what),
				el("td", {}, ...more)
			);
		const rows =
			m.e.abi !== "gcframe"
				? [row(0, f.header, "header", ["as the ABI has it: roots count from behind it"])]
				: [
						row(0, 1, "header", [
							el("code", {}, `${f.roots} << 2 = ${f.roots * 4}`),
							" number of roots"
						]),
						row(f.word, 1, "previous frame", ["what the head of the chain was"])
					];
		const users = Array.from({ length: Math.min(f.slots, 400) }, () => new Set()),
			stores = users.map(() => 0);
		for (const s of m.stores) if (s.slot < users.length) (users[s.slot].add(s.value), stores[s.slot]++);
		users.forEach((u, i) =>
			rows.push(
				row(
					(f.header + i) * f.word,
					1,
					el(
						"span.v",
						{ "data-slot": i },
						`slot ${i}` + (i < f.dedicated ? " (dedicated)" : "")
					),
					[
						...chips([...u]),
						el("span.dim", {}, ` ${stores[i]} store${stores[i] === 1 ? "" : "s"}`)
					],
					state.slot === i || (state.value >= 0 && u.has(state.value))
				)
			)
		);
		if (f.slots > users.length)
			rows.push(row((f.header + users.length) * f.word, f.slots - users.length, "more slots", []));
		for (const v of f.variables.slice(0, 100))
			rows.push(
				row(
					(f.header + v.slot) * f.word,
					v.words,
					v.kind === "variable" ? "stack variable" : "shadow of stores into",
					[
						el(
							"span.v.mono" + (state.names.has(v.name) ? ".on" : ""),
							{ "data-name": v.name },
							v.name
						)
					]
				)
			);
		const where = i =>
			el("button.chip.mono", { "data-inst": i }, m.insts[i] ? m.block_name(m.block_of[i]) : "?");
		this.box.replaceChildren(
			el(
				"p",
				{},
				`${f.bytes} bytes, aligned to ${f.align}: ${few(f.header, "header word")} and ` +
					few(f.roots, "root"),
				el("span.dim", {}, ` (ABI ${m.e.abi})`)
			),
			el(
				"p",
				{},
				`${few(f.slots, "slot")} for values, of which at most ${m.stats.max_live} are needed ` +
					`at once; ${f.needing} of ${few(m.stats.safepoints, "safepoint")} need some.`
			),
			el(
				"p",
				{},
				"Pushed ",
				...(f.push.length
					? ["in ", ...f.push.slice(0, 50).map(where)]
					: ["at the top of the function"]),
				"; popped in ",
				...(f.pop.length ? f.pop.slice(0, 50).map(where) : ["no block"]),
				"."
			),
			f.at_entry_because
				? el(
						"p",
						{},
						"At the top although the first block does not need it: " +
							f.at_entry_because +
							"."
					)
				: "",
			el(
				"table",
				{},
				el(
					"tr",
					{},
					el("th", {}, "offset"),
					el("th", {}, "words"),
					el("th", {}, "what"),
					el("th", {}, "holds")
				),
				...rows
			)
		);
	}
	show() {}
	show_block() {}
	move() {}
	pick() {}
	seek() {}
}

/* ---- values ---- */

class ValuesView {
	constructor(box) {
		const m = (this.m = state.model);
		/* what comes down to no value of its own has reasons, too: arguments, and what is reached from them */
		this.all = m.values.map((v, i) => ({ value: i, name: v.name, why: v.why, reason: v.reason }));
		for (const a of m.args)
			if (a.is && a.is.every(v => v < 0))
				this.all.push({
					value: -1,
					name: a.name,
					why: "argument",
					reason: a.is[0] === ROOTED ? "argument: rooted by the caller" : "permanent"
				});
		m.insts.forEach((inst, i) => {
			if (inst.note)
				this.all.push({
					value: -1,
					name: m.name_of[i] || "?",
					why: "others",
					reason: inst.note
				});
		});
		const counts = new Map();
		for (const r of this.all) counts.set(r.why, (counts.get(r.why) || 0) + 1);
		const pick = el(
			"select",
			{ "aria-label": "which values", onchange: () => this.filter(pick.value) },
			el("option", { value: "" }, `all ${this.all.length}`),
			...[...counts].map(([w, n]) => el("option", { value: w }, `${WHY_WORDS[w] || w}: ${n}`))
		);
		box.append(el("div.bar", {}, "Tracked values: ", pick));
		const head = el(
			"div.head.vrow.vals",
			{},
			...["value", "why", "slots", "reason"].map(t => el("b", {}, t))
		);
		head.style.height = head.style.lineHeight = "26px";
		this.shown = this.all;
		this.list = new VList(el("div", { tabindex: 0, "aria-label": "values" }), 0, r => this.row(r), head);
		box.append(this.list.box);
		this.list.resize(this.shown.length);
	}
	filter(why) {
		this.shown = why ? this.all.filter(r => r.why === why) : this.all;
		this.list.resize(this.shown.length);
	}
	row(r) {
		const x = this.shown[r],
			slots = x.value >= 0 ? [...this.m.slots_of[x.value]] : [];
		return el(
			"div.vals" +
				((x.value >= 0 && x.value === state.value) || state.names.has(x.name) ? ".hit" : ""),
			{ "data-row": r },
			el(
				"span.v",
				x.value >= 0 ? { "data-value": x.value } : { "data-name": x.name },
				x.name,
				variable_of(this.m, x.name) ? el("i.variable", {}, variable_of(this.m, x.name)) : ""
			),
			why_badge(x.why),
			el("span", {}, slots.slice(0, 8).join(" ")),
			el("span", { title: x.reason }, x.reason)
		);
	}
	text(r) {
		return this.shown[r].name + " " + this.shown[r].reason;
	}
	update() {
		this.list.draw();
	}
	show() {
		this.list.show(
			this.shown.findIndex(x => x.value >= 0 && x.value === state.value),
			true
		);
	}
	show_block() {}
	move(by) {
		this.list.move(by);
	}
	pick() {
		const x = this.shown[this.list.current];
		if (x) select(x.value >= 0 ? { value: x.value } : { name: x.name });
	}
	seek() {}
}

/* ---- passes ---- */

/* As in style.css: there is no room for two columns of code. */
const NARROW = matchMedia("(max-width: 820px)");

/* Rows of pairs as rows of one column: of a pair that differs, first what went, then what came. */
function in_one_column(rows) {
	return rows.flatMap(row => {
		const [x, y, changes] = row;
		return changes ? [[x, null, changes], [null, y, changes]] : [row];
	});
}

class IrView {
	constructor(box) {
		const m = (this.m = state.model);
		const choice = (label, at, then) => {
			const s = el(
				"select",
				{ "aria-label": label, onchange: () => then(Number(s.value)) },
				...m.ir.map((v, i) =>
					el(
						"option",
						{ value: i },
						v.pass === 0
							? "as it came in"
							: `after ${v.pass} ${INDEX.passes[v.pass]}`
					)
				)
			);
			s.value = at;
			return s;
		};
		if (!m.ir.length) {
			box.append(el("p.empty", {}, "No IR."));
			return;
		}
		const root = m.ir.findIndex(v => INDEX.passes[v.pass].startsWith("LateLowerGCFrame"));
		this.right =
			state.right !== undefined && state.right < m.ir.length
				? state.right
				: root > 0
					? root
					: m.ir.length - 1;
		this.left =
			state.left !== undefined && state.left < m.ir.length ? state.left : Math.max(0, this.right - 1);
		this.figures = el("span");
		const l = choice("before", this.left, x => {
			state.left = this.left = x;
			this.fill();
			remember();
		});
		const r = choice("after", this.right, x => {
			state.right = this.right = x;
			this.fill();
			remember();
		});
		const step = by => () => {
			const to = this.right + by;
			if (to < 1 || to >= m.ir.length) return;
			state.right = this.right = to;
			state.left = this.left = to - 1;
			l.value = this.left;
			r.value = this.right;
			this.fill();
			remember();
		};
		box.append(
			el(
				"div.bar",
				{},
				l,
				"→",
				r,
				el("button", { onclick: step(-1), title: "pass before" }, "◀"),
				el("button", { onclick: step(1), title: "pass after" }, "▶"),
				this.figures,
				toggle("fold", "metadata folded (m)"),
				el(
					"span",
					{ title: "lines in which only numbers of values differ are not marked" },
					"passes that changed nothing are left out"
				)
			)
		);
		this.list = new VList(el("div", { tabindex: 0, "aria-label": "IR before and after" }), 0, i =>
			this.row(i)
		);
		box.append(this.list.box);
		this.fill();
	}
	fill() {
		const m = this.m;
		const shown = lines => (state.fold ? lines.filter(l => !/^\s+#dbg_/.test(l)) : lines);
		this.a = shown(m.lines(this.left));
		this.b = shown(m.lines(this.right));
		this.names = [m.names_in(this.left), m.names_in(this.right)];
		this.rows = pair_changes(diff(plain(this.a), plain(this.b)), this.a, this.b);
		const changed = this.rows.filter(r => r[2]).length;
		const gone = this.rows.filter(r => r[1] === null).length,
			come = this.rows.filter(r => r[0] === null).length;
		this.figures.textContent = `−${gone} +${come} lines` + (changed ? `, ${changed} changed` : "");
		this.narrow = NARROW.matches;
		if (this.narrow) this.rows = in_one_column(this.rows);
		NARROW.onchange = () => this.fill();
		this.list.resize(this.rows.length);
	}
	row(i) {
		const [x, y, changes] = this.rows[i],
			one = x === null || y === null || changes;
		const cell = (lines, line, cls, names, parts) =>
			line === null
				? el("div")
				: el(
						"div" + (one ? cls : ""),
						{ title: lines[line].trim() },
						code_of(lines[line].replace(/ +; preds.*/, ""), 1000, names, parts)
					);
		const before = () => cell(this.a, x, ".del", this.names[0], changes && changes[0]),
			after = () => cell(this.b, y, ".add", this.names[1], changes && changes[1]);
		if (this.narrow) return el("div.diff.one", { "data-row": i }, y === null ? before() : after());
		return el("div.diff" + (changes ? ".both" : ""), { "data-row": i }, before(), after());
	}
	text(r) {
		const [x, y] = this.rows[r];
		return (x === null ? "" : this.a[x]) + "\n" + (y === null ? "" : this.b[y]);
	}
	update() {
		if (this.list) this.list.draw();
	}
	/* The first row from i on that the selection is in. */
	find(i, by) {
		const is_in = (lines, line, names) =>
			line !== null && [...lines[line].matchAll(TOKEN)].some(t => state.names.has(names(t[0])));
		for (let r = i; r >= 0 && r < this.rows.length; r += by)
			if (
				is_in(this.a, this.rows[r][0], this.names[0]) ||
				is_in(this.b, this.rows[r][1], this.names[1])
			)
				return r;
		return -1;
	}
	show() {
		if (this.list) this.list.show(this.find(0, 1), true);
	}
	show_block() {}
	move(by) {
		if (this.list) this.list.move(by);
	}
	pick() {}
	seek(by) {
		if (this.list) this.list.show(this.find(this.list.current + by, by), true);
	}
}
