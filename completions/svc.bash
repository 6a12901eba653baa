# Completion of svc for bash 3.2 and newer; it runs svc and needs no other package.
#
# For this shell:     source <(svc completion bash)
# For every shell:    svc completion install bash

_svc() {
  local IFS=$' \t\n' line
  local -a answer=()
  COMPREPLY=()
  while IFS= read -r line; do answer+=("$line"); done < <(
    svc __complete bash "$2" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null
  )
  case ${answer[0]-} in
    command*) _svc_command "${answer[@]:1}" ;;
    files*) _svc_files "${answer[@]:1}" ;;
    nospace*)
      compopt -o nospace 2>/dev/null
      COMPREPLY=("${answer[@]:1}")
      ;;
    words*) COMPREPLY=("${answer[@]:1}") ;;
  esac
}

# Offers files that begin with $3. Replaces $2 by $1, because bash replaces only a part of the word.
_svc_files() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$1${file#"$2"}"); done < <(compgen -f -- "$3")
}

# Completes the line of another program with that program's completion, or with files if it has none.
_svc_command() {
  local spec=
  if (($# == 1)); then
    while IFS= read -r spec; do COMPREPLY+=("$spec"); done < <(compgen -c -- "$1")
    return 0
  fi
  [[ $(complete -p -- "$1" 2>/dev/null) =~ ' -F '([^ ]+) ]] && spec=${BASH_REMATCH[1]}
  if [[ -z $spec ]]; then
    _svc_files "" "" "${!#}"
    return 0
  fi
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$*
  COMP_POINT=${#COMP_LINE}
  "$spec" "$1" "${!#}" "${COMP_WORDS[COMP_CWORD-1]}"
}

complete -F _svc svc
