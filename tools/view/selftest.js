/* selftest.js -- starts the page; with #selftest it also tries all of it and says what it found in <pre
** id="selftest">. */
"use strict";

function press(key) {
	document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

/* A view that the page does not have is said, and the nearest is shown; each view has its legend. */
function check_address() {
	for (const [asked, tab] of [
		["ranges", "ranges"],
		["range", "ranges"],
		["lvie", "ranges"],
		["Control", "cfg"],
		["machin", "code"],
		["xyzzy", "map"]
	]) {
		recall(null, "#f=" + encodeURIComponent(INDEX.functions[0].name) + "&tab=" + asked);
		check(state.tab === tab, `the address with tab=${asked} opens ${state.tab}`);
		check($("note").hidden === (asked === tab), `the address with tab=${asked}: the note is wrong`);
		check(asked === tab || $("note").textContent.includes(asked), `the note does not name ${asked}`);
	}
	recall(null, "#f=" + encodeURIComponent(INDEX.functions[0].name) + "&v=%25none");
	check($("note").textContent.includes("%none"), "a value that is not there is not named");
	open_function(0);
	check($("note").hidden, "the note stays");
	select({});
	for (const tab of Object.keys(MARKS_OF)) {
		open_tab(tab);
		check($("selection").textContent.includes(MARKS_OF[tab][0][2]), `no legend of ${tab}`);
	}
	open_function(most_roots());
	open_tab("ranges");
	if (state.view.list)
		for (const [bar, key] of [
			["svg path.bar.slot", ".key.rooted"],
			["svg path.held", ".key.at"],
			["svg path.stored", ".key.put"]
		])
			check(
				!document.querySelector("#view " + bar) || document.querySelector("#selection " + key),
				`no legend of ${bar}`
			);
	check_labels();
	check_zoom();
	open_tab("map");
}

/* Nearer, a bar is wider; its value stays in sight. */
function check_zoom() {
	const view = state.view;
	if (!view.list || state.model.insts.length <= 20) return;
	const v = view.shown[view.shown.length - 1],
		at = state.model.values[v].at;
	select({ value: v }, true);
	for (let i = 0; i < 3; i++) press("+");
	check(view.to - view.from < state.model.insts.length, "+ does not zoom the live ranges");
	check(view.from <= at && at < view.to, "zooming leaves the selected value");
	check_labels();
	press("0");
	check(view.from === 0 && view.to === state.model.insts.length, "0 does not show all instructions");
	select({});
}

/* Names above the live ranges stand apart. */
function check_labels() {
	let right = -Infinity;
	for (const e of document.querySelectorAll("#view .tick")) {
		const r = e.getBoundingClientRect();
		check(r.left >= right - 1, `the name of block ${e.textContent} covers another`);
		check(r.width > 12, `the name of block ${e.textContent} has no room`);
		right = r.right;
	}
}

/* Way back, links to callees, searching, hovering, what is folded. */
function check_ways() {
	const list_order = $("order").value;
	for (const order of ["slots", "root_stores"]) {
		$("order").value = order;
		search();
		const count = i =>
			INDEX.functions[i].stats
				? (order === "slots" ? all_slots : all_stores)(INDEX.functions[i].stats)
				: -1;
		for (let i = 1; i < shown.length; i++)
			check(
				count(shown[i - 1]) >= count(shown[i]),
				`the order of ${order} is not that of the figures shown`
			);
	}
	$("order").value = list_order;
	search();
	const most = most_roots(),
		figure = i => (INDEX.functions[i].stats ? all_slots(INDEX.functions[i].stats) : -1);
	check(
		INDEX.functions.every((f, i) => figure(i) <= figure(most)),
		"the page does not open at the function with most roots"
	);
	open_function(most);
	open_tab("map");
	select({});
	check($("selection").textContent.includes("Legend"), "no legend");
	check(
		getComputedStyle($("side")).display === "none" || $("order").scrollWidth <= $("order").clientWidth + 1,
		"the order is clipped"
	);
	const m = state.model,
		with_space = m.insts.findIndex(x => x.text.includes("ptr addrspace(10)"));
	if (with_space >= 0) {
		state.view.show(with_space);
		check(
			document.querySelector("#view .as10") && !$("view").textContent.includes("addrspace(10)"),
			"no badge of an address space"
		);
	}
	/* searching */
	const last = m.name_of.filter(x => x).pop();
	if (last) {
		$("find").value = last + " = ";
		find_in_code(0);
		check(
			found.rows.length === 1 && $("view").textContent.includes(last),
			"a name at the end is not found in the code"
		);
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
	check(
		document.activeElement === $("tab-cfg") && state.tab === "cfg",
		"the right arrow does not open the next view"
	);
	document.activeElement.blur();
	open_tab("map");
	/* a link to a callee */
	for (let i = 0; i < Math.min(INDEX.functions.length, 60); i++) {
		open_function(i);
		const at = state.model.insts.findIndex(x =>
			[...x.text.matchAll(/@([-a-zA-Z$._0-9]+)\(/g)].some(t => FUNCTION_AT.has(t[1]))
		);
		if (at < 0) continue;
		state.view.show(at);
		const link = document.querySelector("#view .callee"),
			to = Number(link.dataset.function);
		link.click();
		check(state.number === to, "a callee's link leads elsewhere");
		break;
	}
}

/* What debug information and metadata add to the code, and changes within a line: how many there are of each. */
function check_beside(m, total) {
	const all = s => document.querySelectorAll("#view " + s);
	open_tab("map");
	if (m.insts.length < 200) {
		const given = m.name_of.filter(n => n && m.variable.has(n) && variable_of(m, n)).length;
		check(all(".variable").length >= given, `${m.name}: a variable of the source is not named in the map`);
		total.variables += all(".variable").length;
	}
	for (const row of all(".source")) {
		check(row.textContent.trim().length > 0, `${m.name}: an empty line of source`);
		total.sources++;
	}
	const folded = all(".folded").length;
	total.folded += folded;
	if (folded) {
		press("m");
		check(all(".folded").length === 0, `${m.name}: m does not unfold metadata`);
		press("m");
		check(all(".folded").length === folded, `${m.name}: m does not fold metadata again`);
	}
	open_tab("ir");
	total.changed += all(".changed").length;
}

/* Figures behind the names of functions are all there. */
function check_counts() {
	if (getComputedStyle($("side")).display === "none") return;
	for (const e of document.querySelectorAll("#side .fn i"))
		check(
			e.scrollWidth <= e.clientWidth + 1 || getComputedStyle(e).display === "inline",
			"a count is clipped"
		);
	for (const row of document.querySelectorAll("#side .fn")) {
		const last = row.lastElementChild.getBoundingClientRect(),
			side = row.getBoundingClientRect();
		check(last.right <= side.right + 1, `the count of ${row.title} is out of sight`);
	}
}

/* The address of a function that was open before brings it back. */
async function check_history() {
	if (INDEX.functions.length < 2) return;
	open_function(0);
	pushed = 0;
	open_function(1);
	history.back();
	for (let i = 0; i < 100 && state.number !== 0; i++) await new Promise(done => setTimeout(done, 20));
	check(state.number === 0, "the way back does not lead back");
}

/* Milliseconds to open the largest function, and to make and lay out its rows while it is scrolled through; painting is
** not counted. */
function measure() {
	const result = [];
	for (const tab of Object.keys(VIEWS)) {
		let most = 0;
		const t0 = performance.now();
		open_tab(tab);
		const opened = performance.now() - t0,
			box = state.view.list && state.view.list.box;
		let slowest = 0,
			sum = 0,
			n = 0;
		for (let i = 0; box && i < 40; i++) {
			const from = performance.now();
			box.scrollTop = ((i % 20) * box.scrollHeight) / 20 + i;
			state.view.list.draw();
			box.getBoundingClientRect();
			const took = performance.now() - from;
			slowest = Math.max(slowest, took);
			sum += took;
			n++;
			most = Math.max(most, check_size(tab));
		}
		for (let i = 0; tab === "cfg" && i < 40; i++) {
			/* across the graph, and away from it */
			const from = performance.now(),
				view = state.view;
			i === 30
				? view.fit(true)
				: i < 30
					? ((view.y += view.g.h / 30), view.apply())
					: view.zoom(1 / 1.3);
			view.svg.getBoundingClientRect();
			const took = performance.now() - from;
			slowest = Math.max(slowest, took);
			sum += took;
			n++;
			most = Math.max(most, check_size(tab));
		}
		most = Math.max(most, check_size(tab));
		if (tab === "ranges") check_zoom();
		result.push(
			`${tab}: open ${opened.toFixed(0)} ms, scroll ${(sum / Math.max(n, 1)).toFixed(1)} ms, ` +
				`at most ${slowest.toFixed(1)} ms, ${most} elements`
		);
	}
	return "PASS: 1 measured\nstart " + performance.timing_of_start.toFixed(0) + " ms\n" + result.join("\n");
}

/* Before and after stand side by side where there is room, and otherwise one below the other: no row is empty then. */
function check_columns() {
	const rows = [...document.querySelectorAll(".diff")],
		narrow = innerWidth <= 820;
	check(rows.length > 0, "ir: no rows");
	for (const row of rows) check(row.children.length === (narrow ? 1 : 2), `ir: ${row.children.length} columns`);
	const marked = rows.filter(row => row.querySelector(".add, .del"));
	check(!narrow || marked.every(row => row.textContent), "ir: a row without text is marked");
	const differs = r => r[1] === null || r[0] === null || r[2];
	const gone = state.view.rows.filter(r => r[0] !== null && differs(r)).length,
		same = state.view.rows.filter(r => !differs(r)).length;
	check(gone + same === state.view.a.length, "ir: lines of what was before are missing");
}

/* Nothing is wider than the window, but for what can be scrolled. */
function check_width() {
	for (const tab of Object.keys(VIEWS)) {
		open_tab(tab);
		check(
			document.documentElement.scrollWidth <= innerWidth,
			`${tab}: the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`
		);
		check($("view").getBoundingClientRect().height > 120, `${tab}: no room for the view`);
		if (tab === "ir" && state.model.ir.length) check_columns();
		for (const b of document.querySelectorAll(
			"#tools button, #tabs button, #menu, #title, #figures, #find"
		)) {
			const r = b.getBoundingClientRect();
			check(r.width === 0 || (r.left >= 0 && r.right <= innerWidth), `${b.id} is out of sight`);
			check(b.scrollWidth <= b.clientWidth + 2, `${b.id} is cut`);
		}
	}
	return `PASS: 1 width, ${innerWidth} by ${innerHeight}`;
}

function selftest() {
	if (CHECKED) return selftest_check();
	check(state.number === most_roots(), "the page has not opened at the function with most roots");
	check_counts();
	const limit = Math.min(INDEX.functions.length, 60),
		total = { rows: 0, values: 0, selected: 0, variables: 0, sources: 0, folded: 0, changed: 0 },
		marks = new Map();
	for (let i = 0; i < limit; i++) {
		open_function(i);
		const m = state.model;
		check(m.name === INDEX.functions[i].name, "the wrong function");
		for (const tab of Object.keys(VIEWS)) {
			open_tab(tab);
			check($("view").childElementCount > 0, `${m.name}: nothing in ${tab}`);
			if (tab === "cfg") check_layout(state.view, m);
		}
		const [rows, seen] = check_map(m);
		total.rows += rows;
		total.values += m.values.length;
		seen.forEach((n, k) => marks.set(k, (marks.get(k) || 0) + n));
		check_diffs(m);
		check_ranges(m);
		total.code = (total.code || 0) + check_code(m);
		check_beside(m, total);
		check_size(m.name);
		const v = m.values.findIndex(x => x.why === "slot");
		if (v < 0) continue;
		open_tab("map");
		select({ value: v }, true);
		check(
			document.querySelectorAll("#view .v.on").length > 0,
			`${m.name}: the selection is not marked in the map`
		);
		state.view.show(m.stores_of[v][0].before); /* only what is in sight is there */
		check(
			document.querySelectorAll("#view .c.sel").length > 0,
			`${m.name}: its slot is not marked in the map`
		);
		check($("selection").textContent.includes(m.values[v].reason), `${m.name}: no reason is given`);
		open_tab("cfg");
		select({ value: v }, true);
		check(
			document.querySelectorAll("#view .def").length === 1 &&
				document.querySelectorAll("#view .live").length > 0,
			`${m.name}: the selection is not marked in the graph`
		);
		open_tab("frame");
		check(
			document.querySelectorAll("#view .hit").length > 0,
			`${m.name}: the selection is not marked in the frame`
		);
		open_tab("values");
		check(
			document.querySelectorAll("#view .hit").length > 0,
			`${m.name}: the selection is not marked among the values`
		);
		open_tab("ir");
		check(
			!m.name_of[m.values[v].at] || document.querySelectorAll("#view .v.on").length > 0,
			`${m.name}: the selection is not marked in the IR`
		);
		total.selected++;
	}
	check_ways();
	check_address();
	open_function(limit - 1);
	/* searching and keys */
	$("search").value = INDEX.functions[limit - 1].name;
	search();
	check(
		shown.includes(limit - 1) && shown.length <= INDEX.functions.length,
		"search does not find a function by its name"
	);
	$("search").value = "no such function anywhere";
	search();
	check(shown.length === 0, "search finds what is not there");
	$("search").value = "";
	$("filter").value = "frame";
	search();
	check(
		shown.every(i => INDEX.functions[i].stats && INDEX.functions[i].stats.frame),
		"the filter lets others through"
	);
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
	return (
		`PASS: ${limit} functions, ${total.rows} rows, ${total.values} values, ${total.selected} selected, ` +
		`${total.code || 0} lines of machine code, ${total.variables} variables, ` +
		`${total.sources} lines of source, ${total.folded} folded, ${total.changed} changes within lines; ` +
		names.map((n, k) => `${n} ${marks.get(k) || 0}`).join(", ")
	);
}

async function tried(how) {
	let result;
	try {
		if (how === "speed") result = measure();
		else if (how === "width") result = check_width();
		else {
			quiet = true; /* a browser does not take hundreds of addresses in a row */
			result = selftest();
			quiet = false;
			if (!CHECKED) await check_history();
		}
	} catch (e) {
		result = "FAIL: " + e.message + "\n" + e.stack;
	}
	document.body.append(el("pre", { id: "selftest" }, result));
	if (parent !== window) parent.postMessage(result, "*");
}

const started = performance.now(),
	fragment = start();
performance.timing_of_start = performance.now() - started;
if (fragment.has("selftest")) tried(fragment.get("selftest"));
