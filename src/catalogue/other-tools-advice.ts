import type { Habits } from "./other-tools.ts";

type Advice = Readonly<Record<string, Readonly<Record<string, string>>>>;

const allListed = "svc lists everything that the key is allowed to see: leave this option out";

const formatOrYes = "-o FORMAT chooses the format, -y answers questions with yes";

/** Advice on options that a command does not have. Keys are the beginning of a command, or `*` for any. */
export const optionAdvice: Advice = {
  apply: {
    file: "files are given without an option: svc apply FILE",
    "dry-run": "svc plan FILE shows what would change",
    destroy: "svc apply --prune deletes objects that are no longer in the files",
    "refresh-only": "svc export prints the state of the service, svc plan the differences",
    target: "a plan covers the files that you name: name only the file with the object",
  },
  plan: {
    file: "files are given without an option: svc plan FILE",
    parallelism: "svc plan changes nothing; to limit parallel changes: svc apply FILE --parallel COUNT",
    out: "svc plan --save FILE writes the plan, and svc apply --plan FILE applies it",
    destroy: "svc plan --prune also shows objects that are no longer in the files",
    "refresh-only": "svc export prints the state of the service, svc plan the differences",
    target: "a plan covers the files that you name: name only the file with the object",
  },
  api: { data: "fields are -f NAME=VALUE, a body is --input FILE" },
  "* delete": { f: formatOrYes },
  "* deploy": { f: formatOrYes },
  "* release": { f: formatOrYes },
  "* create": { file: "objects are kept in files: svc apply FILE" },
  "* update": { file: "objects are kept in files: svc apply FILE" },
  events: { for: "events of one machine: svc events query --hostname NAME" },
  "sshkeys create": { name: "a key has no name: svc sshkeys create --key @FILE" },
  "networks create": { name: "networks are called subnets: svc subnets create --cidr CIDR" },
  version: { client: "svc --version prints the version of svc itself" },
  "machines allocate": {
    count:
      "each command allocates one machine; for several, describe a claim in a file: man svc-desired-state",
  },
  "machines create": { name: "the name of a machine is set with --hostname" },
  "machines update": { tags: "tags have their own commands: svc tags update-nodes TAG --add MACHINE" },
  "machines deploy": { name: "the machine is given without an option: svc machines deploy NAME" },
  "*": {
    "all-namespaces": allListed,
    namespace: "machines are grouped by pools and zones: --pool NAME, --zone NAME",
    web: "svc has no web pages; 'svc machines describe NAME' shows everything about a machine",
    credentials: "svc signs requests with a stored API key: svc login NAME URL",
    "grace-period": "to shut a system down first: svc machines power-off NAME --stop-mode soft",
    "fit-width": "tables fit the terminal; -o wide shows all columns",
    interface:
      "the service contacts the BMC: svc machines query-power-state NAME; --url is the address of the service",
    "no-wait": "svc waits only with --wait: leave this option out",
    "ignore-not-found": "exit code 3 means that nothing was found",
    variable: "files take values from the environment: !env NAME",
  },
};

/** Other spellings of the options in `optionAdvice`. */
export const advisedOptions: Habits = {
  file: ["f", "filename", "from", "from-file"],
  count: ["number", "quantity"],
  data: ["body", "d"],
  "dry-run": ["check", "preview"],
  "no-wait": ["async"],
  tags: ["add-tag", "label", "labels", "tag"],
  "all-namespaces": ["A", "a", "all", "all-projects"],
  namespace: ["n", "project", "resource-group"],
  web: ["browser", "w"],
  credentials: ["P", "U", "os-password", "os-username", "password", "user", "username"],
  "fit-width": ["max-width", "print-empty"],
  interface: ["H", "I"],
  // The parser reads the first letter of -var as an option.
  variable: ["ar", "ar-file", "var", "var-file"],
};

export const outputAdvice: Readonly<Record<string, string>> = {
  columns: "--columns NAME,STATUS chooses columns",
  "custom-columns": "--columns NAME,STATUS chooses columns",
  "go-template": "--query takes a JMESPath expression",
  jsonpath: "--query takes a JMESPath expression",
  jsonl: "-o ndjson prints one object per line",
  noheader: "--no-header omits the header",
  plain: "-o tsv prints plain rows",
  raw: "-o tsv --no-header prints plain values",
  text: "-o tsv prints plain rows",
  // Terraform's -out=FILE.
  ut: "svc plan --save FILE writes the plan, and svc apply --plan FILE applies it",
  value: "-o tsv --no-header prints plain values",
};

const extensions = "aliases, and programs named svc-NAME on PATH, become commands: see 'svc --help'";

const removalAdvice =
  "'svc machines release NAME' gives a machine back, 'svc machines delete NAME' removes it from the service";

const copyAdvice =
  "svc does not copy files: use scp with the address that 'svc machines ssh MACHINE --dry-run' prints";

const locatorAdvice =
  "the service cannot turn on the locator light; 'svc machines describe MACHINE' shows the BMC, which may be able to";

const bmcAdvice =
  "the service gives no access to this part of the BMC, whose address 'svc machines describe MACHINE' shows";

const bootAdvice =
  "the service decides what a machine boots; 'svc machines rescue-mode NAME' boots a rescue system";

const hardwareAdvice =
  "machines are chosen by their properties: svc machines allocate --cpu-count 16 --mem 64GiB --tags ssd";

const cloudAdvice =
  "a machine is hardware: svc cannot resize, pause, move or save it; 'svc machines deploy NAME' installs it again";

const serverAdvice =
  "'svc machines allocate' takes a free machine, 'svc machines deploy MACHINE' installs one, 'svc machines create' adds new hardware";

const scaleAdvice =
  "a claim in a file keeps a number of machines deployed: man svc-desired-state, then svc apply FILE";

const ownerAdvice =
  "a machine belongs to the user who takes it: svc machines allocate --name NAME; to give it back: svc machines release NAME";

const undoAdvice = "svc keeps no earlier states: 'svc plan FILE' shows how to return to the state in a file";

const firewallAdvice = "the service has no firewalls or load balancers";

/** Beginnings of command lines for which svc has no single command. NAME is replaced by the word that follows. */
export const commandAdvice: Readonly<Record<string, string>> = {
  aggregate: "machines are grouped by pools and zones: svc resource-pools list, svc zones list",
  "sol deactivate": "quit the program that shows the console; in ipmitool, type ~. after Enter",
  "auth can-i": "'svc doctor' shows what the key is allowed to do",
  "auth token": "'svc profiles show' shows the profile; it prints the key only with --show-secrets",
  assign: ownerAdvice,
  browse: "svc has no web pages; 'svc machines describe NAME' shows everything about a machine",
  autoscale: scaleAdvice,
  "baremetal chassis":
    "'svc machines add-chassis' adds the machines of a chassis, 'svc machines list' shows them",
  "baremetal deploy template":
    "a template is a file of options: svc machines deploy NAME --template TEMPLATE",
  "baremetal driver": "'svc machines power-parameters NAME' shows how a machine is controlled",
  "baremetal node boot": bootAdvice,
  "baremetal node inject": bmcAdvice,
  "baremetal node passthru": bmcAdvice,
  "baremetal node secure": bmcAdvice,
  channel: bmcAdvice,
  "chassis bootdev": bootAdvice,
  "chassis bootparam": bootAdvice,
  "chassis identify": locatorAdvice,
  "chassis policy": bmcAdvice,
  "chassis power diag": bmcAdvice,
  "chassis restart_cause": bmcAdvice,
  "chassis selftest": bmcAdvice,
  cp: copyAdvice,
  "create -f": "objects are kept in files: svc apply FILE",
  "delete -f": "svc apply --prune deletes objects that are no longer in the files",
  destroy: removalAdvice,
  edit: "did you mean 'svc machines update NAME'? objects in files: svc export KIND, then svc apply FILE",
  extension: extensions,
  extensions,
  firewall: firewallAdvice,
  dcmi: bmcAdvice,
  expose: firewallAdvice,
  flavor: hardwareAdvice,
  "force-unlock": "svc does not lock any state; to unlock a machine: svc machines unlock NAME",
  "get pods": "svc machines list shows machines; in svc, pods are VM hosts: svc pods list",
  graph: "'svc plan FILE' prints the steps in order",
  identify: locatorAdvice,
  "instance create": serverAdvice,
  "load-balancer": firewallAdvice,
  "machines sync":
    "svc machines query-power-state NAME asks the BMC, svc machines commission NAME reads the hardware again",
  man: "manual pages: man svc, man svc-machines, man svc-machines-deploy",
  "lan set": bmcAdvice,
  mc: bmcAdvice,
  "mc info": "svc machines describe NAME shows the BMC",
  patch: "did you mean 'svc machines update NAME'?",
  ping: "'svc machines query-power-state NAME' asks the BMC, 'svc machines wait NAME --for ssh' waits for a login",
  pef: bmcAdvice,
  owner: ownerAdvice,
  "placement-group": "machines are grouped by pools and zones: svc resource-pools list, svc zones list",
  plugin: extensions,
  plugins: extensions,
  "power diag": bmcAdvice,
  "port-forward": "ssh forwards ports: svc machines ssh NAME -- -L 8080:localhost:80",
  pr: "svc has no pull requests: svc plan FILE shows what svc apply FILE changes",
  provider: "svc needs no plugins; to connect to a service: svc login NAME URL",
  providers: "svc needs no plugins; to connect to a service: svc login NAME URL",
  pxe: bootAdvice,
  repo: "svc has no code repositories; for package repositories: svc package-repositories list",
  "rollout undo": undoAdvice,
  router: "the service has no routers: svc vlans list, svc static-routes list",
  scale: scaleAdvice,
  scp: copyAdvice,
  sdr: bmcAdvice,
  secret: "svc has no store for secrets: pass them as @FILE, or as !env NAME in files",
  security: firewallAdvice,
  sel: "the log is stored in the BMC, whose address 'svc machines describe MACHINE' shows; for the service's own log: svc events query",
  sensor: bmcAdvice,
  "server add volume": "disks belong to machines: svc block-devices list MACHINE",
  "server attach-iso": bootAdvice,
  "server change-type": cloudAdvice,
  "server create": serverAdvice,
  "server create-image": cloudAdvice,
  "server enable-backup": cloudAdvice,
  "server image": cloudAdvice,
  "server metrics": "svc has no metrics; svc machines ssh NAME -- COMMAND runs a command on a machine",
  "server migrate": cloudAdvice,
  "server pause": cloudAdvice,
  "server resize": cloudAdvice,
  "server set-rdns": "names belong to addresses: svc dnsresources create --fqdn NAME --ip-addresses ADDRESS",
  session: bmcAdvice,
  "server-type": hardwareAdvice,
  state:
    "svc stores no state: 'svc export all' prints the objects of the service, 'svc plan FILE' the differences",
  tags: "to tag a machine: svc tags update-nodes TAG --add MACHINE",
  terminate: removalAdvice,
  undo: undoAdvice,
  update: "did you mean 'svc machines update NAME'? svc itself is updated with npm",
  upgrade: "svc itself is updated with npm",
  volume: "disks belong to machines: svc block-devices list MACHINE",
};
