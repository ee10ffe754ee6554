# SPDX-License-Identifier: MIT
# common.sh -- what the scripts share that compile and link programs of their own.  They set `here`, where they lie, and
# `name`, of their folder.
set -u
root=$(cd "$here/../.." && pwd)
out=$WORK/$name
mkdir -p "$out" || exit 1
bad=0

fail() {
	echo "$*"
	exit 1
}
