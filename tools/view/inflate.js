/* inflate.js -- RFC 1951, so that unpacking a function needs no help of the browser and is done at once. */
"use strict";

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
