/* list.js -- elements, and lists of which only what is in sight is made: long functions cost no more than short
** ones. */
"use strict";

const $ = id => document.getElementById(id);

/* Characters that would not be seen, or would change what is seen beside them. */
const HIDDEN =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/* Input as it may be shown. */
function visible(s) {
	return s.replace(HIDDEN, c => "\\u{" + c.charCodeAt(0).toString(16) + "}");
}

/* el("tag.class", { attribute: "x", onclick: f }, children...) */
function el(what, attributes, ...children) {
	const [tag, ...classes] = what.split("."),
		e = document.createElement(tag);
	if (classes.length) e.className = classes.join(" ");
	for (const [k, v] of Object.entries(attributes || {}))
		if (typeof v === "function") e[k] = v;
		else if (v !== undefined && v !== false)
			e.setAttribute(k, k === "title" || k === "aria-label" ? visible(v) : v);
	e.append(
		...children
			.filter(c => c !== null && c !== undefined)
			.map(c => (typeof c === "string" ? visible(c) : c))
	);
	return e;
}

function svg(tag, attributes, ...children) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
	e.append(...children.map(c => (typeof c === "string" ? visible(c) : c)));
	return e;
}

const ROW = 20; /* pixels */

class VList {
	/* render(i) gives the element of row i; head, if any, stays in sight. */
	constructor(box, count, render, head) {
		this.box = box;
		this.count = count;
		this.render = render;
		this.current = -1;
		this.top = head ? 26 : 0;
		this.space = el("div", { role: "presentation" });
		this.pane = el("div.pane", { role: "presentation" });
		box.classList.add("vlist");
		if (!box.hasAttribute("role")) box.setAttribute("role", "listbox");
		this.options = box.getAttribute("role") === "listbox";
		this.id = "row" + VList.made++ + "-";
		if (head) head.setAttribute("role", "presentation");
		box.replaceChildren(...(head ? [head] : []), this.space, this.pane);
		box.onscroll = () => this.draw();
		this.resize(count);
	}
	resize(count) {
		this.count = count;
		/* browsers do not go beyond some 30 million pixels: more rows than that are out of reach */
		this.space.style.height = Math.min(count * ROW + 20, 3e7) + "px";
		this.draw();
	}
	draw() {
		const high = this.box.clientHeight || 800,
			first = Math.max(0, Math.floor((this.box.scrollTop - this.top) / ROW) - 10);
		const rows = [];
		for (let i = first; i < this.count && i < first + high / ROW + 20; i++) {
			const r = this.render(i);
			r.classList.add("vrow");
			r.style.height = r.style.lineHeight = ROW + "px";
			if (i === this.current) r.classList.add("current");
			if (this.options) {
				r.setAttribute("role", "option");
				r.id = this.id + i;
				if (!r.textContent && !r.hasAttribute("aria-label"))
					r.setAttribute("aria-label", "blank");
				if (!r.hasAttribute("aria-selected"))
					r.setAttribute("aria-selected", String(i === this.current));
			}
			rows.push(r);
		}
		if (this.options && rows.some(r => r.id === this.id + this.current))
			this.box.setAttribute("aria-activedescendant", this.id + this.current);
		else this.box.removeAttribute("aria-activedescendant");
		this.pane.style.top = this.top + first * ROW + "px";
		this.pane.replaceChildren(...rows);
	}
	show(i, middle) {
		if (i < 0 || i >= this.count) return;
		this.current = i;
		const y = i * ROW,
			b = this.box,
			high = b.clientHeight - this.top;
		if (middle && (y < b.scrollTop || y + ROW > b.scrollTop + high)) b.scrollTop = y - high / 2;
		else if (y < b.scrollTop) b.scrollTop = y;
		else if (y + ROW > b.scrollTop + high) b.scrollTop = y + ROW - high;
		this.draw();
	}
	move(by) {
		this.show(Math.max(0, Math.min(this.count - 1, this.current + by)));
	}
}
VList.made = 0;
