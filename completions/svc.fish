# Completion of svc for fish 3 and newer; it runs svc.
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
            printf '%s\n' $answer
    end
end

complete -c svc -f -a '(__svc_complete)'
