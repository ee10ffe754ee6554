# completion.zsh -- the completion for zsh loads, and asks the tool for its commands.
#   zsh -f completion.zsh TOOL FOLDER
fpath=($2 $fpath)
autoload -Uz compinit && compinit -u -D || exit 1
[[ ${_comps[lateroot]} == _lateroot ]] || { print "zsh does not know _lateroot"; exit 1 }
_describe() { print -l -- "${(P@)2}" }
words=($1 "") CURRENT=2 PREFIX=
autoload -Uz +X _lateroot || exit 1
_lateroot | grep -q '^compile:' || { print "compile is not offered"; exit 1 }
compadd() { shift $(( $# - ${@[(I)--]} > 0 ? ${@[(I)--]} : 0 )); print -l -- "$@" }
words=($1 run "--gc") CURRENT=3 PREFIX=--gc
_lateroot | grep -qx -- --gc-stress || { print "--gc-stress is not offered"; exit 1 }
