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
  Reason:       smartctl-validate failed on sda
Script smartctl-validate failed with exit code 1 ([..]):
  (5 earlier lines: svc machines logs test-01 smartctl-validate)
  Serial Number:    [..]
  SMART support is: Enabled
  
  === START OF READ SMART DATA SECTION ===
  SMART overall-health self-assessment test result: FAILED!
  Drive failure expected in less than 24 hours. SAVE ALL DATA.
  
  ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
    5 Reallocated_Sector_Ct   0x0033   001   001   010    Pre-fail  Always   FAILING_NOW 2041
    9 Power_On_Hours          0x0032   096   096   000    Old_age   Always       -       21714
  197 Current_Pending_Sector  0x0012   090   090   000    Old_age   Always       -       388
  FAILURE: SMART tests of /dev/sda have FAILED

$ svc machines why web-01
web-01 (t3t743)
  Status:       Ready for [..]
  Power:        off
No failure of this machine is on record.

$ svc machines why test-01 -o json --query 'issue'
"failed"

$ svc machines why nosuch
! svc: no machine is called 'nosuch'
! hint: svc machines list shows those that you can see; -o wide also shows ids
? 3
