import {
  type CompletedCommand,
  type CompletedOption,
  type Completion,
  type Offer,
  passingPaths,
  places,
  type Values,
} from "./commands.ts";

/** The completion script for fish 3 and newer. */
export const fishScript = (known: Completion): string =>
  [
    header,
    learned,
    aliases,
    ...tables(known),
    ownCommands,
    offerValue,
    `${scanWords}\n            case ${passingPaths(known).map(quote).join(" ")}\n${offerWords}`,
  ].join("\n\n");

/** What is known, as functions that print it. */
const tables = (known: Completion): readonly string[] => [
  `function __svc_roots\n    ${print(known.roots)}\nend`,
  switchFunction("__svc_root", [
    ...known.aliases.map(([alias, group]) => [alias, `echo ${group}`] as const),
    ["'*'", "__svc_learned alias $argv[1]; or echo $argv[1]"],
  ]),
  switchFunction(
    "__svc_verbs",
    [
      ["''", "__svc_roots\n            __svc_aliases\n            __svc_programs"],
      ...known.verbs.map(([root, verbs]) => [root, print(verbs)] as const),
    ],
    '__svc_learned verb (test -n "$argv[1]"; and echo $argv[1]; or echo -)',
  ),
  `# A = marks an option that takes a value, and a ! a global one that the command refuses.\n${switchFunction(
    "__svc_options",
    [
      ["global", print(options(known.globals))],
      ...known.commands
        .filter(({ options, refused }) => options.length + refused.length > 0)
        .map((command) => [quote(command.path), print(ownOptions(command))] as const),
    ],
    '__svc_learned option "$argv[1]"',
  )}`,
  `# By command and option, or by command and the number of an argument.\n${switchFunction(
    "__svc_values",
    places(known).map(
      ({ keys, values }) =>
        [keys.map((key) => quote(key.replace("*", "any"))).join(" "), printValues(values)] as const,
    ),
    "__svc_learned value (string replace -r ' any$' ' *' -- \"$argv[1]\")",
  )}`,
];

/** `learned` is the command for what a service describes that the function prints as well. */
const switchFunction = (
  name: string,
  cases: readonly (readonly [pattern: string, body: string])[],
  learned?: string,
): string =>
  [
    `function ${name}`,
    '    switch "$argv[1]"',
    ...cases.map(([pattern, body]) => `        case ${pattern}\n            ${body}`),
    "    end",
    ...(learned === undefined ? [] : [`    ${learned}`]),
    "end",
  ].join("\n");

/** A word as fish reads it back. */
const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const print = (offers: readonly Offer[]) =>
  `printf '%s\\t%s\\n' ${offers.map(([word, help]) => `${word} ${quote(help)}`).join(" ")}`;

const options = (all: readonly CompletedOption[]): readonly Offer[] =>
  all.map(({ flag, takesValue, help }) => [takesValue ? `${flag}=` : flag, help]);

const ownOptions = ({ options: own, refused }: CompletedCommand): readonly Offer[] => [
  ...options(own),
  ...refused.map((flag): Offer => [`!${flag}`, ""]),
];

const printValues = (values: Values) =>
  values.startsWith("<")
    ? `echo ${quote(values)}`
    : `printf '%s\\n' ${values.split(" ").map(quote).join(" ")}`;

const header = `# Completion of svc for fish, written from the catalogue of operations.
#
# For this shell:     svc completion fish | source
# For every shell:    svc completion install fish
# It asks svc for names of machines and other objects alone.`;

const learned = `# What the service that was used last describes beyond the documents, as svc keeps it in its cache.
function __svc_learned
    set -l cache $HOME/.cache/svc
    test -n "$XDG_CACHE_HOME"; and set cache $XDG_CACHE_HOME/svc
    test -n "$SVC_CACHE_DIR"; and set cache $SVC_CACHE_DIR
    test -f "$cache/completion" -a -O "$cache/completion"; or return 1
    read -l name <"$cache/completion"
    set -l file words
    test $argv[1] != alias -a "$argv[2]" != -; and set file words-(string replace -r ' .*' '' -- "$argv[2]")
    string match -qr '^[A-Za-z0-9._-]+$' -- "$name$file"; or return 1
    set file "$cache/descriptions/$name/$file"
    test -f "$file" -a -O "$file"; or return 1
    set -l found 1
    while read -l line
        set -l parts (string split \\t -- $line)
        test "$parts[1]" = "$argv[1]" -a "$parts[2]" = "$argv[2]"; or continue
        set found 0
        switch $argv[1]
            case alias
                echo $parts[3]
            case value
                if string match -q '<*' -- $parts[3]
                    echo $parts[3]
                else
                    string split ' ' -- $parts[3]
                end
            case '*'
                printf '%s\\t%s\\n' $parts[3] "$parts[4]"
        end
    end <"$file"
    return $found
end`;

const aliases = `# The operator's aliases; the names in their file are plain words.
function __svc_aliases
    set -l folder $HOME/.config/svc
    test -n "$XDG_CONFIG_HOME"; and set folder $XDG_CONFIG_HOME/svc
    test -n "$SVC_CONFIG_DIR"; and set folder $SVC_CONFIG_DIR
    test -f "$folder/aliases" -a -O "$folder/aliases"; or return 1
    while read -l name text
        string match -qr '^[A-Za-z0-9._-]+$' -- "$name"; and test -n "$text"
        and printf '%s\\tsvc %s\\n' $name "$text"
    end <"$folder/aliases"
end`;

const ownCommands = `# The operator's programs svc-NAME.
function __svc_programs
    for program in $PATH/svc-*
        set -l name (string replace -r '^.*/svc-' '' -- $program)
        string match -qr '^[A-Za-z0-9][A-Za-z0-9._-]*$' -- "$name"; and test -f "$program" -a -x "$program"
        and printf '%s\\t%s\\n' $name $program
    end
end`;

const offerValue = `function __svc_offer --no-scope-shadowing
    set -l prefix $argv[1]
    set -l current $argv[2]
    set -l pending $argv[3]
    set -l values $argv[4..-1]
    if string match -q '@*' -- $current
        for path in (__fish_complete_path (string sub -s 2 -- $current))
            echo "$prefix@$path"
        end
    else if test "$values" = '<file>'
        for path in (__fish_complete_path $current)
            echo "$prefix$path"
        end
    else if string match -q '<*' -- "$values"
        for offer in (svc __complete --shell=fish "--of=$values" "--word=$current" -- $words 2>/dev/null </dev/null)
            echo "$prefix$offer"
        end
    else if test "$values[1]" = ,
        # Several words with commas between them; columns in lower case too, and behind a minus sign where rows are sorted.
        set -l head (string replace -r '[^,]*$' '' -- $current)
        set -l part (string replace -r '^.*,' '' -- $current)
        set -l sign ''
        if test "$pending" = --sort; and string match -q -- '-*' $part
            set sign -
        end
        contains -- "$pending" --sort --columns; and string match -qr '[a-z]' -- $part; and set values (string lower -- $values)
        set -l taken (string split , -- $head)
        for value in $values[2..-1]
            contains -- $sign$value $taken; or echo "$prefix$head$sign$value"
        end
    else
        for value in $values
            echo "$prefix$value"
        end
    end
end`;

/** Reads the words before the cursor, up to the commands after which another program's line begins. */
const scanWords = `function __svc_complete
    set -l words (commandline -opc)
    set -e words[1]
    # Of a quoted word fish hands the quotes over too.
    set -l current (commandline -ct | string replace -r '^["\\']' '' | string unescape)
    set -l root ''
    set -l verb ''
    set -l command ''
    set -l pending ''
    set -l count 0
    set -l rest 0
    set -l expanded 0
    set -l index 0
    while test $index -lt (count $words)
        set index (math $index + 1)
        set -l word $words[$index]
        if test $rest -gt 0
            break
        else if test -n "$pending"
            set pending ''
        else if test "$word" = --
            set rest (math $index + 1)
        else if string match -q -- '-*' $word
            if begin
                    __svc_options global
                    __svc_options $command
                end | string match -q -- "$word="\\t'*'
                set pending $word
            end
        else if test -z "$root"
            set root (__svc_root $word)
            set command $root
            set -l verbs (__svc_verbs $root)
            if test (count $verbs) -eq 0; and string match -qr '[-_]' -- $root
                # A described group may be written as its words.
                set -l joined (string replace -ra '[-_]' '' -- $root)
                set verbs (__svc_verbs $joined)
                test (count $verbs) -gt 0; and set root $joined; and set command $joined
            end
            if test (count $verbs) -gt 0
                continue
            end
            if __svc_roots | string match -q -- "$root"\\t'*'
                set verb -
            else if test $expanded -eq 0; and __svc_aliases | string match -q -- "$root"\\t'*'
                # svc knows what stands in the place of an alias.
                set expanded 1
                set -l line (svc __complete --shell=fish --expand -- $words 2>/dev/null </dev/null)
                if test (count $line) -gt 0
                    set words $line
                    set index 0
                    set root ''
                    set command ''
                else
                    set verb -
                end
            else if command -q svc-$root
                complete -C (string join ' ' -- (string escape -- svc-$root $words[(math $index + 1)..-1]) $current)
                return
            else
                set verb -
            end
        else if test -z "$verb"
            set verb $word
            set command "$root $word"
        else
            set count (math $count + 1)
        end
    end
    if test $rest -gt 0
        switch $command`;

const offerWords = `                complete -C (string join ' ' -- (string escape -- $words[$rest..-1]) $current)
                return
        end
        set count (math $count + (count $words[$rest..-1]))
    end
    set -l prefix ''
    if test -z "$pending" -a $rest -eq 0; and string match -q -- '--*=*' $current
        set pending (string replace -r '=.*' '' -- $current)
        set prefix "$pending="
        set current (string replace -r '^[^=]*=' '' -- $current)
    end
    if test -n "$pending"
        set -l values (__svc_values "$command "(string replace -r '^--sort$' -- --columns $pending))
        test (count $values) -gt 0; or set values (__svc_values "any $pending")
        __svc_offer "$prefix" "$current" "$pending" $values
    else if test $rest -eq 0; and string match -q -- '-*' $current
        set -l own (__svc_options $command)
        set -l refused (string replace -rf '^!(\\S+).*' '$1' -- $own)
        for option in $own (__svc_options global)
            set -l flag (string replace -r '=?\\t.*' '' -- $option)
            string match -q -- '!*' $flag; or contains -- $flag $refused
            or string replace -r '^([^=\\t]+)=\\t' '$1\\t' -- $option
        end
    else if test -z "$verb"; or test "$verb" = help -a $count -eq 0
        __svc_verbs $root
    else if test "$root" = help -a $count -eq 0
        __svc_verbs (__svc_root $verb)
    else
        set -l values (__svc_values "$command "(math $count + 1))
        test (count $values) -gt 0; or set values (__svc_values "$command any")
        __svc_offer '' "$current" '' $values
    end
end

complete -c svc -f -a '(__svc_complete)'
`;
