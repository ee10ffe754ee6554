/* ranges.js -- where each value is live, as bars over the instructions of the function, with the safepoints at which
** something must keep it alive. */
"use strict";

class RangesView {
	constructor(box) {
		const m = (this.m = state.model);
		if (!m.values.length) {
			box.append(el("p.empty", {}, "No tracked value."));
			return;
		}
		this.from = 0; /* the instructions in sight */
		this.to = m.insts.length;
		this.count = el("span");
		const pick = el(
			"select",
			{ "aria-label": "which values", onchange: () => this.filter(pick.value) },
			el("option", { value: "" }, "all values"),
			el("option", { value: "safe" }, "those live at safepoints"),
			el("option", { value: "slot" }, "those with a slot"),
			el("option", { value: "long" }, "most safepoints first")
		);
		box.append(
			el(
				"div.bar",
				{},
				pick,
				this.count,
				el("span.key.rooted", {}, "live, has a slot"),
				el("span.key.live", {}, "live, needs none"),
				el("span.key.at", {}, "at a safepoint"),
				el("span.key.put", {}, "root store"),
				el(
					"button",
					{
						title: "nearer ( + )",
						"aria-label": "nearer",
						onclick: () => this.zoom(1 / 2)
					},
					"+"
				),
				el(
					"button",
					{
						title: "farther ( - )",
						"aria-label": "farther",
						onclick: () => this.zoom(2)
					},
					"−"
				),
				el("button", { title: "all instructions ( 0 )", onclick: () => this.fit() }, "all")
			)
		);
		this.list = new VList(
			el("div", { tabindex: 0, "aria-label": "live ranges" }),
			0,
			r => this.row(r),
			this.head()
		);
		box.append(this.list.box);
		this.label();
		this.filter("");
	}
	head() {
		this.axis = el("span.bars");
		const e = el("div.head.vrow.range", {}, el("b", {}, "value"), el("b", {}, "slots"), this.axis);
		e.style.height = e.style.lineHeight = "26px";
		return e;
	}
	/* The blocks from left to right, as far as there is room for their names. */
	label() {
		const m = this.m,
			pixels = this.axis.clientWidth / (this.to - this.from),
			room = name => 7.5 * Math.min(name.length, 12) + 8;
		let free = 0;
		this.axis.replaceChildren();
		m.blocks.forEach((b, k) => {
			const name = m.block_name(k),
				left = Math.max(0, b.first - this.from) * pixels,
				width = Math.min(room(name), this.axis.clientWidth - left);
			if (
				m.end(k) <= this.from ||
				b.first >= this.to ||
				left < free ||
				width < room(name.slice(0, 3))
			)
				return;
			free = left + width + 2;
			this.axis.append(
				el(
					"span.tick",
					{ style: `left:${left}px;width:${width}px`, title: "block " + name },
					name
				)
			);
		});
	}
	/* Around the selected value, or the first one in sight. */
	zoom(by) {
		if (!this.list) return;
		const n = this.m.insts.length,
			first = Math.floor(this.list.box.scrollTop / ROW),
			v = state.value >= 0 ? state.value : this.shown[first],
			middle = v === undefined ? (this.from + this.to) / 2 : this.m.values[v].at,
			span = Math.min(n, Math.max(Math.min(n, 20), Math.round((this.to - this.from) * by)));
		this.from = Math.max(0, Math.min(n - span, Math.round(middle - span / 2)));
		this.to = this.from + span;
		this.resized();
	}
	fit() {
		this.from = 0;
		this.to = this.m.insts.length;
		this.resized();
	}
	resized() {
		if (!this.list) return;
		this.label();
		this.list.draw();
	}
	filter(how) {
		const m = this.m,
			live = v => m.live_at(v).length;
		this.shown = m.values
			.map((_, v) => v)
			.filter(v => (how === "slot" ? m.stores_of[v].length : how === "safe" ? live(v) : true));
		if (how === "long")
			this.shown = this.shown
				.map(v => [live(v), v])
				.sort((a, b) => b[0] - a[0] || a[1] - b[1])
				.map(x => x[1]);
		this.count.textContent =
			`${few(this.shown.length, "value")} over ${few(m.insts.length, "instruction")}, ` +
			few(m.safepoints.length, "safepoint");
		this.list.resize(this.shown.length);
	}
	row(r) {
		const m = this.m,
			v = this.shown[r],
			x = m.values[v],
			n = m.insts.length,
			runs = m.range_of(v),
			safe = m.live_at(v);
		const bars = runs.map(([a, b]) => `M${a} 4H${b}V12H${a}Z`).join("");
		/* far apart enough to be told apart, on a screen of 2000 pixels */
		let last = -Infinity;
		const dots = safe
			.map(s => m.safepoints[s].at + 0.5)
			.filter(at => at - last >= (this.to - this.from) / 1000 && ((last = at), true))
			.map(at => `M${at} 5v6`)
			.join("");
		const ticks = m.stores_of[v].map(s => `M${s.before} 1v14`).join("");
		const words =
			runs
				.slice(0, 8)
				.map(([a, b]) => `${a} to ${b - 1}`)
				.join(", ") + (runs.length > 8 ? " and more" : "");
		const picture = svg(
			"svg",
			{
				viewBox: `${this.from} 0 ${this.to - this.from} 16`,
				preserveAspectRatio: "none",
				role: "img",
				"aria-label": visible(
					`live at instructions ${words}; at ${few(safe.length, "safepoint")}; ` +
						few(m.stores_of[v].length, "root store")
				)
			},
			svg("path", { d: bars, class: "bar " + x.why }),
			svg("path", { d: dots, class: "held" }),
			svg("path", { d: ticks, class: "stored" })
		);
		const variable = variable_of(m, x.name.replace(/^base of /, ""));
		return el(
			"div.range" + (v === state.value ? ".hit" : ""),
			{ "data-row": r, "data-value": v },
			el(
				"span.v" + tracked_class(m, [v]),
				{},
				x.name,
				variable ? el("i.variable", {}, variable) : ""
			),
			el("span", {}, [...m.slots_of[v]].slice(0, 4).join(" ")),
			el("span.bars", {}, picture)
		);
	}
	text(r) {
		return this.m.values[this.shown[r]].name;
	}
	update() {
		if (this.list) this.list.draw();
	}
	show() {
		if (this.list) this.list.show(this.shown.indexOf(state.value), true);
	}
	show_block() {}
	move(by) {
		if (this.list) this.list.move(by);
	}
	pick() {
		if (this.list && this.shown[this.list.current] !== undefined)
			select({ value: this.shown[this.list.current] });
	}
	seek() {}
}
