/* heap.js -- the page of a snapshot: tables of types, objects and roots, and the path to one object.
 **
** The tool has done the sums; the page sorts and shows.  A table has rows only for what was asked for. */
"use strict";

const HEAP = JSON.parse(document.getElementById("index").textContent);
const ROWS = 25;
const by_id = new Map(HEAP.objects.map(o => [o.id, o]));
const state = { type: null, object: null };

function $(id) {
	return document.getElementById(id);
}

function el(name, attributes, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(attributes || {}))
		if (value !== null && value !== undefined && value !== false) e.setAttribute(key, value);
	e.append(...children);
	return e;
}

function count(n) {
	return n.toLocaleString("en");
}
function few(n, what) {
	return `${count(n)} ${what}${n === 1 ? "" : "s"}`;
}

/* ---- tables ---- */

/* Rows in the table of that id.  Columns: { name, value }; the first is a text, the others are numbers. */
class Table {
	constructor(id, columns, cell) {
		Object.assign(this, { id, columns, cell, rows: [], shown: ROWS, by: columns.length - 1, down: true });
		const more = $(id + "-more");
		more.onclick = () => {
			this.shown += 4 * ROWS;
			this.draw();
		};
		this.head = el("tr", {});
		this.body = el("tbody", {});
		columns.forEach((c, i) => {
			const b = el("button", { type: "button" }, c.name);
			b.onclick = () => {
				this.down = this.by === i ? !this.down : i > 0;
				this.by = i;
				this.draw();
			};
			this.head.append(el("th", { scope: "col", class: i > 0 ? "num" : "name" }, b));
		});
		$(id).replaceChildren(el("thead", {}, this.head), this.body);
	}
	show(rows) {
		this.rows = rows;
		this.shown = ROWS;
		this.draw();
	}
	draw() {
		const value = this.columns[this.by].value,
			sign = this.down ? -1 : 1,
			sorted = [...this.rows].sort((a, b) => {
				const x = value(a),
					y = value(b);
				return sign * (x < y ? -1 : x > y ? 1 : 0);
			});
		[...this.head.children].forEach((th, i) => {
			if (i === this.by) th.setAttribute("aria-sort", this.down ? "descending" : "ascending");
			else th.removeAttribute("aria-sort");
		});
		this.body.replaceChildren(
			...sorted.slice(0, this.shown).map(row => {
				const cells = this.columns.map((c, i) =>
					i === 0
						? el("td", { class: "name" }, this.cell(row))
						: el("td", { class: "num" }, count(c.value(row)))
				);
				return el("tr", { class: row.id && row.id === state.object ? "open" : null }, ...cells);
			})
		);
		$(this.id + "-more").hidden = this.rows.length <= this.shown;
	}
}

function link(text, action, label) {
	const b = el("button", { type: "button", class: "link", "aria-label": label }, text);
	b.onclick = action;
	return b;
}

/* An object by its type and address; a link if the page has it. */
function object_link(id, type) {
	const text = `${type} ${id}`;
	return by_id.has(id) ? link(text, () => open_object(id)) : el("span", {}, text);
}

const types = new Table(
	"types",
	[
		{ name: "type", value: t => t.name },
		{ name: "objects", value: t => t.objects },
		{ name: "bytes", value: t => t.bytes },
		{ name: "retained", value: t => t.retained }
	],
	t => link(t.name, () => open_type(t.name), `objects of type ${t.name}`)
);
const objects = new Table(
	"objects",
	[
		{ name: "object", value: o => o.type },
		{ name: "bytes", value: o => o.bytes },
		{ name: "retained", value: o => o.retained }
	],
	o => object_link(o.id, o.type)
);
const roots = new Table(
	"roots",
	[
		{ name: "root", value: r => r.text },
		{ name: "retained", value: r => r.retained }
	],
	r => {
		const span = el("span", {}, r.text + ": ");
		span.append(object_link(r.id, r.type));
		return span;
	}
);

/* ---- what is open ---- */

function search() {
	const wanted = $("search").value.toLowerCase(),
		found = HEAP.types.filter(t => t.name.toLowerCase().includes(wanted)),
		more = HEAP.more_types;
	types.show(found);
	$("types-count").textContent =
		few(found.length, "type") +
		(more.types && !wanted
			? `, and ${few(more.types, "smaller one")}: ` +
				`${few(more.objects, "object")} of ${few(more.bytes, "byte")}`
			: "");
}

function open_type(name) {
	const rows = HEAP.objects.filter(o => name === null || o.type === name);
	state.type = name;
	$("all-types").hidden = name === null;
	$("objects-head").textContent = name === null ? "Objects that retain most" : `Objects of ${name}`;
	$("objects-count").textContent = `${count(rows.length)} in this page`;
	objects.show(rows);
	remember();
}

function facts(o) {
	const list = el("dl", {}),
		add = (term, ...what) => list.append(el("dt", {}, term), el("dd", {}, ...what));
	add("bytes", count(o.bytes));
	add("retained", `${count(o.retained)}: what would be freed with it`);
	add("references", count(o.references));
	add("generation", o.old ? "old" : "young");
	if (o.dominator) add("dominated by", object_link(o.dominator[0], o.dominator[1]));
	else add("dominated by", o.path.length ? "the roots alone" : "nothing: no root leads to it");
	const below = HEAP.objects.filter(x => x.dominator && x.dominator[0] === o.id);
	if (below.length) {
		const items = el("ul", {});
		for (const x of below.slice(0, ROWS))
			items.append(el("li", {}, object_link(x.id, x.type), ` retains ${count(x.retained)}`));
		add(`dominates, in this page${below.length > ROWS ? ", first " + ROWS : ""}`, items);
	}
	return list;
}

function path_of(o) {
	const list = el("ol", { id: "path" });
	for (const step of o.path)
		list.append(
			typeof step === "number"
				? el("li", { class: "gap" }, `${few(step, "more step")}`)
				: el(
						"li",
						{},
						el("span", { class: "how" }, step[0] + ": "),
						object_link(step[1], step[2])
					)
		);
	return list;
}

function open_object(id, quiet) {
	const o = by_id.get(id);
	state.object = o ? id : null;
	$("note").hidden = Boolean(o);
	if (!o) {
		$("note").textContent = `the page has no object ${id}; lateroot view --heap --object=${id} shows it`;
		return;
	}
	$("object-head").textContent = `${o.type} ${o.id}`;
	$("facts").replaceChildren(facts(o));
	if (o.path.length) $("facts").append(el("h3", {}, "A shortest path from a root"), path_of(o));
	objects.draw();
	remember();
	if (!quiet) $("object-head").focus();
}

/* ---- the address ---- */

function remember() {
	const address = new URLSearchParams();
	if (state.type !== null) address.set("type", state.type);
	if (state.object !== null) address.set("o", state.object);
	history.replaceState(null, "", "#" + address);
}

function recall(hash) {
	const address = new URLSearchParams(hash.slice(1));
	open_type(address.get("type"));
	if (address.has("o")) open_object(address.get("o"), true);
	else if (HEAP.objects.length) open_object(HEAP.objects[0].id, true);
	return address;
}

function start() {
	const t = HEAP.total,
		lost = HEAP.unreachable;
	$("source").textContent = HEAP.source;
	$("totals").textContent =
		`${few(t.objects, "object")} of ${few(t.types, "type")}, ${few(t.bytes, "byte")}, ` +
		`${few(t.edges, "reference")}, ${few(t.roots, "root")}` +
		(lost.objects
			? `; no root leads to ${few(lost.objects, "object")} of ${few(lost.bytes, "byte")}`
			: "") +
		(HEAP.collected ? "" : "; collection was off, so dead objects are shown, too");
	$("search").oninput = search;
	$("all-types").onclick = () => open_type(null);
	$("theme").onclick = () => {
		const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark");
		document.documentElement.dataset.theme = dark ? "light" : "dark";
	};
	search();
	roots.show(HEAP.roots);
	return recall(location.hash);
}
