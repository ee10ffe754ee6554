/* selection.js -- what the panel at the right says of the selected value, slot, block or name; the legend. */
"use strict";

function describe_value(m, v) {
	const x = m.values[v],
		live = m.live_at(v),
		stores = m.stores_of[v],
		inst = m.insts[x.at];
	const others = m.tokens[v].filter(t => t !== m.name_of[x.at]);
	return [
		el("h2.mono", {}, x.name),
		m.variable.get(m.name_of[x.at])
			? el("p", {}, "the variable ", el("i.variable", {}, m.variable.get(m.name_of[x.at])))
			: null,
		el("p", {}, why_badge(x.why)),
		el("p", {}, x.reason + "."),
		el("h3", {}, "defined by"),
		el("p", {}, code_of(inst.text, 300)),
		inst.line
			? el("p.dim", {}, `${inst.file || m.e.file || "line"}:${inst.line}:${inst.column || 0}`)
			: null,
		x.same !== undefined ? el("p", {}, "stands for ", chip(x.same)) : null,
		...(x.refs ? [el("h3", {}, "kept alive where all of these are"), el("p", {}, ...chips(x.refs))] : []),
		...(others.length
			? [
					el("h3", {}, "what stands for it"),
					el(
						"p",
						{},
						...others
							.slice(0, 30)
							.map(t => el("button.chip.mono", { "data-name": t }, t))
					)
				]
			: []),
		el("h3", {}, `live at ${live.length} of ${few(m.safepoints.length, "safepoint")}`),
		el(
			"p",
			{},
			...live.slice(0, 20).map(s =>
				el(
					"button.chip",
					{
						"data-inst": m.safepoints[s].at,
						title: m.insts[m.safepoints[s].at].text.slice(0, 200)
					},
					"● " + s
				)
			)
		),
		...(stores.length
			? [
					el("h3", {}, "root stores"),
					...stores
						.slice(0, 20)
						.map(s =>
							el(
								"p",
								{},
								el(
									"button.chip",
									{ "data-inst": s.before },
									"slot " +
										s.slot +
										" in " +
										m.block_name(m.block_of[s.before])
								),
								el("span.dim", {}, STORE_WORDS[s.why])
							)
						)
				]
			: [])
	];
}

const STORE_WORDS = {
	safepoint: "before the safepoint",
	early: "once, ahead of all that need it",
	preserve: "at the preserve region's begin",
	variable: "beside a store to the stack"
};

/* What each view shows beside code: how it looks, an example, words. */
const MARKS_OF = {
	map: [
		["span.c.store", "@", "stored into the slot before this"],
		["span.c.need", "|", "the slot is needed"],
		["span.c.tail", ":", "dead, not overwritten yet"],
		["span.c.var", "▫", "a stack variable in the frame"],
		["span.s", "●", "safepoint: a collection may happen"]
	],
	cfg: [
		["span.s", "●", "safepoint that needs a root"],
		["span.s", "○", "safepoint that needs none"],
		["span.c.store", "▼", "root stores of the block"],
		["span.c.var", "■", "push, pop: of the frame"],
		["span.edge-key.back", "", "edge back, of a loop"],
		["span.swatch.def", "", "block that defines the selection"],
		["span.swatch.alive", "", "block in which the selection is live"],
		["span.swatch.cold", "", "block from which nothing returns"]
	],
	ranges: [
		["span.key.rooted", "", "live; has a slot"],
		["span.key.live", "", "live; needs no slot of its own"],
		["span.key.at", "", "safepoint at which it is live"],
		["span.key.put", "", "root store"]
	],
	ir: [
		["span.swatch.del", "", "line that the pass took out"],
		["span.swatch.add", "", "line that the pass put in"],
		["mark.changed", "%a", "what it changed within a line"]
	],
	code: [["span.swatch.tint0", "", "lines of one colour belong together"]]
};

const MARKS_OF_CODE = [
	[
		"Names",
		[
			["span.v.rooted", "%a", "rooted: has a slot of its own"],
			["span.v.tracked", "%b", "tracked, needs no slot"],
			["i.variable", "list", "its name in the source"],
			["span.callee", "@f", "call of a function in this page"],
			["b.folded", "!2", "metadata, folded"]
		]
	],
	[
		"Pointers",
		Object.entries(SPACES).map(([n, [letter, words]]) => [
			"b.as.as" + n,
			letter,
			words.split(":")[0] + `, addrspace(${n})`
		])
	]
];

/* Which source files the page was made without: neither it nor its reader learns which of them exist. */
function not_read() {
	const all = NOT_READ.length,
		shown = NOT_READ.slice(0, 20).map(visible).join(", ");
	if (MODULES.every(x => !x.sources))
		return [el("p.dim", { id: "not-read" }, "Made without source files (--no-sources).")];
	return all
		? [
				el(
					"p.dim",
					{ id: "not-read" },
					`Without the lines of ${few(all, "source file")}, not found or not below the ` +
						"folders from which files are read (--sources=DIR): " +
						`${shown}${all > 20 ? ", …" : ""}`
				)
			]
		: [];
}

/* What marks and colours of the open view mean, and where this page comes from. */
function legend() {
	const own = MARKS_OF[state.tab],
		view = view_name(state.tab);
	return [
		el("h2", {}, "Legend"),
		...[...(own ? [[view, own]] : []), ...MARKS_OF_CODE].flatMap(([title, rows]) => [
			el("h3", {}, title),
			el(
				"dl.legend",
				{},
				...rows.flatMap(([how, mark, words]) => [
					el("dt", {}, el(how, {}, mark)),
					el("dd", {}, words)
				])
			)
		]),
		el("p.dim", {}, "Click or press Enter on a value, a slot or a block: it is marked in every view."),
		el("h3", {}, "Module"),
		el("p", {}, `${INDEX.source}, ${few(INDEX.functions.length, "function")}`),
		...not_read(),
		el("p.dim", {}, `lateroot ${INDEX.version}, LLVM ${INDEX.llvm}, profile ${INDEX.profile}`),
		el("p.dim", {}, INDEX.pipeline.replace(/,/g, ", "))
	];
}

function describe() {
	const m = state.model,
		box = $("selection");
	let parts;
	if (!m) parts = [];
	else if (state.value >= 0) parts = describe_value(m, state.value);
	else if (state.slot >= 0) {
		const users = [...new Set(m.stores.filter(s => s.slot === state.slot).map(s => s.value))];
		const f = m.frame;
		parts = [
			el("h2", {}, "slot " + state.slot),
			el("p", {}, `at byte ${(f.header + state.slot) * f.word} of the frame`),
			el("h3", {}, "holds in turn"),
			el("p", {}, ...chips(users))
		];
	} else if (state.block >= 0) {
		const b = m.blocks[state.block],
			s = m.safepoints.filter(x => m.block_of[x.at] === state.block).length;
		const go = k => el("button.chip.mono", { "data-block": k }, m.block_name(k));
		parts = [
			el("h2.mono", {}, b.name || "entry"),
			el("p", {}, few(m.end(state.block) - b.first, "instruction") + ", " + few(s, "safepoint")),
			el(
				"p",
				{},
				`runs ${b.frequency === undefined ? "?" : b.frequency} times per call (guessed)` +
					(b.cold ? "; never returns" : "")
			),
			el("h3", {}, "goes to"),
			el("p", {}, ...[...new Set(b.succ)].map(go)),
			el("p", {}, el("button", { "data-inst": b.first }, "show its instructions"))
		];
	} else if (state.name) {
		const i = m.at.get(state.name),
			inst = i === undefined ? null : m.insts[i],
			arg = m.arg.get(state.name);
		parts = [
			el("h2.mono", {}, state.name),
			inst ? el("p", {}, code_of(inst.text, 300)) : null,
			inst && inst.note ? el("p", {}, inst.note + ".") : null,
			arg
				? el(
						"p",
						{},
						arg.is
							? "Argument, rooted by the caller."
							: "Argument; no tracked pointer."
					)
				: null,
			...(inst && inst.is
				? [el("h3", {}, "comes down to"), el("p", {}, ...chips(inst.is))]
				: inst
					? [el("p.dim", {}, "Not a tracked pointer.")]
					: [])
		];
	} else parts = legend();
	box.replaceChildren(...parts.filter(p => p));
}
