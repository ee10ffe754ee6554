/* selftest.js -- starts the page; with #selftest it also tries all of it and says what it found in <pre id="selftest">. */
"use strict";

function check(yes, what) {
	if (!yes)
		throw new Error(what);
}

/* Rows in sight, and some above and below: the page must not grow with the function. */
const MOST_ELEMENTS = 6000;

function check_size(what) {
	const n = document.getElementsByTagName("*").length - INDEX.functions.length;
	check(n < MOST_ELEMENTS, `${what}: ${n} elements`);
	return n;
}

/* Way back, links to callees, searching, hovering, what is folded. */
function check_ways() {
	const list_order = $("order").value;
	for (const order of ["slots", "root_stores"]) {
		$("order").value = order;
		search();
		const count = i => INDEX.functions[i].stats ? (order === "slots" ? all_slots : all_stores)(INDEX.functions[i].stats) : -1;
		for (let i = 1; i < shown.length; i++)
			check(count(shown[i - 1]) >= count(shown[i]), `the order of ${order} is not that of the figures shown`);
	}
	$("order").value = list_order;
	search();
	const most = most_roots(), figure = i => INDEX.functions[i].stats ? all_slots(INDEX.functions[i].stats) : -1;
	check(INDEX.functions.every((f, i) => figure(i) <= figure(most)), "the page does not open at the function with most roots");
	open_function(most);
	open_tab("map");
	select({});
	check($("selection").textContent.includes("Legend"), "no legend");
	check(getComputedStyle($("side")).display === "none" || $("order").scrollWidth <= $("order").clientWidth + 1, "the order is clipped");
	const m = state.model, with_space = m.insts.findIndex(x => x.text.includes("ptr addrspace(10)"));
	if (with_space >= 0) {
		state.view.show(with_space);
		check(document.querySelector("#view .as10") && !$("view").textContent.includes("addrspace(10)"), "no badge of an address space");
	}
	/* searching */
	const last = m.name_of.filter(x => x).pop();
	if (last) {
		$("find").value = last + " = ";
		find_in_code(0);
		check(found.rows.length === 1 && $("view").textContent.includes(last), "a name at the end is not found in the code");
		$("find").value = "no such text";
		find_in_code(0);
		check($("found").textContent === "not here", "text is found that is not there");
		$("find").value = "";
		find_in_code(0);
	}
	/* hovering */
	const name = document.querySelector("#view [data-name]");
	if (name) {
		name.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
		check(name.classList.contains("near"), "hovering marks nothing");
		document.body.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
		check($("tip").hidden, "what hovering says stays");
	}
	/* tabs by keys */
	const tab = $("tab-map");
	tab.focus();
	tab.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
	check(document.activeElement === $("tab-cfg") && state.tab === "cfg", "the right arrow does not open the next view");
	document.activeElement.blur();
	open_tab("map");
	/* a link to a callee */
	for (let i = 0; i < Math.min(INDEX.functions.length, 60); i++) {
		open_function(i);
		const at = state.model.insts.findIndex(x => [...x.text.matchAll(/@([-a-zA-Z$._0-9]+)\(/g)].some(t => FUNCTION_AT.has(t[1])));
		if (at < 0)
			continue;
		state.view.show(at);
		const link = document.querySelector("#view .callee"), to = Number(link.dataset.function);
		link.click();
		check(state.number === to, "a callee's link leads elsewhere");
		break;
	}
}

/* The address of a function that was open before brings it back. */
async function check_history() {
	if (INDEX.functions.length < 2)
		return;
	open_function(0);
	pushed = 0;
	open_function(1);
	history.back();
	for (let i = 0; i < 100 && state.number !== 0; i++)
		await new Promise(done => setTimeout(done, 20));
	check(state.number === 0, "the way back does not lead back");
}

function check_code(m) {
	if (!m.code)
		return 0;
	const insts = m.lines(m.ir.length - 1).filter(l => /^ {2}[^ \]#]/.test(l)).length;
	check(m.code.text.split("\n").length === m.code.is.length, `${m.name}: lines of machine code without an instruction`);
	check(m.code.is.every(k => k >= -1 && k < insts), `${m.name}: machine code of an instruction that is not there`);
	return m.code.is.filter(k => k >= 0).length;
}

/* What a value is needed for lies within its bar. */
function check_ranges(m) {
	m.values.forEach((x, v) => {
		const runs = m.range_of(v);
		for (const [a, b] of runs)
			check(a >= 0 && a < b && b <= m.insts.length, `${m.name}: a bar of ${x.name} leaves the function`);
		if (x.why === "slot" && x.kind === "self" && m.name_of[x.at])
			check(runs.some(([a, b]) => a <= x.at && x.at < b), `${m.name}: ${x.name} is not live where it is made`);
	});
}

/* Milliseconds to open the largest function, and to make and lay out its rows while it is scrolled through; painting is
** not counted. */
function measure() {
	const result = [];
	for (const tab of Object.keys(VIEWS)) {
		let most = 0;
		const t0 = performance.now();
		open_tab(tab);
		const opened = performance.now() - t0, box = state.view.list && state.view.list.box;
		let slowest = 0, sum = 0, n = 0;
		for (let i = 0; box && i < 40; i++) {
			const from = performance.now();
			box.scrollTop = i % 20 * box.scrollHeight / 20 + i;
			state.view.list.draw();
			box.getBoundingClientRect();
			const took = performance.now() - from;
			slowest = Math.max(slowest, took), sum += took, n++;
			most = Math.max(most, check_size(tab));
		}
		for (let i = 0; tab === "cfg" && i < 40; i++) { /* across the graph, and away from it */
			const from = performance.now(), view = state.view;
			i === 30 ? view.fit(true) : i < 30 ? (view.y += view.g.h / 30, view.apply()) : view.zoom(1 / 1.3);
			view.svg.getBoundingClientRect();
			const took = performance.now() - from;
			slowest = Math.max(slowest, took), sum += took, n++;
			most = Math.max(most, check_size(tab));
		}
		most = Math.max(most, check_size(tab));
		result.push(`${tab}: open ${opened.toFixed(0)} ms, scroll ${(sum / Math.max(n, 1)).toFixed(1)} ms, at most ${slowest.toFixed(1)} ms, ${most} elements`);
	}
	return "PASS: 1 measured\nstart " + performance.timing_of_start.toFixed(0) + " ms\n" + result.join("\n");
}

/* Nothing is wider than the window, but for what can be scrolled. */
function check_width() {
	for (const tab of Object.keys(VIEWS)) {
		open_tab(tab);
		check(document.documentElement.scrollWidth <= innerWidth, `${tab}: the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`);
		check($("view").getBoundingClientRect().height > 120, `${tab}: no room for the view`);
		for (const b of document.querySelectorAll("#tools button, #menu")) {
			const r = b.getBoundingClientRect();
			check(r.width === 0 || (r.left >= 0 && r.right <= innerWidth), `${b.id} is out of sight`);
		}
	}
	return `PASS: 1 width, ${innerWidth} by ${innerHeight}`;
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
	if (m.blocks.length > MAX_BOXES)
		return;
	view.fit(true); /* all of it in sight */
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
		check_ranges(m);
		total.code = (total.code || 0) + check_code(m);
		check_size(m.name);
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
	check_ways();
	open_function(limit - 1);
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
	return `PASS: ${limit} functions, ${total.rows} rows, ${total.values} values, ${total.selected} selected, ${total.code || 0} lines of machine code; `
		+ names.map((n, k) => `${n} ${marks.get(k) || 0}`).join(", ");
}

async function tried(how) {
	let result;
	try {
		if (how === "speed")
			result = measure();
		else if (how === "width")
			result = check_width();
		else {
			quiet = true; /* a browser does not take hundreds of addresses in a row */
			result = selftest();
			quiet = false;
			if (!CHECKED)
				await check_history();
		}
	} catch (e) {
		result = "FAIL: " + e.message + "\n" + e.stack;
	}
	document.body.append(el("pre", { id: "selftest" }, result));
	if (parent !== window)
		parent.postMessage(result, "*");
}

const started = performance.now(), fragment = start();
performance.timing_of_start = performance.now() - started;
if (fragment.has("selftest"))
	tried(fragment.get("selftest"));
