# Standard output is data in the form asked for.
$ svc fabrics list
ID  NAME         CLASS  VLANS
0   fabric-0     -      1
1   fabric-prod  10g    2
2   fabric-old   -      1

$ svc fabrics list -o name
0
1
2

$ svc fabrics list -o csv --columns ID,NAME
ID,NAME
0,fabric-0
1,fabric-prod
2,fabric-old

$ svc fabrics list -o tsv --no-header --columns NAME,ID
fabric-0	0
fabric-prod	1
fabric-old	2

$ svc fabrics get 0 -o yaml --query '{name: name, id: id}'
name: fabric-0
id: 0

$ svc machines list --query "[?status_name=='Ready'].hostname"
web-01
web-02
db-01
gpu-01
arm-01

$ svc machines list --hostname web-01,db-01 -o json --query '[].[hostname, cpu_count]'
[["web-01",4],["db-01",16]]

$ svc machines list --columns NAME,tag_names,interface_set.mac_address --sort -NAME --no-header | head -2
web-02.svc    ssd       52:54:00:10:00:01,52:54:00:40:00:01
web-01.svc    virtual   52:54:00:10:00:00,52:54:00:40:00:00

$ svc machines list -o name | head -1 >first; svc machines get - <first --columns hostname --no-header
web-01

# A reader that goes away is no error.
$ svc operations -o json | head -c 10; echo; echo "${PIPESTATUS[0]}"
[{"id":"ma
0

# The catalogue is a contract: these members, in this order, and nothing else.
$ svc operations -o json | jq -c '[.[] | keys_unsorted] | unique[]'
["id","group","command","method","path","arguments","options","result","adminOnly","deprecated","confirm"]

$ svc operations | grep accept_all
machines.accept_all                       machines accept-all                        POST    /machines/op-accept_all

# Nothing of a secret in a table; all of it in JSON for a pipe.
$ svc machines power-parameters app-01
POWER_ADDRESS  qemu+ssh://power@10.20.0.9/system
POWER_ID       app-01
POWER_PASS     ********
! masked: power_pass; --show-secrets shows secrets
