# The fleet on one page, and for programs.
$ svc status | tail -n +2 | head -8
12 machines, 3 need attention, nothing in progress

Needs attention: 2 failed, 1 broken
  s390-01  Failed deployment [..]
  test-01  Failed testing [..]
  old-01   Broken [..]

Status             all                   Pool     all  ready  issues

$ svc status --where status=ready --pool web | sed 1d
2 machines, nothing needs attention, nothing in progress

Status  all                              Pool     all  ready  issues
Ready     2  #########################   web        2      2       0  #########

                                         Zone     all  ready  issues
                                         default    1      1       0  #########
                                         north      1      1       0  #########

Power: 2 off.  Images: no import is running

$ svc status -o name | svc machines get - --columns NAME,STATUS
NAME         STATUS
s390-01.svc  Failed deployment
test-01.svc  Failed testing
old-01.svc   Broken

$ svc status --mine -o json --query '[machines, by_power]'
[2,{"off":1,"on":1}]

$ svc status --where pool=web --pool web
! svc: use --pool or --where pool=..., not both
! usage: svc status [options]
? 2

$ svc status --colums NAME
! svc: unknown option '--colums'
! hint: did you mean --columns?
! usage: svc status [options]
? 2

$ svc top
! svc: svc top needs a terminal
! hint: svc status --watch shows the fleet without one
! usage: svc top [options]
? 2

$ svc status --poll-interval 2s
! svc: --poll-interval has no effect without --watch
! usage: svc status [options]
? 2
