/* selftest_findings.js -- the page of lateroot check --view tries itself. */
"use strict";

/* Each line is there but for folded records of debuggers, each finding, and each line of source that is known. */
function check_rows(m, view) {
	const folded = m.lines(0).filter(l => DEBUG_RECORD.test(l)).length,
		rows = m.lines(0).length - folded + m.check.findings.length + (m.check.source || []).length;
	check(view.rows.length === rows, `${m.name}: ${view.rows.length} rows, not ${rows}`);
	for (const e of document.querySelectorAll("#view .key-role .role"))
		check(
			view.rows.some(r => {
				const shown = r >= 0 && r < SOURCE_ROW;
				return (
					(shown && (view.roles.get(r) || []).some(x => e.classList.contains(x[1]))) ||
					(e.classList.contains("through") &&
						m.check.findings.some(f => view.path_of(f).size))
				);
			}),
			`${m.name}: the legend has a mark that no row has`
		);
}

/* Source lines and names of variables stand beside the IR, and can be turned off. */
function check_source() {
	const at = INDEX.functions.findIndex((f, i) => {
		open_function(i);
		return (state.model.check.source || []).some(([, line]) => source_text("Inputs/source/keep.c", line));
	});
	if (at < 0) return;
	open_function(at);
	const view = $("view");
	check(view.querySelectorAll(".source").length > 0, "no line of source");
	check(view.textContent.includes("node second = make(n);"), "the text of a line of source is missing");
	if (state.model.variable.size)
		check(view.querySelector(".variable").textContent === "first", "no name of an argument");
	check(!view.textContent.includes("#dbg_value"), "records for debuggers are not folded");
	turn("source");
	check(view.querySelectorAll(".source").length === 0, "source lines cannot be turned off");
	turn("source");
	turn("fold");
	check(view.textContent.includes("#dbg_value"), "records for debuggers cannot be shown");
	turn("fold");
	recall(null, finding_link(at, state.model.check.findings[0]) + "&line=7");
	const current = document.querySelector("#view .vrow.current .number");
	check(current && current.textContent === "7", "a link to a line does not lead there");
	check($("selection").textContent.includes("use(second);"), "a step does not show its line of source");
}

/* Searching in code, of which only what is in sight is in the page; what the address asks for and is not there. */
function check_finding() {
	open_function(shown[0]);
	const last = state.model.lines(0).length - 2;
	$("find").value = state.model.lines(0)[last].trim();
	find_in_code(0);
	check(found.rows.includes(state.view.row_of[last]), "a line at the end is not found");
	$("find").value = "";
	find_in_code(0);
	recall(null, "#f=no%20such%20function");
	check($("note").textContent.includes("no such function"), "a function that is not there is not named");
	recall(null, finding_link(shown[0], { rule: "no-such-rule", ordinal: 1 }));
	check($("note").textContent.includes("no-such-rule/1"), "a finding that is not there is not named");
	open_function(shown[0]);
	check($("note").hidden, "the note stays");
}

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
		check_rows(m, view);
		check(
			$("tab-check").textContent === few(list.length, "finding"),
			`${m.name}: the number of findings is wrong`
		);
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
	check_source();
	check_finding();
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
