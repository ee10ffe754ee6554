/* heap_selftest.js -- starts the page; with #selftest it tries all of it, and says what it found in <pre
** id="selftest">. */
"use strict";

let checks = 0;
function check(good, what) {
	checks++;
	if (!good) throw new Error(what);
}

function texts(id, column) {
	return [...document.querySelectorAll(`#${id} tbody tr`)].map(r => r.children[column].textContent);
}
function numbers(id, column) {
	return texts(id, column).map(x => Number(x.replace(/,/g, "")));
}

function check_order(id, column) {
	const buttons = document.querySelectorAll(`#${id} th button`),
		button = buttons[column];
	buttons[0].click();
	button.click();
	let all = numbers(id, column);
	check(all.every((x, i) => i === 0 || all[i - 1] >= x), `${id}: column ${column} does not fall`);
	check(button.parentElement.getAttribute("aria-sort") === "descending", `${id}: the order is not said`);
	button.click();
	all = numbers(id, column);
	check(all.every((x, i) => i === 0 || all[i - 1] <= x), `${id}: column ${column} does not rise`);
	button.click();
}

/* Sums of the data: the tool and the page tell the same. */
function check_sums() {
	const sum = key => HEAP.types.reduce((n, t) => n + t[key], 0);
	check(sum("objects") + HEAP.more_types.objects === HEAP.total.objects, "objects by type are not all");
	check(sum("bytes") + HEAP.more_types.bytes === HEAP.total.bytes, "bytes by type are not all");
	for (const t of HEAP.types) check(t.retained <= HEAP.total.bytes, `${t.name} retains more than there is`);
	for (const o of HEAP.objects) {
		check(o.retained >= o.bytes, `${o.id} retains less than itself`);
		const above = o.dominator && by_id.get(o.dominator[0]);
		check(
			!above || above.retained > o.retained || o.retained === 0,
			`${o.id} retains more than its dominator`
		);
		const end = o.path[o.path.length - 1];
		check(!end || end[1] === o.id, `the path to ${o.id} ends elsewhere`);
		check(!end || typeof o.path[0] !== "number", `the path to ${o.id} has no root`);
	}
}

function check_objects() {
	for (const o of HEAP.objects.slice(0, 50)) {
		open_object(o.id);
		check($("object-head").textContent === `${o.type} ${o.id}`, `${o.id} does not open`);
		check(document.activeElement === $("object-head"), "the opened object has no focus");
		check(document.querySelectorAll("#path li").length === o.path.length, `${o.id}: the path is not shown`);
		recall(location.hash);
		check(state.object === o.id, `the address does not keep ${o.id}`);
	}
	open_object("0x1");
	check(!$("note").hidden && $("note").textContent.includes("0x1"), "an object that is not there is not named");
	if (HEAP.objects.length) open_object(HEAP.objects[0].id);
	check($("note").hidden || !HEAP.objects.length, "the note stays");
}

function check_types() {
	for (const t of HEAP.types.slice(0, 20)) {
		open_type(t.name);
		check(objects.rows.every(o => o.type === t.name), `objects of others beside ${t.name}`);
		check(!$("all-types").hidden, "no way back to all types");
	}
	$("all-types").click();
	check(objects.rows.length === HEAP.objects.length, "not all objects are back");
	$("search").value = "no such type anywhere";
	search();
	check(types.rows.length === 0, "search finds what is not there");
	$("search").value = "";
	search();
	check(types.rows.length === HEAP.types.length, "search loses types");
}

function selftest() {
	check_sums();
	for (let i = 1; i < 4; i++) check_order("types", i);
	for (let i = 1; i < 3; i++) check_order("objects", i);
	check_order("roots", 1);
	check_objects();
	check_types();
	check(document.querySelectorAll("tr").length < 4 * ROWS + 10, "rows that nobody asked for");
	const before = getComputedStyle(document.body).backgroundColor;
	$("theme").click();
	check(getComputedStyle(document.body).backgroundColor !== before, "the theme does not change");
	$("theme").click();
	return `PASS: ${checks} checks, ${HEAP.types.length} types, ${HEAP.objects.length} objects`;
}

function check_width() {
	const wide = document.documentElement.scrollWidth;
	check(wide <= innerWidth, `the page is ${wide} wide in a window of ${innerWidth}`);
	for (const e of document.querySelectorAll("header *, .bar *, h2, #facts *")) {
		const r = e.getBoundingClientRect();
		check(
			r.width === 0 || (r.left >= 0 && r.right <= innerWidth + 1),
			`${e.tagName} ${e.id} is out of sight`
		);
	}
	return `PASS: ${checks} widths, ${innerWidth} by ${innerHeight}`;
}

const asked = start().get("selftest"); /* before the page writes its own address */
if (asked !== null) {
	let result;
	try {
		result = asked === "width" ? check_width() : selftest();
	} catch (e) {
		result = "FAIL: " + e.message + "\n" + e.stack;
	}
	document.body.append(el("pre", { id: "selftest" }, result));
	if (parent !== window) parent.postMessage(result, "*");
}
