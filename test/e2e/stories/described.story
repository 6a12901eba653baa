# What a service offers beyond the documents is learned from its own description, at login.
$ svc zones create --name west --description 'West hall'
NAME         west
ID           4
DESCRIPTION  West hall

$ svc zones list
NAME     ID  DESCRIPTION
default  1   -
north    2   North hall
south    3   South hall
west     4   West hall

$ svc zones list -o name | grep w
west

$ svc tags create --name fast --comment 'NVMe inside'
NAME         fast
KERNEL OPTS  -
COMMENT      NVMe inside
DEFINITION   -

$ svc tags update-nodes fast --add 'web-[01-02]'
ADDED    2
REMOVED  0

$ svc tags machines fast --columns NAME,ZONE
NAME        ZONE
web-01.svc  default
web-02.svc  north

# Names, ranges and addresses with a slash are identifiers as they are.
$ svc tags update-nodes fast --add 'web-[01-20]'
! svc: no node is called 'web-03', 'web-04', 'web-05', 'web-06', 'web-07', 'web-08', 'web-09', 'web-10', 'web-11', 'web-12', 'web-13', 'web-14', 'web-15', 'web-16', 'web-17', 'web-18', 'web-19', 'web-20'
! hint: svc nodes list shows those that you may see, with -o wide also ids; a controller that it does not show is named by its system_id; nothing was changed
? 3

$ svc subnets list
NAME       CIDR              ID  GATEWAY IP      RDNS MODE  SPACE  FABRIC       VLAN
prod-net   10.10.0.0/24      1   10.10.0.1       2          prod   fabric-prod  untagged
mgmt-net   10.20.0.0/24      2   10.20.0.1       2          mgmt   fabric-prod  mgmt
prod-net6  2001:db8:10::/64  3   2001:db8:10::1  2          prod   fabric-prod  untagged

$ svc subnets get 10.10.0.0/24
NAME                         prod-net
CIDR                         10.10.0.0/24
ID                           1
GATEWAY IP                   10.10.0.1
RDNS MODE                    2
SPACE                        prod
FABRIC                       fabric-prod
VLAN                         untagged
ACTIVE DISCOVERY             no
ALLOW DNS                    yes
ALLOW PROXY                  yes
MANAGED                      yes
DESCRIPTION                  -
DISABLED BOOT ARCHITECTURES  -
DNS SERVERS                  10.10.0.2

$ svc interfaces list web-01
NAME  MAC ADDRESS        ID  SYSTEM ID  TYPE      ENABLED  EFFECTIVE MTU  FIRMWARE VERSION
eth0  52:54:00:10:00:00  2   t3t743     physical  yes      1500           1.0
eth1  52:54:00:40:00:00  3   t3t743     physical  yes      1500           1.0

$ svc rackcontrollers get rack-01 -o name
atgy7q

$ svc rack-controllers get rack-99
! svc: No RackController matches the given query. (GET /rackcontrollers/rack-99/ -> 404)
! hint: svc rackcontrollers list shows what there is
? 3

$ svc resource-pools get web
NAME         web
ID           2
DESCRIPTION  Web front ends

$ svc zones delete west
! svc: zones delete west: not confirmed
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc zones delete west --yes
! zones delete: done

$ svc zones get west
! svc: No Zone matches the given query. (GET /zones/west/ -> 404)
! hint: did you mean west? svc zones list shows what there is
? 3

# Typed, checked and previewed like documented commands.
$ svc zones create
! warning: by the service's description --name is required; sending it anyway
! svc: name: This field is required. (POST /zones/ -> 400)
? 7

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
COMMAND       METHOD  PATH            SOURCE       SUMMARY
zones create  POST    /zones/         description  Create a physical zone
zones delete  DELETE  /zones/{name}/  description  Delete a physical zone; its nodes move to the default one
zones get     GET     /zones/{name}/  description  Show a physical zone
zones list    GET     /zones/         description  List the physical zones
zones update  PUT     /zones/{name}/  description  Change a physical zone

$ svc operations --all --query "[?source=='description' && group=='zones'].id" -o json
["zones.create","zones.delete","zones.get","zones.list","zones.update"]

$ svc describe web-01
! svc: the service has no group 'web-01'
! hint: 'svc describe' lists them; a machine is shown by 'svc machines describe web-01'
! usage: svc describe [group] [options]
? 2

$ svc describe zoens
! svc: the service has no group 'zoens'
! hint: did you mean 'svc describe zones'?
! usage: svc describe [group] [options]
? 2

# Help marks what the service describes; it asks nothing.
$ svc help zones | head -3
Manage the zones of the service.

Usage: svc zones <verb> [identifiers] [options]
