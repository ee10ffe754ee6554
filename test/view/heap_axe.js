/* heap_axe.js -- as axe.js, for the page of lateroot view --heap. */
"use strict";

(async () => {
	const found = new Map();
	let runs = 0;
	async function look(where) {
		const result = await axe.run(document, { resultTypes: ["violations"] });
		runs++;
		for (const v of result.violations)
			for (const n of v.nodes)
				found.set(v.id + " " + n.target.join(" "), `${where}: ${v.id}: ${v.help}: ${n.html.slice(0, 200)}`);
	}
	for (const dark of [false, true]) {
		document.documentElement.dataset.theme = dark ? "dark" : "light";
		open_type(null);
		await look(`all ${dark ? "dark" : "light"}`);
		open_type(HEAP.types[0].name);
		open_object(HEAP.objects[HEAP.objects.length - 1].id);
		await look(`one type ${dark ? "dark" : "light"}`);
		open_object("0x1");
		await look(`a note ${dark ? "dark" : "light"}`);
	}
	const pre = document.createElement("pre");
	pre.id = "axe";
	pre.textContent = found.size ? `FAIL: ${found.size}\n${[...found.values()].join("\n")}` : `PASS: ${runs} views`;
	document.body.append(pre);
})();
