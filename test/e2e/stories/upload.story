# An image goes up in chunks; the same command again finds it there.
$ head -c 9000000 /dev/zero > image.tgz; svc boot-resources upload image.tgz --name golden --architecture amd64/generic -q --columns TYPE,NAME,ARCH
TYPE  Uploaded
NAME  golden
ARCH  amd64/generic

$ svc boot-resources upload image.tgz --name golden --architecture amd64/generic -o name
5
! the service has this file already: nothing to send

# The service takes what it has already, whatever its name.
$ sha=$(sha256sum image.tgz | cut -c1-64); svc boot-resources create --name other --architecture amd64/generic --sha256 $sha --size 9000000 -o json --query 'sets.*.complete'
[true]

$ svc boot-resources upload nosuch.tgz --name golden --architecture amd64/generic
! svc: cannot read 'nosuch.tgz': no such file or directory
! usage: svc boot-resources upload <file> --name <os/series> --architecture <arch/subarch> [options]
? 2

$ svc boot-resources upload image.tgz --architecture amd64/generic
! svc: --name is required
! usage: svc boot-resources upload <file> --name <os/series> --architecture <arch/subarch> [options]
? 2

$ svc boot-resources upload image.tgz --name custom/golden --architecture amd64/generic
...
NAME           golden
...
! the service has this file already: nothing to send

$ svc boot-resources import --wait --poll-interval 100ms
Import of boot resources started
! the import has ended after [..]
