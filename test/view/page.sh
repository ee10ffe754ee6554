#!/bin/sh
# page.sh -- the page of `lateroot view` tries itself in a browser (tools/view/selftest.js), and a picture can be taken of it.
# Without chromium it is skipped (77).
#   page.sh lateroot input.ll work-directory [checked.ll ...]      with more files, the page of lateroot check --view of these
set -eu
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "no chromium"; exit 77; }
work=$3/page$(($# > 3))
rm -rf "$work"
mkdir -p "$work"
if [ $# -gt 3 ]; then
	lateroot=$1
	shift 3
	status=0
	"$lateroot" check --view="$work/page.html" "$@" -o "$work/report.txt" || status=$?
	[ $status -eq 1 ] || { echo "lateroot check gives $status"; exit 1; }
	address=n=root/1
else
	"$1" view "$2" -o "$work/page.html"
	address=tab=cfg
fi
# The page must not ask for anything from elsewhere.
if grep -nEi '(src|href)="?(https?:)?//|@import|fetch\(|XMLHttpRequest' "$work/page.html"; then
	echo "the page refers to a network"
	exit 1
fi
look() {
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" --window-size=1500,900 "$@" 2>"$work/browser.log"
}
look --virtual-time-budget=60000 --dump-dom "file://$work/page.html#selftest" >"$work/dom.html" || { cat "$work/browser.log"; exit 1; }
sed -n '/<pre id="selftest">/,/<\/pre>/p' "$work/dom.html" | tail -n 8
grep -q '<pre id="selftest">PASS: [1-9]' "$work/dom.html" || { echo "the page fails its own test"; exit 1; }
look --screenshot="$work/page.png" "file://$work/page.html#$address&theme=dark" || { cat "$work/browser.log"; exit 1; }
[ "$(wc -c <"$work/page.png")" -gt 20000 ] || { echo "the picture is empty"; exit 1; }
