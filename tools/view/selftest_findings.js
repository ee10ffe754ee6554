/* selftest_findings.js -- the page of lateroot check --view tries itself. */
"use strict";

/* Every finding is at its line, its way is marked, and it can be reached by its address and by keys. */
function selftest_check() {
	const total = { findings: 0, steps: 0, placed: 0 };
	check(document.querySelectorAll("#tabs [data-tab]:not([hidden])").length === 1, "tabs of roots are shown");
	for (let i = 1; i < shown.length; i++)
		check(compare_verdicts(shown[i - 1], shown[i]) < 0, "functions with holes are not first");
	INDEX.functions.forEach((about, number) => {
		open_function(number);
		const m = state.model,
			list = m.check.findings,
			view = state.view,
			text = () => view.list.box.textContent;
		check(m.name === about.name, "the wrong function");
		check(list.length === about.holes + about.unknown, `${m.name}: ${list.length} findings`);
		check(view.rows.length === m.lines(0).length + list.length, `${m.name}: rows are missing`);
		const links = [...document.querySelectorAll("#selection .findings a")];
		check(links.length === list.length, `${m.name}: links are missing`);
		list.forEach((f, k) => {
			open_function(number);
			recall(
				null,
				links[k].getAttribute("href")
			); /* a browser does not follow hundreds of links in a row */
			check(
				state.number === number && state.finding === k,
				`${m.name}: the link of ${finding_key(f)} leads elsewhere`
			);
			check(
				document.querySelectorAll("#view .finding.hit").length === 1 &&
					text().includes(visible(f.message)),
				`${m.name}: ${finding_key(f)} is not in sight`
			);
			check(
				$("selection").textContent.includes(visible(f.message)),
				`${m.name}: the panel does not say ${finding_key(f)}`
			);
			check(
				document.activeElement === state.view.list.box,
				"a link does not lead the keyboard to the text"
			);
			f.steps.forEach((s, n) => {
				const l = f.place.steps[n];
				check(s.role !== "defined" || l >= 0, `${m.name}: the definition has no line`);
				if (l < 0) return;
				state.view.show_line(l);
				const row = document.querySelector("#view .vrow.current");
				check(
					row && row.querySelector(".role." + s.role),
					`${m.name}: ${s.role} is not marked in line ${l + 1}`
				);
				check(
					!s.text ||
						s.text.endsWith("...") ||
						s.role === "through" ||
						l === 0 ||
						m
							.lines(0)
							[l].replace(/\s+/g, " ")
							.includes(
								s.text.split(
									/ (?:to label|unwind|cleanup|catch|\[|#)|, !/
								)[0]
							),
					`${m.name}: line ${l + 1} is not "${s.text}"`
				);
				total.steps++;
			});
			if (f.place.at >= 0) total.placed++;
			total.findings++;
		});
	});
	/* keys */
	const first = shown.find(i => {
		open_function(i);
		return [...state.view.roles.values()].flat().some(x => x[1] === "safepoint");
	});
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
		check(
			shown.every(i => INDEX.functions[i].verdict === verdict),
			"the filter lets others through"
		);
	}
	$("filter").value = "all";
	search();
	check(shown.length === INDEX.functions.length, "the filter loses functions");
	check(!HIDDEN.test(document.body.innerText), "a control character of the input is shown");
	return (
		`PASS: ${INDEX.functions.length} functions, ${total.findings} findings, ` +
		`${total.placed} placed, ${total.steps} steps`
	);
}
