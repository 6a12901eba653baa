# A plan says what would change, and an apply changes it; the second apply has nothing to do.
$ printf 'domains:\n  - {name: lab.test, ttl: 30, authoritative: false, forward_dns_servers: [10.0.0.1]}\n  - {name: example.com, ttl: 300}\ndnsresources:\n  - {name: app, domain: lab.test, ip_addresses: [10.10.0.61]}\nmachines:\n  - {hostname: web-01, zone: north, annotations: {role: front}}\n' > site.yaml; svc plan site.yaml
+ domains lab.test
    ttl: 30
    authoritative: false
    forward_dns_servers: [10.0.0.1]
~ domains example.com
    ttl: (none) -> 300
~ machines web-01
    zone: default -> north
    annotations.role: (none) -> front
+ dnsresources app.lab.test
    ip_addresses: [10.10.0.61]
Plan: 2 to create, 2 to update, 0 to replace, 0 to delete.

$ svc plan site.yaml --exit-code -o json | jq -c '.summary, .changes[1]'
{"create":2,"update":2,"replace":0,"delete":0}
{"action":"update","kind":"domains","name":"example.com","fields":{"ttl":{"from":null,"to":300}},"file":"site.yaml","line":3}

$ svc plan site.yaml --exit-code >/dev/null
? 14

# Nobody can be asked in a pipe.
$ svc apply site.yaml
! + domains lab.test
!     ttl: 30
!     authoritative: false
!     forward_dns_servers: [10.0.0.1]
! ~ domains example.com
!     ttl: (none) -> 300
! ~ machines web-01
!     zone: default -> north
!     annotations.role: (none) -> front
! + dnsresources app.lab.test
!     ip_addresses: [10.10.0.61]
! Plan: 2 to create, 2 to update, 0 to replace, 0 to delete.
! svc: not confirmed: apply these 4 changes?
! hint: add --yes to skip the question
? 13

$ svc apply site.yaml --yes --parallel 1
Apply: 2 created, 2 updated, 0 replaced, 0 deleted.
! + domains lab.test
!     ttl: 30
!     authoritative: false
!     forward_dns_servers: [10.0.0.1]
! ~ domains example.com
!     ttl: (none) -> 300
! ~ machines web-01
!     zone: default -> north
!     annotations.role: (none) -> front
! + dnsresources app.lab.test
!     ip_addresses: [10.10.0.61]
! Plan: 2 to create, 2 to update, 0 to replace, 0 to delete.
! [1/4] domains lab.test created
! [2/4] domains example.com updated
! [3/4] machines web-01 updated
! [4/4] dnsresources app.lab.test created

$ svc apply site.yaml --yes
Apply: 0 created, 0 updated, 0 replaced, 0 deleted.

$ svc plan site.yaml -o name --exit-code

# Drift is found and mended.
$ svc domains update example.com --name example.com --ttl 5 -q >/dev/null; svc apply site.yaml --yes -o json 2>/dev/null | jq -c .changes
[{"action":"update","kind":"domains","name":"example.com","fields":{"ttl":{"from":5,"to":300}},"file":"site.yaml","line":3,"result":"done","outcome":"done","error":null}]

# What goes is asked for by --prune, and only of the kinds that the files list.
$ printf 'domains:\n  - name: example.com\ndnsresources: []\n' > less.yaml; svc plan less.yaml
Plan: 0 to create, 0 to update, 0 to replace, 0 to delete.

$ svc plan less.yaml --prune
- domains old.example.com
- dnsresources www.example.com
- dnsresources txt.example.com
- dnsresources app.lab.test
- domains lab.test
Plan: 0 to create, 0 to update, 0 to replace, 5 to delete.

$ svc apply less.yaml --prune --yes --parallel 1 -q
Apply: 0 created, 0 updated, 0 replaced, 5 deleted.

# A saved plan is carried out as it stands, or not at all.
$ svc plan site.yaml --save plan.json -q >/dev/null; svc apply --plan plan.json --yes -q
Apply: 2 created, 0 updated, 0 replaced, 0 deleted.

$ svc apply --plan plan.json --yes
! svc: the plan plan.json is no longer valid: the service or the files have changed since
!   domains lab.test: no longer needs a change (planned: create)
!   dnsresources app.lab.test: no longer needs a change (planned: create)
! hint: nothing was changed; make a new plan with: svc plan FILE... --save PLAN
? 6

$ svc apply --plan site.yaml
! svc: site.yaml is not a saved plan
! hint: svc plan FILE... --save PLAN writes one
! usage: svc apply [file]... [options]
? 2

$ svc apply --plan plan.json site.yaml
! svc: --plan cannot be combined with files: the plan lists them
! usage: svc apply [file]... [options]
? 2

# A change that fails does not end the others; what needs it is skipped.
$ printf 'domains:\n  - {name: one.test}\nfabrics:\n  - name: core\n    vlans: [{vid: 7}]\nsubnets:\n  - {cidr: 10.10.0.0/25, vlan: core/7}\n  - {cidr: 10.99.0.0/24, vlan: core/7}\nipranges:\n  - {start_ip: 10.10.0.5, end_ip: 10.10.0.6, subnet: 10.10.0.0/25, type: reserved}\n' > some.yaml; svc apply some.yaml --yes --parallel 1 -q
Apply: 4 created, 0 updated, 0 replaced, 0 deleted.
! svc: 2 of 6 changes were not completed
!   some.yaml:7:5: subnets 10.10.0.0/25: cidr: The network overlaps 10.10.0.0/24.
!   some.yaml:10:5: ipranges 10.10.0.5: skipped, needs subnets 10.10.0.0/25
! hint: fix what the service refused, then run the same command again
? 10

$ svc apply some.yaml --yes -q -o json 2>&1 >/dev/null | jq -c '.error | [.kind, .exit_code, .outcome]'
["someFailed",10,"refused"]

# What cannot be planned is said before anything is sent.
$ printf 'dnsresources:\n  - {name: a, domain: nowhere.test}\nmachines:\n  - {hostname: nobody-there}\nipranges:\n  - {start_ip: 10.0.0.1}\n' > bad.yaml; svc plan bad.yaml
! svc: bad.yaml:6:5: ipranges 10.0.0.1 does not exist, and creating it needs end_ip, subnet, type
!   bad.yaml:2:23: dnsresources a.nowhere.test: domain 'nowhere.test' is neither in the files nor on the service
!   bad.yaml:4:5: machines nobody-there does not exist; 'create: true' in the item creates it
! usage: svc plan <file>... [options]
? 2

$ printf 'config:\n  no_such_item: 1\n' | svc plan -
! svc: -:2:3: the service does not have config 'no_such_item'; svc config list shows the existing ones
? 3

$ svc plan nowhere.yaml
! svc: nowhere.yaml: no such file
! usage: svc plan <file>... [options]
? 2

$ svc apply
! svc: name the files to apply, or a saved plan with --plan
! usage: svc apply [file]... [options]
? 2
