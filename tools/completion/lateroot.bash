# bash completion for lateroot and lateroot-N.  The tool itself is asked for its commands, options and passes, so that
# this file knows as much as the version that is installed.

# Words that a line of help starts with: "  -c, --check", "      --abi=ABI", "  -passes=TEXT".
_lateroot_options()
{
	"$1" "$2" --help 2>/dev/null | grep -oE '^ +(-[A-Za-z?](, +)?)?(--?[a-z][a-z0-9-]*(\[?=)?)?' |
		grep -oE -- '--?[A-Za-z][a-z0-9-]*(\[?=)?' | sed 's/\[=$//'
}

_lateroot_commands()
{
	"$1" --help 2>/dev/null | sed -nE '/^Usage:/,$ s/^  ([a-z][a-z-]*) +.*/\1/p'
}

_lateroot()
{
	local word=${COMP_WORDS[COMP_CWORD]} tool=$1 command=${COMP_WORDS[1]} option value words
	COMPREPLY=()
	# readline splits at =, which makes three words of --profile=x
	if [ "$word" = = ]; then
		option=${COMP_WORDS[COMP_CWORD - 1]} value=
	elif [ "$COMP_CWORD" -gt 1 ] && [ "${COMP_WORDS[COMP_CWORD - 1]}" = = ]; then
		option=${COMP_WORDS[COMP_CWORD - 2]} value=$word
	else
		option=${COMP_WORDS[COMP_CWORD - 1]} value=$word
		case $option in -o) COMPREPLY=($(compgen -f -- "$value")) && return ;; esac
		option=
	fi
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "$(_lateroot_commands "$tool") --help --version" -- "$word"))
		return
	fi
	case $option in
	*-passes | --print-before | --print-after | --before | --after)
		words=$("$tool" passes 2>/dev/null | sed -E 's/[ <].*//') ;;
	--*)
		# The choices that its description lists after a colon: "ABI profile of the runtime: lateroot (default),
		# julia-1.13, or a file".
		words=$("$tool" "$command" --help 2>/dev/null |
			awk -v option="$option" '/^ +(-., +)?--/ { on = index($0, option "=") || index($0, option "[") }
				on && (/: / || !/  --/)' |
			tr -s ' \n' ' ' | sed -E 's/^[^:]*: //; t; d' |
				sed -E 's/\([^)]*\)//g; s/,? or .*//; s/,/ /g') ;;
	"") ;;
	esac
	if [ -n "$option" ]; then
		COMPREPLY=($(compgen -W "$words" -- "$value") $(compgen -f -- "$value"))
		return
	fi
	case $word in
	-*)
		COMPREPLY=($(compgen -W "$(_lateroot_options "$tool" "$command")" -- "$word"))
		case ${COMPREPLY[0]-} in *=) compopt -o nospace 2>/dev/null ;; esac
		;;
	*) COMPREPLY=($(compgen -f -- "$word")) ;;
	esac
}

complete -o filenames -F _lateroot lateroot lateroot-22 lateroot-19
