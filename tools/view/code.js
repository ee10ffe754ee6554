/* code.js -- lines of IR as they are shown: names to select, calls to follow, short address spaces, folded metadata;
** what is said when the pointer rests on a name; searching in code of which only what is in sight is in the page. */
"use strict";

const SPACES = {
	10: ["T", "tracked: a reference that the collector must know"],
	11: ["D", "derived: points into an object that is kept alive by its base"],
	12: ["C", "callee-rooted: the called function keeps it alive"],
	13: ["L", "loaded: the address of an object's data"]
};
/* value, function, address space, metadata behind an instruction, group of attributes */
const PART = new RegExp(
	`(${TOKEN.source})|@("[^"]*"|[-a-zA-Z$._0-9]+)| addrspace\\((\\d+)\\)` +
		'|(,? ![-a-zA-Z_.0-9]+ ![-a-zA-Z_0-9]+(?:\\([^)]*\\))?)|( #\\d+)(?![^ ,{]*")',
	"g"
);
const FUNCTION_AT = new Map(INDEX.functions.map((f, i) => [f.name, i]));

function unquoted(name) {
	return name.startsWith('"')
		? name.slice(1, -1).replace(/\\([0-9A-Fa-f]{2})/g, (_, h) => String.fromCharCode(parseInt(h, 16)))
		: name;
}

function tracked_class(m, is) {
	if (!is) return "";
	return is.some(v => v >= 0 && (m.values[v].why === "slot" || m.values[v].why === "pinned"))
		? ".rooted"
		: ".tracked";
}

function space_badge(n) {
	const [letter, title] = SPACES[n] || [n, "address space " + n];
	return el("b.as.as" + n, { title: `addrspace(${n}): ${title}` }, letter);
}

/* The variable of the source that a name is, unless the name says so itself. */
function variable_of(m, name) {
	const v = m.variable.get(name);
	return v && name.slice(1).replace(/(?:\.(?:addr|\d+))+$/, "") !== v ? v : null;
}

/* A line of IR in which names can be selected.  `names` says what a token is called in the model, if not as it stands;
** `changed` has the places [from, to) that differ from the line beside it. */
function code_of(text, limit, names, changed) {
	const e = el("code"),
		m = state.model,
		folded = [];
	let at = 0;
	if (text.length > limit) text = text.slice(0, limit) + " …";
	const differs = (from, to) => changed && changed.some(c => c[0] < to && c[1] > from);
	function plain_text(from, to) {
		for (const [a, b] of changed || []) {
			if (b <= from || a >= to) continue;
			e.append(
				visible(text.slice(from, Math.max(a, from))),
				el("mark.changed", {}, text.slice(Math.max(a, from), Math.min(b, to)))
			);
			from = Math.min(b, to);
		}
		e.append(visible(text.slice(from, to)));
	}
	for (const t of text.matchAll(PART)) {
		const end = t.index + t[0].length,
			other = differs(t.index, end) ? ".changed" : "";
		let part = null;
		if (t[1]) {
			const name = names ? names(t[1]) : t[1],
				i = m.at.get(name);
			const kind =
				i !== undefined
					? tracked_class(m, m.insts[i].is)
					: m.arg.has(name)
						? tracked_class(m, m.arg.get(name).is)
						: "";
			part = el(
				"span.v" + kind + (state.names.has(name) ? ".on" : "") + other,
				{ "data-name": name },
				t[1]
			);
			const variable = t.index < 3 || text.startsWith("define ") ? variable_of(m, name) : null;
			if (variable) part = [part, el("i.variable", { title: "a variable of the source" }, variable)];
		} else if (t[2]) {
			const to = FUNCTION_AT.get(unquoted(t[2]));
			part =
				to === undefined
					? null
					: el(
							"span.callee" + other,
							{ "data-function": to, title: "open this function" },
							t[0]
						);
		} else if (t[3]) {
			part = [space_badge(Number(t[3]))];
			part[0].classList.toggle("changed", other !== "");
		} else if ((t[4] || t[5]) && state.fold && at > 0) {
			folded.push(t[0].replace(/^, /, "").trim());
			part = [];
		}
		if (!part) continue;
		plain_text(at, t.index);
		e.append(...[part].flat());
		at = end;
	}
	plain_text(at, text.length);
	const more = folded.filter(x => !x.startsWith("!dbg")); /* the source line stands above */
	if (more.length)
		e.append(el("b.folded", { title: folded.join(", ") + " (m shows metadata)" }, "!" + more.length));
	return e;
}

/* ---- the pointer rests on a name ---- */

/* Of a page of findings: where the name is defined. */
function say_definition(m, name) {
	const line = name ? state.view.definition(name) : -1;
	return line < 0
		? null
		: [
				el("b.mono", {}, name),
				variable_of(m, name) ? el("i.variable", {}, m.variable.get(name)) : "",
				el("div.dim.mono", {}, `${line + 1}: ${m.lines(0)[line].trim().slice(0, 160)}`)
			];
}

function say_of(m, e) {
	const d = e.dataset,
		v = d.value !== undefined ? Number(d.value) : -1;
	const name = d.name || (v >= 0 && m.values[v] ? m.values[v].name : "");
	const i = m.at.get(name),
		is = i !== undefined ? m.insts[i].is : m.arg.has(name) ? m.arg.get(name).is : undefined;
	const value = v >= 0 ? v : is && is.length === 1 ? is[0] : -1,
		said = [el("b.mono", {}, name)];
	const variable = m.variable.get(name);
	if (variable) said.push(el("i.variable", {}, variable));
	if (value >= 0) said.push(" ", why_badge(m.values[value].why), el("div", {}, m.values[value].reason + "."));
	else if (is)
		said.push(
			el("div", {}, i !== undefined && m.insts[i].note ? m.insts[i].note + "." : "Rooted by others.")
		);
	if (i !== undefined) said.push(el("div.dim.mono", {}, m.insts[i].text.slice(0, 160)));
	return name && (i !== undefined || value >= 0 || m.arg.has(name)) ? said : null;
}

function hover(event) {
	const m = state.model,
		e = event.target.closest && event.target.closest("[data-name],[data-value],[data-link]");
	const tip = $("tip"),
		old = document.querySelectorAll(".near");
	old.forEach(x => x.classList.remove("near"));
	tip.hidden = true;
	if (!e || !m) return;
	const key = e.dataset.link !== undefined ? "link" : e.dataset.name !== undefined ? "name" : "value";
	for (const x of $("view").querySelectorAll(`[data-${key}="${CSS.escape(e.dataset[key])}"]`))
		x.classList.add("near");
	const inner = event.target.closest("[data-name],[data-value]"),
		said = inner && (CHECKED ? say_definition(m, inner.dataset.name) : say_of(m, inner));
	if (!said) return;
	tip.replaceChildren(...said);
	tip.hidden = false;
	const at = inner.getBoundingClientRect(),
		w = tip.offsetWidth,
		h = tip.offsetHeight;
	tip.style.left = Math.max(4, Math.min(at.left, innerWidth - w - 8)) + "px";
	tip.style.top = (at.bottom + h + 8 < innerHeight ? at.bottom + 4 : Math.max(4, at.top - h - 4)) + "px";
}

/* ---- searching in code ---- */

const found = { text: "", rows: [], at: -1 };

/* The rows of the open view that have the text; `by` moves on from the one that was shown last. */
function find_in_code(by) {
	const text = $("find").value.toLowerCase(),
		view = state.view;
	if (!text) {
		found.text = "";
		found.rows = [];
		found.at = -1;
		$("found").textContent = "";
		if (view) view.update();
		return;
	}
	if (!view || !view.text) {
		open_tab(CHECKED ? "check" : "map");
		return find_in_code(by);
	}
	if (text !== found.text || view !== found.view || by === 0) {
		found.text = text;
		found.view = view;
		found.rows = [];
		found.at = -1;
		for (let r = 0; r < view.list.count; r++)
			if (view.text(r).toLowerCase().includes(text)) found.rows.push(r);
		by = by || 1;
		found.at = by < 0 ? found.rows.length : -1;
	}
	const n = found.rows.length;
	found.at = n ? (found.at + by + n) % n : -1;
	$("found").textContent = n ? `${found.at + 1} of ${n}` : "not here";
	if (n) view.list.show(found.rows[found.at], true);
}

/* Lists the functions that have the text, a few at a time so that the page stays alive. */
async function find_in_all() {
	const text = $("find").value.toLowerCase(),
		hits = new Set();
	if (!text) return clear_code_filter();
	const quoted = JSON.stringify(text).slice(1, -1);
	for (let i = 0, last = performance.now(); i < INDEX.functions.length; i++) {
		if (unpack(i).toLowerCase().includes(quoted)) hits.add(i);
		if (performance.now() - last > 50) {
			$("found").textContent = `${i + 1} of ${few(INDEX.functions.length, "function")} searched`;
			await new Promise(done => setTimeout(done));
			last = performance.now();
		}
	}
	state.with_code = hits;
	search();
	$("found").textContent = `in ${few(hits.size, "function")}`;
	$("code-filter").hidden = false;
	$("code-filter").textContent = visible(`with “${$("find").value}” ✕`);
	if (hits.size && !hits.has(state.number)) open_function(shown[0]);
}

function clear_code_filter() {
	state.with_code = null;
	$("code-filter").hidden = true;
	search();
}

/* ---- changes within a line ---- */

const WORD = /%?[-a-zA-Z$._0-9]+|\s+|[^\s]/g;

/* Places where two lines differ: [[from, to], ...] of each; null if they have little in common. */
function line_changes(a, b) {
	const s = [...a.matchAll(WORD)],
		t = [...b.matchAll(WORD)],
		n = s.length,
		m = t.length;
	if (n * m > 40000) return null;
	const best = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1));
	for (let i = n - 1; i >= 0; i--)
		for (let j = m - 1; j >= 0; j--)
			best[i][j] =
				s[i][0] === t[j][0] ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
	if (best[0][0] * 2 < Math.max(n, m) * 1.2) return null;
	const left = [],
		right = [];
	const add = (list, w) => {
		const last = list[list.length - 1],
			end = w.index + w[0].length;
		last && last[1] === w.index ? (last[1] = end) : list.push([w.index, end]);
	};
	let i = 0,
		j = 0;
	while (i < n || j < m) {
		if (i < n && j < m && s[i][0] === t[j][0]) (i++, j++);
		else if (j >= m || (i < n && best[i + 1][j] >= best[i][j + 1])) add(left, s[i++]);
		else add(right, t[j++]);
	}
	return [left, right];
}

/* Puts lines that went beside those that came in their place, where they are alike. */
function pair_changes(rows, a, b) {
	const out = [];
	for (let i = 0; i < rows.length;) {
		let end = i;
		while (end < rows.length && (rows[end][0] === null || rows[end][1] === null)) end++;
		if (end === i) {
			out.push(rows[i++]);
			continue;
		}
		const gone = rows
			.slice(i, end)
			.map(r => r[0])
			.filter(r => r !== null);
		const come = rows
			.slice(i, end)
			.map(r => r[1])
			.filter(r => r !== null);
		let g = 0;
		for (let c = 0; c < come.length; c++) {
			let k = -1,
				changes = null;
			for (let x = g; x < Math.min(g + 8, gone.length) && !changes; x++)
				if ((changes = line_changes(a[gone[x]], b[come[c]]))) k = x;
			if (!changes) {
				out.push([null, come[c]]);
				continue;
			}
			while (g < k) out.push([gone[g++], null]);
			out.push([gone[g++], come[c], changes]);
		}
		while (g < gone.length) out.push([gone[g++], null]);
		i = end;
	}
	return out;
}
