/* machine.js -- machine code beside the IR that it was made of. */
"use strict";

const TINTS = 6;

class MachineView {
	constructor(box) {
		const m = (this.m = state.model),
			code = m.code;
		if (!code) {
			box.append(
				el(
					"p.empty",
					{},
					INDEX.no_code
						? `No machine code: ${INDEX.no_code}.`
						: "No machine code of its own: it was left out by --no-asm, or " +
								"nothing calls the function."
				)
			);
			return;
		}
		this.names = m.names_in(m.ir.length - 1);
		this.ir = m.lines(m.ir.length - 1).filter(l => !state.fold || !/^\s+#dbg_/.test(l));
		this.asm = code.text.split("\n");
		/* instructions are numbered as in the text: what begins with two spaces, but for the ends of
		** switches */
		this.number = new Int32Array(this.ir.length).fill(-1);
		this.line_of = [];
		this.ir.forEach((l, i) => {
			if (/^ {2}[^ \]#]/.test(l)) this.number[i] = this.line_of.push(i) - 1;
		});
		this.first = new Map(); /* instruction -> its first line of machine code */
		code.is.forEach((k, i) => {
			if (k >= 0 && !this.first.has(k)) this.first.set(k, i);
		});
		this.linked = -1;
		const count = code.is.filter((_, i) => this.asm[i].startsWith("\t")).length;
		box.append(
			el(
				"div.bar",
				{},
				`${few(count, "instruction")} of the machine, as lateroot compile -O2 makes them ` +
					"where it inlines nothing; click or Enter: what belongs together",
				toggle("fold", "metadata folded (m)")
			)
		);
		this.left = new VList(
			el("div", { tabindex: 0, "aria-label": "IR after the last pass" }),
			this.ir.length,
			i => this.ir_row(i)
		);
		this.right = new VList(el("div", { tabindex: 0, "aria-label": "machine code" }), this.asm.length, i =>
			this.asm_row(i)
		);
		this.list = this.left;
		this.left.box.onfocus = () => {
			this.list = this.left;
		};
		this.right.box.onfocus = () => {
			this.list = this.right;
		};
		box.append(el("div.sides", {}, this.left.box, this.right.box));
		this.left.box.onclick = this.right.box.onclick = e => {
			const row = e.target.closest("[data-link]");
			if (row) this.link(Number(row.dataset.link), this.left.box.contains(row));
		};
		this.update();
	}
	attributes(k, i) {
		return { "data-row": i, ...(k >= 0 ? { "data-link": k } : {}) };
	}
	classes(k) {
		return (
			(k >= 0 && this.first.has(k) ? ".tint" + (k % TINTS) : "") +
			(k >= 0 && k === this.linked ? ".hit" : "")
		);
	}
	ir_row(i) {
		const k = this.number[i],
			l = this.ir[i];
		return el(
			"div" + this.classes(k) + (BLOCK.test(l) ? ".block" : ""),
			this.attributes(k, i),
			code_of(l.replace(/ +; preds.*/, ""), 1000, this.names)
		);
	}
	asm_row(i) {
		const k = this.m.code.is[i],
			l = this.asm[i],
			label = !l.startsWith("\t");
		const [, op, rest] = /^\t?(\S*)\s*(.*)$/.exec(l);
		return el(
			"div" + this.classes(k) + (label ? ".block" : ""),
			this.attributes(k, i),
			label ? l : el("code", {}, "  " + op.padEnd(8) + " " + rest.replace(/\t/g, " "))
		);
	}
	/* Marks what belongs to an instruction, and brings it into sight on the other side. */
	link(k, from_left) {
		this.linked = k;
		this.left.draw();
		this.right.draw();
		if (from_left && this.first.has(k)) this.right.show(this.first.get(k), true);
		else if (!from_left) this.left.show(this.line_of[k], true);
	}
	text(r) {
		return (this.list === this.right ? this.asm : this.ir)[r];
	}
	update() {
		if (this.left) (this.left.draw(), this.right.draw());
	}
	show() {
		const i = this.left
			? this.ir.findIndex(l => [...l.matchAll(TOKEN)].some(t => state.names.has(this.names(t[0]))))
			: -1;
		if (i >= 0) this.left.show(i, true);
	}
	show_block() {}
	move(by) {
		if (this.list) this.list.move(by);
	}
	pick() {
		if (!this.list) return;
		const i = this.list.current,
			k = this.list === this.left ? this.number[i] : this.m.code.is[i];
		if (k >= 0) this.link(k, this.list === this.left);
	}
	seek() {}
}
