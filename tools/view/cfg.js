/* cfg.js -- the control flow graph with its safepoints. */
"use strict";

const MAX_DOTS = 24;
const MAX_BOXES = 200; /* drawn one by one; of more that are in sight only the outlines are */

function outline_of(n) {
	return `M${n.x - n.w / 2} ${n.y}h${n.w}v${n.h}h-${n.w}z`;
}

class CfgView {
	constructor(box) {
		const m = (this.m = state.model);
		if (!m.blocks.length) {
			box.append(
				el(
					"p.empty",
					{},
					"The blocks are known only where LateLowerGCFrame has looked at the function."
				)
			);
			return;
		}
		const key = (mark, words) => el("span", {}, mark, " " + words);
		box.append(
			el(
				"div.bar",
				{},
				key("●", "safepoint that needs a root"),
				key("○", "that needs none"),
				key(el("span.c.store", {}, "▼"), "root stores"),
				key(el("span.c.var", {}, "■"), "frame pushed, popped"),
				el("span", {}, "grey: never returns"),
				el("span", {}, "wheel and drag, + - 0")
			)
		);
		this.safe = m.blocks.map(() => []);
		m.safepoints.forEach((s, k) => this.safe[m.block_of[s.at]].push(k));
		this.stores = m.blocks.map(() => 0);
		for (const s of m.stores) this.stores[m.block_of[s.before]]++;
		const push = new Set((m.frame ? m.frame.push : []).map(i => m.block_of[i])),
			pop = new Set((m.frame ? m.frame.pop : []).map(i => m.block_of[i]));
		if (m.frame && push.size === 0) push.add(0);
		this.tags = m.blocks.map((b, k) => (push.has(k) ? "push " : "") + (pop.has(k) ? "pop" : ""));
		const sizes = m.blocks.map((b, k) => ({
			w: Math.max(
				130,
				8 * Math.min(b.name.length || 5, 30) + 60,
				13 * Math.min(this.safe[k].length, MAX_DOTS) + 50
			),
			h: 52
		}));
		const g = (this.g = layout(
			sizes,
			m.blocks.flatMap((b, k) => b.succ.map(s => [k, s]))
		));
		for (const e of g.edges) {
			/* top and bottom */
			const a = g.nodes[e.from],
				b = g.nodes[e.to];
			e.y0 = Math.min(a.y, b.y) - 20;
			e.y1 = Math.max(a.y, b.y) + 90;
			const xs = [a.x, b.x, ...e.points.map(p => p.x), ...(e.back ? [e.lane] : [])];
			e.x0 = Math.min(...xs);
			e.x1 = Math.max(...xs);
		}
		this.boxes = new Map(); /* block -> what is drawn of it */
		const canvas = (this.canvas = svg("g"));
		this.svg = svg(
			"svg",
			{ role: "img", "aria-label": "control flow graph" },
			svg(
				"defs",
				{},
				svg(
					"marker",
					{
						id: "arrow",
						viewBox: "0 0 8 8",
						refX: 7,
						refY: 4,
						markerWidth: 7,
						markerHeight: 7,
						orient: "auto"
					},
					svg("path", { d: "M0 0L8 4L0 8z", fill: "currentColor" })
				)
			),
			canvas
		);
		box.append(this.svg);
		this.port();
		this.fit();
		this.update();
	}
	block(n, k) {
		const m = this.m,
			b = m.blocks[k],
			x = n.x - n.w / 2,
			name = b.name || "entry",
			count = m.end(k) - b.first;
		const g = svg(
			"g",
			{ class: "b" + (b.cold ? " cold" : ""), "data-block": k },
			svg("rect", { class: "node", x, y: n.y, width: n.w, height: n.h, rx: 5 })
		);
		const put = (dx, dy, cls, text) => {
			const t = svg("text", { x: x + dx, y: n.y + dy, class: cls });
			t.textContent = text;
			g.append(t);
		};
		put(8, 16, "", name.length > 30 ? name.slice(0, 29) + "…" : name);
		put(8, 46, "dim", count + (count === 1 ? " instruction" : " instr."));
		const marks = "▼" + this.stores[k];
		if (this.stores[k]) put(n.w - 12 - 8 * marks.length, 46, "mark", marks);
		if (this.tags[k]) put(n.w - 8 * this.tags[k].length - 4, 16, "frame", this.tags[k]);
		this.safe[k].slice(0, MAX_DOTS).forEach((s, i) => {
			const held = m.held[s].some(v => v >= 0),
				c = svg("circle", {
					cx: x + 13 + 13 * i,
					cy: n.y + 27,
					r: 4,
					class: held ? "held" : "",
					"data-safepoint": s
				});
			c.append(svg("title"));
			c.firstChild.textContent = m.insts[m.safepoints[s].at].text.slice(0, 200);
			g.append(c);
		});
		if (this.safe[k].length > MAX_DOTS)
			put(16 + 13 * MAX_DOTS, 31, "dim", "+" + (this.safe[k].length - MAX_DOTS));
		return g;
	}
	/* ---- moving about ---- */
	apply() {
		this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${this.w} ${this.h}`);
		this.draw();
	}
	/* What is in sight, and some around it. */
	draw() {
		const g = this.g,
			x0 = this.x - this.w / 4,
			x1 = this.x + (this.w * 5) / 4,
			y0 = this.y - this.h / 4,
			y1 = this.y + (this.h * 5) / 4;
		const seen = [];
		g.nodes.forEach((n, k) => {
			if (n.x + n.w / 2 >= x0 && n.x - n.w / 2 <= x1 && n.y + n.h >= y0 && n.y <= y1) seen.push(k);
		});
		const edges = g.edges.filter(e => e.x1 >= x0 && e.x0 <= x1 && e.y1 >= y0 && e.y0 <= y1);
		const key = seen.length > MAX_BOXES ? "outlines " + seen.length + " " + seen[0] : seen.join();
		if (key === this.drawn) return;
		this.drawn = key;
		if (seen.length > MAX_BOXES) {
			this.boxes.clear();
			const paths = back =>
				edges
					.filter(e => e.back === back)
					.map(e => edge_path(g, e))
					.join("");
			const rects = cold =>
				seen
					.filter(k => Boolean(this.m.blocks[k].cold) === cold)
					.map(k => outline_of(g.nodes[k]))
					.join("");
			this.lit = svg("path", { class: "lit" });
			this.canvas.replaceChildren(
				svg("path", { class: "edge", d: paths(false) }),
				svg("path", { class: "edge back", d: paths(true) }),
				svg("path", { class: "outline", d: rects(false) }),
				svg("path", { class: "outline cold", d: rects(true) }),
				this.lit
			);
		} else {
			this.lit = null;
			const old = this.boxes;
			this.boxes = new Map(seen.map(k => [k, old.get(k) || this.block(g.nodes[k], k)]));
			this.canvas.replaceChildren(
				...edges.slice(0, 4 * MAX_BOXES).map(e =>
					svg("path", {
						class: e.back ? "edge back" : "edge",
						d: edge_path(g, e),
						"marker-end": "url(#arrow)"
					})
				),
				...this.boxes.values()
			);
		}
		this.update();
	}
	size() {
		return [this.svg.clientWidth || 900, this.svg.clientHeight || 600];
	}
	fit(all) {
		const [w, h] = this.size(),
			g = this.g,
			scale = Math.max((g.w + 40) / w, (g.h + 30) / h, 1);
		const s = all || scale < 3 ? scale : 1.4; /* a large graph starts at its entry */
		this.w = w * s;
		this.h = h * s;
		this.x = s === scale ? g.left + g.w / 2 - this.w / 2 : g.nodes[0].x - this.w / 2;
		this.y = -15;
		this.apply();
	}
	/* The window has another size: all is fitted into it again, unless somebody has moved about. */
	resized() {
		if (this.g && !this.moved) this.fit();
	}
	zoom(by, cx, cy) {
		this.moved = true;
		const [w, h] = this.size(),
			px = this.x + this.w * (cx === undefined ? 0.5 : cx / w),
			py = this.y + this.h * (cy === undefined ? 0.5 : cy / h);
		this.x = px + (this.x - px) * by;
		this.y = py + (this.y - py) * by;
		this.w *= by;
		this.h *= by;
		this.apply();
	}
	port() {
		let from = null,
			moved = false;
		this.svg.onwheel = e => {
			e.preventDefault();
			this.zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15, e.offsetX, e.offsetY);
		};
		this.svg.onpointerdown = e => {
			from = [e.clientX, e.clientY];
			moved = false;
		};
		this.svg.onpointermove = e => {
			if (!from || !(e.buttons & 1)) return;
			const [w] = this.size(),
				s = this.w / w;
			moved = moved || Math.abs(e.clientX - from[0]) + Math.abs(e.clientY - from[1]) > 4;
			this.moved = true;
			this.x -= (e.clientX - from[0]) * s;
			this.y -= (e.clientY - from[1]) * s;
			from = [e.clientX, e.clientY];
			this.svg.classList.toggle("drag", moved);
			this.apply();
		};
		this.svg.onpointerup = () => {
			from = null;
			this.svg.classList.remove("drag");
		};
		this.svg.addEventListener(
			"click",
			e => {
				if (moved) e.stopPropagation();
			},
			true
		);
	}
	show_block(b) {
		const n = this.g && this.g.nodes[b];
		if (n && (n.x < this.x || n.x > this.x + this.w || n.y < this.y || n.y > this.y + this.h)) {
			this.x = n.x - this.w / 2;
			this.y = n.y - this.h / 2;
			this.apply();
		}
	}
	show(i) {
		this.show_block(this.m.block_of[i]);
	}
	update() {
		if (!this.g) return;
		const m = this.m,
			v = state.value,
			live = new Set(v >= 0 ? m.live_at(v) : []);
		const home =
			v >= 0
				? m.block_of[m.values[v].at]
				: m.at.has(state.name)
					? m.block_of[m.at.get(state.name)]
					: -1;
		if (this.lit)
			/* where it is live, as outlines */
			this.lit.setAttribute(
				"d",
				[
					...new Set(
						[...live]
							.map(s => m.block_of[m.safepoints[s].at])
							.concat(home >= 0 ? home : [])
					)
				]
					.map(k => {
						const n = this.g.nodes[k];
						return `M${n.x - n.w / 2} ${n.y}h${n.w}v${n.h}h-${n.w}z`;
					})
					.join("")
			);
		this.boxes.forEach((g, k) => {
			g.classList.toggle("on", state.block === k);
			g.classList.toggle("def", home === k);
			g.classList.toggle(
				"live",
				this.safe[k].some(s => live.has(s))
			);
			for (const c of g.querySelectorAll("circle"))
				c.classList.toggle("on", live.has(Number(c.dataset.safepoint)));
		});
	}
	move() {}
	pick() {}
	seek() {}
}
