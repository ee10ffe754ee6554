/* selftest.js -- starts the page; with #selftest it also tries all of it and says what it found in <pre id="selftest">. */
"use strict";

function check(yes, what) {
	if (!yes)
		throw new Error(what);
}

function press(key) { document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); }

/* Every mark of the map follows from the facts: what is needed at a safepoint is there, and stores are where they were planned. */
function check_map(m) {
	let rows = 0;
	const seen = new Map();
	m.blocks.forEach((b, k) => {
		const x = m.marks_of(k);
		for (let i = b.first; i < m.end(k); i++, rows++)
			for (let c = 0; c < m.cols; c++) {
				const mark = x.mark[(i - b.first) * m.cols + c], s = m.insts[i].safepoint, need = s !== undefined && m.held[s][c] >= 0;
				seen.set(mark, (seen.get(mark) || 0) + 1);
				check(!need || mark === STORE || mark === NEED, `${m.name}: slot ${c} is not held at safepoint ${s}`);
				check(!need || x.value[(i - b.first) * m.cols + c] === m.held[s][c], `${m.name}: the wrong value is in slot ${c} at safepoint ${s}`);
				check((mark === STORE) === (m.put.get(i) || []).some(p => p.slot === c), `${m.name}: a store is out of place at ${i}`);
			}
	});
	return [rows, seen];
}

function check_layout(view, m) {
	if (!view.g)
		return;
	const by_layer = new Map();
	for (const n of view.g.nodes)
		by_layer.set(n.layer, (by_layer.get(n.layer) || []).concat(n));
	for (const l of by_layer.values()) {
		l.sort((a, b) => a.x - b.x);
		for (let i = 1; i < l.length; i++)
			check(l[i - 1].x + l[i - 1].w / 2 <= l[i].x - l[i].w / 2 + 1, `${m.name}: blocks overlap`);
	}
	check(document.querySelectorAll("svg g.b").length === m.blocks.length, `${m.name}: blocks are missing`);
	check(document.querySelectorAll("svg circle").length === m.blocks.reduce((n, b, k) => n + Math.min(view.safe[k].length, MAX_DOTS), 0), `${m.name}: safepoints are missing`);
}

function check_diffs(m) {
	for (let i = 1; i < m.ir.length; i++) {
		const a = m.lines(i - 1), b = m.lines(i), x = plain(a), y = plain(b), rows = diff(x, y);
		check(rows.map(r => r[0]).filter(r => r !== null).every((r, k) => r === k) && rows.filter(r => r[0] !== null).length === a.length, `${m.name}: the diff loses lines of what was before`);
		check(rows.map(r => r[1]).filter(r => r !== null).every((r, k) => r === k) && rows.filter(r => r[1] !== null).length === b.length, `${m.name}: the diff loses lines of what comes after`);
		check(rows.every(r => r[0] === null || r[1] === null || x[r[0]] === y[r[1]]), `${m.name}: the diff pairs lines that differ`);
	}
}

/* Every finding is at its line, its way is marked, and it can be reached by its address and by keys. */
function selftest_check() {
	const total = { findings: 0, steps: 0, placed: 0 };
	check(document.querySelectorAll("#tabs [data-tab]:not([hidden])").length === 1, "tabs of roots are shown");
	for (let i = 1; i < shown.length; i++)
		check(compare_verdicts(shown[i - 1], shown[i]) < 0, "functions with holes are not first");
	INDEX.functions.forEach((about, number) => {
		open_function(number);
		const m = state.model, list = m.check.findings, view = state.view, text = () => view.list.box.textContent;
		check(m.name === about.name, "the wrong function");
		check(list.length === about.holes + about.unknown, `${m.name}: ${list.length} findings`);
		check(view.rows.length === m.lines(0).length + list.length, `${m.name}: rows are missing`);
		const links = [...document.querySelectorAll("#selection .findings a")];
		check(links.length === list.length, `${m.name}: links are missing`);
		list.forEach((f, k) => {
			open_function(number);
			recall(null, links[k].getAttribute("href")); /* a browser does not follow hundreds of links in a row */
			check(state.number === number && state.finding === k, `${m.name}: the link of ${finding_key(f)} leads elsewhere`);
			check(document.querySelectorAll("#view .finding.hit").length === 1 && text().includes(visible(f.message)), `${m.name}: ${finding_key(f)} is not in sight`);
			check($("selection").textContent.includes(visible(f.message)), `${m.name}: the panel does not say ${finding_key(f)}`);
			check(document.activeElement === state.view.list.box, "a link does not lead the keyboard to the text");
			f.steps.forEach((s, n) => {
				const l = f.place.steps[n];
				check(s.role !== "defined" || l >= 0, `${m.name}: the definition has no line`);
				if (l < 0)
					return;
				state.view.show_line(l);
				const row = document.querySelector("#view .vrow.current");
				check(row && row.querySelector(".role." + s.role), `${m.name}: ${s.role} is not marked in line ${l + 1}`);
				check(!s.text || s.text.endsWith("...") || s.role === "through" || l === 0 || m.lines(0)[l].replace(/\s+/g, " ").includes(s.text.split(/ (?:to label|unwind|cleanup|catch|\[|#)|, !/)[0]), `${m.name}: line ${l + 1} is not "${s.text}"`);
				total.steps++;
			});
			if (f.place.at >= 0)
				total.placed++;
			total.findings++;
		});
	});
	/* keys */
	const first = shown.find(i => { open_function(i); return [...state.view.roles.values()].flat().some(x => x[1] === "safepoint"); });
	if (first !== undefined) {
		press("Escape");
		check(state.finding < 0, "Escape leaves a finding selected");
		state.view.list.current = -1;
		press("n");
		check(state.finding === 0, "n does not go to the first finding");
		state.view.list.current = -1;
		press("s");
		check(document.querySelector("#view .vrow.current .role.safepoint"), "s does not go to a safepoint");
		state.view.show_finding(0);
		press("Escape");
		press("Enter");
		check(state.finding === 0, "Enter does not select a finding");
	}
	for (const verdict of ["hole", "unknown", "proven", "nothing"]) {
		$("filter").value = verdict;
		search();
		check(shown.every(i => INDEX.functions[i].verdict === verdict), "the filter lets others through");
	}
	$("filter").value = "all";
	search();
	check(shown.length === INDEX.functions.length, "the filter loses functions");
	check(!HIDDEN.test(document.body.innerText), "a control character of the input is shown");
	return `PASS: ${INDEX.functions.length} functions, ${total.findings} findings, ${total.placed} placed, ${total.steps} steps`;
}

function selftest() {
	if (CHECKED)
		return selftest_check();
	const limit = Math.min(INDEX.functions.length, 60), total = { rows: 0, values: 0, selected: 0 }, marks = new Map();
	for (let i = 0; i < limit; i++) {
		open_function(i);
		const m = state.model;
		check(m.name === INDEX.functions[i].name, "the wrong function");
		for (const tab of Object.keys(VIEWS)) {
			open_tab(tab);
			check($("view").childElementCount > 0, `${m.name}: nothing in ${tab}`);
			if (tab === "cfg")
				check_layout(state.view, m);
		}
		const [rows, seen] = check_map(m);
		total.rows += rows, total.values += m.values.length;
		seen.forEach((n, k) => marks.set(k, (marks.get(k) || 0) + n));
		check_diffs(m);
		const v = m.values.findIndex(x => x.why === "slot");
		if (v < 0)
			continue;
		open_tab("map");
		select({ value: v }, true);
		check(document.querySelectorAll("#view .v.on").length > 0, `${m.name}: the selection is not marked in the map`);
		state.view.show(m.stores_of[v][0].before); /* only what is in sight is there */
		check(document.querySelectorAll("#view .c.sel").length > 0, `${m.name}: its slot is not marked in the map`);
		check($("selection").textContent.includes(m.values[v].reason), `${m.name}: no reason is given`);
		open_tab("cfg");
		select({ value: v }, true);
		check(document.querySelectorAll("#view .def").length === 1 && document.querySelectorAll("#view .live").length > 0, `${m.name}: the selection is not marked in the graph`);
		open_tab("frame");
		check(document.querySelectorAll("#view .hit").length > 0, `${m.name}: the selection is not marked in the frame`);
		open_tab("values");
		check(document.querySelectorAll("#view .hit").length > 0, `${m.name}: the selection is not marked among the values`);
		open_tab("ir");
		check(!m.name_of[m.values[v].at] || document.querySelectorAll("#view .v.on").length > 0, `${m.name}: the selection is not marked in the IR`);
		total.selected++;
	}
	/* searching and keys */
	$("search").value = INDEX.functions[limit - 1].name;
	search();
	check(shown.includes(limit - 1) && shown.length <= INDEX.functions.length, "search does not find a function by its name");
	$("search").value = "no such function anywhere";
	search();
	check(shown.length === 0, "search finds what is not there");
	$("search").value = "";
	$("filter").value = "frame";
	search();
	check(shown.every(i => INDEX.functions[i].stats && INDEX.functions[i].stats.frame), "the filter lets others through");
	$("filter").value = "all";
	search();
	open_function(0);
	press("2");
	check(state.tab === "cfg", "key 2 does not open the graph");
	press("1");
	press("Escape");
	check(state.value < 0 && state.names.size === 0, "Escape leaves something selected");
	const before = getComputedStyle(document.body).backgroundColor;
	press("t");
	check(getComputedStyle(document.body).backgroundColor !== before, "t does not change the theme");
	press("t");
	const names = ["empty", "stores", "needed", "tails", "variables"];
	return `PASS: ${limit} functions, ${total.rows} rows, ${total.values} values, ${total.selected} selected; `
		+ names.map((n, k) => `${n} ${marks.get(k) || 0}`).join(", ");
}

const fragment = start();
if (fragment.has("selftest")) {
	let result;
	try {
		result = selftest();
	} catch (e) {
		result = "FAIL: " + e.message + "\n" + e.stack;
	}
	document.body.append(el("pre", { id: "selftest" }, result));
}
