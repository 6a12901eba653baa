# One command can work with several sites, each of which has a profile: east, west, and down, which does not answer.
$ svc machines list -p east,west --pool web --columns SITE,NAME,STATUS
SITE  NAME        STATUS
east  web-01.svc  Ready
east  web-02.svc  Ready
east  app-02.svc  Deployed
west  web-01.svc  Ready
west  web-02.svc  Ready

$ svc machines list -p east,west,down --retries 0 --sort name --limit 3 -o csv --columns SITE,NAME
SITE,NAME
east,app-01.svc
west,app-01.svc
east,app-02.svc
! svc: down: http://127.0.0.1:1 refuses connections (GET /machines/)
! hint: is the service running there? check the address: svc profiles show, --url or SVC_URL; svc doctor looks for the cause
? 10

$ svc zones list -p west,down --retries 0 -o json | jq -c '.[] | [.site, (.value | length), .error.exit_code]'
["west",3,null]
["down",0,11]
! {"error":{"kind":"someFailed","exit_code":10,"meaning":"some of several failed","message":"down: http://127.0.0.1:1 refuses connections","outcome":"not_sent","request":"GET /zones/","hint":"is the service running there? check the address: svc profiles show, --url or SVC_URL; svc doctor looks for the cause"}}

$ svc zones list -p down,down --retries 0
! svc: down: http://127.0.0.1:1 refuses connections (GET /zones/)
! hint: is the service running there? check the address: svc profiles show, --url or SVC_URL; svc doctor looks for the cause
? 11

$ svc machines get db-01 -p east,west -o name
east/setdmp
west/gp88bh

$ svc machines get gone -p east,west
! svc: no machine is called 'gone' at east, west
! hint: svc machines list shows those that you can see; -o wide also shows ids
? 3

$ svc status -p east,west -o json | jq -c '.[] | [.site, .value.machines]'
["east",12]
["west",8]

# A machine anywhere is named with its site, as lists print it.
$ svc machines list -p east,west --hostname db-01 -o name | svc machines set-owner-data - role=db -o csv --columns site,hostname,ok
SITE,HOSTNAME,OK
east,db-01,true
west,db-01,true
! warning: machines set-owner-data is deprecated: use set-workload-annotations

$ svc machines lock db-01 -p east,west
! svc: 'db-01' is at 2 sites
!   east/db-01
!   west/db-01
! hint: name one of them
! usage: svc machines lock <system_id>... [options]
? 2

$ svc machines mark-broken 'web-*' -p east,down,west --retries 0
! svc: east: mark-broken 2 machines, west: mark-broken 2 machines: not confirmed
!   down: left out, http://127.0.0.1:1 refuses connections
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc machines mark-broken east/web-01 west/nope --yes
! svc: west: no machine is called 'nope'
! hint: svc machines list shows those that you can see; -o wide also shows ids; nothing was changed
? 3

$ svc machines lock east/app-01 west/app-01 -o csv --columns site,hostname,ok
SITE,HOSTNAME,OK
east,app-01,true
west,app-01,true

$ svc machines unlock east/app-01 west/app-01 --yes -o name
east/ngdy3p
west/qe7asn

# The first site with a match gives the machine.
$ svc machines allocate -p west,east --name app-02 --retries 0 -o csv --columns site,hostname
! west: No available machine matches constraints: name=app-02
! east: No available machine matches constraints: name=app-02
! svc: 2 of 2 sites failed
!   west: No available machine matches constraints: name=app-02 (POST /machines/op-allocate -> 409)
!   east: No available machine matches constraints: name=app-02 (POST /machines/op-allocate -> 409)
! hint: free machines: svc machines list --where status=ready
? 6

$ svc machines allocate -p west,east --name gpu-01 -o name
west/hbb3ed
! machines allocate: done at west

# Each site keeps its own service and key.
$ SVC_URL=http://127.0.0.1:1/SVC svc machines list -p east,west
! svc: SVC_URL is for one service, but the command line names several profiles or sites
! hint: run it without SVC_URL, or without sites
! usage: svc machines list [hostname]... [options]
? 2

$ svc apply x.yaml -p east,west
! svc: 'svc apply' works at one site
! hint: a plan is for one service; name one profile with --profile
! usage: svc apply [file]... [options]
? 2

$ svc ssh-config -p east,west --where status=deployed -l ops | grep -c 'Host [ew].*app'
3

$ svc machines ssh east/app-01 west/app-01 --dry-run -- uptime | grep -v '^#'
ssh -o BatchMode=yes -o ConnectTimeout=10 -l ubuntu 10.10.0.4 uptime
ssh -o BatchMode=yes -o ConnectTimeout=10 -l ubuntu 10.10.0.4 uptime

$ svc machines ssh east/web-01 west/web-01 -- uptime
! svc: 2 of 2 sites failed
!   east: web-01 is Ready: only deployed machines and those in rescue mode accept logins
!     hint: svc machines deploy t3t743 --wait --profile east; --force connects anyway
!   west: web-01 is Ready: only deployed machines and those in rescue mode accept logins
!     hint: svc machines deploy yeky86 --wait --profile west; --force connects anyway
? 6

$ svc inventory -p east,west | jq -c '.site_east.hosts, .site_west.hosts'
["app-02","east-app-01"]
["west-app-01"]

$ svc export -p east,west --into state zones -q; cat state/west/export.yaml
zones:
  - name: north
    description: North hall
  - name: south
    description: South hall

$ svc doctor -p east,down -o json 2>/dev/null | jq -c '.[] | [.site, ([.value.checks[] | select(.state == "failed").name] | length)]'
["east",0]
["down",1]
