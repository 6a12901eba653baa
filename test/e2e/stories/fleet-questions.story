# What destroys or interrupts is listed and asked about; nobody can be asked here.
$ svc machines release app-01 app-02
! svc: release 2 machines: not confirmed
!   app-01 (ngdy3p), owner admin, Deployed, jammy
!   app-02 (naw8ex), owner bob (not you), Deployed, jammy
!   owners: 1 of admin, 1 of bob (not you)
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc machines delete web-01
! svc: delete web-01: not confirmed; the VM host will delete it with all disks
!   web-01 (t3t743), no owner, Ready
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc partitions delete web-01 1 1
! svc: partitions delete web-01 1 1: not confirmed
!   web-01 (t3t743), no owner, Ready
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc machines clone --source web-01 --destinations web-02,db-01 --storage
! svc: clone 2 machines: not confirmed
!   web-02 (rqxenk), no owner, Ready
!   db-01 (setdmp), no owner, Ready
! hint: add --yes to run without a terminal; nothing was sent
? 13

# The requests can be seen before.
$ svc machines release app-01 app-02 --quick-erase --erase --dry-run --columns METHOD,NODES,FIELDS
METHOD  NODES            FIELDS
POST    app-01 (ngdy3p)  erase=true,quick_erase=true
POST    app-02 (naw8ex)  erase=true,quick_erase=true
! dry run: 2 requests, none sent

$ svc machines clone --source web-01 --destinations web-02 --storage --dry-run -o json
[{"method":"POST","url":"$SVC_URL/api/2.0/machines/op-clone","nodes":["web-02 (rqxenk)"],"fields":["source=t3t743","destinations=rqxenk","storage=true","interfaces=false"]}]
! dry run: not sent

# A locked machine is neither interrupted nor destroyed.
$ svc machines lock app-01 --columns NAME,LOCKED
NAME    app-01.svc
LOCKED  yes

$ svc machines delete app-01 --yes
! svc: cannot delete: app-01 is locked; nothing was sent
! hint: svc machines unlock app-01
? 5

$ svc machines unlock app-01 -q -o name
ngdy3p

$ svc machines release app-01 app-02 --yes --wait --progress none
NAME    ID      OK   STATUS  ERROR
app-01  ngdy3p  yes  Ready   -
app-02  naw8ex  yes  Ready   -
