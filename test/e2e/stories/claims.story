# A claim holds so many machines, allocated and deployed alike.
$ printf 'claims:\n  - name: runners\n    count: 2\n    allocate: {tags: [ssd], arch: [amd64]}\n    deploy: {distro_series: jammy}\n' > ci.yaml; svc plan ci.yaml
+ claims runners
    machines: 2
Plan: 1 to create, 0 to update, 0 to replace, 0 to delete.

$ svc apply ci.yaml
! + claims runners
!     machines: 2
! Plan: 1 to create, 0 to update, 0 to replace, 0 to delete.
! svc: not confirmed: apply this change?
! hint: add --yes to skip the question
? 13

$ svc apply ci.yaml --yes --parallel 1 -q
CLAIM    NAME    ID      STATUS    IP
runners  web-02  rqxenk  Deployed  10.10.0.6
runners  db-01   setdmp  Deployed  10.10.0.7

# The second time there is nothing to do.
$ svc plan ci.yaml --exit-code
Plan: 0 to create, 0 to update, 0 to replace, 0 to delete.

$ svc apply ci.yaml --yes -o name
rqxenk
setdmp

$ svc apply ci.yaml --yes -o json | jq -c '.changes, .machines[0].hostname'
[]
"web-02"

$ svc claims list
NAME     OWNER  MACHINES  DEPLOYED  DEPLOYING  ALLOCATED  FAILED
runners  admin  2         2         0          0          0

$ svc claims show runners -o json | jq -r '.[].workload_annotations["svc.claim"]'
runners
runners

$ svc claims show nobody
! svc: no machine is in claim nobody
! hint: svc claims list
? 3

$ svc claims show 'no name'
! svc: 'no name' is not a valid claim name: letters, digits, '.', '_' and '-', at most 100 of them
! usage: svc claims show <claim> [options]
? 2

# What was reached is kept where no further machine matches.
$ sed -i 's/count: 2/count: 7/' ci.yaml; svc apply ci.yaml --yes -q
CLAIM    NAME    ID      STATUS    IP
runners  web-02  rqxenk  Deployed  10.10.0.6
runners  db-01   setdmp  Deployed  10.10.0.7
! svc: ci.yaml:2:5: claim runners: 2 of 7 machines deployed
!   no free machine matches tags=ssd arch=amd64 (No available machine matches constraints: arch=amd64 tags=ssd)
! hint: free a machine, or change the constraints of allocate, then apply again
? 6

# Deployed machines are released where that is agreed to.
$ sed -i 's/count: 7/count: 1/' ci.yaml; svc plan ci.yaml --keep web-02; svc plan ci.yaml
~ claims runners
    machines: 2 -> 1
    surplus: [db-01] -> released
Plan: 0 to create, 1 to update, 0 to replace, 0 to delete.
~ claims runners
    machines: 2 -> 1
    surplus: [db-01] -> released
Plan: 0 to create, 1 to update, 0 to replace, 0 to delete.

$ svc plan ci.yaml --keep web-02,db-01
! svc: ci.yaml:2:5: the count of claim runners is 1, but --keep names 2 of its machines
! usage: svc plan <file>... [options]
? 2

$ svc apply ci.yaml
! ~ claims runners
!     machines: 2 -> 1
!     surplus: [db-01] -> released
! Plan: 0 to create, 1 to update, 0 to replace, 0 to delete.
! svc: not confirmed: apply this change (releases a machine)?
! hint: add --yes to skip the question
? 13

$ svc plan ci.yaml --save plan.json >/dev/null; svc apply --plan plan.json --yes -q
CLAIM    NAME    ID      STATUS    IP
runners  web-02  rqxenk  Deployed  10.10.0.6

$ svc apply --plan plan.json --yes -q
! svc: the plan plan.json is no longer valid: the service or the files have changed since
!   claims runners: no longer needs a change (planned: update)
! hint: nothing was changed; make a new plan with: svc plan FILE... --save PLAN
? 6

$ svc claims release runners
! svc: release web-02: not confirmed
!   web-02 (rqxenk), owner admin, Deployed, jammy
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc claims release runners --yes
NAME    ID      OK   STATUS     ERROR
web-02  rqxenk  yes  Releasing  -

$ svc claims release runners --yes
! claim runners has no machines to release

# Machines that run already are put under a claim without touching them.
$ svc claims adopt runners web-01 app-01
! svc: claim runners cannot adopt 1 of 2 machines
!   web-01: it is Ready and has no owner; svc apply allocates such machines itself
! hint: nothing was sent
? 6

$ svc claims adopt runners app-01
! svc: adopt app-01: not confirmed; svc apply will manage it as part of claim runners
!   app-01 (ngdy3p), owner admin, Deployed, jammy
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc claims adopt runners app-01 --yes -o name
ngdy3p

$ svc claims list
NAME     OWNER  MACHINES  DEPLOYED  DEPLOYING  ALLOCATED  FAILED
runners  admin  1         1         0          0          0

$ sed -i 's/count: 1/count: 2/' ci.yaml; svc plan ci.yaml
~ claims runners
    machines: 1 -> 2
Plan: 0 to create, 1 to update, 0 to replace, 0 to delete.

$ svc claims adopt web app-01
! svc: claim web cannot adopt app-01: it is in claim runners already
! hint: nothing was sent
? 6
