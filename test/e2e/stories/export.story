# What a service holds comes out as a file; applied again, it changes nothing.
$ svc export spaces tags domains license-keys
domains:
  - name: example.com
    authoritative: true
  - name: old.example.com
    authoritative: true
  - name: svc
    authoritative: true

license-keys:
  - osystem: windows
    distro_series: win2022
    license_key: !env LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY

spaces:
  - name: mgmt
  - name: prod

tags:
  - name: gpu
    machines: [gpu-01]
  - name: nvme
    machines: [gpu-01]
  - name: raid
    machines: [db-01]
  - name: rotary
    machines: [old-01]
  - name: ssd
    machines: [app-01, arm-01, build-01, db-01, web-02]
  - name: virtual
    machines: [app-02, web-01]
! 1 secret is written as !env: set the variables to apply them

$ svc export > site.yaml
! 17 secrets are written as !env: set the variables to apply them

$ svc plan site.yaml --prune 2>/dev/null
Plan: 0 to create, 0 to update, 0 to replace, 0 to delete.

# Secrets are named, and never written.
$ grep -c '!env' site.yaml
17

$ grep -cE 'PRIVATE KEY|sandbox-secret' site.yaml
0
? 1

# Kinds that stand in others come with them.
$ svc export vlans
! svc: vlans are exported with the objects that contain them
! hint: svc export fabrics
! usage: svc export [kind]... [options]
? 2

$ svc export domain
! svc: unknown kind 'domain'
! hint: did you mean domains?
! usage: svc export [kind]... [options]
? 2

$ SVC_API_KEY=$SVC_USER_KEY svc export config
! svc: no permission (GET /svc/op-get_config -> 403)
! hint: the object belongs to another user, or only administrators may do this
? 5

$ SVC_API_KEY=$SVC_USER_KEY svc export | grep -c '^[a-z]'
16
! boot-sources are left out: the key has no permission to read them
! commissioning-scripts are left out: the key has no permission to read them
! config are left out: the key has no permission to read them
! license-keys are left out: the key has no permission to read them
! power_parameters of machines is left out: the key has no permission to read it
! power_address of vm-hosts is left out: the key has no permission to read it
! power_pass of vm-hosts is left out: the key has no permission to read it
! 3 secrets are written as !env: set the variables to apply them

# The schema of the format, for editors.
$ svc schema | jq -r '."$defs".domains.properties.ttl.description, (.properties | has("zones"))'
default TTL in seconds
true

$ SVC_URL= svc schema | jq -r '.properties | has("zones")'
true
! the service may not have some of these kinds: there is an API key but no address: set SVC_URL or give --url

# Mistakes are told all at once, with their places, and nothing is sent.
$ printf 'domains:\n- {nam: a}\n- name: b\n  ttl: x\nfabrics: {}\n' > bad.yaml; svc plan bad.yaml missing.yaml -o json
! {"error":{"kind":"usage","exit_code":2,"meaning":"usage error; no changing request was sent","message":"bad.yaml:2:4: unknown field 'nam' of domains; did you mean name?","outcome":"not_sent","lines":["bad.yaml:4:8: domains[1].ttl takes a whole number, not 'x'","bad.yaml:5:10: fabrics takes a list, not a mapping; '- ' begins an item","missing.yaml: no such file"],"usage":"svc plan <file>... [options]"}}
? 2
