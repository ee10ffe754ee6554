#!/bin/sh
# SPDX-License-Identifier: MIT
# axe.sh -- axe-core looks for what keeps people out of the pages of `lateroot view`, `lateroot view --heap` and
# `lateroot check --view`: each view of them, light and dark.  A page that was made worse on purpose has to fail.
#   axe.sh lateroot work-directory checked.ll input.ll|snapshot.json ...
# axe-core is $AXE_CORE (the path of axe.min.js), or a package that npm gets.  Without either, or without chromium, the
# test is skipped (77).
set -eu
here=$(dirname "$0")
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
	{ echo "no chromium"; exit 77; }
lateroot=$1
work=$2/axe
checked=$3
shift 3
rm -rf "$work"
mkdir -p "$work"
axe=${AXE_CORE:-}
if [ -z "$axe" ]; then
	command -v npm >/dev/null || { echo "neither AXE_CORE nor npm"; exit 77; }
	(cd "$work" && timeout 60 npm pack --prefer-offline axe-core@4 >npm.log 2>&1 && tar xzf axe-core-*.tgz) ||
		{ tail -n 3 "$work/npm.log"; echo "npm gives no axe-core"; exit 77; }
	axe=$work/package/axe.min.js
fi
[ -s "$axe" ] || { echo "$axe is not there"; exit 1; }

ours=axe.js
# judge PAGE [CHANGE]: puts axe-core and $ours into the page, and prints what they find
judge() {
	python3 - "$1" "$axe" "$here/$ours" "$work/with-axe.html" "${2:-}" <<-'END'
		import sys
		page, axe, ours = (open(f, encoding="utf-8").read() for f in sys.argv[1:4])
		scripts = "".join("<script>" + s.replace("</script", "<\\/script") + "</script>" for s in (axe, ours))
		assert "</body>" in page
		page = page.replace("</body>", sys.argv[5] + scripts + "</body>")
		open(sys.argv[4], "w", encoding="utf-8").write(page)
	END
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --window-size=1500,900 \
		--user-data-dir="$work/profile" --virtual-time-budget=60000 --dump-dom "file://$work/with-axe.html" \
		2>"$work/browser.log" >"$work/dom.html" || { cat "$work/browser.log"; exit 1; }
	sed -n '/<pre id="axe">/,/<\/pre>/p' "$work/dom.html"
}

for input in "$@"; do
	case $input in
	*.json) ours=heap_axe.js; "$lateroot" view --heap="$input" -o "$work/page.html" ;;
	*) ours=axe.js; "$lateroot" view "$input" -o "$work/page.html" ;;
	esac
	judge "$work/page.html" >"$work/found"
	echo "${input##*/}: $(head -n 20 "$work/found")"
	grep -q '<pre id="axe">PASS: [1-9]' "$work/found" || exit 1
done
"$lateroot" check --view="$work/findings.html" "$checked" -o "$work/report.txt" || [ $? -eq 1 ]
ours=axe.js
judge "$work/findings.html" >"$work/found"
echo "${checked##*/}: $(head -n 20 "$work/found")"
grep -q '<pre id="axe">PASS: [1-9]' "$work/found" || exit 1
# The same page with a button that has no name, and grey text on grey.
judge "$work/findings.html" '<button></button><p style="color:#888;background:#999">grey</p>' >"$work/found"
grep -q 'button-name' "$work/found" && grep -q 'color-contrast' "$work/found" ||
	{ head -n 20 "$work/found"; echo "axe-core does not find what is wrong on purpose"; exit 1; }
rm -rf "$work"
