# A newcomer looks at the fleet, takes a machine, deploys it, and gives it back.
$ svc machines list --sort NAME --columns NAME,STATUS,POWER | head -3
NAME          STATUS             POWER
app-01.svc    Deployed           on
app-02.svc    Deployed           on

$ svc machines allocate --tags ssd --arch amd64 -o name >id; svc machines get - <id --query '[0].status_name'
Allocated

$ svc machines deploy "$(cat id)" --distro-series jammy --wait --quiet --columns NAME,STATUS,OS
NAME    web-02.svc
STATUS  Deployed
OS      jammy

$ svc machines release "$(cat id)" --wait --quiet
! svc: release web-02: not confirmed
!   web-02 (rqxenk), owner admin, Deployed, jammy
! hint: add --yes to run without a terminal; nothing was sent
? 13

$ svc machines release "$(cat id)" --wait --quiet --yes --columns NAME,STATUS,OWNER
NAME    web-02.svc
STATUS  Ready
OWNER   -
