# What the service refuses is told in its own words, with the exit code that goes with it.
$ svc machines get nosuch
! svc: No Machine matches the given query. (GET /machines/nosuch/ -> 404)
! hint: svc machines list shows those that you can see; -o wide also shows ids
? 3

$ svc machines get no-such-name
! svc: no machine is called 'no-such-name'
! hint: svc machines list shows those that you can see; -o wide also shows ids
? 3

$ svc machines allocate --mem 99999999
! svc: No available machine matches constraints: mem=99999999 (POST /machines/op-allocate -> 409)
! hint: free machines: svc machines list --where status=ready
? 6

$ svc machines release web-01 --yes
NAME    web-01.svc
STATUS  Ready
POWER   off
OWNER   -
POOL    web
ZONE    default
ARCH    amd64/generic
CPUS    4
RAM     8 GiB
OS      -

$ svc machines power-on web-01
! svc: Can't power on a machine that is in the 'Ready' state (POST /machines/t3t743/op-power_on -> 409)
! hint: a machine without an owner cannot be turned on: allocate or deploy it first
? 6

$ SVC_API_KEY="$SVC_USER_KEY" svc fabrics create --name mine
! svc: This method is reserved for admin users. (POST /fabrics/ -> 403)
! hint: only administrators may do this
? 5

$ SVC_API_KEY=one:two:three svc machines list
! svc: Authorization Error: invalid consumer or token. (GET /machines/ -> 401)
! hint: the service refuses the API key: store another one with `svc login`; SVC_API_KEY, if set, takes precedence; svc doctor looks for the cause
? 4

$ SVC_API_KEY=one svc machines list
! svc: SVC_API_KEY is not an API key: 1 part, 3 expected
! hint: a key has three parts separated by colons: consumer_key:token_key:token_secret
? 4

$ SVC_API_KEY= svc machines list
! svc: no API key for $SVC_URL
! hint: a profile's key is sent to its own service only; set SVC_API_KEY or run: svc login NAME URL
? 4

$ SVC_URL=http://127.0.0.1:1/SVC svc machines list --retries 0
! svc: http://127.0.0.1:1 refuses connections (GET /machines/)
! hint: is the service running there? check the address: svc profiles show, --url or SVC_URL; svc doctor looks for the cause
? 11

$ SVC_URL="${SVC_URL%/SVC}/OTHER" svc machines list
! svc: Not Found (GET /machines/ -> 404)
! hint: check the address and its name segment: svc profiles show; svc doctor looks for the cause
? 3

$ svc fabrics create --name fabric-prod
! svc: name: Fabric with this Name already exists. (POST /fabrics/ -> 400)
? 7

$ svc fabrics delete 1
! svc: fabrics delete 1: not confirmed; its VLANs are deleted too; fails if subnets or interfaces are on them
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc machines get nosuch -o json
! {"error":{"kind":"notFound","exit_code":3,"meaning":"not found (404, 410), or a name that matches nothing","message":"No Machine matches the given query.","outcome":"not_sent","status":404,"request":"GET /machines/nosuch/","hint":"svc machines list shows those that you can see; -o wide also shows ids","body":"No Machine matches the given query."}}
? 3

# What a service describes needs a service as well.
$ SVC_URL= SVC_API_KEY= svc zones list
! svc: not logged in: no profile is stored, and SVC_URL is not set
! hint: run: svc login NAME URL, or try without a service: svc sandbox exec -- svc machines list
? 4
