import {
  type CompletedCommand,
  type CompletedOption,
  type Completion,
  caseFunction,
  type Offer,
  passingPaths,
  replyFunctions,
} from "./commands.ts";

/** The completion script for zsh 5: autoloaded from a folder of `fpath`, or sourced. */
export const zshScript = (known: Completion): string =>
  [
    header,
    learned,
    aliases,
    ...tables(known),
    ownCommands,
    offerValue,
    `${scanWords}\n      ${passingPaths(known).map(quote).join("|")})\n${offerWords}`,
  ].join("\n\n");

/** What is known, as functions that set REPLY or reply. */
function tables(known: Completion): readonly string[] {
  const { root, values } = replyFunctions(known, quote, "|");
  return [
    `_svc_roots() {\n  reply=(${offers(known.roots)})\n}`,
    root,
    caseFunction("_svc_verbs", "verb", [
      ["''", "_svc_roots; _svc_aliases; _svc_programs"],
      ...known.verbs.map(([group, verbs]) => [group, `reply=(${offers(verbs)})`] as const),
      ["*", "reply=()"],
    ]),
    `# A = marks an option that takes a value, and a ! a global one that the command refuses.\n${caseFunction(
      "_svc_options",
      "option",
      [
        ["'*'", `reply=(${options(known.globals)})`],
        ...known.commands
          .filter(({ options, refused }) => options.length + refused.length > 0)
          .map((command) => [quote(command.path), `reply=(${ownOptions(command)})`] as const),
        ["*", "reply=()"],
      ],
    )}`,
    values,
  ];
}

/** A word as zsh reads it back. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const offers = (all: readonly Offer[]) => all.map(([word, help]) => quote(`${word}:${help}`)).join(" ");

const options = (all: readonly CompletedOption[]) =>
  offers(all.map(({ flag, takesValue, help }) => [takesValue ? `${flag}=` : flag, help]));

const ownOptions = ({ options: own, refused }: CompletedCommand) =>
  [options(own), ...refused.map((flag) => quote(`!${flag}`))].join(" ").trim();

const header = `#compdef svc
# Completion of svc for zsh, written from the catalogue of operations.
#
# For this shell:     source <(svc completion zsh)
# For every shell:    svc completion install zsh
# It asks svc for names of machines and other objects alone.`;

const learned = `# What the service that was used last describes beyond the documents, as svc keeps it in its cache.
_svc_learned() {
  local cache=\${SVC_CACHE_DIR:-\${XDG_CACHE_HOME:-$HOME/.cache}/svc} name kind about word help file=words
  [[ -f $cache/completion && -O $cache/completion ]] || return 0
  IFS= read -r name <$cache/completion
  [[ $1 == alias || $2 == - ]] || file=words-\${2%% *}
  [[ -z $name || $name$file == *[^A-Za-z0-9._-]* ]] && return 0
  file=$cache/descriptions/$name/$file
  [[ -f $file && -O $file ]] || return 0
  while IFS=$'\\t' read -r kind about word help; do
    [[ $kind == "$1" && $about == "$2" ]] || continue
    [[ $word == '<'*'>' && $word != *[^A-Za-z_,' <>'-]* || $word != *[^A-Za-z0-9.+:/@_=,\\ -]* ]] || continue
    case $kind in
      alias|value) REPLY=$word ;;
      *) reply+=("$word:$help") ;;
    esac
  done <$file
}`;

const aliases = `# The operator's aliases; the names in their file are plain words.
_svc_aliases() {
  local file=\${SVC_CONFIG_DIR:-\${XDG_CONFIG_HOME:-$HOME/.config}/svc}/aliases name text
  [[ -f $file && -O $file ]] || return 0
  while read -r name text; do
    [[ -z $text || $name == *[^A-Za-z0-9._-]* ]] || reply+=("\${name}:svc \${text}")
  done <$file
}`;

const ownCommands = `# The operator's programs svc-NAME.
_svc_programs() {
  local name
  for name in \${(k)commands[(I)svc-*]}; do
    name=\${name#svc-}
    [[ -z $name || $name == *[^A-Za-z0-9._-]* || ! -x $commands[svc-$name] ]] || (( \${reply[(I)$name:*]} )) || reply+=("\${name}:\${commands[svc-$name]}")
  done
}

# The words before the cursor with what an alias stands for in its place; svc knows how.
_svc_expand() {
  reply=()
  _svc_aliases
  (( \${reply[(I)$root:*]} )) || return 1
  reply=("\${(@f)$(svc __complete --shell=zsh --expand -- "\${(@Q)line[2,-1]}" 2>/dev/null </dev/null)}")
  [[ -n $reply[1] ]]
}`;

const offerValue = `# Asks svc for names.
_svc_names() {
  local before=("\${(@Q)line[2,-1]}") behind
  local -a names
  names=("\${(@f)$(svc __complete --shell=zsh "--of=$REPLY" "--word=\${(Q)PREFIX}" -- "\${before[@]}" 2>/dev/null </dev/null)}")
  names=("\${(@)names:#}")
  case $REPLY in
    '<where>') compset -P '*[,=]' ;;
    '<'*,*) compset -P '*,' ;;
  esac
  if (( ! $#names )); then
    _message name
  elif [[ $REPLY == '<where>' && $names[1] == *=:* ]]; then
    _describe filter names -S ''
  else
    _describe name names
  fi
}

# Several words with commas between them; columns in lower case too, and behind a minus sign where rows are sorted.
_svc_list() {
  compset -P '*,'
  [[ $pending == --sort ]] && compset -P -
  local -a taken=("\${(@s:,:)IPREFIX#--*=}")
  [[ $pending == --(sort|columns) && $PREFIX == *[[:lower:]]* ]] && set -- "\${(@L)@}"
  compadd -F taken -- "$@"
}

_svc_offer_value() {
  if [[ $PREFIX == @* ]]; then
    compset -P @
    _files
  elif [[ $REPLY == '<file>' ]]; then
    _files
  elif [[ $REPLY == '<'* ]]; then
    _svc_names
  elif [[ $REPLY == ', '* ]]; then
    _svc_list \${=REPLY#, }
  elif [[ $REPLY == *= || $REPLY == *'= '* ]]; then
    compadd -S '' -- \${(M)\${=REPLY}:#*=}
    compadd -- \${\${=REPLY}:#*=}
  elif [[ -n $REPLY ]]; then
    compadd -- \${=REPLY}
  else
    _message value
  fi
}`;

/** Reads the words before the cursor, up to the commands after which another program's line begins. */
const scanWords = `_svc() {
  local REPLY root verb command pending word
  local -a reply globals line
  line=("\${(@)words[1,CURRENT-1]}")
  local -i i count=0 rest=0 expanded=0
  _svc_options '*'
  globals=("\${reply[@]}")
  for ((i = 2; i < CURRENT; i++)); do
    word=\${(Q)words[i]}
    if [[ -n $pending ]]; then
      pending=
    elif [[ $word == -- ]]; then
      rest=i+1
      break
    elif [[ $word == -* ]]; then
      _svc_options "$command"
      reply+=("\${globals[@]}")
      (( \${reply[(I)$word=:*]} )) && pending=$word
    elif [[ -z $root ]]; then
      _svc_root "$word"
      root=$REPLY command=$REPLY
      _svc_verbs "$root"
      if (( ! $#reply )) && [[ $root == *[-_]* ]]; then
        # A described group may be written as its words.
        _svc_verbs "\${root//[-_]/}"
        (( $#reply )) && root=\${root//[-_]/} command=\${root//[-_]/}
      fi
      (( $#reply )) && continue
      _svc_roots
      if (( \${reply[(I)$root:*]} )); then
        verb=-
      elif (( ! expanded )) && _svc_expand; then
        # What a function makes of these is lost when it ends.
        words=(svc "\${(@q)reply}" "\${(@)words[CURRENT,-1]}")
        CURRENT=$(( $#reply + 2 ))
        line=("\${(@)words[1,CURRENT-1]}")
        expanded=1 i=1 root= command=
      elif [[ -n $root ]] && (( $+commands[svc-$root] )); then
        words=("svc-$root" "\${(@)words[i+1,-1]}")
        CURRENT=$(( CURRENT - i + 1 ))
        _normal
        return
      else
        verb=-
      fi
    elif [[ -z $verb ]]; then
      verb=$word command="$root $word"
    else
      count+=1
    fi
  done
  if (( rest )); then
    case $command in`;

const offerWords = `        words=("\${(@)words[rest,-1]}")
        CURRENT=$((CURRENT - rest + 1))
        _normal
        return
        ;;
    esac
    count+=$((CURRENT - rest))
  fi
  if [[ -z $pending && $PREFIX == --*=* && $rest -eq 0 ]]; then
    pending=\${PREFIX%%=*}
    compset -P 1 '*='
  fi
  if [[ -n $pending ]]; then
    _svc_values "$command \${pending/#--sort/--columns}"
    [[ -n $REPLY ]] || _svc_values "* $pending"
    _svc_offer_value
  elif [[ $PREFIX == -* && $rest -eq 0 ]]; then
    _svc_options "$command"
    reply+=("\${globals[@]}")
    for word in \${(M)reply:#!*}; do
      reply=("\${(@)reply:#\${word#!}(|=):*}")
    done
    reply=("\${(@)\${(@)reply:#!*}/=:/:}")
    _describe -o option reply
  elif [[ -z $verb || ( $verb == help && $count -eq 0 ) ]]; then
    _svc_verbs "$root"
    _describe command reply
  elif [[ $root == help && $count -eq 0 ]]; then
    _svc_root "$verb"
    _svc_verbs "$REPLY"
    _describe command reply
  else
    _svc_values "$command $((count + 1))"
    [[ -n $REPLY ]] || _svc_values "$command *"
    _svc_offer_value
  fi
}

if [[ $funcstack[1] == _svc ]]; then
  _svc "$@"
else
  compdef _svc svc
fi
`;
