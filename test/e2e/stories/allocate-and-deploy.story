# From constraints to a deployed machine in one step.
$ svc machines allocate --tags gpu --deploy --distro-series jammy --wait -o name
xdgrg8
! allocated gpu-01 (xdgrg8)
! ...
! [..]Z done: gpu-01: Deployed after [..]

# A deployment that is refused gives the machine back.
$ svc machines allocate --deploy --distro-series ubuntu/nosuch
! allocated web-01 (t3t743)
! svc: distro_series: 'ubuntu/nosuch' is not a valid distro_series; web-01 (t3t743) has been released (POST /machines/t3t743/op-deploy -> 400)
! hint: releases here: focal, jammy, noble
? 7

$ svc machines list --status allocated -o name | wc -l
1

# The service's own dry run acquires nothing.
$ svc machines allocate --deploy --dry-run -o name
t3t743
! dry run by the service: nothing is allocated

$ svc machines allocate --wait
! svc: --wait has no effect without --deploy
! usage: svc machines allocate [options]
? 2
