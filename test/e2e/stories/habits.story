# Verbs of other tools mean svc's own.
$ svc fabrics ls -o name
0
1
2

$ svc machines show web-01 --columns NAME,STATUS
NAME    web-01.svc
STATUS  Ready

$ svc machines rm power-01 --yes
NAME  power-01
ID    yhbfse
! machines delete: done

$ svc machines help ls | head -5
List machines.

Usage: svc machines list [hostname]... [options]

Also: svc machines ls

$ svc help rescue-mode | head -1
Boot into rescue mode.

# The list of machines is filtered, sorted and cut.
$ svc machines list --mine --columns NAME,OWNER
NAME         OWNER
app-01.svc   admin
s390-01.svc  admin

$ svc machines list --power on --os jammy --columns NAME,OS
NAME        OS
app-01.svc  jammy
app-02.svc  jammy

$ svc machines list 'web-*' --columns NAME,STATUS
NAME        STATUS
web-01.svc  Ready
web-02.svc  Ready

$ svc machines list --sort zone,-cpus --limit 4 --columns NAME,ZONE,CPUS
NAME          ZONE     CPUS
build-01.svc  default  16
app-01.svc    default  16
s390-01.svc   default  16
web-01.svc    default  4

$ svc machines list --owner nobody
NAME  STATUS  POWER  OWNER  POOL  ZONE  ARCH  CPUS  RAM  OS

$ svc machines list --sort zoen
! svc: --sort: unknown column 'zoen'
!   columns: NAME, STATUS, POWER, OWNER, POOL, ZONE, ARCH, CPUS, RAM, OS, ... (--help lists all 22)
! hint: did you mean ZONE?
! usage: svc machines list [hostname]... [options]
? 2

$ svc machines lock 'app-*' --columns NAME,OK
NAME    OK
app-01  yes
app-02  yes

$ svc machines lock 'nosuch-*'
! svc: no machine matches 'nosuch-*'
! hint: svc machines list shows those that you may see; * matches any characters, and ? any single one; nothing was changed
? 3

# A line gets a name of one's own.
$ svc alias set ready 'machines list --status ready --columns NAME,POOL'
! alias ready = machines list --status ready --columns NAME,POOL

$ svc ready --limit 2
NAME        POOL
web-01.svc  web
web-02.svc  web

$ svc ready -v --limit 1
NAME        POOL
web-01.svc  web
! alias: svc machines list --status ready --columns NAME,POOL -v --limit 1

$ svc alias set own 'machines get $1 --columns NAME,OWNER'; svc own app-01; svc own
NAME   app-01.svc
OWNER  admin
! alias own = machines get $1 --columns NAME,OWNER
! svc: alias 'own' needs an argument for $1
! hint: it expands to: svc machines get $1 --columns NAME,OWNER
? 2

$ svc alias set machines 'machines list'
! svc: 'machines' is a command of svc and cannot be an alias
! usage: svc alias set <name> <expansion> [options]
? 2

$ svc alias set ready 'own web-01'; svc alias set own ready
! alias ready = own web-01 (previously: machines list --status ready --columns NAME,POOL)
! svc: alias 'own' refers to itself: own -> ready -> own
! hint: svc alias list shows the expansions
! usage: svc alias set <name> <expansion> [options]
? 2

$ svc alias ls
NAME   EXPANSION
own    machines get $1 --columns NAME,OWNER
ready  own web-01

$ svc alias rm own ready; svc ready
! removed own, ready
! svc: unknown command 'ready'
! hint: 'svc --help' lists all commands
? 2

# A program on PATH is a command: it gets the rest of the line, the environment and the streams.
$ mkdir bin; printf '#!/bin/sh\necho "$# $*"; echo "$SVC_URL"; cat; exit 7\n' > bin/svc-audit; chmod +x bin/svc-audit; PATH=$PWD/bin:$PATH; echo input | svc audit web-01 --all 'a b'
3 web-01 --all a b
$SVC_URL
input
? 7

$ PATH=$PWD/bin:$PATH; svc --help | grep -A1 '^Programs'; svc -q audit
Programs on PATH:
  audit  [..]/bin/svc-audit
! svc: options cannot come before 'audit', which is the program [..]/bin/svc-audit
! hint: 'svc audit' passes on everything after its name; use environment variables such as SVC_PROFILE for options of svc
? 2

$ PATH=$PWD/bin:$PATH; svc alias set look 'audit --deep'; svc look web-02 < /dev/null
2 --deep web-02
$SVC_URL
! alias look = audit --deep
? 7

# What was changed from here; not what was read, nor in a sandbox.
$ export XDG_STATE_HOME=$PWD/state; svc machines unlock app-02 -q -o name; svc history
naw8ex
NUMBER  TIME  PROFILE  COMMAND  MACHINES  OUTCOME  EXIT

# The history of another service.
$ mkdir -m 700 -p state/svc; jq -nc '{time: "2026-03-01T08:00:00.000Z", profile: "lab", url: "http://lab:5240/SVC", command: "svc machines lock app-02 --comment done", machines: ["app-02"], outcome: "done", exit_code: 0, count: 1, requests: [{request: "POST /machines/naw8ex/op-lock", outcome: "done"}]}, {time: "2026-03-01T08:00:01.000Z", profile: "lab", url: "http://lab:5240/SVC", command: "svc machines update app-02 --power-parameters \u0027power_pass=********\u0027", machines: ["app-02"], outcome: "refused", exit_code: 5, count: 1, requests: []}' > state/svc/history.ndjson; chmod 600 state/svc/history.ndjson

$ export XDG_STATE_HOME=$PWD/state; svc history --columns NUMBER,COMMAND,MACHINES,OUTCOME,EXIT
NUMBER  COMMAND                                                              MACHINES  OUTCOME  EXIT
2       svc machines update app-02 --power-parameters 'power_pass=********'  app-02    refused  5
1       svc machines lock app-02 --comment done                              app-02    done     0

$ export XDG_STATE_HOME=$PWD/state; svc history --failed --machine app-02 --columns NUMBER,EXIT
NUMBER  EXIT
2       5

$ export XDG_STATE_HOME=$PWD/state; svc history show 1 -o json --query requests
[{"request":"POST /machines/naw8ex/op-lock","outcome":"done"}]

$ export XDG_STATE_HOME=$PWD/state; svc history show 9
! svc: the history has no change 9
! hint: svc history lists them
? 3

# Options that belong together are a template.
$ printf '#cloud-config\n' > ud.yaml; printf 'worker:\n  distro-series: jammy\n  user-data: "@ud.yaml"\n' > t.yaml; svc machines deploy web-01 --template worker --template-file t.yaml --dry-run --columns FIELDS
FIELDS
distro_series=jammy,user_data=I2Nsb3VkLWNvbmZpZwo=
! dry run: not sent
! the service will allocate it to you first

$ svc machines deploy web-01 --template wrker --template-file t.yaml --distro-series focal
! svc: [..]/t.yaml has no template 'wrker'
! hint: did you mean worker?
! usage: svc machines deploy <system_id>... [options]
? 2
