/* address.js -- what is open and selected, in the address of the page, and back from it. */
"use strict";

let quiet = false,
	remembered = "",
	pushed = 0;

/* Writes what is open into the address.  `step`: a way back leads here; steps in a hurry are one. */
function remember(step) {
	if (quiet || !state.model) return;
	const p = new URLSearchParams({ f: state.model.name, tab: state.tab });
	if (state.value >= 0) p.set("v", state.model.values[state.value].name);
	if (CHECKED && INDEX.check.files.length > 1) p.set("file", INDEX.functions[state.number].file);
	if (state.finding >= 0) p.set("n", finding_key(state.model.check.findings[state.finding]));
	if (state.tab === "ir" && state.right !== undefined)
		p.set("to", INDEX.passes[state.model.ir[state.right].pass]);
	if (document.documentElement.dataset.theme) p.set("theme", document.documentElement.dataset.theme);
	const address = "#" + p,
		now = Date.now();
	if (address === remembered) return;
	if (step && remembered && now - pushed > 300) {
		const box = state.view_before;
		history.replaceState({ top: box ? box.scrollTop : 0 }, "");
		history.pushState(null, "", address);
	} else history.replaceState(history.state, "", address);
	if (step) pushed = now;
	remembered = address;
}

/* The function with most slots; of those, with most stores. */
function most_roots() {
	let best = 0;
	INDEX.functions.forEach((f, i) => {
		const s = f.stats,
			b = INDEX.functions[best].stats;
		if (
			s &&
			(!b ||
				all_slots(s) > all_slots(b) ||
				(all_slots(s) === all_slots(b) && all_stores(s) > all_stores(b)))
		)
			best = i;
	});
	return best;
}

/* The view that the address means: by its name, or by that of a word of its label, perhaps misspelt. */
function near_view(asked) {
	let best = null;
	for (const b of document.querySelectorAll("#tabs [data-tab]:not([hidden])"))
		for (const word of [b.dataset.tab, ...b.textContent.toLowerCase().split(" ")])
			if (word.length > 1) {
				const far = word.startsWith(asked) ? 0 : word_distance(asked, word);
				if (far <= Math.min(2, asked.length / 2) && (!best || far < best.far))
					best = { tab: b.dataset.tab, far };
			}
	return best && best.tab;
}

/* Edits of single characters from one word to the other. */
function word_distance(a, b) {
	let row = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++)
			next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1])));
		row = next;
	}
	return row[b.length];
}

function view_name(tab) {
	return $("tab-" + tab).textContent.replace(/^\d+ /, "");
}

/* What the address asks for and the page does not have. */
function not_there(p, function_number) {
	const tab = p.get("tab"),
		m = state.model,
		missing = [];
	const short = s => (s.length > 60 ? s.slice(0, 60) + "…" : s);
	if (tab && !VIEWS[tab]) missing.push(`no view “${short(tab)}”: this is “${view_name(state.tab)}”`);
	if (p.get("f") && function_number < 0) missing.push(`no function “${short(p.get("f"))}”`);
	else if (m && p.get("v") && !m.values.some(x => x.name === p.get("v")))
		missing.push(`no value “${short(p.get("v"))}” in this function`);
	else if (m && p.get("n") && CHECKED && !m.check.findings.some(x => finding_key(x) === p.get("n")))
		missing.push(`no finding “${short(p.get("n"))}” in this function`);
	return missing;
}

function recall(event, address = location.hash) {
	if (event && event.type === "hashchange" && address === remembered) return null;
	remembered = address;
	const p = new URLSearchParams(address.slice(1));
	quiet = true;
	if (p.get("theme")) document.documentElement.dataset.theme = p.get("theme");
	if (VIEWS[p.get("tab")]) state.tab = p.get("tab");
	else if (p.get("tab")) state.tab = near_view(p.get("tab").toLowerCase()) || Object.keys(VIEWS)[0];
	const f = INDEX.functions.findIndex(
		x => x.name === p.get("f") && (!CHECKED || p.get("file") === null || String(x.file) === p.get("file"))
	);
	const first = f >= 0 ? f : CHECKED ? shown[0] || 0 : most_roots();
	if (INDEX.functions.length) open_function(first);
	if (p.get("to") && state.model && state.tab === "ir") {
		const to = state.model.ir.findIndex(x => INDEX.passes[x.pass] === p.get("to"));
		if (to > 0) {
			state.right = to;
			state.left = to - 1;
			open_tab("ir");
		}
	}
	const missing = not_there(p, f);
	const v = state.model ? state.model.values.findIndex(x => x.name === p.get("v")) : -1;
	if (v >= 0) select({ value: v }, true);
	const n =
		CHECKED && state.model ? state.model.check.findings.findIndex(x => finding_key(x) === p.get("n")) : -1;
	if (n >= 0) {
		select({ finding: n }, true);
		const line = Number(p.get("line"));
		if (line > 0 && line <= state.model.lines(0).length) state.view.show_line(line - 1);
		state.view.list.box.focus({ preventScroll: true });
	}
	if (event && event.state && state.view && state.view.list) {
		state.view.list.box.scrollTop = event.state.top;
		state.view.list.draw();
	}
	$("note").hidden = !missing.length;
	$("note").textContent = missing.length ? visible(`This page has ${missing.join("; ")}.`) : "";
	quiet = false;
	return p;
}
