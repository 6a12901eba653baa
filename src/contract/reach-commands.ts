import { defaults } from "../api/defaults.ts";
import { type OptionSpec, option } from "../api/option-spec.ts";
import type { CommandSpec } from "./command-spec.ts";

const where = option("where", "only machines that these list filters select", {
  value: "filter=value,...",
  type: "filters",
  repeatable: true,
});

/** Which address of a machine counts, and who logs in: the same for everything that reaches machines. */
const loginOptions = [
  option("login-name", "log in as this user; the one of the image when left out", {
    short: "l",
    value: "user",
  }),
  option("address", "the address that is, or is in: an address, network, subnet or interface", {
    value: "address",
  }),
  option("family", "an address of this family alone", { value: "family", choices: ["ipv4", "ipv6"] }),
] as const satisfies readonly OptionSpec[];

/** Of ssh's own options those that have a name here; further ones stand behind `--`. */
const sshOptions = [
  option("jump", "connect by way of this host, or hosts separated by commas", { short: "J", value: "host" }),
  option("identity", "file of a private key", { short: "i", value: "file", type: "path", repeatable: true }),
  option("port", "port of the ssh server", { value: "number", type: "count", min: 1, max: 65_535 }),
] as const satisfies readonly OptionSpec[];

const addressNote =
  "Of several addresses the one in the network of the default gateway is taken, then one of the boot interface; IPv4 before IPv6. Addresses that were only discovered come last.";

const userNote =
  "The user is the one that images of the operating system are made for: ubuntu, debian, centos, cloud-user and so on, and ubuntu in rescue mode. Where nothing is known, ssh's own configuration decides.";

/** Commands that get onto machines, or tell other programs how. */
export const reachCommands = {
  "machines.ssh": {
    command: ["machines", "ssh"],
    summary: "Log in to a machine by ssh, or run a command on several",
    theme: "Inspection",
    arguments: [
      {
        name: "system_id",
        help: "machine: system_id, hostname, FQDN or MAC address; several with a command",
        variadic: true,
        names: "machines",
        fits: ["deployed", "rescue_mode"],
      },
    ],
    remainder: {
      name: "command",
      help: "behind --: further options of ssh, then the command that runs on the machine",
    },
    options: [
      ...loginOptions,
      ...sshOptions,
      option("ssh-option", "an option of ssh's configuration, such as ConnectTimeout=5", {
        short: "o",
        value: "name=value",
        type: "pair",
        repeatable: true,
      }),
      option("force", "connect whatever status the machine has"),
      option("dry-run", "print the ssh command and run nothing"),
      option("where", "every machine that these list filters select, instead of identifiers", {
        value: "filter=value,...",
        type: "filters",
        repeatable: true,
      }),
      option("parallel", "how many machines run the command at once", {
        value: "count",
        type: "count",
        min: 1,
        max: 64,
        default: defaults.parallel,
      }),
    ],
    notes: [
      "svc looks up the address and the user, and starts the ssh that is on PATH: its configuration, agent, known hosts and host key checking are used as they are. Terminal, signals and exit code are ssh's own; 255 is an error of ssh itself.",
      addressNote,
      userNote,
      "On several machines the command runs side by side without a terminal or questions: each line of output begins with the name of its machine, and the exit code is 10 where it failed on some.",
      "-o is ssh's here, not --output.",
    ],
    ignores: ["output", "columns", "sort", "no-header", "query", "show-secrets", "curl"],
    example: "svc machines ssh app-01 --dry-run -- uptime",
  },
  inventory: {
    command: ["inventory"],
    summary: "Answer Ansible as a dynamic inventory",
    theme: "Machines and nodes",
    options: [
      option("list", "the whole inventory; also when nothing is given", { excludes: ["host"] }),
      option("host", "the variables of one host alone", { value: "name" }),
      option("all", "also machines that take no logins, without an address"),
      where,
      ...loginOptions,
    ],
    notes: [
      'Ansible runs an inventory that is an executable file. One of two lines is enough: #!/bin/sh, and exec svc inventory "$@", with --where or --profile before "$@" where they are wanted.',
      "Hosts are the deployed machines and those in rescue mode, by host name, or by FQDN or system_id where that is not unique. Groups are status_*, tag_*, pool_*, zone_*, domain_*, arch_*, os_*, owner_* and power_*, other characters than letters and digits written as underscores.",
      "Variables of a host are ansible_host, ansible_user, and facts that begin with svc_. Annotations whose names say that they are secret are left out, and texts are marked so that Ansible evaluates no template in them.",
      addressNote,
      userNote,
    ],
    ignores: ["columns", "sort", "no-header", "query", "show-secrets", "curl"],
    example: "svc inventory --host app-01",
  },
  "ssh-config": {
    command: ["ssh-config"],
    summary: "Write hosts for ssh's configuration, for machines that take logins",
    theme: "Machines and nodes",
    options: [
      option("file", "write this file, which ssh's configuration includes, instead of standard output", {
        value: "file",
        type: "path",
      }),
      option("prefix", "begin each alias with this, such as lab-", { value: "text" }),
      where,
      ...loginOptions,
      ...sshOptions,
    ],
    notes: [
      "In ~/.ssh/config, before all hosts: Include svc.conf. Then ssh, scp, rsync and editors know the machines by host name and FQDN.",
      "--file replaces only a file that svc ssh-config has written, and leaves one as it is that would not change.",
      "With --prefix no machine can have the name of another host that you use.",
      addressNote,
      userNote,
    ],
    ignores: ["curl"],
    example: "svc ssh-config --prefix lab-",
  },
} as const satisfies Record<string, CommandSpec>;
