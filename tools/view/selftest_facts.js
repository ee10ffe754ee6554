/* selftest_facts.js -- what must hold for each function, however it is shown. */
"use strict";

function check(yes, what) {
	if (!yes) throw new Error(what);
}

/* Rows in sight, and some above and below: the page must not grow with the function. */
const MOST_ELEMENTS = 6000;

function check_size(what) {
	const n = document.getElementsByTagName("*").length - INDEX.functions.length;
	check(n < MOST_ELEMENTS, `${what}: ${n} elements`);
	return n;
}

function check_code(m) {
	if (!m.code) return 0;
	const insts = m.lines(m.ir.length - 1).filter(l => /^ {2}[^ \]#]/.test(l)).length;
	check(
		m.code.text.split("\n").length === m.code.is.length,
		`${m.name}: lines of machine code without an instruction`
	);
	check(
		m.code.is.every(k => k >= -1 && k < insts),
		`${m.name}: machine code of an instruction that is not there`
	);
	return m.code.is.filter(k => k >= 0).length;
}

/* What a value is needed for lies within its bar. */
function check_ranges(m) {
	m.values.forEach((x, v) => {
		const runs = m.range_of(v);
		for (const [a, b] of runs)
			check(
				a >= 0 && a < b && b <= m.insts.length,
				`${m.name}: a bar of ${x.name} leaves the function`
			);
		if (x.why === "slot" && x.kind === "self" && m.name_of[x.at])
			check(
				runs.some(([a, b]) => a <= x.at && x.at < b),
				`${m.name}: ${x.name} is not live where it is made`
			);
	});
}

/* Every mark of the map follows from the facts: what is needed at a safepoint is there, and stores are where they were
** planned. */
function check_map(m) {
	let rows = 0;
	const seen = new Map();
	m.blocks.forEach((b, k) => {
		const x = m.marks_of(k);
		for (let i = b.first; i < m.end(k); i++, rows++)
			for (let c = 0; c < m.cols; c++) {
				const mark = x.mark[(i - b.first) * m.cols + c],
					s = m.insts[i].safepoint,
					need = s !== undefined && m.held[s][c] >= 0;
				seen.set(mark, (seen.get(mark) || 0) + 1);
				check(
					!need || mark === STORE || mark === NEED,
					`${m.name}: slot ${c} is not held at safepoint ${s}`
				);
				check(
					!need || x.value[(i - b.first) * m.cols + c] === m.held[s][c],
					`${m.name}: the wrong value is in slot ${c} at safepoint ${s}`
				);
				check(
					(mark === STORE) === (m.put.get(i) || []).some(p => p.slot === c),
					`${m.name}: a store is out of place at ${i}`
				);
			}
	});
	return [rows, seen];
}

function check_layout(view, m) {
	if (!view.g) return;
	const by_layer = new Map();
	for (const n of view.g.nodes) by_layer.set(n.layer, (by_layer.get(n.layer) || []).concat(n));
	for (const l of by_layer.values()) {
		l.sort((a, b) => a.x - b.x);
		for (let i = 1; i < l.length; i++)
			check(l[i - 1].x + l[i - 1].w / 2 <= l[i].x - l[i].w / 2 + 1, `${m.name}: blocks overlap`);
	}
	if (m.blocks.length > MAX_BOXES) return;
	view.fit(true); /* all of it in sight */
	check(document.querySelectorAll("svg g.b").length === m.blocks.length, `${m.name}: blocks are missing`);
	check(
		document.querySelectorAll("svg circle").length ===
			m.blocks.reduce((n, b, k) => n + Math.min(view.safe[k].length, MAX_DOTS), 0),
		`${m.name}: safepoints are missing`
	);
}

function check_diffs(m) {
	for (let i = 1; i < m.ir.length; i++) {
		const a = m.lines(i - 1),
			b = m.lines(i),
			x = plain(a),
			y = plain(b),
			rows = diff(x, y);
		check(
			rows
				.map(r => r[0])
				.filter(r => r !== null)
				.every((r, k) => r === k) && rows.filter(r => r[0] !== null).length === a.length,
			`${m.name}: the diff loses lines of what was before`
		);
		check(
			rows
				.map(r => r[1])
				.filter(r => r !== null)
				.every((r, k) => r === k) && rows.filter(r => r[1] !== null).length === b.length,
			`${m.name}: the diff loses lines of what comes after`
		);
		check(
			rows.every(r => r[0] === null || r[1] === null || x[r[0]] === y[r[1]]),
			`${m.name}: the diff pairs lines that differ`
		);
	}
}
