# One page about a machine.
$ svc machines describe app-01
app-01.svc (ngdy3p)
  Status:    Deployed for [..]
  Power:     on (virsh)
  System:    ubuntu jammy, kernel ga-22.04
  Owner:     admin
  Pool:      default
  Zone:      default
  Tags:      ssd
  Addresses: 10.10.0.4
Hardware
  Size:   16 CPUs, 64 GiB RAM, storage 2.5 TB
  CPU:    amd64/generic, Sandbox Core 2.4GHz
  Model:  Sandbox Machine 2U
  Serial: SB-ngdy3p
  BIOS:   Sandbox 2.14.1, 09/12/2024
  BMC:    qemu+ssh://power@10.20.0.9/system
Interfaces
  eth0  52:54:00:10:00:07  10 Gbit/s  boot
    10.10.0.4 (auto) in prod-net 10.10.0.0/24, VLAN untagged of fabric-prod
  eth1  52:54:00:40:00:07  10 Gbit/s
...
Annotations
  role: app
Last events
...

$ svc machines describe app-01 --events 1 --query '[node.hostname, length(events)]' -o json
["app-01",1]

$ svc machines describe app-01 web-01 -o csv --columns NAME,STATUS
NAME,STATUS
app-01.svc,Deployed
web-01.svc,Ready

$ svc devices describe printer-01 --columns NAME,ID -o csv
NAME,ID
printer-01.svc,xcxdy6

$ svc nodes describe rack-01 -o name | wc -l
1

$ svc machines describe nosuch
! svc: no machine is called 'nosuch'
! hint: svc machines list shows those that you can see; -o wide also shows ids
? 3

# The line that would get onto it.
$ svc machines ssh app-01 --dry-run
ssh -o ConnectTimeout=10 -l ubuntu 10.10.0.4

$ svc machines ssh app-[01-02] -l root -J bastion --dry-run -- systemctl status nginx
ssh -o BatchMode=yes -o ConnectTimeout=10 -J bastion -l root 10.10.0.4 systemctl status nginx
ssh -o BatchMode=yes -o ConnectTimeout=10 -J bastion -l root 10.10.0.5 systemctl status nginx

$ svc machines ssh web-01
! svc: web-01 is Ready: only deployed machines and those in rescue mode accept logins
! hint: svc machines deploy t3t743 --wait; --force connects anyway
? 6

$ svc machines ssh --where pool=web -- uptime
! svc: 2 of 3 machines do not accept logins
!   web-01: Ready
!   web-02: Ready
! hint: --where status=deployed selects machines that accept logins; --force connects to all
? 6

# What Ansible is told.
$ svc inventory --where pool=web | jq -c '.status_deployed, ._meta.hostvars["app-02"].ansible_host'
{"hosts":["app-02"]}
"10.10.0.5"

$ svc inventory --host app-01 | jq -r '.svc_tags[]'
ssd

$ svc ssh-config --prefix lab- -o csv --columns HOST,ADDRESS,USER
HOST,ADDRESS,USER
lab-app-01,10.10.0.4,ubuntu
lab-app-02,10.10.0.5,ubuntu
