/* map.js -- the root map: instructions by slots. */
"use strict";

const SOURCE_ROW = 2 ** 30; /* + instruction: the row of the source that it begins */

/* A button that turns a way of showing on and off. */
function toggle(what, text, off) {
	return el(
		"button.toggle",
		{
			"aria-pressed": String(state[what] && !off),
			disabled: off ? "" : undefined,
			onclick: () => turn(what)
		},
		text
	);
}

function turn(what) {
	state[what] = !state[what];
	const top = state.view && state.view.list ? state.view.list.box.scrollTop : 0;
	open_tab(state.tab);
	if (state.view && state.view.list) state.view.list.box.scrollTop = top;
}

const NO_GETTER =
	'Nothing is rooted in this function: it has neither a "gcstack" argument nor a call of julia.get_pgcstack.';
const NO_PLAN =
	"No slots were planned for this function: LateLowerGCFrame did not run on it, or left it to PlaceStatepoints.";

class MapView {
	constructor(box) {
		const m = (this.m = state.model);
		this.rows = []; /* instruction, or ~block, or SOURCE_ROW + instruction */
		this.row_of = new Int32Array(m.insts.length);
		this.has_source = m.insts.some(x => x.line);
		m.blocks.forEach((b, k) => {
			let file,
				line = 0;
			this.rows.push(~k);
			for (let i = b.first; i < m.end(k); i++) {
				const x = m.insts[i];
				if (state.source && x.line && (x.line !== line || x.file !== file)) {
					line = x.line;
					file = x.file;
					this.rows.push(SOURCE_ROW + i);
				}
				this.row_of[i] = this.rows.length;
				this.rows.push(i);
			}
		});
		if (!m.blocks.length) {
			box.append(el("p.empty", {}, m.e.gcstack === false ? NO_GETTER : NO_PLAN));
			return;
		}
		const f = m.frame;
		box.append(
			el(
				"div.bar",
				{},
				toggle("source", "source lines (l)", !this.has_source),
				toggle("fold", "metadata folded (m)"),
				f && f.roots > m.cols
					? el("b", {}, `${f.roots - m.cols} more slots are not shown`)
					: null
			)
		);
		this.wide = m.cols > 30; /* then the instruction comes first and stays when the slots scroll */
		const head = this.order(
			"div.head.vrow",
			{},
			el("span.s", {}, " "),
			this.cells(c => el("span.c.v", { "data-slot": c, title: "slot " + c }, String(c % 100))),
			el("span", {}, "instruction")
		);
		head.style.height = head.style.lineHeight = "26px";
		this.list = new VList(
			el("div", { tabindex: 0, "aria-label": "root map" }),
			this.rows.length,
			r => this.row(r),
			head
		);
		box.append(this.list.box);
		this.list.draw();
	}
	order(tag, attributes, safe, cells, ...text) {
		return this.wide
			? el(tag + ".wide", attributes, el("span.stay", {}, safe, ...text), cells)
			: el(tag, attributes, safe, cells, ...text);
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
			if (cell) e.append(cell);
			else gap++;
		}
		return e;
	}
	source_row(r, i) {
		const x = this.m.insts[i],
			file = x.file || this.m.e.file || "",
			text = source_text(file, x.line);
		return el(
			"div.source",
			{ "data-row": r, title: `${file}:${x.line}:${x.column || 0}` },
			el("span.line", {}, (x.file ? file.replace(/.*\//, "") + ":" : "") + x.line),
			text === undefined ? file : text
		);
	}
	row(r) {
		const i = this.rows[r],
			m = this.m;
		if (i >= SOURCE_ROW) return this.source_row(r, i - SOURCE_ROW);
		if (i < 0) {
			const b = m.blocks[~i];
			return el(
				"div.block" + (state.block === ~i ? ".hit" : ""),
				{ "data-block": ~i },
				(b.name || "entry") + ":",
				el(
					"span.dim",
					{},
					`   runs ${b.frequency === undefined ? "?" : b.frequency}×` +
						(b.depth ? `, loop depth ${b.depth}` : "") +
						(b.cold ? ", never returns" : "")
				)
			);
		}
		const inst = m.insts[i],
			k = m.marks_of(m.block_of[i]),
			at = (i - k.first) * m.cols,
			puts = m.put.get(i) || [];
		const hit = state.names.has(m.name_of[i]) || puts.some(p => p.value === state.value);
		const cells = this.cells(c => {
			const mark = k.mark[at + c],
				v = k.value[at + c];
			const on = state.slot === c || (state.value >= 0 && v === state.value && mark !== EMPTY);
			if (mark === EMPTY && !on && this.wide) return null;
			return el(
				"span.c." + MARK_CLASS[mark] + (on ? ".sel" : ""),
				v >= 0 ? { "data-value": v, title: `slot ${c}: ${m.values[v].name}` } : {},
				MARKS[mark]
			);
		});
		const note = puts.length
			? "  ; " +
				puts
					.slice(0, 6)
					.map(p => `${p.slot} ← ${m.values[p.value].name}`)
					.join(", ") +
				(puts.length > 6 ? " …" : "")
			: "";
		return this.order(
			"div" + (hit ? ".hit" : ""),
			{ "data-row": r, title: inst.text },
			el(
				"span.s",
				{ title: inst.safepoint !== undefined ? "safepoint " + inst.safepoint : "" },
				inst.safepoint !== undefined ? "●" : " "
			),
			cells,
			...(this.wide ? [el("span.dim", {}, note.slice(4) + (note ? "; " : ""))] : []),
			code_of(inst.text, 300),
			...(this.wide ? [] : [el("span.dim", {}, note)])
		);
	}
	text(r) {
		const i = this.rows[r],
			m = this.m;
		return i < 0
			? m.block_name(~i) + ":"
			: i < SOURCE_ROW
				? m.insts[i].text
				: this.source_row(r, i - SOURCE_ROW).textContent;
	}
	update() {
		if (this.list) this.list.draw();
	}
	show(i) {
		if (this.list && i !== undefined) this.list.show(this.row_of[i], true);
	}
	show_block(b) {
		if (this.list) this.list.show(this.rows.indexOf(~b), true);
	}
	move(by) {
		if (this.list) this.list.move(by);
	}
	pick() {
		const i = this.list ? this.rows[this.list.current] : undefined;
		if (i >= 0 && i < SOURCE_ROW && this.m.name_of[i]) select({ name: this.m.name_of[i] });
		else if (i < 0) select({ block: ~i });
	}
	/* The next row, in that direction, for which the question is answered yes. */
	seek(by, yes) {
		for (
			let r = (this.list ? this.list.current : 0) + by;
			this.list && r >= 0 && r < this.rows.length;
			r += by
		)
			if (this.rows[r] >= 0 && this.rows[r] < SOURCE_ROW && yes(this.rows[r])) {
				this.list.show(r, true);
				return;
			}
	}
}
