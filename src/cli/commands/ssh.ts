import { fileOption, option, parallel, rowOptions, whereOption } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { loginOptions, machineFilter, sshOptions } from "./options.ts";

const addressNote =
  "If there are several addresses, the one in the network of the default gateway is used, then one of the boot interface; IPv4 before IPv6. Addresses that were only discovered come last.";

const userNote =
  "The user is the default user of the operating system's images: ubuntu, debian, centos, cloud-user and so on, and ubuntu in rescue mode. If it is not known, ssh's own configuration decides.";

export const logInToMachines = command({
  command: ["machines", "ssh"],
  sites: "lines",
  summary: "Log in to a machine with ssh, or run a command on several",
  theme: "Inspection",
  arguments: [
    {
      name: "system_id",
      help: "machine: system_id, hostname, FQDN or MAC address; several only with a command",
      variadic: true,
      nameOf: "machines",
      allowedStatuses: ["deployed", "rescue_mode"],
    },
  ],
  remainder: {
    name: "command",
    help: "after --: more options for ssh, then the command to run on the machine",
  },
  options: [
    ...loginOptions,
    ...sshOptions,
    option("ssh-option", "an ssh_config option, such as ConnectTimeout=5", {
      short: "o",
      value: "name=value",
      type: "pair",
      repeatable: true,
    }),
    option("force", "connect regardless of the machine's status"),
    option("dry-run", "print the ssh command without running it"),
    whereOption("select all machines that match these filters, instead of naming them"),
    { ...parallel, help: "maximum number of machines at once" } as const,
  ],
  notes: [
    "svc looks up the address and the user, and starts the ssh that is on PATH: its configuration, agent, known hosts and host key checking apply as usual. Terminal, signals and exit code are ssh's own; 255 is an error of ssh itself.",
    addressNote,
    userNote,
    "On several machines the command runs in parallel, without a terminal or prompts: each line of output begins with the name of its machine, and the exit code is 10 if it failed on some.",
    "Here, -o is the option of ssh, not --output.",
  ],
  refusedGlobals: ["curl", ...rowOptions],
  example: "svc machines ssh app-01 --dry-run -- uptime",
  run: async (invocation) => (await import("./ssh/ssh.ts")).runSsh(invocation),
});

export const inventory = command({
  command: ["inventory"],
  sites: "read",
  summary: "Print a dynamic inventory for Ansible",
  theme: "Machines and nodes",
  options: [
    option("list", "print the whole inventory (default)", { excludes: ["host"] }),
    option("host", "print the variables of one host", { value: "name" }),
    option("all", "also list machines that do not accept logins; they get no address"),
    machineFilter,
    ...loginOptions,
  ],
  notes: [
    'Ansible runs an inventory that is an executable file. A two-line file is enough: #!/bin/sh, and exec svc inventory "$@", optionally with --where or --profile before "$@".',
    "Hosts are the deployed machines and those in rescue mode, by host name, or by FQDN or system_id if that is not unique. Groups are status_*, tag_*, pool_*, zone_*, domain_*, arch_*, os_*, owner_* and power_*, with characters other than letters and digits written as underscores.",
    "Variables of a host are ansible_host, ansible_user, and facts that begin with svc_. Annotations with a name that suggests a secret are left out, and strings are marked unsafe, so that Ansible does not evaluate templates in them.",
    addressNote,
    userNote,
  ],
  refusedGlobals: ["columns", "sort", "no-header", "query", "show-secrets", "curl"],
  example: "svc inventory --host app-01",
  run: async (invocation) => (await import("./ssh/inventory.ts")).printInventory(invocation),
  join: async (parts, invocation) => (await import("./ssh/inventory.ts")).joinInventory(parts, invocation),
});

const shape: Shape = {
  identity: "host",
  format: "table",
  columns: [
    { header: "HOST", path: "host", rank: "key" },
    { header: "ADDRESS", path: "address", rank: "key" },
    { header: "USER", path: "user" },
    { header: "ALIASES", path: "aliases", rank: "minor" },
    { header: "ID", path: "system_id" },
  ],
};

export const sshConfig = command({
  command: ["ssh-config"],
  sites: "read",
  summary: "Write ssh configuration for machines that accept logins",
  theme: "Machines and nodes",
  options: [
    fileOption("file", "write to this file, for an Include, instead of standard output"),
    option("prefix", "prefix of each alias, such as lab-", { value: "text" }),
    machineFilter,
    ...loginOptions,
    ...sshOptions,
  ],
  notes: [
    "Put 'Include svc.conf' at the top of ~/.ssh/config; then ssh, scp, rsync and editors know the machines by host name and FQDN.",
    "--file replaces only a file that svc ssh-config has written, and does not touch it if nothing has changed.",
    "At several sites each alias begins with the name of its site, as in east-web-01.",
    "--prefix avoids name clashes with other hosts in your ssh configuration.",
    addressNote,
    userNote,
  ],
  refusedGlobals: ["curl"],
  example: "svc ssh-config --prefix lab-",
  shape,
  run: async (invocation) => (await import("./ssh/ssh-config.ts")).writeSshConfig(shape, invocation),
  join: async (parts, invocation) => (await import("./ssh/ssh-config.ts")).joinSshConfig(parts, invocation),
});
