#!/bin/sh
# SPDX-License-Identifier: MIT
# page.sh -- the page of `lateroot view` tries itself in a browser (tools/view/selftest.js), in windows of 360 to 1280
# pixels, too; and a picture can be taken of it.  Without chromium it is skipped (77).
#   page.sh lateroot input.ll work-directory [checked.ll ...]
# With more files, it is the page of lateroot check --view of these; with HEAP=1, that of lateroot view --heap of
# input.json.
set -eu
here=$(dirname "$0")
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
	{ echo "no chromium"; exit 77; }
work=$3/page$(($# > 3))${NAME:+-$NAME}
rm -rf "$work"
mkdir -p "$work"
checks=$(($# > 3))
if [ $checks -eq 1 ]; then
	lateroot=$1
	shift 3
	status=0
	"$lateroot" check --view="$work/page.html" "$@" -o "$work/report.txt" || status=$?
	[ $status -eq 1 ] || { echo "lateroot check gives $status"; exit 1; }
	address=n=root/1
elif [ -n "${HEAP:-}" ]; then
	"$1" view --heap="$2" -o "$work/page.html"
	address=
else
	"$1" view "$2" -o "$work/page.html"
	"$1" view --json --asm "$2" -o "$work/page.json"
	python3 "$here/same.py" "$work/page.html" "$work/page.json"
	address=tab=cfg
fi
# The page must not ask for anything from elsewhere.
if grep -nEi '(src|href)="?(https?:)?//|@import|fetch\(|XMLHttpRequest' "$work/page.html"; then
	echo "the page refers to a network"
	exit 1
fi
look() {
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
		--user-data-dir="$work/profile" --window-size=1500,900 "$@" 2>"$work/browser.log"
}
# passes FILE ID ADDRESS: the page writes into the element of that id that it passes
passes() {
	look --virtual-time-budget=60000 --dump-dom "file://$work/$3" >"$work/$1" ||
		{ cat "$work/browser.log"; exit 1; }
	sed -n "/<pre id=\"$2\">/,/<\/pre>/p" "$work/$1" | tail -n 20
	grep -q "<pre id=\"$2\">PASS: [1-9]" "$work/$1" || { echo "the page fails: $3"; exit 1; }
}
passes dom.html selftest "page.html#selftest"
# WANTED: what the page has to have shown some of, such as "variables lines_of_source"
for what in ${WANTED:-}; do
	what=$(echo "$what" | tr _ ' ')
	grep -q "PASS: .* [1-9][0-9]* $what" "$work/dom.html" || { echo "the page shows no $what"; exit 1; }
done
for width in 360 400 800 1280; do
	cat >"$work/narrow$width.html" <<-END
		<body><iframe src="page.html#selftest=width" style="width:${width}px;height:800px"></iframe>
		<script>onmessage = e => document.body.append(Object.assign(document.createElement("pre"),
			{ id: "width", textContent: e.data }))</script>
	END
	passes dom$width.html width "narrow$width.html"
done
look --screenshot="$work/page.png" "file://$work/page.html#$address&theme=dark" || { cat "$work/browser.log"; exit 1; }
[ "$(wc -c <"$work/page.png")" -gt 20000 ] || { echo "the picture is empty"; exit 1; }
