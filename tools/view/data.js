/* data.js -- from the page's compressed text to what the views ask about one function. ** A function is unpacked when
** it is opened first; the last few stay.  All derived facts are computed here, for one function at a time. */
"use strict";

/* ---- inflate (RFC 1951), so that unpacking needs no help of the browser and is done at once ---- */

const LENGTH_BASE = [
	3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
	258
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const FAR_BASE = [
	1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
	6145, 8193, 12289, 16385, 24577
];
const FAR_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/* How many codes there are of each length, and the symbols in order of their codes. */
function codes(lengths) {
	const count = new Uint16Array(16),
		at = new Uint16Array(16),
		symbol = new Uint16Array(lengths.length);
	for (const l of lengths) count[l]++;
	count[0] = 0;
	for (let l = 1; l < 15; l++) at[l + 1] = at[l] + count[l];
	lengths.forEach((l, i) => {
		if (l) symbol[at[l]++] = i;
	});
	return { count, symbol };
}

function inflate(bytes, size) {
	const out = new Uint8Array(size);
	let at = 2 /* zlib's header */,
		bit = 0,
		n = 0;

	function bits(want) {
		let v = 0;
		for (let i = 0; i < want; i++) {
			v |= ((bytes[at] >> bit) & 1) << i;
			if (++bit === 8) {
				bit = 0;
				at++;
			}
		}
		return v;
	}
	function decode(h) {
		let code = 0,
			first = 0,
			index = 0;
		for (let l = 1; l < 16; l++) {
			code |= (bytes[at] >> bit) & 1;
			if (++bit === 8) {
				bit = 0;
				at++;
			}
			const c = h.count[l];
			if (code - c < first) return h.symbol[index + code - first];
			index += c;
			first = (first + c) << 1;
			code <<= 1;
		}
		throw new Error("damaged page");
	}
	function tables() {
		const nlen = bits(5) + 257,
			nfar = bits(5) + 1,
			ncode = bits(4) + 4,
			short = new Uint8Array(19),
			all = [];
		for (let i = 0; i < ncode; i++) short[CODE_ORDER[i]] = bits(3);
		const h = codes(short);
		while (all.length < nlen + nfar) {
			const s = decode(h);
			if (s < 16) all.push(s);
			else {
				const v = s === 16 ? all[all.length - 1] : 0;
				for (let k = s === 16 ? 3 + bits(2) : s === 17 ? 3 + bits(3) : 11 + bits(7); k > 0; k--)
					all.push(v);
			}
		}
		return [codes(all.slice(0, nlen)), codes(all.slice(nlen))];
	}
	for (let last = 0; !last;) {
		last = bits(1);
		const kind = bits(2);
		if (kind === 0) {
			if (bit) {
				bit = 0;
				at++;
			}
			const len = bytes[at] | (bytes[at + 1] << 8);
			at += 4;
			out.set(bytes.subarray(at, at + len), n);
			n += len;
			at += len;
			continue;
		}
		const [lengths, fars] =
			kind === 2
				? tables()
				: [
						codes(
							Array.from({ length: 288 }, (_, i) =>
								i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8
							)
						),
						codes(Array(30).fill(5))
					];
		for (let s; (s = decode(lengths)) !== 256;) {
			if (s < 256) {
				out[n++] = s;
				continue;
			}
			let len = LENGTH_BASE[s - 257] + bits(LENGTH_BITS[s - 257]),
				f = decode(fars);
			for (const far = FAR_BASE[f] + bits(FAR_BITS[f]); len > 0; len--, n++) out[n] = out[n - far];
		}
	}
	return out;
}

/* ---- functions ---- */

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

/* Lines of source that can be shown: file -> line -> text; and the files that were not read. */
const SOURCE = new Map((INDEX.sources || []).map(f => [f.file, new Map(f.lines || [])]));
const NOT_READ = (INDEX.sources || []).filter(f => !f.lines).map(f => f.file);

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
