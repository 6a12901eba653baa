# A key becomes a profile; the environment is not needed any more.
$ url=$SVC_URL key=$SVC_API_KEY; unset SVC_URL SVC_API_KEY; svc login lab "$url/api/2.0/" --api-key-stdin --quiet <<< "$key"
NAME        lab
IN USE      yes
URL         $SVC_URL
USER        admin
OUTPUT      -
ADDRESSING  path
SIGNATURE   plaintext

$ stat -c %a config config/profiles.json
700
600

$ unset SVC_URL SVC_API_KEY; svc profiles list --columns NAME,ADDRESSING,SIGNATURE
NAME  ADDRESSING  SIGNATURE
lab   path        plaintext

$ unset SVC_URL SVC_API_KEY; svc fabrics list -o name
0
1
2

$ unset SVC_URL SVC_API_KEY; svc profiles set lab signature=hmac-sha1 output=csv --quiet --columns SIGNATURE; svc fabrics list --columns NAME
SIGNATURE  hmac-sha1
NAME
fabric-0
fabric-prod
fabric-old

$ unset SVC_URL SVC_API_KEY; svc profiles use nosuch
! svc: no profile is called 'nosuch'
! hint: profiles: lab
? 3

$ unset SVC_URL SVC_API_KEY; svc -p lab profiles show -o json --query 'keys(@)' | grep -c '"key"'
0
? 1

$ echo not-a-key | (unset SVC_API_KEY; svc login other "$SVC_URL" --api-key-stdin)
! svc: --api-key-stdin: standard input is not an API key: 1 part, 3 expected
! hint: a key has three parts separated by colons: consumer_key:token_key:token_secret
? 4

$ echo a:b:c | (unset SVC_API_KEY; svc login other "$SVC_URL" --api-key-stdin)
! svc: Authorization Error: invalid consumer or token. (GET /account/op-list_authorisation_tokens -> 401)
! hint: the service does not accept this API key: is it complete, and does it belong to this service? nothing was stored
? 4

$ unset SVC_URL SVC_API_KEY; svc logout lab --quiet; svc machines list
! svc: not logged in: no profile is stored, and SVC_URL is not set
! hint: run: svc login NAME URL, or try without a service: svc sandbox exec -- svc machines list
? 4

# A profile becomes an environment, and the other way round.
$ url=$SVC_URL key=$SVC_API_KEY; unset SVC_URL SVC_API_KEY; svc login lab "$url" --api-key-stdin --quiet -o name <<< "$key"; eval "$(svc profiles env lab)"; svc --config-dir elsewhere fabrics list -o name
lab
0
1
2

$ unset SVC_URL SVC_API_KEY; svc profiles rename lab old; svc profiles current; svc profiles remove old; svc profiles current
old
! profile 'lab' is now called 'old'
! profile 'old' and its key were removed from this computer; the key still works on the service
! no profile is in use now
! svc: no profile is in use
! hint: svc profiles list shows all profiles
? 3

# A file that is in the way is named.
$ unset SVC_URL SVC_API_KEY; svc --config-dir /etc/hosts machines list
! svc: /etc/hosts is not a folder
! hint: --config-dir and SVC_CONFIG_DIR name the folder of the profiles
! usage: svc machines list [hostname]... [options]
? 2

$ unset SVC_URL SVC_API_KEY; mkdir -p config; : > config/profiles.json; chmod 600 config/profiles.json; svc profiles list --columns NAME
NAME
! warning: [..]/config/profiles.json is empty: no profile is stored in it
! no profile is stored yet; run: svc login NAME URL

# Defaults of a group, saved filters, and profiles that protect a site.
$ url=$SVC_URL key=$SVC_API_KEY; unset SVC_URL SVC_API_KEY; svc login lab "$url" --api-key-stdin --quiet -o name <<< "$key"
lab
! warning: [..]/config/profiles.json is empty: no profile is stored in it

$ unset SVC_URL SVC_API_KEY; svc profiles set lab columns.machines=NAME,STATUS,RAM sort.machines=-RAM where.free='status=ready,pool=web' -o name
lab

$ unset SVC_URL SVC_API_KEY; svc machines list --where 'free,cpus<8'; svc machines list --where free -o name
NAME        STATUS  RAM
web-01.svc  Ready   8 GiB
web-02.svc  Ready   8 GiB
t3t743
rqxenk

$ unset SVC_URL SVC_API_KEY; svc profiles set lab output.zones=yaml -o name; svc zones list | head -2; svc zones list -o name
lab
- id: 1
  name: default
default
north
south

$ unset SVC_URL SVC_API_KEY; svc profiles set lab output.zones=yml
! svc: output.zones takes table, wide, json, ndjson, yaml, csv, tsv, name, not 'yml'
! hint: did you mean yaml?
! usage: svc profiles set <name> <setting=value>... [options]
? 2

$ unset SVC_URL SVC_API_KEY; svc machines list --where nothing
! svc: --where takes filter=value,..., not 'nothing'
! hint: or the name of a filter saved by svc profiles set PROFILE where.NAME=FILTERS
! usage: svc machines list [hostname]... [options]
? 2

$ svc profiles set lab columns.machins=NAME -o name
! svc: no group is called 'machins'
! hint: did you mean machines?
! usage: svc profiles set <name> <setting=value>... [options]
? 2

$ svc profiles set lab where.x=bogus=1 -o name
! svc: where.x has no filter 'bogus'
! hint: filters: hostname, system-id, status, owner, tags, zone, pool, domain, power-state, power-type, ... (svc help where lists all 61)
! usage: svc profiles set <name> <setting=value>... [options]
? 2

$ unset SVC_URL SVC_API_KEY; svc profiles set lab read-only=true -o name; svc machines lock app-01
lab
! svc: profile 'lab' is read-only: nothing was sent
! hint: svc profiles set lab read-only=false allows changes
! usage: svc machines lock <system_id>... [options]
? 2

$ unset SVC_URL SVC_API_KEY; svc profiles set lab read-only= protected=true -o name; svc machines lock app-01 --yes
lab
! svc: profile 'lab' is protected: not confirmed
! hint: --profile lab --yes on the command line confirms it; nothing was sent
? 13

$ unset SVC_URL SVC_API_KEY; svc machines lock app-01 --yes -p lab -o name
ngdy3p

$ echo "$SVC_API_KEY" > key; unset SVC_URL SVC_API_KEY; svc profiles set lab key-command='cat key' protected= -o name; svc machines get app-01 -o name
lab
ngdy3p
! the key stored in profile 'lab' was removed: its key-command replaces it

$ unset SVC_URL SVC_API_KEY; svc profiles set lab key-command='sh -c "echo abc; exit 3"' -o name; svc machines get app-01
lab
! svc: key-command of profile 'lab' failed: exit code 3
! hint: run it by itself: sh -c "echo abc; exit 3"
? 4

$ unset SVC_URL SVC_API_KEY; svc profiles set lab key-command='svc-no-such-program $(touch made)' -o name; svc machines get app-01; ls made
lab
! svc: key-command of profile 'lab' failed: svc-no-such-program is not installed
! hint: run it by itself: svc-no-such-program $(touch made)
! ls: cannot access 'made': No such file or directory
? 2
