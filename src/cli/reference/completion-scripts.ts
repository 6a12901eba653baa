import type { Shell } from "../../catalogue/commands/options.ts";

/** The answer is a line with the kind, and patterns for zsh, then a line per part (see `answerText`). */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of svc for bash 3.2 and newer; it runs svc and needs no other package.
#
# For this shell:     source <(svc completion bash)
# For every shell:    svc completion install bash

_svc() {
  local IFS=$' \\t\\n' line
  local -a answer=()
  COMPREPLY=()
  while IFS= read -r line; do answer+=("$line"); done < <(
    svc __complete bash "$2" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null
  )
  case \${answer[0]-} in
    command*) _svc_command "\${answer[@]:1}" ;;
    files*) _svc_files "\${answer[@]:1}" ;;
    nospace*)
      compopt -o nospace 2>/dev/null
      COMPREPLY=("\${answer[@]:1}")
      ;;
    words*) COMPREPLY=("\${answer[@]:1}") ;;
  esac
}

# Offers files that begin with $3. Replaces $2 by $1, because bash replaces only a part of the word.
_svc_files() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$1\${file#"$2"}"); done < <(compgen -f -- "$3")
}

# Completes the line of another program with that program's completion, or with files if it has none.
_svc_command() {
  local spec=
  if (($# == 1)); then
    while IFS= read -r spec; do COMPREPLY+=("$spec"); done < <(compgen -c -- "$1")
    return 0
  fi
  [[ $(complete -p -- "$1" 2>/dev/null) =~ ' -F '([^ ]+) ]] && spec=\${BASH_REMATCH[1]}
  if [[ -z $spec ]]; then
    _svc_files "" "" "\${!#}"
    return 0
  fi
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$*
  COMP_POINT=\${#COMP_LINE}
  "$spec" "$1" "\${!#}" "\${COMP_WORDS[COMP_CWORD-1]}"
}

complete -F _svc svc
`,
  zsh: `#compdef svc
# Completion of svc for zsh 5; it runs svc.
#
# For this shell:     source <(svc completion zsh)
# For every shell:    svc completion install zsh

_svc() {
  local cut
  local -a answer first
  answer=("\${(@f)$(svc __complete zsh "\${(Q)PREFIX}" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null </dev/null)}")
  first=(\${=answer[1]})
  shift answer
  if [[ $first[1] == command ]]; then
    words=("\${(@q)answer}" "\${(@)words[CURRENT,-1]}")
    CURRENT=$(($#answer + 1))
    _normal
    return
  fi
  for cut in "\${(@)first[2,-1]}"; do compset -P "$cut"; done
  case $first[1] in
    files) _files ;;
    nospace) _describe word answer -S '' ;;
    words)
      if [[ $PREFIX == -* ]]; then
        _describe -o option answer
      else
        _describe word answer
      fi
      ;;
  esac
}

if [[ $funcstack[1] == _svc ]]; then
  _svc "$@"
else
  compdef _svc svc
fi
`,
  fish: `# Completion of svc for fish 3 and newer; it runs svc.
#
# For this shell:     svc completion fish | source
# For every shell:    svc completion install fish

function __svc_complete
    set -l words (commandline -opc)
    set -e words[1]
    # fish passes a quoted word with its quotes; a quote may be open.
    set -l current
    for quote in '' "'" '"'
        set current (string unescape -- (commandline -ct)$quote); and break
    end
    set -l answer (svc __complete fish "$current" $words 2>/dev/null </dev/null)
    set -l first $answer[1]
    set -e answer[1]
    switch "$first"
        case 'command*'
            complete -C (string join ' ' -- (string escape -- $answer) $current)
        case 'files*'
            for path in (__fish_complete_path $answer[3])
                echo "$answer[1]$path"
            end
        case 'words*' 'nospace*'
            printf '%s\\n' $answer
    end
end

complete -c svc -f -a '(__svc_complete)'
`,
};

export const scriptNames: Readonly<Record<Shell, string>> = {
  bash: "svc.bash",
  zsh: "_svc",
  fish: "svc.fish",
};
