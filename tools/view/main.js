/* main.js -- the list of functions, what is open and selected, keys. */
"use strict";

const state = {
	number: -1,
	model: null,
	tab: "map",
	view: null,
	value: -1,
	slot: -1,
	block: -1,
	finding: -1,
	name: null,
	names: new Set(),
	source: true,
	fold: true,
	with_code: null
};
const VIEWS = CHECKED
	? { check: CheckView }
	: {
			map: MapView,
			cfg: CfgView,
			frame: FrameView,
			values: ValuesView,
			ranges: RangesView,
			ir: IrView,
			code: MachineView
		};
const FEW_STATS = {};

/* ---- selecting ---- */

/* One of { value }, { slot }, { block }, { finding }, { name }; nothing at all for nothing.  `go` also brings it into
** sight. */
function select(what, go) {
	const m = state.model;
	Object.assign(state, { value: -1, slot: -1, block: -1, finding: -1, name: null }, what);
	if (m && state.name && m.at.has(state.name)) {
		const is = m.insts[m.at.get(state.name)].is || [];
		if (is.length === 1 && is[0] >= 0) state.value = is[0];
	} else if (m && state.name) {
		const b = m.blocks.findIndex(x => "%" + x.name === state.name);
		if (b >= 0) {
			state.block = b;
			state.name = null;
		}
	}
	state.names = new Set(state.name ? [state.name] : []);
	if (m && state.value >= 0) for (const t of m.tokens[state.value]) state.names.add(t);
	CHECKED ? describe_check() : describe();
	if (state.view) {
		state.view.update();
		if (go && state.finding >= 0) state.view.show_finding(state.finding);
		else if (go && state.block >= 0) state.view.show_block(state.block);
		else if (go && state.value >= 0) state.view.show(m.values[state.value].at);
		else if (go && m.at.has(state.name)) state.view.show(m.at.get(state.name));
	}
	remember();
}

function clicked(event) {
	const e = event.target.closest(
			"[data-value],[data-name],[data-slot],[data-block],[data-inst]," +
				"[data-finding],[data-line],[data-function]"
		),
		row = event.target.closest("[data-row]");
	if (row && state.view && state.view.list) state.view.list.current = Number(row.dataset.row);
	if (!e) {
		if (row && state.view) state.view.update();
		return;
	}
	const d = e.dataset,
		aside = e.closest("aside") !== null;
	if (d.function !== undefined) open_function(Number(d.function));
	else if (d.line !== undefined) state.view.show_line(Number(d.line));
	else if (d.finding !== undefined) select({ finding: Number(d.finding) });
	else if (d.inst !== undefined) {
		if (state.tab !== "map" && state.tab !== "cfg") open_tab("map");
		state.view.show(Number(d.inst));
	} else if (d.value !== undefined) select({ value: Number(d.value) }, aside);
	else if (d.name !== undefined) select({ name: d.name }, aside);
	else if (d.slot !== undefined) select({ slot: Number(d.slot) });
	else select({ block: Number(d.block) }, aside);
}

/* ---- opening ---- */

function few(n, what) {
	return `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
}

/* Slots of all kinds, and stores of all kinds: what the list shows and is sorted by. */
function all_slots(s) {
	return s.slots + s.array_slots + s.alloca_slots;
}
function all_stores(s) {
	return s.root_stores + s.array_stores;
}

function open_tab(tab) {
	const before = state.view && state.view.list;
	state.view_before = before ? { scrollTop: before.box.scrollTop } : null;
	state.tab = tab;
	for (const b of document.querySelectorAll("#tabs [data-tab]")) {
		b.setAttribute("aria-selected", String(b.dataset.tab === tab));
		b.tabIndex = b.dataset.tab === tab ? 0 : -1;
		if (b.dataset.tab === tab) {
			$("view").setAttribute("aria-labelledby", b.id);
			b.scrollIntoView({ block: "nearest", inline: "nearest" });
		}
	}
	$("view").replaceChildren();
	$("tip").hidden = true;
	state.view = null;
	if (state.model) {
		state.view = new VIEWS[tab]($("view"));
		if (state.value >= 0) state.view.show(state.model.values[state.value].at);
		if (!CHECKED) describe(); /* the legend is that of the view */
	}
	remember();
}

function open_function(number) {
	state.number = number;
	state.model = load(number);
	state.left = state.right = undefined;
	state.view = null;
	const m = state.model,
		s = m.stats;
	$("title").textContent = visible(m.name);
	document.title = visible(m.name) + (CHECKED ? " — lateroot check" : " — lateroot view");
	$("figures").title = m.e.file ? visible(`${m.e.file}:${m.e.line || 0}`) : "";
	$("note").hidden = true;
	if (CHECKED) $("tab-check").textContent = few(m.check.findings.length, "finding");
	$("figures").textContent = CHECKED
		? figures_of(INDEX.functions[number])
		: m.e.stats
			? `${few(m.insts.length, "instruction")}, ${few(m.blocks.length, "block")}, ` +
				`${few(s.safepoints, "safepoint")}; ${few(s.tracked, "tracked value")}, ` +
				`at most ${s.max_live} at once; ` +
				few(s.slots, "slot") +
				(s.array_slots ? `, ${s.array_slots} for arguments` : "") +
				(s.alloca_slots ? `, ${s.alloca_slots} for stack variables` : "") +
				`, ${few(s.root_stores, "root store")}; ${s.frame ? "a frame" : "no frame"}` +
				(m.e.file ? `; ${m.e.file.replace(/.*\//, "")}:${m.e.line || 0}` : "")
			: "no slots were planned";
	const opened = quiet;
	quiet = true;
	select({});
	open_tab(state.tab);
	quiet = opened;
	list.draw();
	document.body.classList.remove("choosing");
	remember(true);
}

function figures_of(f) {
	const parts = [
		f.verdict === "hole" ? few(f.holes, "hole") : f.verdict,
		f.kind === "none" ? "no roots that are known" : f.kind
	];
	if (f.verdict === "hole" && f.unknown) parts.splice(1, 0, `${f.unknown} unknown`);
	if (f.known) parts.push(`${f.known} known by the baseline`);
	return visible(parts.join("; ") + "; " + INDEX.check.files[f.file].name);
}

let shown = [],
	list = null;

function search() {
	const text = $("search").value.toLowerCase(),
		filter = $("filter").value,
		order = $("order").value;
	shown = [];
	INDEX.functions.forEach((f, i) => {
		const s = f.stats || FEW_STATS;
		if (
			CHECKED &&
			filter !== "all" &&
			f.verdict !== filter &&
			!(filter === "finding" && f.holes + f.unknown > 0)
		)
			return;
		if (state.with_code && !state.with_code.has(i)) return;
		if (
			(text && !f.name.toLowerCase().includes(text)) ||
			(filter === "frame" && !s.frame) ||
			(filter === "none" && s.frame) ||
			(filter === "variables" && !s.alloca_slots)
		)
			return;
		shown.push(i);
	});
	const figure = i => {
		const s = INDEX.functions[i].stats;
		return !s ? -1 : order === "slots" ? all_slots(s) : order === "root_stores" ? all_stores(s) : s[order];
	};
	if (order === "name") shown.sort((a, b) => (INDEX.functions[a].name < INDEX.functions[b].name ? -1 : 1));
	else if (order === "worst") shown.sort(compare_verdicts);
	else if (order !== "module") shown.sort((a, b) => figure(b) - figure(a) || a - b);
	$("count").textContent = `${shown.length.toLocaleString("en")} of ${few(INDEX.functions.length, "function")}`;
	list.current = -1;
	list.box.scrollTop = 0;
	list.resize(shown.length);
}

function function_row(i) {
	const f = INDEX.functions[shown[i]],
		s = f.stats;
	if (CHECKED)
		return el(
			"div.fn" + (shown[i] === state.number ? ".open" : ""),
			{
				"data-function": shown[i],
				role: "option",
				"aria-selected": String(shown[i] === state.number),
				title: f.name
			},
			el("b", {}, f.name),
			el(
				"i.verdict." + f.verdict,
				{ "aria-label": `${f.verdict}, ${few(f.holes, "hole")}, ${f.unknown} unknown` },
				[
					VERDICT_MARK[f.verdict],
					f.holes ? f.holes + "✗" : "",
					f.unknown ? f.unknown + "?" : ""
				]
					.slice(f.holes + f.unknown ? 1 : 0)
					.filter(x => x)
					.join(" ")
			)
		);
	return el(
		"div.fn" + (shown[i] === state.number ? ".open" : ""),
		{
			"data-function": shown[i],
			role: "option",
			"aria-selected": String(shown[i] === state.number),
			title: f.name
		},
		el("b", {}, f.name),
		el("i", {}, s ? (s.frame ? `${all_slots(s)}▮ ${all_stores(s)}▼` : "–") : "")
	);
}

function step(by) {
	const at = shown.indexOf(state.number),
		to = at < 0 ? 0 : at + by;
	if (to >= 0 && to < shown.length) {
		open_function(shown[to]);
		list.show(to);
	}
}

/* ---- keys ---- */

function theme() {
	const e = document.documentElement,
		dark = e.dataset.theme
			? e.dataset.theme === "dark"
			: matchMedia("(prefers-color-scheme: dark)").matches;
	e.dataset.theme = dark ? "light" : "dark";
	remember();
}

const KEYS = {
	"/": () => {
		$("search").focus();
		$("search").select();
	},
	"[": () => step(-1),
	"]": () => step(1),
	...Object.fromEntries(Object.keys(VIEWS).map((tab, i) => [String(i + 1), () => open_tab(tab)])),
	f: () => {
		$("find").focus();
		$("find").select();
	},
	m: () => turn("fold"),
	l: () => turn("source"),
	t: theme,
	"?": () => $("keys").showModal(),
	Escape: () => select({}),
	ArrowDown: () => state.view.move(1),
	ArrowUp: () => state.view.move(-1),
	j: () => state.view.move(1),
	k: () => state.view.move(-1),
	PageDown: () => state.view.move(30),
	PageUp: () => state.view.move(-30),
	Enter: () => state.view.pick(),
	n: () => state.view.seek(1, i => row_is_hit(i)),
	p: () => state.view.seek(-1, i => row_is_hit(i)),
	s: () => state.view.seek(1, i => state.model.insts[i].safepoint !== undefined, "safepoint"),
	"+": () => state.view.zoom && state.view.zoom(1 / 1.3),
	"=": () => state.view.zoom && state.view.zoom(1 / 1.3),
	"-": () => state.view.zoom && state.view.zoom(1.3),
	0: () => state.view.fit && (state.view.g || state.view.axis) && state.view.fit(true)
};

function row_is_hit(i) {
	const m = state.model;
	return (
		state.names.has(m.name_of[i]) ||
		(m.put.get(i) || []).some(p => p.value === state.value || p.slot === state.slot) ||
		[...m.insts[i].text.matchAll(TOKEN)].some(t => state.names.has(t[0]))
	);
}

function key(e) {
	const in_list = document.activeElement === $("functions");
	if ((e.ctrlKey || e.metaKey) && e.key === "f" && document.activeElement !== $("find")) {
		KEYS.f(); /* the browser's own search sees only the rows in sight; a second time it is the browser's */
		e.preventDefault();
		return;
	}
	if (e.ctrlKey || e.metaKey || e.altKey || $("keys").open) return;
	if (e.target.matches("input, select")) {
		if (e.key === "Escape") e.target.blur();
		else if (e.key === "Enter" && e.target.id === "search" && shown.length) {
			open_function(shown[0]);
			$("functions").focus();
		} else if (e.key === "Enter" && e.target.id === "find") {
			find_in_code(e.shiftKey ? -1 : 1);
			e.preventDefault();
		}
		return;
	}
	if (e.target.matches("#tabs button") && /^(Arrow(Left|Right)|Home|End)$/.test(e.key)) {
		const tabs = [...document.querySelectorAll("#tabs button:not([hidden])")],
			n = tabs.length,
			at = tabs.indexOf(e.target);
		const to =
			tabs[
				e.key === "Home"
					? 0
					: e.key === "End"
						? n - 1
						: (at + (e.key === "ArrowRight" ? 1 : n - 1)) % n
			];
		open_tab(to.dataset.tab);
		to.focus();
		e.preventDefault();
		return;
	}
	if (e.target.matches("button") && (e.key === "Enter" || e.key === " ")) return;
	if (in_list && (e.key === "ArrowDown" || e.key === "ArrowUp")) {
		step(e.key === "ArrowDown" ? 1 : -1);
		e.preventDefault();
	} else if (KEYS[e.key] && (state.view || "/?t[]".includes(e.key))) {
		KEYS[e.key]();
		e.preventDefault();
	}
}

function start() {
	$("source").textContent = visible(INDEX.source);
	for (const b of document.querySelectorAll("#tabs [data-tab]")) b.hidden = VIEWS[b.dataset.tab] === undefined;
	if (CHECKED) {
		state.tab = "check";
		start_check();
	}
	list = new VList($("functions"), 0, function_row);
	$("search").oninput = $("filter").onchange = $("order").onchange = search;
	$("functions").onclick = e => {
		const row = e.target.closest("[data-function]");
		if (row) open_function(Number(row.dataset.function));
	};
	$("tabs").onclick = e => {
		const tab = e.target.closest("[data-tab]");
		if (tab) {
			open_tab(tab.dataset.tab);
			remember(true);
		}
	};
	$("find").oninput = () => find_in_code(0);
	$("find-next").onclick = () => find_in_code(1);
	$("find-all").onclick = find_in_all;
	$("code-filter").onclick = clear_code_filter;
	$("menu").onclick = () => {
		$("menu").setAttribute("aria-expanded", String(document.body.classList.toggle("choosing")));
		list.draw();
	};
	document.addEventListener("pointerover", hover);
	$("theme").onclick = theme;
	$("help").onclick = () => $("keys").showModal();
	$("view").onclick = $("selection").onclick = clicked;
	window.onkeydown = key;
	window.onresize = () => {
		list.draw();
		if (state.view) state.view.resized ? state.view.resized() : state.view.update();
	};
	window.onhashchange = window.onpopstate = recall;
	search();
	return recall();
}
