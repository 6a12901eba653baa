# Whatever is wrong with a line: one clear line, a hint, and exit code 2 with nothing sent.
$ svc --api-key abc machines list
! svc: unknown option '--api-key'
! hint: did you mean --api-key-file?
? 2

$ svc machnes list
! svc: unknown command 'machnes'
! hint: did you mean 'svc machines list'?
? 2

$ svc machines lst
! svc: unknown machines command 'lst'
! hint: did you mean 'svc machines list'?
? 2

$ svc machines list --tgs x
! svc: unknown option '--tgs'
! hint: did you mean --tags?
! usage: svc machines list [hostname]... [options]
? 2

$ svc machines get
! svc: missing argument <system_id>
! hint: svc machines list shows all machines
! usage: svc machines get <system_id>... [options]
? 2

$ svc fabrics list more
! svc: unexpected argument 'more'
! usage: svc fabrics list [options]
? 2

$ svc machines list --cpu-count many
! svc: --cpu-count takes a whole number, not 'many'
! hint: --no-check sends it anyway
! usage: svc machines list [hostname]... [options]
? 2

$ svc machines set-storage-layout web-01 --storage-layout flat --vg-name x
! svc: --lv-name, --lv-size and --vg-name are for --storage-layout lvm only
! hint: --no-check sends it anyway
! usage: svc machines set-storage-layout <system_id>... --storage-layout <string> [options]
? 2

$ svc machines list -o xml
! svc: --output takes table, wide, json, ndjson, yaml, csv, tsv, name, not 'xml'
! usage: svc machines list [hostname]... [options]
? 2

$ svc machines deploy web-01 --user-data @nosuch
! svc: --user-data: cannot read 'nosuch': no such file or directory
! hint: write @@ for a value that begins with @
! usage: svc machines deploy <system_id>... [options]
? 2

$ svc files create --filename x --file nosuch
! svc: --file: cannot read 'nosuch': no such file or directory
! usage: svc files create <filename> <file> [options]
? 2

$ svc config set session_length 5
! svc: invalid value: see 'svc config describe'
!   session_length takes integer 10..1209600 seconds, not '5'
! hint: --no-check sends it anyway
! usage: svc config set <name> [value] [options]
? 2

$ svc api PATCH machines/
! svc: method takes GET, POST, PUT, DELETE, not 'PATCH'
! usage: svc api <method> <path> [options]
? 2

$ svc machines list --query '['
! svc: --query: Syntax error: invalid token (EOF): ""
! hint: see https://jmespath.org for the language
! usage: svc machines list [hostname]... [options]
? 2

# The same as JSON, for programs.
$ svc machines get -o json
! {"error":{"kind":"usage","exit_code":2,"meaning":"usage error; no changing request was sent","message":"missing argument <system_id>","outcome":"not_sent","hint":"svc machines list shows all machines","usage":"svc machines get <system_id>... [options]"}}
? 2

# kubectl puts the verb first, and so may what it is about.
$ svc describe machine web-01
! svc: unexpected argument 'web-01'
! hint: did you mean 'svc machines describe web-01'?
! usage: svc describe [group] [options]
? 2

$ svc describe vlan 'a b' 2
! svc: unexpected argument 'a b'
! hint: did you mean 'svc vlans get 'a b' 2'?
! usage: svc describe [group] [options]
? 2

$ svc describe nothing web-01
! svc: unexpected argument 'web-01'
! usage: svc describe [group] [options]
? 2
