/* layout.js -- where the blocks of a control flow graph go: layers from top to bottom, long edges through points in
** between. */
"use strict";

const GAP_X = 26,
	GAP_Y = 46;
const MAX_POINTS = 8000; /* in between; with more of them long edges are drawn straight */

/* The best places for boxes of one layer that keep their order: as near as can be to where each wants to be (least
** squares; boxes that get into each other's way move together). */
function settle(nodes, want) {
	const runs = [];
	let before = 0;
	nodes.forEach((n, i) => {
		const offset = i ? before + (nodes[i - 1].w + n.w) / 2 + GAP_X : 0;
		before = offset;
		let run = { sum: want[i] - offset, n: 1, members: [[n, offset]] };
		while (runs.length && runs[runs.length - 1].sum / runs[runs.length - 1].n > run.sum / run.n) {
			const r = runs.pop();
			run = { sum: r.sum + run.sum, n: r.n + run.n, members: r.members.concat(run.members) };
		}
		runs.push(run);
	});
	for (const r of runs) for (const [n, offset] of r.members) n.x = r.sum / r.n + offset;
}

/* sizes: [{ w, h }], in reverse post-order; edges: [[from, to]].  Gives { nodes: [{ x, y, w, h }], edges: [{ from, to,
** back, points }], w, h, left }, x being the middle of a box. */
function layout(sizes, pairs) {
	const nodes = sizes.map((s, i) => ({ id: i, w: s.w, h: s.h, x: 0, y: 0, layer: 0, up: [], down: [] }));
	const edges = [],
		seen = new Set(),
		out = nodes.map(() => []);
	for (const [from, to] of pairs) {
		if (seen.has(from + ">" + to)) continue;
		seen.add(from + ">" + to);
		const e = { from, to, back: to <= from, points: [] };
		edges.push(e);
		if (!e.back) out[from].push(to);
	}
	/* edges go to later blocks, but for those back: a layer is final when its block's turn comes */
	for (const n of nodes) for (const to of out[n.id]) nodes[to].layer = Math.max(nodes[to].layer, n.layer + 1);
	const layers = [];
	for (const n of nodes) (layers[n.layer] = layers[n.layer] || []).push(n);
	const forward = edges.filter(e => !e.back);
	const points = forward.reduce((sum, e) => sum + nodes[e.to].layer - nodes[e.from].layer - 1, 0);
	const link = (a, b) => {
		a.down.push(b);
		b.up.push(a);
	};
	for (const e of forward) {
		let last = nodes[e.from];
		for (let l = last.layer + 1; points <= MAX_POINTS && l < nodes[e.to].layer; l++) {
			const p = { w: 4, h: 0, x: 0, y: 0, layer: l, up: [], down: [] };
			layers[l].push(p);
			e.points.push(p);
			link(last, p);
			last = p;
		}
		link(last, nodes[e.to]);
	}
	/* order within layers by the middle of the neighbours, there and back a few times */
	const mean = (list, key) => list.reduce((s, n) => s + n[key], 0) / list.length;
	layers.forEach(l =>
		l.forEach((n, i) => {
			n.at = i;
		})
	);
	for (let round = 0; round < 8; round++) {
		const down = round % 2 === 0;
		for (const l of down ? layers : [...layers].reverse()) {
			for (const n of l) {
				const near = down ? n.up : n.down;
				n.key = near.length ? mean(near, "at") : n.at;
			}
			l.sort((a, b) => a.key - b.key);
			l.forEach((n, i) => {
				n.at = i;
			});
		}
	}
	for (const l of layers) {
		let x = 0;
		for (const n of l) {
			n.x = x + n.w / 2;
			x += n.w + GAP_X;
		}
		for (const n of l) n.x -= x / 2;
	}
	for (let round = 0; round < 10; round++)
		for (const l of round % 2 ? [...layers].reverse() : layers)
			settle(
				l,
				l.map(n => {
					const near = round === 9 ? n.up.concat(n.down) : round % 2 ? n.down : n.up;
					return near.length ? mean(near, "x") : n.x;
				})
			);
	let y = 0,
		left = Infinity,
		right = -Infinity;
	for (const l of layers) {
		const high = Math.max(...l.map(n => n.h));
		l.right = -Infinity;
		for (const n of l) {
			n.y = y + (n.h ? 0 : high / 2);
			left = Math.min(left, n.x - n.w / 2);
			l.right = Math.max(l.right, n.x + n.w / 2);
		}
		right = Math.max(right, l.right);
		y += high + GAP_Y;
	}
	/* edges back go around the right side of what is between */
	let lane = 0;
	for (const e of edges.filter(b => b.back)) {
		let x = -Infinity;
		for (let l = nodes[e.to].layer; l <= nodes[e.from].layer; l++) x = Math.max(x, layers[l].right);
		e.lane = x + 16 + (lane++ % 6) * 7;
		right = Math.max(right, e.lane + 10);
	}
	return { nodes, edges, left, w: right - left, h: y };
}

function edge_path(g, e) {
	const a = g.nodes[e.from],
		b = g.nodes[e.to];
	let x = a.x,
		y = a.y + a.h,
		d = `M${x} ${y}`;
	if (e.back) {
		const top = b.y - 14;
		return (
			`${d} C${x} ${y + 20} ${e.lane} ${y + 20} ${e.lane} ${y - 6} L${e.lane} ${top + 20} ` +
			`C${e.lane} ${top - 14} ${b.x} ${top - 14} ${b.x} ${b.y}`
		);
	}
	for (const p of [...e.points, { x: b.x, y: b.y }]) {
		const mid = (y + p.y) / 2;
		d += ` C${x} ${mid} ${p.x} ${mid} ${p.x} ${p.y}`;
		x = p.x;
		y = p.y;
	}
	return d;
}
