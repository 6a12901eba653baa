/** Words of other tools for commands and options of svc, the likeliest match first: `--jq` for `--query`. */
export type Habits = Readonly<Record<string, readonly string[]>>;

export const optionHabits: Habits = {
  url: ["H", "addr", "endpoint", "host", "os-auth-url", "server"],
  profile: ["R", "cloud", "cluster", "context", "os-cloud", "workspace"],
  "api-key-file": ["api-key", "api-token", "key", "key-file", "os-token", "token"],
  "ca-cert": ["ca-file", "cacert", "certificate-authority", "os-cacert"],
  insecure: ["insecure-skip-tls-verify", "no-verify-ssl", "skip-tls-verify"],
  yes: ["auto-approve", "confirm", "force", "non-interactive"],
  debug: ["trace"],
  from: ["f", "file", "filename", "from-file"],
  follow: ["f"],
  output: ["f", "format", "output-format"],
  "output csv": ["csv"],
  "output json": ["json"],
  "output wide": ["wide"],
  "output yaml": ["yaml"],
  columns: ["c", "column", "custom-columns", "fields", "show-columns"],
  "no-header": ["no-headers"],
  sort: ["ascending", "order-by", "sort-by"],
  "sort -COLUMN": ["desc", "descending", "reverse"],
  where: ["field-selector", "filter", "l", "selector"],
  query: ["expression", "filter", "jmespath", "jq", "l", "selector", "template"],
  tags: ["labels"],
  tag: ["labels"],
  "distro-series": ["image", "os", "release", "series"],
  "cpu-count": ["cores", "cpu", "cpus", "vcpus"],
  mem: ["memory", "min-ram", "ram"],
  arch: ["architecture"],
  limit: ["L", "max", "max-items", "page-size"],
  comment: ["message", "reason"],
  "user-data": ["cloud-init", "user-data-from-file", "userdata"],
  hostname: ["name"],
  "poll-interval": ["interval"],
  watch: ["w"],
  wait: ["w"],
};

/** Compared with the beginning of a command line; the longest phrase counts. */
export const commandHabits: Habits = {
  api: ["call", "curl", "raw", "request"],
  apply: ["replace", "sync"],
  "boot-resources list": ["boot-image", "boot-images", "image", "images"],
  "config list": ["settings"],
  "config get NAME": ["config view"],
  "discovery list": ["neighbors", "scan"],
  "dnsresources list": ["dns"],
  "events query": ["get events", "log", "log list"],
  "events query --hostname NAME": ["history", "machines events", "machines history"],
  "events query --follow": ["follow", "get events --watch", "tail"],
  "export all": ["output", "state", "state list", "state pull"],
  "interfaces list NAME": [
    "lan",
    "lan print",
    "machines interfaces",
    "machines ip",
    "machines nics",
    "server ip",
  ],
  "ipaddresses list": ["floating-ip", "floating-ips", "ip"],
  login: ["auth", "auth login", "configure", "init"],
  "tokens create": ["token issue", "tokens issue"],
  logout: ["auth logout"],
  machines: ["instances", "servers"],
  "machines console NAME": ["console", "console url", "console url show", "sol", "sol activate"],
  "machines create --from FILE": ["baremetal create", "enroll", "import", "machines import"],
  "machines delete": ["rm"],
  "machines delete NAME": ["baremetal node delete", "server delete"],
  "machines describe": ["info", "inspect", "show", "view"],
  "machines describe NAME": [
    "fru",
    "fru print",
    "port list",
    "baremetal port list",
    "sdr",
    "sensor",
    "state show",
  ],
  "machines get": ["get"],
  "machines issues": ["issue", "issues", "sel", "sel list"],
  "machines list": ["all", "all list", "get all", "list", "ls", "ps"],
  "machines list --watch": ["watch"],
  "machines logs NAME": ["console log", "console log show", "logs", "run view"],
  "machines logs NAME --follow": ["run watch"],
  "machines mark-broken NAME": ["cordon", "drain", "taint", "taint node"],
  "machines mark-fixed NAME": ["uncordon", "untaint"],
  "machines power-cycle NAME": ["mc reset", "rollout restart"],
  "machines query-power-state NAME": ["chassis status"],
  "machines set-workload-annotations NAME KEY=VALUE": ["annotate", "annotate machine", "annotate node"],
  "machines update NAME --pool POOL": ["machines set-pool"],
  "machines ssh NAME": ["attach", "connect", "debug", "shell", "ssh"],
  "machines ssh NAME -- COMMAND": ["exec"],
  "machines wait NAME --for ready": ["wait"],
  "machines why NAME": ["explain"],
  "operations list": ["api-resources", "catalog", "catalog list", "endpoint list"],
  plan: ["diff", "preview", "refresh"],
  "plan --exit-code": ["fmt", "validate"],
  profiles: ["account", "context", "contexts", "workspace", "workspaces"],
  "profiles current": ["config current-context", "context active"],
  "profiles list": ["config get-contexts", "auth status", "cluster-info"],
  "profiles use NAME": ["config use-context"],
  "resource-pools list": ["aggregate", "aggregates", "project", "projects"],
  "sandbox exec": ["run"],
  "sshkeys list": ["keypair", "keypairs", "keys"],
  status: ["hypervisor stats", "limits", "overview", "quota", "summary"],
  "subnets list": ["network list", "get networks"],
  "tags update-nodes TAG --add NAME": [
    "label",
    "label machine",
    "label node",
    "machines tag",
    "machines tags",
  ],
  "users whoami": ["whoami"],
  "vm-hosts list": ["hypervisor", "hypervisor list", "hypervisors"],
  "zones list": [
    "availability",
    "availability zone",
    "datacenter",
    "datacenters",
    "location",
    "locations",
    "region",
    "regions",
  ],
};

/** Words of other tools for the objects of a group: `baremetal node list`. */
export const groupHabits: Habits = {
  machines: [
    ...["baremetal", "baremetal node", "bm", "chassis", "host", "hosts", "instance", "instances"],
    ...["openstack server", "server", "servers", "vm", "vms"],
  ],
  profiles: ["account", "context", "contexts", "workspace", "workspaces"],
  "boot-resources": ["image", "images"],
  sshkeys: ["keypair", "keypairs"],
  "resource-pools": ["project", "projects"],
  zones: ["availability zone", "datacenter", "location", "region"],
};

/** Words for a verb of any group that has it. A phrase may begin with one group. */
export const verbHabits: Habits = {
  "list --watch": ["machines watch"],
  describe: ["info", "inspect", "show", "status", "validate", "view"],
  show: ["claims describe", "claims get", "profiles describe", "profiles get"],
  get: ["describe", "download", "info", "inspect", "read", "show", "status", "view"],
  list: ["all", "find", "get", "ls", "ps", "search", "show"],
  create: ["add", "enroll", "insert", "new", "register", "upload"],
  update: ["change", "edit", "modify", "move", "patch", "rename", "set"],
  set: ["add", "create", "edit", "new"],
  delete: ["del", "destroy", "remove", "rm"],
  remove: ["del", "delete", "destroy", "rm", "unset"],
  use: ["activate", "select", "switch"],
  query: ["get", "log", "logs", "ps"],
  "query --follow": ["events watch", "follow", "tail"],
  "power-on NAME": ["boot", "on", "power on", "power up", "poweron", "start", "up"],
  "power-off NAME": ["down", "halt", "off", "power down", "power off", "poweroff", "stop"],
  "power-off NAME --stop-mode soft": ["power soft", "shutdown"],
  "power-cycle NAME": ["cycle", "power cycle", "reboot", "restart"],
  "power-cycle NAME --hard": ["power reset", "reset"],
  "query-power-state NAME": [
    "power",
    "power show",
    "power state",
    "power status",
    "power-state",
    "power-status",
  ],
  "allocate --name NAME": ["acquire", "claim", "reserve"],
  "commission NAME": [
    "clean",
    "discover",
    "introspect",
    "introspection",
    "machines inspect hardware",
    "manage",
    "provide",
  ],
  "deploy NAME": ["install", "provision", "rebuild", "reimage", "reinstall"],
  "release NAME": ["deallocate", "deprovision", "free", "undeploy", "unprovision"],
  "release NAME --erase": ["machines erase", "machines wipe"],
  "rescue-mode NAME": ["enable-rescue", "rescue"],
  "exit-rescue-mode NAME": ["disable-rescue", "unrescue"],
  "mark-broken NAME": ["broken", "cordon", "drain", "maintenance", "maintenance set"],
  "mark-fixed NAME": ["fix", "fixed", "maintenance unset", "repair", "uncordon"],
  "console NAME": [
    "console enable",
    "console show",
    "console start",
    "request-console",
    "sol",
    "sol activate",
    "terminal",
  ],
  "logs NAME": ["log", "output"],
  "ssh NAME": ["attach", "connect", "exec", "login", "shell"],
  why: ["explain"],
  "set-workload-annotations NAME KEY=VALUE": ["add-label", "annotate", "label"],
  "update-nodes TAG --add MACHINE": ["tags add", "tags add-nodes", "tags attach"],
  "update-nodes TAG --remove MACHINE": ["tags detach", "tags remove", "tags remove-nodes"],
};

type Advice = Readonly<Record<string, Readonly<Record<string, string>>>>;

const allListed = "svc lists everything that the key is allowed to see: leave this option out";

/** Advice on options that a command does not have. Keys are the beginning of a command, or `*` for any. */
export const optionAdvice: Advice = {
  apply: {
    file: "files are named without an option: svc apply FILE",
    destroy: "svc apply --prune deletes what is no longer in the files",
    "refresh-only": "svc export prints the state of the service, svc plan the differences",
    target: "a plan covers the files that you name: name only the file with the object",
  },
  plan: {
    file: "files are named without an option: svc plan FILE",
    out: "a plan is not stored: svc apply FILE shows it again and asks",
    destroy: "svc plan --prune also shows what is no longer in the files",
    "refresh-only": "svc export prints the state of the service, svc plan the differences",
    target: "a plan covers the files that you name: name only the file with the object",
  },
  "* create": { file: "objects are kept in files: svc apply FILE" },
  "* update": { file: "objects are kept in files: svc apply FILE" },
  events: { for: "events of one machine: svc events query --hostname NAME" },
  "machines create": { name: "the name of a machine is set with --hostname" },
  "machines update": { tags: "tags have their own commands: svc tags update-nodes TAG --add MACHINE" },
  "machines deploy": { name: "the machine is named without an option: svc machines deploy NAME" },
  "*": {
    "all-namespaces": allListed,
    namespace: "machines are grouped by pools and zones: --pool NAME, --zone NAME",
    web: "svc has no web pages; svc machines describe NAME shows everything about a machine",
    credentials: "svc signs requests with a stored API key: svc login NAME URL",
    "fit-width": "tables fit the terminal; -o wide shows all columns",
    interface: "the service contacts the BMC: svc machines query-power-state NAME",
    variable: "files take values from the environment: !env NAME",
  },
};

/** Other spellings of the options in `optionAdvice`. */
export const advisedOptions: Habits = {
  file: ["f", "filename", "from", "from-file"],
  tags: ["add-tag", "label", "labels", "tag"],
  "all-namespaces": ["A", "a", "all", "all-projects"],
  namespace: ["n", "project", "resource-group"],
  web: ["browser", "w"],
  credentials: ["P", "U", "os-password", "os-username", "password", "user", "username"],
  "fit-width": ["max-width", "print-empty"],
  interface: ["I"],
  // The parser reads the first letter of -var as an option.
  variable: ["ar", "ar-file", "var", "var-file"],
};

/** Values of `--output` in other tools. */
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
  ut: "a plan is not stored: svc apply FILE shows it again and asks",
  value: "-o tsv --no-header prints plain values",
};

const extensions = "aliases, and programs named svc-NAME on PATH, become commands: see 'svc --help'";

const removalAdvice =
  "'svc machines release NAME' gives a machine back, 'svc machines delete NAME' removes it from the service";

const copyAdvice =
  "svc does not copy files: use scp with the address that 'svc machines ssh NAME --dry-run' prints";

const firewallAdvice = "the service has no firewalls or load balancers";

/** Beginnings of command lines for which svc has no single command. NAME is replaced by the word that follows. */
export const commandAdvice: Readonly<Record<string, string>> = {
  aggregate: "machines are grouped by pools and zones: svc resource-pools list, svc zones list",
  "sol deactivate": "quit the program that shows the console; in ipmitool, type ~. after Enter",
  "auth can-i": "'svc doctor' shows what the key is allowed to do",
  "auth token": "'svc profiles show' shows the profile; it prints the key only with --show-secrets",
  browse: "svc has no web pages; svc machines describe NAME shows everything about a machine",
  "baremetal node boot":
    "the service decides what a machine boots; svc machines rescue-mode NAME boots a rescue system",
  "baremetal driver": "'svc machines power-parameters NAME' shows how a machine is controlled",
  "chassis bootdev":
    "the service decides what a machine boots; svc machines rescue-mode NAME boots a rescue system",
  "chassis bootparam":
    "the service decides what a machine boots; svc machines rescue-mode NAME boots a rescue system",
  "chassis identify":
    "the service cannot turn on the locator light; svc machines describe NAME shows the BMC, which may be able to",
  "chassis policy": "the policy is stored in the BMC, whose address svc machines describe NAME shows",
  cp: copyAdvice,
  "create -f": "objects are kept in files: svc apply FILE",
  "delete -f": "svc apply --prune deletes what is no longer in the files",
  destroy: removalAdvice,
  edit: "did you mean 'svc machines update NAME'? objects in files: svc export KIND, then svc apply FILE",
  extension: extensions,
  extensions,
  firewall: firewallAdvice,
  flavor:
    "machines are chosen by their properties: svc machines allocate --cpu-count 16 --mem 65536 --tags ssd",
  "force-unlock": "svc does not lock any state; to unlock a machine: svc machines unlock NAME",
  graph: "'svc plan FILE' prints the steps in order",
  identify:
    "the service cannot turn on the locator light; svc machines describe NAME shows the BMC, which may be able to",
  "load-balancer": firewallAdvice,
  "mc info": "svc machines describe NAME shows the BMC",
  patch: "did you mean 'svc machines update NAME'?",
  ping: "'svc machines query-power-state NAME' asks the BMC, 'svc machines wait NAME --for ssh' waits for a login",
  plugin: extensions,
  plugins: extensions,
  "port-forward": "ssh forwards ports: svc machines ssh NAME -- -L 8080:localhost:80",
  provider: "svc needs no plugins for a service: svc login NAME URL",
  providers: "svc needs no plugins for a service: svc login NAME URL",
  repo: "svc has no code repositories; for package repositories: svc package-repositories list",
  scale: "a claim keeps a given number of machines deployed: svc schema claims, then svc apply FILE",
  secret: "svc has no store for secrets: pass them as @FILE, or as !env NAME in files",
  security: firewallAdvice,
  "sel clear":
    "the log is stored in the BMC, whose address svc machines describe NAME shows; for the service's own log: svc events query",
  "server-type":
    "machines are chosen by their properties: svc machines allocate --cpu-count 16 --mem 65536 --tags ssd",
  terminate: removalAdvice,
  undo: "svc keeps no earlier states: svc plan FILE shows how to return to the state in a file",
  update: "did you mean 'svc machines update NAME'? svc itself is updated with npm",
  upgrade: "svc itself is updated with npm",
  volume: "disks belong to machines: svc block-devices list NAME",
};
