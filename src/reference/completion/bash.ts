import {
  type CompletedOption,
  type Completion,
  caseFunction,
  passingPaths,
  replyFunctions,
} from "./commands.ts";

/** The completion script for bash 3.2 and newer; it needs no other package. */
export const bashScript = (known: Completion): string =>
  [
    header,
    `_svc_globals='${optionWords(known.globals)}'`,
    learned,
    ...tables(known),
    helpers,
    `${scanWords}
      ${passingPaths(known).map(quote).join(" | ")})
${offerWords}`,
    offerValue,
    "complete -F _svc svc\n",
  ].join("\n\n");

/** What is known, as functions that set REPLY. */
function tables(known: Completion): readonly string[] {
  const { root, values } = replyFunctions(known, quote, " | ");
  return [
    root,
    caseFunction("_svc_verbs", "verb", [
      ["''", `REPLY='${words(known.roots)}'; _svc_aliases`],
      ...known.verbs.map(([group, verbs]) => [group, `REPLY='${words(verbs)}'`] as const),
      ["*", "REPLY="],
    ]),
    `# A = marks an option that takes a value.\n${caseFunction("_svc_options", "option", [
      ...known.commands.map(({ path, options }) => [quote(path), `REPLY='${optionWords(options)}'`] as const),
      ["*", "REPLY="],
    ])}`,
    values,
  ];
}

const quote = (word: string): string => `'${word}'`;

const words = (offers: readonly (readonly [string, string])[]) => offers.map(([word]) => word).join(" ");

const optionWords = (options: readonly CompletedOption[]) =>
  options.map(({ flag, takesValue }) => (takesValue ? `${flag}=` : flag)).join(" ");

const header = `# Completion of svc for bash, written from the catalogue of operations.
#
# For this shell:     source <(svc completion bash)
# For every shell:    svc completion bash > ~/.local/share/bash-completion/completions/svc
# Without the bash-completion package, source that file in ~/.bashrc.`;

/** Reads what svc keeps of a service's description; of the words none but plain ones, as compgen expands them. */
const learned = `# What the service that was used last describes beyond the documents, as svc keeps it in its cache.
_svc_learned() {
  local cache=\${SVC_CACHE_DIR:-\${XDG_CACHE_HOME:-$HOME/.cache}/svc} name= kind about word help file=words
  [[ -f $cache/completion && -O $cache/completion ]] || return 0
  IFS= read -r name <"$cache/completion"
  [[ $1 == alias || $2 == - ]] || file=words-\${2%% *}
  [[ -z $name || $name$file == *[!A-Za-z0-9._-]* ]] && return 0
  file=$cache/descriptions/$name/$file
  [[ -f $file && -O $file ]] || return 0
  while IFS=$'\\t' read -r kind about word help; do
    [[ $kind == "$1" && $about == "$2" ]] || continue
    [[ $word == '<file>' || $word != *[!A-Za-z0-9.+:/@_=\\ -]* ]] || continue
    case $kind in
      alias | value) REPLY=$word ;;
      *) REPLY+=" $word" ;;
    esac
  done <"$file"
}`;

const helpers = `# The operator's aliases; the names in their file are plain words.
_svc_aliases() {
  local file=\${SVC_CONFIG_DIR:-\${XDG_CONFIG_HOME:-$HOME/.config}/svc}/aliases name text
  [[ -f $file && -O $file ]] || return 0
  while read -r name text; do
    [[ -z $text || $name == *[!A-Za-z0-9._-]* ]] || REPLY+=" $name"
  done <"$file"
}

_svc_offer() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$@")
}

_svc_files() {
  type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
  _svc_offer -f -- "$1"
}`;

/** Reads the words before the cursor, up to the commands after which another program's line begins. */
const scanWords = `_svc() {
  local cur=\${COMP_WORDS[COMP_CWORD]} REPLY= root= verb= command= pending= before= word key
  local -i i count=0 rest=0
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((rest)); then
      continue
    elif [[ $word == [=:@] ]]; then
      # Bash splits words there: what follows belongs to the word before, or is the value of the option before.
      [[ -n $pending ]] || ((i++))
    elif [[ -n $pending ]]; then
      pending=
    elif [[ $word == -- ]]; then
      rest=$((i + 1))
    elif [[ $word == -* ]]; then
      _svc_options "$command"
      [[ " $_svc_globals $REPLY " == *" $word= "* ]] && pending=$word
    elif [[ -z $root ]]; then
      _svc_root "$word"
      root=$REPLY command=$REPLY
      _svc_verbs "$root"
      [[ -n $REPLY ]] || verb=-
    elif [[ -z $verb ]]; then
      verb=$word command="$root $word"
    else
      count+=1
    fi
  done
  ((i > COMP_CWORD)) && return 0
  before=\${COMP_WORDS[COMP_CWORD - 1]}
  [[ $cur == [=:@] ]] && before=$cur cur=
  if ((rest)); then
    case $command in`;

const offerWords = `        if ((rest == COMP_CWORD)); then _svc_offer -c -- "$cur"; else _svc_files "$cur"; fi
        return 0
        ;;
    esac
  fi
  if [[ $before == @ ]]; then
    _svc_files "$cur"
  elif [[ -n $pending ]]; then
    _svc_values "$command $pending"
    [[ -n $REPLY ]] || _svc_values "* $pending"
    _svc_value "$cur"
  elif [[ $cur == -* && $rest -eq 0 ]]; then
    _svc_options "$command"
    word="$_svc_globals $REPLY "
    _svc_offer -W "\${word//= / }" -- "$cur"
  elif [[ -z $verb ]]; then
    _svc_verbs "$root"
    _svc_value "$cur"
  else
    _svc_values "$command $((count + 1))"
    [[ -n $REPLY ]] || _svc_values "$command *"
    _svc_value "$cur"
  fi
}`;

const offerValue = `_svc_value() {
  case $REPLY in
    '') ;;
    '<file>') _svc_files "$1" ;;
    *) _svc_offer -W "$REPLY" -- "$1" ;;
  esac
}`;
