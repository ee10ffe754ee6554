/* panels.js -- the frame, the values and why they are rooted or not, the IR from pass to pass, and what is selected. */
"use strict";

const WHY_WORDS = {
	"slot": "rooted", "pinned": "pinned", "same": "is another", "refined": "refined", "permanent": "permanent", "covered": "covered",
	"kept": "kept", "callee-rooted": "callee-rooted", "not-live": "not live", "no-safepoint": "no safepoint", "array": "in an array"
};

function why_badge(why) { return el("span.why." + why, {}, WHY_WORDS[why] || why); }

function chip(v) {
	const m = state.model;
	return v < 0 ? el("span.dim", {}, v === ROOTED ? "rooted by others " : "permanent ")
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
		const m = state.model, f = m.frame;
		if (!f) {
			this.box.replaceChildren(el("p.empty", {}, m.e.gcstack ? "No frame: " + (m.stats.safepoints ? "no value needs a root of this function's own." : "nothing in this function can collect.")
				: "Nothing is rooted in this function."));
			return;
		}
		const row = (offset, words, what, more, mark) => el("tr", {}, el("td.num", {}, "+" + offset), el("td.num", {}, words), el("td" + (mark ? ".hit" : ""), {}, what), el("td", {}, ...more));
		const rows = m.e.abi !== "gcframe" ? [row(0, f.header, "header", ["as the ABI has it: roots count from behind it"])]
			: [row(0, 1, "header", [el("code", {}, `${f.roots} << 2 = ${f.roots * 4}`), " number of roots"]), row(f.word, 1, "previous frame", ["what the head of the chain was"])];
		const users = Array.from({ length: Math.min(f.slots, 400) }, () => new Set()), stores = users.map(() => 0);
		for (const s of m.stores)
			if (s.slot < users.length)
				users[s.slot].add(s.value), stores[s.slot]++;
		users.forEach((u, i) => rows.push(row((f.header + i) * f.word, 1, el("span.v", { "data-slot": i }, `slot ${i}` + (i < f.dedicated ? " (dedicated)" : "")),
			[...chips([...u]), el("span.dim", {}, ` ${stores[i]} store${stores[i] === 1 ? "" : "s"}`)], state.slot === i || (state.value >= 0 && u.has(state.value)))));
		if (f.slots > users.length)
			rows.push(row((f.header + users.length) * f.word, f.slots - users.length, "more slots", []));
		for (const v of f.variables.slice(0, 100))
			rows.push(row((f.header + v.slot) * f.word, v.words, v.kind === "variable" ? "stack variable" : "shadow of stores into",
				[el("span.v.mono" + (state.names.has(v.name) ? ".on" : ""), { "data-name": v.name }, v.name)]));
		const where = i => el("button.chip.mono", { "data-inst": i }, m.insts[i] ? m.blocks[m.block_of[i]].name || "entry" : "?");
		this.box.replaceChildren(
			el("p", {}, `${f.bytes} bytes, aligned to ${f.align}: ${f.header} header words and ${few(f.roots, "root")}`, el("span.dim", {}, ` (ABI ${m.e.abi})`)),
			el("p", {}, `${few(f.slots, "slot")} for values, of which at most ${m.stats.max_live} are needed at once; ${f.needing} of ${m.stats.safepoints} safepoints need some.`),
			el("p", {}, "Pushed ", ...(f.push.length ? ["in ", ...f.push.slice(0, 50).map(where)] : ["at the top of the function"]), "; popped in ", ...(f.pop.length ? f.pop.slice(0, 50).map(where) : ["no block"]), "."),
			f.at_entry_because ? el("p", {}, "At the top although the first block does not need it: " + f.at_entry_because + ".") : "",
			el("table", {}, el("tr", {}, el("th", {}, "offset"), el("th", {}, "words"), el("th", {}, "what"), el("th", {}, "holds")), ...rows));
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
		const m = this.m = state.model;
		/* what comes down to no value of its own has reasons, too: arguments, and what is reached from them */
		this.all = m.values.map((v, i) => ({ value: i, name: v.name, why: v.why, reason: v.reason }));
		for (const a of m.args)
			if (a.is && a.is.every(v => v < 0))
				this.all.push({ value: -1, name: a.name, why: "argument", reason: a.is[0] === ROOTED ? "argument: rooted by the caller" : "permanent" });
		m.insts.forEach((inst, i) => {
			if (inst.note)
				this.all.push({ value: -1, name: m.name_of[i] || "?", why: "others", reason: inst.note });
		});
		const counts = new Map();
		for (const r of this.all)
			counts.set(r.why, (counts.get(r.why) || 0) + 1);
		const pick = el("select", { "aria-label": "which values", onchange: () => this.filter(pick.value) }, el("option", { value: "" }, `all ${this.all.length}`),
			...[...counts].map(([w, n]) => el("option", { value: w }, `${WHY_WORDS[w] || w}: ${n}`)));
		box.append(el("div.bar", {}, "Tracked values: ", pick));
		const head = el("div.head.vrow.vals", {}, ...["value", "why", "slots", "reason"].map(t => el("b", {}, t)));
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
		const x = this.shown[r], slots = x.value >= 0 ? [...this.m.slots_of[x.value]] : [];
		return el("div.vals" + ((x.value >= 0 && x.value === state.value) || state.names.has(x.name) ? ".hit" : ""), { "data-row": r },
			el("span.v", x.value >= 0 ? { "data-value": x.value } : { "data-name": x.name }, x.name, variable_of(this.m, x.name) ? el("i.variable", {}, variable_of(this.m, x.name)) : ""), why_badge(x.why), el("span", {}, slots.slice(0, 8).join(" ")),
			el("span", { title: x.reason }, x.reason));
	}
	text(r) { return this.shown[r].name + " " + this.shown[r].reason; }
	update() { this.list.draw(); }
	show() { this.list.show(this.shown.findIndex(x => x.value >= 0 && x.value === state.value), true); }
	show_block() {}
	move(by) { this.list.move(by); }
	pick() {
		const x = this.shown[this.list.current];
		if (x)
			select(x.value >= 0 ? { value: x.value } : { name: x.name });
	}
	seek() {}
}

/* ---- passes ---- */

class IrView {
	constructor(box) {
		const m = this.m = state.model;
		const choice = (label, at, then) => {
			const s = el("select", { "aria-label": label, onchange: () => then(Number(s.value)) },
				...m.ir.map((v, i) => el("option", { value: i }, v.pass === 0 ? "as it came in" : `after ${v.pass} ${INDEX.passes[v.pass]}`)));
			s.value = at;
			return s;
		};
		if (!m.ir.length) {
			box.append(el("p.empty", {}, "No IR."));
			return;
		}
		const root = m.ir.findIndex(v => INDEX.passes[v.pass].startsWith("LateLowerGCFrame"));
		this.right = state.right !== undefined && state.right < m.ir.length ? state.right : root > 0 ? root : m.ir.length - 1;
		this.left = state.left !== undefined && state.left < m.ir.length ? state.left : Math.max(0, this.right - 1);
		this.figures = el("span");
		const l = choice("before", this.left, x => { state.left = this.left = x; this.fill(); remember(); });
		const r = choice("after", this.right, x => { state.right = this.right = x; this.fill(); remember(); });
		const step = by => () => {
			const to = this.right + by;
			if (to < 1 || to >= m.ir.length)
				return;
			state.right = this.right = to, state.left = this.left = to - 1;
			l.value = this.left, r.value = this.right;
			this.fill();
			remember();
		};
		box.append(el("div.bar", {}, l, "→", r, el("button", { onclick: step(-1), title: "pass before" }, "◀"), el("button", { onclick: step(1), title: "pass after" }, "▶"),
			this.figures, toggle("fold", "metadata folded (m)"),
			el("span", { title: "lines in which only numbers of values differ are not marked" }, "passes that changed nothing are left out")));
		this.list = new VList(el("div", { tabindex: 0, "aria-label": "IR before and after" }), 0, i => this.row(i));
		box.append(this.list.box);
		this.fill();
	}
	fill() {
		const m = this.m;
		const shown = lines => state.fold ? lines.filter(l => !/^\s+#dbg_/.test(l)) : lines;
		this.a = shown(m.lines(this.left)), this.b = shown(m.lines(this.right));
		this.names = [m.names_in(this.left), m.names_in(this.right)];
		this.rows = pair_changes(diff(plain(this.a), plain(this.b)), this.a, this.b);
		const changed = this.rows.filter(r => r[2]).length;
		this.figures.textContent = `−${this.rows.filter(r => r[1] === null).length} +${this.rows.filter(r => r[0] === null).length} lines` + (changed ? `, ${changed} changed` : "");
		this.list.resize(this.rows.length);
	}
	row(i) {
		const [x, y, changes] = this.rows[i], one = x === null || y === null || changes;
		const cell = (lines, line, cls, names, parts) => line === null ? el("div")
			: el("div" + (one ? cls : ""), { title: lines[line].trim() }, code_of(lines[line].replace(/ +; preds.*/, ""), 1000, names, parts));
		return el("div.diff" + (changes ? ".both" : ""), { "data-row": i }, cell(this.a, x, ".del", this.names[0], changes && changes[0]),
			cell(this.b, y, ".add", this.names[1], changes && changes[1]));
	}
	text(r) { const [x, y] = this.rows[r]; return (x === null ? "" : this.a[x]) + "\n" + (y === null ? "" : this.b[y]); }
	update() { if (this.list) this.list.draw(); }
	/* The first row from i on that the selection is in. */
	find(i, by) {
		const is_in = (lines, line, names) => line !== null && [...lines[line].matchAll(TOKEN)].some(t => state.names.has(names(t[0])));
		for (let r = i; r >= 0 && r < this.rows.length; r += by)
			if (is_in(this.a, this.rows[r][0], this.names[0]) || is_in(this.b, this.rows[r][1], this.names[1]))
				return r;
		return -1;
	}
	show() { if (this.list) this.list.show(this.find(0, 1), true); }
	show_block() {}
	move(by) { if (this.list) this.list.move(by); }
	pick() {}
	seek(by) { if (this.list) this.list.show(this.find(this.list.current + by, by), true); }
}

/* ---- the selection ---- */

function describe_value(m, v) {
	const x = m.values[v], live = m.live_at(v), stores = m.stores_of[v], inst = m.insts[x.at];
	const others = m.tokens[v].filter(t => t !== m.name_of[x.at]);
	return [
		el("h2.mono", {}, x.name), m.variable.get(m.name_of[x.at]) ? el("p", {}, "the variable ", el("i.variable", {}, m.variable.get(m.name_of[x.at]))) : null,
		el("p", {}, why_badge(x.why)), el("p", {}, x.reason + "."),
		el("h3", {}, "defined by"), el("p", {}, code_of(inst.text, 300)), inst.line ? el("p.dim", {}, `${inst.file || m.e.file || "line"}:${inst.line}:${inst.column || 0}`) : null,
		x.same !== undefined ? el("p", {}, "stands for ", chip(x.same)) : null,
		...(x.refs ? [el("h3", {}, "kept alive where all of these are"), el("p", {}, ...chips(x.refs))] : []),
		...(others.length ? [el("h3", {}, "what stands for it"), el("p", {}, ...others.slice(0, 30).map(t => el("button.chip.mono", { "data-name": t }, t)))] : []),
		el("h3", {}, `live at ${live.length} of ${m.safepoints.length} safepoints`),
		el("p", {}, ...live.slice(0, 20).map(s => el("button.chip", { "data-inst": m.safepoints[s].at, title: m.insts[m.safepoints[s].at].text.slice(0, 200) }, "● " + s))),
		...(stores.length ? [el("h3", {}, "root stores"), ...stores.slice(0, 20).map(s => el("p", {}, el("button.chip", { "data-inst": s.before },
			`slot ${s.slot} in ${m.blocks[m.block_of[s.before]].name || "entry"}`), el("span.dim", {}, STORE_WORDS[s.why])))] : [])
	];
}

const STORE_WORDS = { safepoint: "before the safepoint", early: "once, ahead of all that need it", preserve: "at the preserve region's begin", variable: "beside a store to the stack" };

const LEGEND = [
	["Root map", [["span.c.store", "@", "stored into the slot before this"], ["span.c.need", "|", "the slot is needed"],
		["span.c.tail", ":", "dead, not overwritten yet"], ["span.c.var", "▫", "a stack variable in the frame"], ["span.s", "●", "safepoint: a collection may happen"]]],
	["Names", [["span.v.rooted", "%a", "rooted: has a slot of its own"], ["span.v.tracked", "%b", "tracked, needs no slot"],
		["i.variable", "list", "its name in the source"], ["span.callee", "@f", "call of a function in this page"], ["b.folded", "!2", "metadata, folded"]]],
	["Pointers", Object.entries(SPACES).map(([n, [letter, words]]) => ["b.as.as" + n, letter, words.split(":")[0] + `, addrspace(${n})`])]
];

/* Which source files the page was made without: neither it nor its reader learns which of them exist. */
function not_read() {
	const all = NOT_READ.length, shown = NOT_READ.slice(0, 20).map(visible).join(", ");
	if (CHECKED)
		return [];
	if (!INDEX.sources)
		return [el("p.dim", { id: "not-read" }, "Made without source files (--no-sources).")];
	return all ? [el("p.dim", { id: "not-read" }, `Without the lines of ${few(all, "source file")}, not found or not below the folders `
		+ `from which files are read (lateroot view --sources=DIR): ${shown}${all > 20 ? ", …" : ""}`)] : [];
}

/* What marks and colours mean, and where this page comes from. */
function legend() {
	return [el("h2", {}, "Legend"), ...LEGEND.flatMap(([title, rows]) => [el("h3", {}, title),
		el("dl.legend", {}, ...rows.flatMap(([how, mark, words]) => [el("dt", {}, el(how, {}, mark)), el("dd", {}, words)]))]),
	el("p.dim", {}, "Click or press Enter on a value, a slot or a block: it is marked in every view."),
	el("h3", {}, "Module"), el("p", {}, `${INDEX.source}, ${few(INDEX.functions.length, "function")}`),
	...not_read(), el("p.dim", {}, `lateroot ${INDEX.version}, LLVM ${INDEX.llvm}, profile ${INDEX.profile}`),
	el("p.dim", {}, INDEX.pipeline.replace(/,/g, ", "))];
}

function describe() {
	const m = state.model, box = $("selection");
	let parts;
	if (!m)
		parts = [];
	else if (state.value >= 0)
		parts = describe_value(m, state.value);
	else if (state.slot >= 0) {
		const users = [...new Set(m.stores.filter(s => s.slot === state.slot).map(s => s.value))];
		const f = m.frame;
		parts = [el("h2", {}, "slot " + state.slot), el("p", {}, `at byte ${(f.header + state.slot) * f.word} of the frame`), el("h3", {}, "holds in turn"), el("p", {}, ...chips(users))];
	} else if (state.block >= 0) {
		const b = m.blocks[state.block], s = m.safepoints.filter(x => m.block_of[x.at] === state.block).length;
		const go = k => el("button.chip.mono", { "data-block": k }, m.blocks[k].name || "entry");
		parts = [el("h2.mono", {}, b.name || "entry"), el("p", {}, `${m.end(state.block) - b.first} instructions, ${s} safepoints`),
			el("p", {}, `runs ${b.frequency === undefined ? "?" : b.frequency} times per call (guessed)` + (b.cold ? "; never returns" : "")),
			el("h3", {}, "goes to"), el("p", {}, ...[...new Set(b.succ)].map(go)), el("p", {}, el("button", { "data-inst": b.first }, "show its instructions"))];
	} else if (state.name) {
		const i = m.at.get(state.name), inst = i === undefined ? null : m.insts[i], arg = m.arg.get(state.name);
		parts = [el("h2.mono", {}, state.name), inst ? el("p", {}, code_of(inst.text, 300)) : null, inst && inst.note ? el("p", {}, inst.note + ".") : null,
			arg ? el("p", {}, arg.is ? "Argument, rooted by the caller." : "Argument; no tracked pointer.") : null,
			...(inst && inst.is ? [el("h3", {}, "comes down to"), el("p", {}, ...chips(inst.is))] : inst ? [el("p.dim", {}, "Not a tracked pointer.")] : [])];
	} else
		parts = legend();
	box.replaceChildren(...parts.filter(p => p));
}
