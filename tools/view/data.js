/* data.js -- from the page's compressed text to what the views ask about one function.
 **
** A function is unpacked when it is opened first; the last few stay.  All derived facts are computed here, for one
** function at a time. */
"use strict";

const INDEX = JSON.parse(document.getElementById("index").textContent);
const KEEP = 4; /* unpacked functions */
const unpacked = new Map();

/* The JSON of a function. */
function unpack(number) {
	const e = document.getElementById("f" + number),
		raw = atob(e.textContent),
		bytes = new Uint8Array(raw.length);
	for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
	return new TextDecoder().decode(inflate(bytes, Number(e.dataset.bytes)));
}

function load(number) {
	let m = unpacked.get(number);
	if (m) return m;
	m = new Model(JSON.parse(unpack(number)));
	unpacked.set(number, m);
	if (unpacked.size > KEEP) unpacked.delete(unpacked.keys().next().value);
	return m;
}

const EMPTY = 0,
	STORE = 1,
	NEED = 2,
	TAIL = 3,
	VARIABLE = 4;
const MARKS = ["", "@", "|", ":", "▫"],
	MARK_CLASS = ["void", "store", "need", "tail", "var"];
const TOKEN = /%(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g;
const COLUMNS = 256; /* of the root map; more could not be read */
const ROOTED = -1;

/* Lines of source, of each module of the page: file -> line -> text; and files that were not read. */
const MODULES = INDEX.check ? INDEX.check.files : [INDEX];
const SOURCES = MODULES.map(x => new Map((x.sources || []).map(f => [f.file, new Map(f.lines || [])])));
const NOT_READ = [...new Set(MODULES.flatMap(x => (x.sources || []).filter(f => !f.lines).map(f => f.file)))];

/* The text of a line of source; undefined if it was not read. */
function source_text(file, line) {
	const lines = SOURCES[INDEX.check ? INDEX.functions[state.number].file : 0].get(file);
	const text = lines && lines.get(line);
	return text === undefined ? undefined : text.replace(/\t/g, "    ");
}

const DEFINES = /^\s*(%(?:"[^"]*"|\S+)) = /;

class Model {
	constructor(fn) {
		this.name = fn.name;
		this.ir = fn.ir;
		this.ir.forEach((v, i) => {
			/* what a pass has left of the text before it, and what is new */
			if (v.delta)
				this.split_at(
					i,
					v.delta.flatMap(d =>
						typeof d === "string" ? [d] : this.lines(i - 1).slice(d[0], d[0] + d[1])
					)
				);
		});
		this.check = fn.check || null;
		this.code = fn.code || null;
		const e = (this.e = fn.explain || {});
		this.insts = e.instructions || [];
		this.blocks = e.blocks || [];
		this.values = e.values || [];
		this.safepoints = e.safepoints || [];
		this.stores = e.stores || [];
		this.frame = e.frame || null;
		this.args = e.args || [];
		this.stats = e.stats || {};
		this.cols = Math.min(this.frame ? this.frame.roots : 0, COLUMNS);
		this.name_of = this.insts.map(i => {
			const m = /^(%(?:"[^"]*"|\S+)) = /.exec(i.text);
			return m ? m[1] : null;
		});
		this.block_of = new Int32Array(this.insts.length);
		this.blocks.forEach((b, k) => {
			for (let i = b.first; i < this.end(k); i++) this.block_of[i] = k;
		});
		this.at = new Map(); /* token -> instruction */
		this.tokens = this.values.map(() => []); /* of each value: itself, and what stands for it */
		this.arg = new Map(this.args.map(a => [a.name, a]));
		this.insts.forEach((inst, i) => {
			if (this.name_of[i]) this.at.set(this.name_of[i], i);
			for (const v of new Set(inst.is || []))
				if (v >= 0 && this.name_of[i]) this.tokens[v].push(this.name_of[i]);
		});
		this.variable = new Map(); /* token -> name in the source */
		for (const [at, name] of (this.check && this.check.variables) || []) {
			const line = typeof at === "number" ? DEFINES.exec(this.lines(0)[at]) : null,
				token = line ? line[1] : at;
			if (!this.variable.has(token)) this.variable.set(token, name);
		}
		for (const a of this.args) if (a.variable) this.variable.set(a.name, a.variable);
		this.insts.forEach((inst, i) => {
			if (inst.variable && this.name_of[i]) this.variable.set(this.name_of[i], inst.variable);
		});
		this.put = new Map(); /* instruction -> stores before it */
		for (const s of this.stores) {
			const l = this.put.get(s.before);
			l ? l.push(s) : this.put.set(s.before, [s]);
		}
		this.slots_of = this.values.map(() => new Set());
		this.stores_of = this.values.map(() => []);
		for (const s of this.stores) {
			this.slots_of[s.value].add(s.slot);
			this.stores_of[s.value].push(s);
		}
		this.marks = [];
	}

	block_name(b) {
		return this.blocks[b].name || "entry";
	}

	end(b) {
		return b + 1 < this.blocks.length ? this.blocks[b + 1].first : this.insts.length;
	}

	/* Per safepoint: the value that each slot must hold there, or -1. */
	get held() {
		if (this.held_) return this.held_;
		const none = new Int32Array(this.cols).fill(-1);
		this.held_ = [];
		for (const s of this.safepoints) {
			const now = (s.up >= 0 ? this.held_[s.up] : none).slice(),
				died = new Set(s.died);
			for (let c = 0; c < this.cols && died.size; c++) if (died.has(now[c])) now[c] = -1;
			for (const [slot, v] of s.put || []) if (slot < this.cols) now[slot] = v;
			this.held_.push(now);
		}
		return this.held_;
	}

	/* The safepoints at which a value is live, in order: those below where it is born in the tree of dominators, up
	** to those where it has died.  Takes time for what it finds, not for the function. */
	live_at(v) {
		if (!this.born_at) {
			this.born_at = this.values.map(() => []);
			this.died_at = this.values.map(() => null);
			this.below = this.safepoints.map(() => []);
			this.safepoints.forEach((s, i) => {
				if (s.up >= 0) this.below[s.up].push(i);
				for (const x of s.born || []) this.born_at[x].push(i);
				for (const x of s.died || []) (this.died_at[x] = this.died_at[x] || new Set()).add(i);
			});
		}
		const died = this.died_at[v] || new Set(),
			work = [...this.born_at[v]],
			list = new Set();
		while (work.length) {
			const s = work.pop();
			if (list.has(s) || died.has(s)) continue;
			list.add(s);
			work.push(...this.below[s]);
		}
		return [...list].sort((a, b) => a - b);
	}

	/* Where each token is used: instructions; in a phi the ends of the blocks that it comes from, as ~block. */
	find_uses() {
		const label = new Map(this.blocks.map((b, k) => ["%" + b.name, k]));
		this.uses = new Map();
		const add = (t, at) => {
			const l = this.uses.get(t);
			l ? l.push(at) : this.uses.set(t, [at]);
		};
		this.insts.forEach((inst, i) => {
			const name = this.name_of[i],
				rest = name ? name.length : 0;
			if (/^(?:%(?:"[^"]*"|\S+) = )phi /.test(inst.text)) {
				for (const p of inst.text.matchAll(
					/\[ (%(?:"[^"]*"|[^ ,]+)), (%(?:"[^"]*"|[^ ,\]]+)) \]/g
				))
					add(p[1], ~(label.get(p[2]) || 0));
				return;
			}
			for (const t of inst.text.slice(rest).matchAll(TOKEN))
				if (this.at.has(t[0]) || this.arg.has(t[0])) add(t[0], i);
		});
		this.preds = this.blocks.map(() => []);
		this.blocks.forEach((b, k) => {
			for (const s of b.succ) this.preds[s].push(k);
		});
	}

	/* The instructions between the definition of a value and its last uses, those of what stands for it included:
	** [[from, to], ...], sorted, `to` not included. */
	range_of(v) {
		if (!this.uses) this.find_uses();
		const all = [],
			x = this.values[v],
			own = this.name_of[x.at];
		const add = (a, b) => {
			if (b > a) all.push([a, b]);
		};
		for (const t of new Set(own ? [own, ...this.tokens[v]] : this.tokens[v])) {
			const def = this.at.has(t) ? this.at.get(t) : -1,
				home = def >= 0 ? this.block_of[def] : -1,
				out = new Set(),
				work = [];
			const up = b => {
				for (const p of this.preds[b]) if (!out.has(p)) (out.add(p), work.push(p));
			};
			for (const use of this.uses.get(t) || []) {
				const b = use < 0 ? ~use : this.block_of[use];
				if (use < 0) {
					if (!out.has(b)) (out.add(b), work.push(b));
				} else if (b === home && use > def) add(def, use + 1);
				else (add(this.blocks[b].first, use + 1), up(b));
			}
			while (work.length) {
				const b = work.pop();
				add(b === home ? def : this.blocks[b].first, this.end(b));
				if (b !== home) up(b);
			}
		}
		if (own) add(x.at, x.at + 1);
		all.sort((a, b) => a[0] - b[0]);
		const merged = [];
		for (const [a, b] of all) {
			const last = merged[merged.length - 1];
			last && last[1] >= a ? (last[1] = Math.max(last[1], b)) : merged.push([a, b]);
		}
		return merged;
	}

	/* Walk a block's instructions backward: what is needed in each slot after the block -> what is needed before
	** it. */
	backward(b, need, each) {
		for (let i = this.end(b) - 1; i >= this.blocks[b].first; i--) {
			const s = this.insts[i].safepoint;
			if (s !== undefined)
				for (let c = 0; c < this.cols; c++) need[c] |= this.held[s][c] >= 0 ? 1 : 0;
			if (each) each(i, need);
			for (const p of this.put.get(i) || []) if (p.slot < this.cols) need[p.slot] = 0;
		}
		return need;
	}

	/* And forward: which slots may hold something.  What is put before an instruction is there at it. */
	forward(b, full, each) {
		for (let i = this.blocks[b].first; i < this.end(b); i++) {
			for (const p of this.put.get(i) || []) if (p.slot < this.cols) full[p.slot] = 1;
			for (const c of this.clears.get(i) || []) if (c < this.cols) full[c] = 0;
			if (each) each(i, full);
			if (this.pops.has(i)) full.fill(0);
		}
		return full;
	}

	/* Both questions over blocks, which are in reverse post-order: few rounds do. */
	flow() {
		const n = this.blocks.length,
			cols = this.cols,
			set = () => Array.from({ length: n }, () => new Uint8Array(cols));
		this.clears = new Map();
		for (const c of this.e.clears || [])
			this.clears.set(c.before, (this.clears.get(c.before) || []).concat(c.slot));
		this.pops = new Set(this.frame ? this.frame.pop : []);
		this.wanted = set();
		this.filled = set();
		const needed = set();
		for (let again = true, round = 0; again && round < 64; round++) {
			again = false;
			for (let b = n - 1; b >= 0; b--) {
				for (const s of this.blocks[b].succ)
					for (let c = 0; c < cols; c++) this.wanted[b][c] |= needed[s][c];
				const now = this.backward(b, this.wanted[b].slice());
				again = again || now.some((x, c) => x !== needed[b][c]);
				needed[b] = now;
			}
			for (let b = 0; b < n; b++) {
				const now = this.forward(b, this.filled[b].slice());
				for (const s of this.blocks[b].succ)
					for (let c = 0; c < cols; c++)
						if (now[c] && !this.filled[s][c]) {
							this.filled[s][c] = 1;
							again = true;
						}
			}
		}
		this.last = []; /* per block: the value put last into each slot, as far as the dominators say */
		for (let b = 0; b < n; b++) {
			const up = this.blocks[b].idom,
				now = up === undefined ? new Int32Array(cols).fill(-1) : this.last[up].slice();
			for (let i = this.blocks[b].first; i < this.end(b); i++) this.holders(i, now);
			this.last.push(now);
		}
	}

	split_at(version, lines) {
		this.split = this.split || [];
		this.split[version] = lines;
	}

	lines(version) {
		this.split = this.split || [];
		return (this.split[version] = this.split[version] || this.ir[version].text.split("\n"));
	}

	/* How what is called so in one version of the IR is called where placement looked at it: a function from token
	** to token.  Numbers of unnamed values shift from pass to pass, so lines are matched; what has no match gets a
	** name that nothing else has. */
	names_in(version) {
		const home = Math.max(
			0,
			this.ir.findIndex(v => INDEX.passes[v.pass].startsWith("LateLowerGCFrame")) - 1
		);
		this.renamed = this.renamed || [];
		if (!this.renamed[version]) {
			const to = new Map(),
				a = this.lines(version),
				b = this.lines(home);
			if (version !== home)
				for (const [x, y] of diff(plain(a), plain(b))) {
					if (x === null || y === null) continue;
					const s = a[x].match(TOKEN) || [],
						t = b[y].match(TOKEN) || [];
					s.forEach((name, i) => {
						if (t[i] && (i === 0 || !to.has(name))) to.set(name, t[i]);
					});
				}
			this.renamed[version] = token =>
				version === home || !/^%\d+$/.test(token)
					? token
					: to.get(token) || token + " after " + version;
		}
		return this.renamed[version];
	}

	/* Who is in which slot at an instruction, given who was before it. */
	holders(i, last) {
		const s = this.insts[i].safepoint;
		for (const p of this.put.get(i) || []) if (p.slot < this.cols) last[p.slot] = p.value;
		if (s !== undefined)
			/* it may have been stored on several ways to here */
			this.held[s].forEach((v, c) => {
				if (v >= 0) last[c] = v;
			});
	}

	/* What each slot is to each instruction of a block: marks, and the value that the mark is of (or -1). */
	marks_of(b) {
		if (this.marks[b]) return this.marks[b];
		if (!this.wanted) this.flow();
		const first = this.blocks[b].first,
			n = this.end(b) - first,
			cols = this.cols,
			slots = this.frame ? this.frame.slots : 0;
		const mark = new Uint8Array(n * cols),
			value = new Int32Array(n * cols).fill(-1);
		const up = this.blocks[b].idom,
			last = up === undefined ? new Int32Array(cols).fill(-1) : this.last[up].slice();
		this.forward(b, this.filled[b].slice(), (i, full) => {
			this.holders(i, last);
			for (const p of this.put.get(i) || [])
				if (p.slot < cols) mark[(i - first) * cols + p.slot] = STORE;
			for (let c = 0; c < cols; c++) {
				const k = (i - first) * cols + c;
				if (full[c] && !mark[k]) mark[k] = TAIL;
				if (mark[k]) value[k] = last[c];
			}
		});
		if (this.frame)
			for (const v of this.frame.variables)
				for (let c = v.slot; c < Math.min(v.slot + v.words, cols); c++)
					for (const i of v.everywhere
						? Array.from({ length: n }, (_, k) => first + k)
						: v.accesses || [])
						if (
							i >= first &&
							i < first + n &&
							mark[(i - first) * cols + c] !== STORE
						)
							mark[(i - first) * cols + c] = VARIABLE;
		const pinned = new Set(this.stores.filter(s => s.why === "preserve").map(s => s.slot));
		const next = new Int32Array(cols).fill(-1); /* who is needed next in this block */
		this.backward(b, this.wanted[b].slice(), (i, need) => {
			const s = this.insts[i].safepoint;
			for (let c = 0; c < cols; c++) {
				const k = (i - first) * cols + c;
				if (s !== undefined && this.held[s][c] >= 0) next[c] = this.held[s][c];
				if (mark[k] === STORE) next[c] = -1;
				else if (mark[k] === TAIL && need[c] && next[c] >= 0) value[k] = next[c];
				if (mark[k] === TAIL)
					mark[k] = c >= slots ? VARIABLE : need[c] || pinned.has(c) ? NEED : TAIL;
			}
		});
		return (this.marks[b] = { first, mark, value });
	}
}
