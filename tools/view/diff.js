/* diff.js -- what changed between two texts, line by line. */
"use strict";

const MAX_EDITS = 1000; /* in one gap between lines that are surely the same; beyond, the gap counts as replaced */

/* Lines without the numbers of unnamed values, which shift when anything is put in before them. */
function plain(lines) {
	return lines.map(l =>
		l
			.replace(/%\d+/g, "%0")
			.replace(/^\d+:/, "0:")
			.replace(/([#!])\d+/g, "$10")
			.replace(/^(\S+:) +; preds.*/, "$1")
	);
}

/* Myers' shortest edit script for a[a0..a1) and b[b0..b1): rows [line of a or null, line of b or null] are added to
** `rows`. */
function edit_script(a, a0, a1, b, b0, b1, rows) {
	const n = a1 - a0,
		m = b1 - b0,
		most = Math.min(n + m, MAX_EDITS),
		trace = [];
	let v = new Int32Array(2 * most + 3),
		done = false;
	for (let d = 0; d <= most && !done; d++) {
		trace.push(v.slice(most - d, most + d + 3));
		for (let k = -d; k <= d; k += 2) {
			const at = most + 1 + k;
			let x = k === -d || (k !== d && v[at - 1] < v[at + 1]) ? v[at + 1] : v[at - 1] + 1;
			while (x < n && x - k < m && a[a0 + x] === b[b0 + x - k]) x++;
			v[at] = x;
			if (x >= n && x - k >= m) {
				done = true;
				break;
			}
		}
	}
	if (!done) {
		for (let i = a0; i < a1; i++) rows.push([i, null]);
		for (let i = b0; i < b1; i++) rows.push([null, i]);
		return;
	}
	const back = [];
	for (let d = trace.length - 1, x = n, y = m; d >= 0; d--) {
		const w = trace[d],
			at = k => w[k + d + 1],
			k = x - y;
		const from = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? k + 1 : k - 1,
			fx = d ? at(from) : 0,
			fy = d ? fx - from : 0;
		while (x > fx && y > fy) {
			if (a[a0 + x - 1] !== b[b0 + y - 1]) break;
			back.push([a0 + --x, b0 + --y]);
		}
		if (d) back.push(x > fx ? [a0 + --x, null] : [null, b0 + --y]);
	}
	rows.push(...back.reverse());
}

/* Lines that are in both texts just once, as far as they are in the same order: they cut the work into small gaps. */
function anchors(a, b) {
	const once = new Map();
	a.forEach((l, i) => once.set(l, once.has(l) ? null : { i, j: -1 }));
	b.forEach((l, j) => {
		const o = once.get(l);
		if (o) once.set(l, o.j < 0 ? { i: o.i, j } : null);
	});
	const both = [...once.values()].filter(o => o && o.j >= 0).sort((x, y) => x.i - y.i),
		ends = [];
	for (const o of both) {
		/* longest ascending subsequence of j */
		let lo = 0,
			hi = ends.length;
		while (lo < hi) {
			const mid = (lo + hi) >> 1;
			if (ends[mid].j < o.j) lo = mid + 1;
			else hi = mid;
		}
		o.before = lo ? ends[lo - 1] : null;
		ends[lo] = o;
	}
	const list = [];
	for (let o = ends[ends.length - 1]; o; o = o.before) list.push(o);
	return list.reverse();
}

function diff(a, b) {
	const rows = [];
	let i = 0,
		j = 0;
	for (const o of [...anchors(a, b), { i: a.length, j: b.length }]) {
		edit_script(a, i, o.i, b, j, o.j, rows);
		if (o.i < a.length) rows.push([o.i, o.j]);
		i = o.i + 1;
		j = o.j + 1;
	}
	return rows;
}
