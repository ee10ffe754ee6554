/* map.js -- the root map: instructions by slots. */
"use strict";

/* A line of IR in which names can be selected.  `names` says what a token is called in the model, if not as it stands. */
function code_of(text, limit, names) {
	const e = el("code"), m = state.model;
	let at = 0;
	if (text.length > limit)
		text = text.slice(0, limit) + " …";
	for (const t of text.matchAll(TOKEN)) {
		const name = names ? names(t[0]) : t[0];
		const kind = m.at.has(name) ? tracked_class(m, m.insts[m.at.get(name)].is) : m.arg.has(name) ? tracked_class(m, m.arg.get(name).is) : "";
		e.append(visible(text.slice(at, t.index)), el("span.v" + kind + (state.names.has(name) ? ".on" : ""), { "data-name": name }, t[0]));
		at = t.index + t[0].length;
	}
	e.append(visible(text.slice(at)));
	return e;
}

function tracked_class(m, is) {
	if (!is)
		return "";
	return is.some(v => v >= 0 && (m.values[v].why === "slot" || m.values[v].why === "pinned")) ? ".rooted" : ".tracked";
}

class MapView {
	constructor(box) {
		const m = this.m = state.model;
		this.rows = []; /* instruction, or ~block */
		this.row_of = new Int32Array(m.insts.length);
		m.blocks.forEach((b, k) => {
			this.rows.push(~k);
			for (let i = b.first; i < m.end(k); i++) {
				this.row_of[i] = this.rows.length;
				this.rows.push(i);
			}
		});
		if (!m.blocks.length) {
			box.append(el("p.empty", {}, m.e.gcstack === false ? "Nothing is rooted in this function: it has neither a \"gcstack\" argument nor a call of julia.get_pgcstack."
				: "No slots were planned for this function: LateLowerGCFrame has not run over it, or has left it to PlaceStatepoints."));
			return;
		}
		const f = m.frame;
		box.append(el("div.bar", {}, el("span.c.store", {}, "@"), "stored before", el("span.c.need", {}, "|"), "needed",
			el("span.c.tail", {}, ":"), "dead, not overwritten", el("span.c.var", {}, "▫"), "stack variable", el("span.s", {}, "●"), "safepoint",
			f && f.roots > m.cols ? el("b", {}, `(${f.roots - m.cols} more slots are not shown)`) : null));
		this.wide = m.cols > 30; /* then the instruction comes first and stays when the slots scroll */
		const head = this.order("div.head.vrow", {}, el("span.s", {}, " "), this.cells(c => el("span.c.v", { "data-slot": c, title: "slot " + c }, String(c % 100))), el("span", {}, "instruction"));
		head.style.height = head.style.lineHeight = "26px";
		this.list = new VList(el("div", { tabindex: 0, "aria-label": "root map" }), this.rows.length, r => this.row(r), head);
		box.append(this.list.box);
		this.list.draw();
	}
	order(tag, attributes, safe, cells, ...text) {
		return this.wide ? el(tag + ".wide", attributes, el("span.stay", {}, safe, ...text), cells) : el(tag, attributes, safe, cells, ...text);
	}
	/* make(c) gives the cell of column c, or null for an empty one. */
	cells(make) {
		const e = el("span.cells");
		let gap = 0;
		for (let c = 0; c <= this.m.cols; c++) {
			const cell = c < this.m.cols ? make(c) : null;
			if (gap && (cell || c === this.m.cols)) {
				e.append(el("span.c.void", { style: `width:${18 * gap}px` }, ""));
				gap = 0;
			}
			if (cell)
				e.append(cell);
			else
				gap++;
		}
		return e;
	}
	row(r) {
		const i = this.rows[r], m = this.m;
		if (i < 0) {
			const b = m.blocks[~i];
			return el("div.block" + (state.block === ~i ? ".hit" : ""), { "data-block": ~i }, (b.name || "entry") + ":",
				el("span.dim", {}, `   runs ${b.frequency === undefined ? "?" : b.frequency}×` + (b.depth ? `, loop depth ${b.depth}` : "") + (b.cold ? ", never returns" : "")));
		}
		const inst = m.insts[i], k = m.marks_of(m.block_of[i]), at = (i - k.first) * m.cols, puts = m.put.get(i) || [];
		const hit = state.names.has(m.name_of[i]) || puts.some(p => p.value === state.value);
		const cells = this.cells(c => {
			const mark = k.mark[at + c], v = k.value[at + c];
			const on = state.slot === c || (state.value >= 0 && v === state.value && mark !== EMPTY);
			if (mark === EMPTY && !on && this.wide)
				return null;
			return el("span.c." + MARK_CLASS[mark] + (on ? ".sel" : ""), v >= 0 ? { "data-value": v, title: `slot ${c}: ${m.values[v].name}` } : {}, MARKS[mark]);
		});
		const note = puts.length ? "  ; " + puts.slice(0, 6).map(p => `${p.slot} ← ${m.values[p.value].name}`).join(", ") + (puts.length > 6 ? " …" : "") : "";
		return this.order("div" + (hit ? ".hit" : ""), { "data-row": r, title: inst.text },
			el("span.s", { title: inst.safepoint !== undefined ? "safepoint " + inst.safepoint : "" }, inst.safepoint !== undefined ? "●" : " "), cells,
			...(this.wide ? [el("span.dim", {}, note.slice(4) + (note ? "; " : ""))] : []), code_of(inst.text, 300), ...(this.wide ? [] : [el("span.dim", {}, note)]));
	}
	update() { if (this.list) this.list.draw(); }
	show(i) { if (this.list && i !== undefined) this.list.show(this.row_of[i], true); }
	show_block(b) { if (this.list) this.list.show(this.rows.indexOf(~b), true); }
	move(by) { if (this.list) this.list.move(by); }
	pick() {
		const i = this.list ? this.rows[this.list.current] : undefined;
		if (i >= 0 && this.m.name_of[i])
			select({ name: this.m.name_of[i] });
		else if (i < 0)
			select({ block: ~i });
	}
	/* The next row, in that direction, for which the question is answered yes. */
	seek(by, yes) {
		for (let r = (this.list ? this.list.current : 0) + by; this.list && r >= 0 && r < this.rows.length; r += by)
			if (this.rows[r] >= 0 && yes(this.rows[r])) {
				this.list.show(r, true);
				return;
			}
	}
}
