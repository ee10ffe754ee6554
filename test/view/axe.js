/* axe.js -- put into a page behind axe-core: tries each view, light and dark, and writes what axe finds. */
"use strict";

(async () => {
	const found = new Map();
	let runs = 0;
	async function look(where) {
		const result = await axe.run(document, { resultTypes: ["violations"] });
		runs++;
		for (const v of result.violations)
			for (const n of v.nodes)
				found.set(v.id + " " + n.target.join(" ").replace(/row\d+-\d+/, "row"), `${where}: ${v.id}: ${v.help}: ${n.html.slice(0, 200)}`);
	}
	for (const dark of [false, true]) {
		document.documentElement.dataset.theme = dark ? "dark" : "light";
		for (const tab of Object.keys(VIEWS)) {
			open_tab(tab);
			await look(`${tab} ${dark ? "dark" : "light"}`);
		}
		const v = state.model.values.findIndex(x => x.why === "slot");
		if (v < 0)
			continue;
		open_tab("map");
		select({ value: v }, true);
		state.view.move(1);
		await look("map with a selection");
		open_tab("cfg");
		select({ value: v }, true);
		await look("control flow with a selection");
	}
	$("keys").showModal();
	await look("keys");
	const pre = document.createElement("pre");
	pre.id = "axe";
	pre.textContent = found.size ? `FAIL: ${found.size}\n${[...found.values()].join("\n")}` : `PASS: ${runs} views`;
	document.body.append(pre);
})();
