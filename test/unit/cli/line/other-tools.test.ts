import { expect, test } from "vitest";
import { outcome } from "./command-lines.ts";

const key = "aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccccccccccccccccccccccccccccccc";

/** A line with the syntax of other tools, and what the hint must contain. */
const answers = `
machines deploy web-01 distro_series=jammy            | --distro-series VALUE
tag create name=x                                     | --name VALUE
tags create x                                         | --name x
tags update-nodes ssd add=web-01                      | --add VALUE
machines allocate web-01                              | --name web-01
machines allocate --storage 100GB                     | root:100(ssd)
http://10.0.0.1:5240/SVC/r/machine/abc123             | svc login NAME http://10.0.0.1:5240/SVC
lab http://10.0.0.1:5240/SVC                          | svc login lab http://10.0.0.1:5240/SVC
machines deploy web-01 --os jammy                     | --distro-series
machines deploy web-01 --series jammy                 | --distro-series
machines update web-01 --tags x                       | svc tags update-nodes
machines create -f x.csv                              | --from
reboot web-01                                         | 'svc machines power-cycle web-01'
machines power on app-01                              | 'svc machines power-on app-01'
machines power app-01                                 | 'svc machines query-power-state app-01'
tag add web-01 ssd                                    | 'svc tags update-nodes TAG --add MACHINE'
machines tag web-01 ssd                               | 'svc tags update-nodes ssd --add web-01'
machines add-tag web-01 prod                          | 'svc tags update-nodes prod --add web-01'
tag web-01 ssd                                        | svc tags update-nodes TAG --add MACHINE
tags lsit                                             | 'svc tags list'
machines owner web-01                                 | svc machines allocate --name web-01
machines assign web-01 bob                            | svc machines allocate --name web-01
machines pxe web-01                                   | svc machines rescue-mode web-01
machines sync web-01                                  | svc machines query-power-state web-01
machines power-cycle web-01 --grace-period 30         | --soft-timeout
machines delete web-01 --grace-period 30              | --stop-mode soft
network create x                                      | svc subnets
get pods                                              | svc machines list
pr list                                               | svc plan FILE
apply -parallelism=4 x                                | --parallel
plan -parallelism=4 x                                 | svc apply FILE --parallel
machines list -profile lab                            | --profile
machines list -limit 4                                | --limit
machines list --columns MEM                           | RAM
boot-images                                           | 'svc boot-resources list'
init                                                  | 'svc login'
destroy                                               | 'svc machines release NAME'
update                                                | 'svc machines update NAME'
admin machines read                                   | svc -p admin machines list
CLI admin machines read                               | svc -p admin machines list
admin machine deploy web-01 distro_series=jammy       | svc -p admin machines deploy web-01 --distro-series
plugin list                                           | svc-NAME on PATH
machines wait web-01 --for redy                       | ready
config set a=1                                        | svc config set a 1
apply -f site.yaml                                    | svc apply FILE
machines set-workload-annotations web-01 role db      | NAME=VALUE
get nodes                                             | 'svc nodes list'
get machines -o wide                                  | 'svc machines list'
get machine web-01 -o yaml                            | 'svc machines get web-01'
get all                                               | 'svc machines list'
get events                                            | 'svc events query'
describe node web-01                                  | 'svc nodes describe web-01'
logs web-01                                           | 'svc machines logs web-01'
exec -it web-01 -- bash                               | 'svc machines ssh web-01 -- COMMAND'
cordon web-01                                         | 'svc machines mark-broken web-01'
uncordon web-01                                       | 'svc machines mark-fixed web-01'
drain web-01                                          | 'svc machines mark-broken web-01'
taint node web-01 x=y:NoSchedule                      | 'svc machines mark-broken web-01'
label node web-01 role=db                             | --add web-01
annotate node web-01 a=b                              | 'svc machines set-workload-annotations web-01
delete machine web-01                                 | 'svc machines delete web-01'
delete -f site.yaml                                   | --prune
edit machine web-01                                   | 'svc machines update web-01'
diff -f site.yaml                                     | 'svc plan'
create -f x.yaml                                      | svc apply FILE
tags create -f x.yaml                                 | svc apply FILE
replace -f x                                          | 'svc apply'
rollout restart                                       | 'svc machines power-cycle NAME'
scale                                                 | svc apply FILE
top nodes                                             | svc top shows machines
cp a.txt web-01:/tmp                                  | 'svc machines ssh MACHINE --dry-run'
port-forward                                          | svc machines ssh NAME -- -L
explain machine                                       | 'svc machines why
api-resources                                         | 'svc operations
config use-context lab                                | 'svc profiles use lab'
config get-contexts                                   | 'svc profiles list'
config current-context                                | 'svc profiles current'
config view                                           | 'svc config get NAME'
cluster-info                                          | 'svc profiles list'
auth can-i                                            | 'svc doctor'
wait --for=condition=Ready node/web-01                | 'svc machines wait web-01 --for ready'
events --for node/web-01                              | svc events query --hostname NAME
machines list -A                                      | leave this option out
machines list -n web                                  | --pool NAME
machines list -l tag=ssd                              | --
machines list --field-selector status=ready           | --
machines release web-01 --dry-run=client              | use --dry-run
debug node/web-01                                     | 'svc machines ssh web-01'
attach web-01                                         | 'svc machines ssh web-01'
patch node web-01                                     | 'svc machines update web-01'
server list                                           | 'svc machines list'
server create --name x                                | 'svc machines allocate' takes a free machine
server describe web-01                                | 'svc machines describe web-01'
server poweron web-01                                 | 'svc machines power-on web-01'
server poweroff web-01                                | 'svc machines power-off web-01'
server reset web-01                                   | 'svc machines power-cycle web-01 --hard'
server shutdown web-01                                | 'svc machines power-off web-01 --stop-mode soft'
server rebuild web-01 --image jammy                   | 'svc machines deploy web-01'
server enable-rescue web-01                           | 'svc machines rescue-mode web-01'
server disable-rescue web-01                          | 'svc machines exit-rescue-mode web-01'
server request-console web-01                         | 'svc machines console web-01'
server add-label web-01 a=b                           | 'svc machines set-workload-annotations web-01
server ip web-01                                      | 'svc interfaces list web-01'
context create lab                                    | 'svc login lab URL'
context use lab                                       | 'svc profiles use lab'
context active                                        | 'svc profiles current'
image list                                            | 'svc boot-resources list'
floating-ip list                                      | 'svc ipaddresses list'
firewall list                                         | no firewalls
volume list                                           | svc block-devices list
location list                                         | 'svc zones list'
datacenter list                                       | 'svc zones list'
server-type list                                      | svc machines allocate
machines list -o columns=name,status                  | --columns NAME,STATUS
machines list -o noheader                             | --no-header
machines list -o jsonpath={.name}                     | --query
auth status                                           | 'svc profiles list'
auth token                                            | 'svc profiles show'
auth logout                                           | 'svc logout'
browse                                                | svc machines describe NAME
search web                                            | 'svc machines list
run watch                                             | 'svc machines logs NAME --follow'
machines list --json name                             | --
machines list --jq .[0]                               | --
machines list -L 5                                    | --limit
machines get web-01 --web                             | svc machines describe NAME
secret set                                            | @FILE
issue list                                            | 'svc machines issues'
plan -out=x                                           | svc plan --save FILE writes the plan
apply -auto-approve                                   | --yes
import x y                                            | 'svc machines create --from FILE'
state list                                            | 'svc export all'
taint x                                               | 'svc machines mark-broken x'
refresh                                               | 'svc plan'
validate                                              | 'svc plan --exit-code'
workspace list                                        | 'svc profiles list'
workspace select lab                                  | 'svc profiles use lab'
console web-01                                        | 'svc machines console web-01'
plan -target=x                                        | name only the file
plan -var a=b                                         | !env NAME
apply -destroy                                        | --prune
plan -refresh-only                                    | svc export
force-unlock                                          | svc machines unlock NAME
server show web-01                                    | 'svc machines describe web-01'
server reboot --hard web-01                           | 'svc machines power-cycle web-01'
console url show web-01                               | 'svc machines console web-01'
console log show web-01                               | 'svc machines logs web-01'
flavor list                                           | svc machines allocate
keypair list                                          | 'svc sshkeys list'
baremetal node list                                   | 'svc machines list'
baremetal node show web-01                            | 'svc machines describe web-01'
baremetal node power on web-01                        | 'svc machines power-on web-01'
baremetal node reboot web-01                          | 'svc machines power-cycle web-01'
baremetal node provide web-01                         | 'svc machines commission web-01'
baremetal node undeploy web-01                        | 'svc machines release web-01'
baremetal node abort web-01                           | 'svc machines abort web-01'
baremetal node maintenance set web-01                 | 'svc machines mark-broken web-01'
baremetal node maintenance unset web-01               | 'svc machines mark-fixed web-01'
baremetal node console enable web-01                  | 'svc machines console web-01'
baremetal node boot device set web-01 pxe             | svc machines rescue-mode NAME
baremetal node set web-01 --property a=b              | 'svc machines update web-01'
baremetal create file.yaml                            | 'svc machines create --from FILE'
machines list --os-cloud lab                          | --profile
machines list -c name -c status                       | --columns
machines list -f json                                 | --output
machines list --fit-width                             | -o wide
token issue                                           | 'svc tokens create'
catalog list                                          | 'svc operations
availability zone list                                | 'svc zones list'
hypervisor list                                       | 'svc vm-hosts list'
project list                                          | 'svc resource-pools list'
quota show                                            | 'svc status'
chassis power status                                  | 'svc machines query-power-state NAME'
chassis power on                                      | 'svc machines power-on
chassis power cycle                                   | 'svc machines power-cycle
chassis power soft                                    | 'svc machines power-off NAME --stop-mode soft'
power reset web-01                                    | 'svc machines power-cycle web-01 --hard'
sol activate                                          | 'svc machines console NAME'
sol deactivate                                        | quit the program
sel list                                              | the log is stored in the BMC
sel clear                                             | svc events query
sdr list                                              | no access to this part of the BMC
fru print                                             | 'svc machines describe NAME'
chassis identify                                      | locator
chassis bootdev pxe                                   | svc machines rescue-mode NAME
mc info                                               | svc machines describe NAME
mc reset cold                                         | no access to this part of the BMC
lan print                                             | 'svc interfaces list NAME'
machines list -H 10.0.0.1                             | the service contacts the BMC
machines list -U admin                                | svc login
raw 0x06                                              | 'svc api'
ping web-01                                           | svc machines query-power-state web-01
whoami                                                | 'svc users whoami'
machines allocate --cpus 4                            | --cpu-count
machines allocate --memory 64                         | --mem
machines deploy --name web-01                         | svc machines deploy NAME
machines list -o tabel                                | table
machines reinstall web-01                             | 'svc machines deploy web-01'
machines wipe web-01                                  | 'svc machines release web-01 --erase'
machines events web-01                                | 'svc events query --hostname web-01'
machines interfaces web-01                            | 'svc interfaces list web-01'
machines reserve web-01                               | 'svc machines allocate --name web-01'
machines set-pool web-01 x                            | 'svc machines update web-01 --pool x'
label nodes web-01 role-                              | --add web-01'
server change-type web-01 cx32                        | a machine is hardware
server event list web-01                              | 'svc events query --hostname web-01'
server list --status ERROR                            | 'svc machines list'?
server enable-protection web-01 delete                | 'svc machines lock web-01'
server frobnicate web-01                              | 'svc machines --help'
baremetal node inspect web-01                         | 'svc machines commission web-01'
baremetal node adopt web-01                           | 'svc claims adopt CLAIM web-01'
baremetal conductor list                              | 'svc rack-controllers list'
run web -- uptime                                     | 'svc machines ssh web -- COMMAND'
run view 12 --log                                     | 'svc machines logs NAME'
create node web-03                                    | 'svc machines create'
config delete-context lab                             | 'svc profiles remove lab'
state rm x                                            | svc stores no state
expose                                                | no firewalls
chassis power diag                                    | no access to this part of the BMC
lan print 1                                           | 'svc interfaces list NAME'
machines ping web-01                                  | 'svc machines query-power-state web-01'
machines rename web-01 web-02                         | --hostname web-02
machine update web-01 --tags x                        | svc tags update-nodes
machines power-off web-01 --soft                      | --stop-mode soft
ssh-key create --name k                               | svc sshkeys create --key @FILE
`
  .trim()
  .split("\n")
  .map((line) => line.split(" | ").map((part) => part.trim()));

test("lines of other tools get a suggestion, and nothing is sent", async () => {
  const missed: string[] = [];
  for (const [line = "", expected = ""] of answers) {
    const { code, stderr } = await outcome(line.split(" "));
    const [, hint = ""] = /^hint: (.*)$/m.exec(stderr) ?? [];
    if (code !== 2 || !hint.includes(expected)) missed.push(`${line}: ${code} ${stderr.trim()}`);
  }
  expect(missed).toEqual([]);
  expect(answers.length).toBeGreaterThan(180);
});

test.each([
  ["http://10.0.0.1/SVC", key],
  ["lab", "http://10.0.0.1/SVC", key],
  ["login", "lab", "http://10.0.0.1/SVC", key],
  ["machines", key],
  ["machines", "list", "--token", key],
])("a key on the line is not echoed: %s", async (...argv) => {
  const { code, stdout, stderr } = await outcome(argv);
  expect(code).toBe(2);
  expect(`${stdout}${stderr}`).not.toContain(key.slice(-8));
  expect(stderr).toContain("revoke this key");
});
