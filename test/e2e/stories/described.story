# What a service offers beyond the documents is learned from its own description, when a line names it.
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

$ svc zones delete west
! svc: zones delete west: not confirmed
! hint: add --yes where nobody can be asked; nothing was sent
? 13

$ svc zones delete west --yes
! zones delete: done

$ svc zones get west
! svc: No Zone matches the given query. (GET /zones/west/ -> 404)
? 3

# Typed, checked and previewed like documented commands.
$ svc zones create
! svc: --name is required
! hint: --no-check sends all the same
! usage: svc zones create --name <string> [options]
? 2

$ svc zones create --name east --discription x
! svc: unknown option '--discription'
! hint: did you mean --description? --set discription=value sends it all the same
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

# Help marks what the service describes; it asks nothing.
$ svc help zones | head -3
Manage the zones of the service.

Usage: svc zones <verb> [identifiers] [options]
