# What needs attention, and why.
$ svc machines issues --columns NAME,ISSUE,STATUS
NAME     ISSUE   STATUS
old-01   broken  Broken
s390-01  failed  Failed deployment
test-01  failed  Failed testing

$ svc machines issues --where pool=web
NAME  ISSUE  STATUS  AGE  REASON
! no machine needs attention

$ svc machines issues --no-power -o name | wc -l
3

$ svc machines why test-01
test-01 (gw3yxc)
  Status:       Failed testing for [..]
  Power:        off
  Reason:       [..]smartctl-validate failed[..]
Script smartctl-validate failed with 1 ([..]):
  failed

$ svc machines why web-01
web-01 (t3t743)
  Status:       Ready
  Power:        off
No failure of this machine is on record.

$ svc machines why test-01 -o json --query 'issue'
"failed"

$ svc machines why nosuch
! svc: no machine is called 'nosuch'
! hint: svc machines list shows those that you may see, with -o wide also ids
? 3
