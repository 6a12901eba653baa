# Many machines in one command: ranges, FQDNs, MAC addresses in any notation, standard input, filters.
$ svc machines get web-[01-02] db-01.svc --columns NAME,STATUS
NAME        STATUS
web-01.svc  Ready
web-02.svc  Ready
db-01.svc   Ready

$ svc machines get web-02 --query boot_interface.mac_address | tr 'a-f:' 'A-F-' | svc machines get - --columns NAME
NAME
web-02.svc

$ svc machines update --where pool=web,status=ready --description spare --columns NAME,OK,STATUS
NAME    OK   STATUS
web-01  yes  Ready
web-02  yes  Ready

$ svc machines list --pool web -o name | svc machines get - --columns NAME
NAME
web-01.svc
web-02.svc
app-02.svc

$ svc machines list --pool web -o json | svc machines get - --columns NAME
NAME
web-01.svc
web-02.svc
app-02.svc

# Nothing is changed before every name is a machine's.
$ svc machines deploy web-01 web-1
! svc: no machine is called 'web-1'
! hint: did you mean web-01? svc machines list shows those that you can see; -o wide also shows ids; nothing was changed
? 3

# Comparisons, several values and negation, the same in lists.
$ svc machines list --where 'owner!=*,status!=ready|new' --columns NAME,STATUS
NAME         STATUS
old-01.svc   Broken
test-01.svc  Failed testing

$ svc machines update --where 'pool=web,status!=deployed,cpus<=4' --description spare --columns NAME,OK
NAME    OK
web-01  yes
web-02  yes

$ svc machines list --where 'mem>=big'
! svc: --where mem>= takes a size such as 64GB, or a number of MiB, not 'big'
! usage: svc machines list [hostname]... [options]
? 2

$ svc machines list --mem 64 --where 'name~web' --columns NAME
NAME
web-01.svc
web-02.svc
! --mem 64 is 64 MiB; for GiB: --mem 64GiB

$ svc machines list --not-zone default,south --group-by status
STATUS          COUNT  NAMES
Ready           2      web-02, db-01
Deployed        1      app-02
Failed testing  1      test-01

$ svc machines list --not-zone default,south --group-by reason
REASON                           COUNT  NAMES
-                                3      web-02, db-01, app-02
smartctl-validate failed on sda  1      test-01

# A filter that the list does not have would select the whole fleet.
$ svc machines deploy --where pol=web
! svc: --where has no filter 'pol'
! hint: did you mean pool?
! usage: svc machines deploy <system_id>... [options]
? 2

$ svc machines deploy --where pool=
! svc: --where pool= is empty: it would select every node
! usage: svc machines deploy <system_id>... [options]
? 2

$ svc machines list --hostname nobody -o name | svc machines deploy -
! standard input contains no machine: nothing to do

# Some fail: rows, their ids to be used again, and exit code 10.
$ svc machines deploy web-01 power-01 --columns NAME,OK,STATUS,ERROR
NAME      OK   STATUS     ERROR
web-01    yes  Deploying  -
power-01  no   New        Can't deploy a machine that is in the 'New' state
! svc: machines deploy: 1 of 2 failed
!   failed: power-01
! hint: commission it first: svc machines commission power-01
? 10

$ svc machines set-workload-annotations web-01 app-01 role=web --columns NAME,OK
NAME    OK
web-01  yes
app-01  yes
