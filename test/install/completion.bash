# completion.bash -- the completion for bash knows every command and option of the tool, and the values of some.
#   bash completion.bash TOOL FILE
tool=$1
source "$2" || exit 1
bad=0
# complete_with WORDS...: what it offers at the end of this line
complete_with() {
	COMP_WORDS=("$tool" "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_lateroot "$tool" 2>/dev/null
	printf '%s\n' "${COMPREPLY[@]}"
}
offers() { # WANTED WORDS...
	local wanted=$1
	shift
	complete_with "$@" | grep -qxF -- "$wanted" || { echo "not offered after 'lateroot $*': $wanted"; bad=1; }
}
commands=$("$tool" --help | sed -nE 's/^  ([a-z]+)  +[a-z].*/\1/p' | grep -v lateroot)
for wanted in opt compile run passes; do
	grep -qx $wanted <<<"$commands" || { echo "help does not list $wanted"; bad=1; }
done
for command in $commands; do
	offers "$command" ""
	# All that looks like an option in its help, wherever it stands.
	options=$("$tool" $command --help 2>/dev/null | grep -oE '^ +(-|  ).*' | cut -c1-30 |
		grep -oE -- '(^|[ ,])--?[a-zA-Z][a-z0-9-]*(\[?=)?' | tr -d ' ,' | sed 's/\[=//' | sort -u)
	case $command in opt | compile | run) least=10 ;; *) least=0 ;; esac
	[ "$(wc -l <<<"$options")" -ge $least ] || { echo "$command: only these options: $options"; bad=1; }
	for option in $options; do
		case $option in
		--*) offers "$option" $command "${option:0:3}" ;;
		*) offers "$option" $command "-" ;;
		esac
	done
done
offers opt o
offers --gc-stress run --gc
offers LateLowerGCFrame opt --passes = Late
offers LateLowerGCFrame opt -passes = ""
offers BeforeLICM opt --print-after = Before
offers julia-1.13 opt --profile = jul
offers julia-1.5 compile --profile =
exit $bad
