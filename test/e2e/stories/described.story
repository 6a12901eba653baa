# What services have beyond the documents is built in, or learned from their own description at login.
$ svc zones create --name west --description 'West hall'
NAME         west
DESCRIPTION  West hall

$ svc zones list
NAME     DESCRIPTION
default  -
north    North hall
south    South hall
west     West hall

$ svc zones list -o name | grep w
west

$ svc tags create --name fast --comment 'NVMe inside'
TAG         fast
DEFINITION  -
COMMENT     NVMe inside

$ svc tags update-nodes fast --add 'web-[01-02]'
ADDED    2
REMOVED  0

$ svc tags machines fast --columns NAME,ZONE
NAME        ZONE
web-01.svc  default
web-02.svc  north

# Names, ranges and addresses with a slash are identifiers as they are.
$ svc tags update-nodes fast --add 'web-[01-20]'
! svc: no node is called 'web-03', 'web-04', 'web-05', 'web-06', 'web-07', 'web-08', 'web-09', 'web-10', 'web-11', 'web-12' and 8 more
! hint: svc nodes list shows those that you can see; -o wide also shows ids; for a controller that is not listed, give its system_id; nothing was changed
? 3

$ svc subnets list
CIDR              NAME       FABRIC/VLAN      GATEWAY         USED
10.10.0.0/24      prod-net   fabric-prod/0    10.10.0.1       22.4%
10.20.0.0/24      mgmt-net   fabric-prod/100  10.20.0.1       0.4%
2001:db8:10::/64  prod-net6  fabric-prod/0    2001:db8:10::1  0%

$ svc subnets get 10.10.0.0/24
CIDR         10.10.0.0/24
NAME         prod-net
FABRIC/VLAN  fabric-prod/0
GATEWAY      10.10.0.1
USED         22.4%

$ svc interfaces list web-01
NAME  TYPE      PARENTS  MAC                VLAN           SUBNET    IP
eth0  physical  -        52:54:00:10:00:00  fabric-prod/0  prod-net  auto
eth1  physical  -        52:54:00:40:00:00  -              -         -

$ svc rackcontrollers get rack-01 -o name
atgy7q

$ svc rack-controllers get rack-99
! svc: no node is called 'rack-99'
! hint: svc nodes list shows those that you can see; -o wide also shows ids; for a controller that is not listed, give its system_id
? 3

$ svc resource-pools get web
ID           2
NAME         web
DESCRIPTION  Web front ends

$ svc zones delete west
! svc: zones delete west: not confirmed; its nodes move to the default zone
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc zones delete west --yes
! zones delete: done

$ svc zones get west
! svc: No Zone matches the given query. (GET /zones/west/ -> 404)
! hint: svc zones list shows all zones
? 3

# Typed, checked and previewed like documented commands.
$ svc zones create
! svc: --name is required
! usage: svc zones create --name <string> [options]
? 2

$ svc zones create --name east --discription x
! svc: unknown option '--discription'
! hint: did you mean --description?
! usage: svc zones create --name <string> [options]
? 2

$ svc zones update west --description x --curl
rest=${SVC_API_KEY#*:}
curl --globoff -X PUT $SVC_URL/api/2.0/zones/west/ \
  -H "Authorization: OAuth oauth_version=\"1.0\", oauth_signature_method=\"PLAINTEXT\", oauth_consumer_key=\"${SVC_API_KEY%%:*}\", oauth_token=\"${rest%%:*}\", oauth_signature=\"%26${SVC_API_KEY##*:}\", oauth_nonce=\"$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')\", oauth_timestamp=\"$(date +%s)\"" \
  --form-string description=x

# Where everything that is known comes from.
$ svc describe zones
COMMAND       METHOD  PATH            SOURCE    SUMMARY
zones list    GET     /zones/         deployed  List physical zones
zones create  POST    /zones/         deployed  Create a physical zone
zones delete  DELETE  /zones/{name}/  deployed  Delete a physical zone
zones get     GET     /zones/{name}/  deployed  Show a physical zone
zones update  PUT     /zones/{name}/  deployed  Change or rename a physical zone

$ svc operations --all --query "[?source=='deployed' && group=='zones'].id" -o json
["zones.list","zones.create","zone.delete","zone.read","zone.update"]

$ svc describe web-01
! svc: the service has no group 'web-01'
! hint: 'svc describe' lists them; 'svc machines describe web-01' shows a machine
! usage: svc describe [group] [options]
? 2

$ svc describe zoens
! svc: the service has no group 'zoens'
! hint: did you mean 'svc describe zones'?
! usage: svc describe [group] [options]
? 2

# Help marks what the service describes; it asks nothing.
$ svc help zones | head -3
Manage physical zones.

Usage: svc zones <verb> [identifiers] [options]
