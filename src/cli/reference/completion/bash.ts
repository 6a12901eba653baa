import {
  type CompletedCommand,
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
    `_svc_roots='${words(known.roots)}'\n_svc_globals='${optionWords(known.globals)}'`,
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
      ["''", "REPLY=$_svc_roots; _svc_aliases; _svc_programs"],
      ...known.verbs.map(([group, verbs]) => [group, `REPLY='${words(verbs)}'`] as const),
      ["*", "REPLY="],
    ]),
    `# A = marks an option that takes a value, and a ! a global one that the command refuses.\n${caseFunction(
      "_svc_options",
      "option",
      [
        ...known.commands
          .filter(({ options, refused }) => options.length + refused.length > 0)
          .map((command) => [quote(command.path), `REPLY='${ownWords(command)}'`] as const),
        ["*", "REPLY="],
      ],
    )}`,
    values,
  ];
}

const quote = (word: string): string => `'${word}'`;

const words = (offers: readonly (readonly [string, string])[]) => offers.map(([word]) => word).join(" ");

const ownWords = ({ options, refused }: CompletedCommand) =>
  [optionWords(options), ...refused.map((flag) => `!${flag}`)].join(" ").trim();

const optionWords = (options: readonly CompletedOption[]) =>
  options.map(({ flag, takesValue }) => (takesValue ? `${flag}=` : flag)).join(" ");

const header = `# Completion of svc for bash, written from the catalogue of operations.
#
# For this shell:     source <(svc completion bash)
# For every shell:    svc completion install bash
# It asks svc for names of machines and other objects alone, and needs no other package.`;

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
    [[ $word == '<'*'>' && $word != *[!A-Za-z_,' <>'-]* || $word != *[!A-Za-z0-9.+:/@_=,\\ -]* ]] || continue
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

# The operator's programs svc-NAME.
_svc_programs() {
  local name
  while IFS= read -r name; do
    name=\${name#svc-}
    [[ -z $name || $name == *[!A-Za-z0-9._-]* || " $REPLY " == *" $name "* ]] || REPLY+=" $name"
  done < <(compgen -c -- svc-)
}

# Puts what an alias stands for in its place; svc knows how.
_svc_expand() {
  local word
  local -a expanded=()
  REPLY=
  _svc_aliases
  [[ " $REPLY " == *" $root "* ]] || return 1
  while IFS= read -r word; do expanded+=("$word"); done < <(
    svc __complete --shell=bash --expand -- "\${before[@]}" 2>/dev/null </dev/null
  )
  ((\${#expanded[@]})) && before=("\${expanded[@]}")
}

# Completes behind a program as its own completion does, and files where it has none.
_svc_program() {
  local name=svc-$root line=\${COMP_LINE#*[[:space:]]} spec=
  if [[ \${COMP_WORDS[1]} == "$root" ]]; then
    spec=$(complete -p "$name" 2>/dev/null)
    [[ $spec == *' -F '* ]] && spec=\${spec##* -F } spec=\${spec%% *} || spec=
  fi
  if [[ -z $spec ]]; then
    _svc_cut "$1"
    _svc_files "$cur"
    return 0
  fi
  line=$name\${line#*"$root"}
  COMP_WORDS=("$name" "\${COMP_WORDS[@]:2}")
  ((COMP_CWORD -= 1, COMP_POINT -= \${#COMP_LINE} - \${#line}))
  COMP_LINE=$line
  "$spec" "$name" "$1" "\${COMP_WORDS[COMP_CWORD-1]}"
}

_svc_offer() {
  local word
  while IFS= read -r word; do COMPREPLY+=("\${word#"$cut"}"); done < <(compgen "$@")
  [[ $word == *= || \${COMPREPLY[0]-} == *= ]] && _svc_nospace
  return 0
}

_svc_nospace() {
  type compopt >/dev/null 2>&1 && compopt -o nospace 2>/dev/null
}

_svc_files() {
  type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
  _svc_offer -f -- "$1"
}

# The words up to the cursor as they were typed: bash splits them at = : and @ too.
_svc_line() {
  local line=\${COMP_LINE:0:COMP_POINT} word
  local -i i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    if [[ $line == [[:space:]]* || $i -eq 0 ]]; then
      ((i > 1)) && before+=("$cur")
      cur= line=\${line#"\${line%%[![:space:]]*}"}
    fi
    word=\${COMP_WORDS[i]}
    ((i == COMP_CWORD)) && word=$line
    cur+=$word line=\${line#"$word"}
  done
}

# What readline replaces is the argument: what stands before it stays, and so does an open quote.
_svc_cut() {
  typed=$cur
  case $cur in
    \\"* | \\'*) cur=\${cur#?} ;;
    *"$1") cut=\${cur%"$1"} ;;
  esac
}

# Asks svc for names; what it answers is quoted already.
_svc_names() {
  local word
  while IFS= read -r word; do COMPREPLY+=("\${word#"$cut"}"); done < <(
    svc __complete --shell=bash "--of=$1" "--word=$typed" -- \${before[@]+"\${before[@]}"} 2>/dev/null </dev/null
  )
  [[ $word == *= || \${COMPREPLY[0]-} == *= ]] && _svc_nospace
  return 0
}

# Several words with commas between them; columns in lower case too, and behind a minus sign where rows are sorted.
_svc_list() {
  local words=$1 part=\${cur##*,} head word sign=
  head=\${cur%"$part"}
  [[ $pending == --sort && $part == -* ]] && sign=- part=\${part#-}
  [[ $pending == --sort || $pending == --columns ]] && [[ $part == *[[:lower:]]* ]] && words=$(tr '[:upper:]' '[:lower:]' <<<"$words")
  for word in $words; do
    [[ $word != "$part"* || ,$head == *,"$sign$word",* ]] && continue
    word=$head$sign$word
    COMPREPLY+=("\${word#"$cut"}")
  done
}`;

/** Reads the words before the cursor, up to the commands after which another program's line begins. */
const scanWords = `_svc() {
  local cur= typed cut= REPLY= root= verb= command= pending= word flag
  local -a before
  local -i i count=0 rest=0 expanded=0
  COMPREPLY=() before=()
  _svc_line
  for ((i = 0; i < \${#before[@]}; i++)); do
    word=\${before[i]}
    if [[ -n $pending ]]; then
      pending=
    elif [[ $word == -- ]]; then
      rest=$((i + 1))
      break
    elif [[ $word == -* ]]; then
      _svc_options "$command"
      [[ " $_svc_globals $REPLY " == *" $word= "* ]] && pending=$word
    elif [[ -z $root ]]; then
      _svc_root "$word"
      root=$REPLY command=$REPLY
      _svc_verbs "$root"
      if [[ -z $REPLY && $root == *[-_]* && " $_svc_roots " != *" $root "* ]]; then
        # A described group may be written as its words.
        _svc_verbs "\${root//[-_]/}"
        [[ -z $REPLY ]] || root=\${root//[-_]/} command=\${root//[-_]/}
      fi
      if [[ -n $REPLY ]]; then
        :
      elif [[ " $_svc_roots " == *" $root "* ]]; then
        verb=-
      elif ((expanded == 0)) && _svc_expand; then
        expanded=1 i=-1 root= command=
      elif [[ -n $(type -P "svc-$root") ]]; then
        _svc_program "$2"
        return 0
      else
        verb=-
      fi
    elif [[ -z $verb ]]; then
      verb=$word command="$root $word"
    else
      count+=1
    fi
  done
  [[ -z $pending && $cur == -*=* && $rest -eq 0 ]] && pending=\${cur%%=*} cur=\${cur#*=}
  _svc_cut "$2"
  if ((rest)); then
    count+=$((\${#before[@]} - rest))
    case $command in`;

const offerWords = `        if ((rest == \${#before[@]})); then _svc_offer -c -- "$cur"; else _svc_files "$cur"; fi
        return 0
        ;;
    esac
  fi
  if [[ -n $pending ]]; then
    _svc_values "$command \${pending/#--sort/--columns}"
    [[ -n $REPLY ]] || _svc_values "* $pending"
    _svc_value
  elif [[ $cur == -* && $rest -eq 0 ]]; then
    _svc_options "$command"
    word=" $_svc_globals $REPLY "
    word=\${word//= / }
    for flag in $REPLY; do
      [[ $flag == !* ]] && word=\${word//" $flag "/ } word=\${word//" \${flag#!} "/ }
    done
    _svc_offer -W "$word" -- "$cur"
  elif [[ -z $verb || $verb == help && $count -eq 0 ]]; then
    _svc_verbs "$root"
    _svc_value
  elif [[ $root == help && $count -eq 0 ]]; then
    _svc_root "$verb"
    _svc_verbs "$REPLY"
    _svc_value
  else
    _svc_values "$command $((count + 1))"
    [[ -n $REPLY ]] || _svc_values "$command *"
    _svc_value
  fi
}`;

const offerValue = `_svc_value() {
  if [[ $cur == @* ]]; then
    # Readline keeps the sign in the word that it replaces.
    local -i i
    _svc_files "\${cur#@}"
    [[ $cut == *@ ]] || for ((i = 0; i < \${#COMPREPLY[@]}; i++)); do COMPREPLY[i]=@\${COMPREPLY[i]}; done
    return 0
  fi
  case $REPLY in
    '') ;;
    '<file>') _svc_files "$cur" ;;
    '<'*) _svc_names "$REPLY" ;;
    ', '*) _svc_list "\${REPLY#, }" ;;
    *) _svc_offer -W "$REPLY" -- "$cur" ;;
  esac
}`;
