/* cfg.js -- the control flow graph with its safepoints. */
"use strict";

const MAX_DOTS = 24;

class CfgView {
	constructor(box) {
		const m = this.m = state.model;
		if (!m.blocks.length) {
			box.append(el("p.empty", {}, "The blocks are known only where LateLowerGCFrame has looked at the function."));
			return;
		}
		box.append(el("div.bar", {}, "● safepoint that needs a root  ○ that needs none", el("span.c.store", {}, "▼"), "root stores",
			el("span.c.var", {}, "■"), "frame pushed, popped", el("span", {}, "grey: never returns"), el("span", {}, "wheel and drag, + - 0; click for a block")));
		this.safe = m.blocks.map(() => []);
		m.safepoints.forEach((s, k) => this.safe[m.block_of[s.at]].push(k));
		this.stores = m.blocks.map(() => 0);
		for (const s of m.stores)
			this.stores[m.block_of[s.before]]++;
		const push = new Set((m.frame ? m.frame.push : []).map(i => m.block_of[i])), pop = new Set((m.frame ? m.frame.pop : []).map(i => m.block_of[i]));
		if (m.frame && push.size === 0)
			push.add(0);
		this.tags = m.blocks.map((b, k) => (push.has(k) ? "push " : "") + (pop.has(k) ? "pop" : ""));
		const sizes = m.blocks.map((b, k) => ({ w: Math.max(130, 8 * Math.min(b.name.length || 5, 30) + 60, 13 * Math.min(this.safe[k].length, MAX_DOTS) + 50), h: 52 }));
		const g = this.g = layout(sizes, m.blocks.flatMap((b, k) => b.succ.map(s => [k, s])));
		const canvas = svg("g");
		for (const e of g.edges)
			canvas.append(svg("path", { class: e.back ? "edge back" : "edge", d: edge_path(g, e), "marker-end": "url(#arrow)" }));
		this.boxes = g.nodes.map((n, k) => this.block(n, k));
		canvas.append(...this.boxes);
		this.svg = svg("svg", { role: "img", "aria-label": "control flow graph" },
			svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
				svg("path", { d: "M0 0L8 4L0 8z", fill: "currentColor" }))), canvas);
		box.append(this.svg);
		this.port();
		this.fit();
		this.update();
	}
	block(n, k) {
		const m = this.m, b = m.blocks[k], x = n.x - n.w / 2, name = b.name || "entry", count = m.end(k) - b.first;
		const g = svg("g", { class: "b" + (b.cold ? " cold" : ""), "data-block": k }, svg("rect", { class: "node", x, y: n.y, width: n.w, height: n.h, rx: 5 }));
		const put = (dx, dy, cls, text) => {
			const t = svg("text", { x: x + dx, y: n.y + dy, class: cls });
			t.textContent = text;
			g.append(t);
		};
		put(8, 16, "", name.length > 30 ? name.slice(0, 29) + "…" : name);
		put(8, 46, "dim", count + (count === 1 ? " instruction" : " instr.") );
		if (this.stores[k])
			put(n.w - 20 - 8 * String(this.stores[k]).length, 46, "mark", "▼" + this.stores[k]);
		if (this.tags[k])
			put(n.w - 8 * this.tags[k].length - 4, 16, "frame", this.tags[k]);
		this.safe[k].slice(0, MAX_DOTS).forEach((s, i) => {
			const held = m.held[s].some(v => v >= 0), c = svg("circle", { cx: x + 13 + 13 * i, cy: n.y + 27, r: 4, class: held ? "held" : "", "data-safepoint": s });
			c.append(svg("title"));
			c.firstChild.textContent = m.insts[m.safepoints[s].at].text.slice(0, 200);
			g.append(c);
		});
		if (this.safe[k].length > MAX_DOTS)
			put(16 + 13 * MAX_DOTS, 31, "dim", "+" + (this.safe[k].length - MAX_DOTS));
		return g;
	}
	/* ---- moving about ---- */
	apply() { this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${this.w} ${this.h}`); }
	size() { return [this.svg.clientWidth || 900, this.svg.clientHeight || 600]; }
	fit(all) {
		const [w, h] = this.size(), g = this.g, scale = Math.max((g.w + 40) / w, (g.h + 30) / h, 1);
		const s = all || scale < 3 ? scale : 1.4; /* a large graph starts at its entry */
		this.w = w * s, this.h = h * s;
		this.x = s === scale ? g.left + g.w / 2 - this.w / 2 : g.nodes[0].x - this.w / 2;
		this.y = -15;
		this.apply();
	}
	zoom(by, cx, cy) {
		const [w, h] = this.size(), px = this.x + this.w * (cx === undefined ? .5 : cx / w), py = this.y + this.h * (cy === undefined ? .5 : cy / h);
		this.x = px + (this.x - px) * by, this.y = py + (this.y - py) * by;
		this.w *= by, this.h *= by;
		this.apply();
	}
	port() {
		let from = null, moved = false;
		this.svg.onwheel = e => { e.preventDefault(); this.zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15, e.offsetX, e.offsetY); };
		this.svg.onpointerdown = e => { from = [e.clientX, e.clientY]; moved = false; };
		this.svg.onpointermove = e => {
			if (!from || !(e.buttons & 1))
				return;
			const [w] = this.size(), s = this.w / w;
			moved = moved || Math.abs(e.clientX - from[0]) + Math.abs(e.clientY - from[1]) > 4;
			this.x -= (e.clientX - from[0]) * s, this.y -= (e.clientY - from[1]) * s;
			from = [e.clientX, e.clientY];
			this.svg.classList.toggle("drag", moved);
			this.apply();
		};
		this.svg.onpointerup = () => { from = null; this.svg.classList.remove("drag"); };
		this.svg.addEventListener("click", e => { if (moved) e.stopPropagation(); }, true);
	}
	show_block(b) {
		const n = this.g && this.g.nodes[b];
		if (n && (n.x < this.x || n.x > this.x + this.w || n.y < this.y || n.y > this.y + this.h)) {
			this.x = n.x - this.w / 2, this.y = n.y - this.h / 2;
			this.apply();
		}
	}
	show(i) { this.show_block(this.m.block_of[i]); }
	update() {
		if (!this.g)
			return;
		const m = this.m, v = state.value, live = new Set(v >= 0 ? m.live_at(v) : []);
		const home = v >= 0 ? m.block_of[m.values[v].at] : m.at.has(state.name) ? m.block_of[m.at.get(state.name)] : -1;
		this.boxes.forEach((g, k) => {
			g.classList.toggle("on", state.block === k);
			g.classList.toggle("def", home === k);
			g.classList.toggle("live", this.safe[k].some(s => live.has(s)));
			for (const c of g.querySelectorAll("circle"))
				c.classList.toggle("on", live.has(Number(c.dataset.safepoint)));
		});
	}
	move() {}
	pick() {}
	seek() {}
}
