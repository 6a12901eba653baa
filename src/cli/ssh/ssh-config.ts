import { Failure } from "../../core/failure.ts";
import { chooseAddress } from "./choice.ts";
import { nameMachines } from "./host-names.ts";
import type { LoginWish } from "./inventory.ts";
import { type ReachableMachine, takesLogins, userOf } from "./machine.ts";

/** How the hosts of a file are reached, beside what their machines say. */
export interface SshHostSettings extends LoginWish {
  /** Before each alias, such as `lab-`. */
  readonly prefix: string;
  readonly jump: string | undefined;
  readonly identityFiles: readonly string[];
  readonly port: number | undefined;
}

/** One host of ssh's configuration. */
export interface SshHost {
  /** What it is called by, the shortest first. */
  readonly aliases: readonly string[];
  readonly address: string;
  readonly user: string | undefined;
  readonly systemId: string;
}

/** The hosts of the machines that take logins, by name; `left` are the system ids of those that got none. */
export function sshHosts(
  machines: readonly ReachableMachine[],
  settings: SshHostSettings,
): { readonly hosts: readonly SshHost[]; readonly left: readonly string[] } {
  const { named, nameless } = nameMachines(machines.filter(takesLogins));
  const left = [...nameless];
  const hosts: SshHost[] = [];
  for (const { machine, names } of named) {
    const address = chooseAddress(machine.addresses, settings);
    if (address === undefined) left.push(machine.view.systemId);
    else
      hosts.push({
        aliases: aliasesOf(names, machine.view.systemId).map((name) => settings.prefix + name),
        address: address.ip,
        user: settings.user ?? userOf(machine),
        systemId: machine.view.systemId,
      });
  }
  return { hosts: hosts.sort((a, b) => ((a.aliases[0] ?? "") < (b.aliases[0] ?? "") ? -1 : 1)), left };
}

/** Host name and FQDN; the system id where neither can be used. */
function aliasesOf(names: readonly string[], systemId: string): readonly string[] {
  const spoken = names.filter((name) => name !== systemId);
  return spoken.length > 0 ? spoken : [systemId];
}

/** The first words of a file that svc has written, by which it knows that it may replace it. */
export const fileMark = "# Written by svc ssh-config";

/** The text of the configuration; the same hosts give the same text. */
export function sshConfigText(hosts: readonly SshHost[], settings: SshHostSettings, origin: string): string {
  const shared = [
    ...(settings.port === undefined ? [] : [`Port ${settings.port}`]),
    ...(settings.jump === undefined ? [] : [`ProxyJump ${quoted(settings.jump)}`]),
    ...settings.identityFiles.map((file) => `IdentityFile ${quoted(file)}`),
  ];
  const blocks = hosts.map(({ aliases, address, user }) =>
    [
      `Host ${aliases.join(" ")}`,
      `HostName ${address}`,
      ...(user === undefined ? [] : [`User ${quoted(user)}`]),
      ...shared,
    ].join("\n  "),
  );
  return `${[`${fileMark}: the machines of ${origin}. Changes are lost when it is written again.`, ...blocks].join("\n\n")}\n`;
}

/**
 * A word of the operator as ssh's configuration reads it back. Throws a usage `Failure` for what the format
 * cannot hold.
 */
function quoted(word: string): string {
  if (/[\p{Cc}"]|\\\\|\\$/u.test(word))
    throw new Failure(
      "usage",
      "ssh's configuration cannot contain quotation marks, control characters and such backslashes",
    );
  return /^[\w@%+=:,./~[\]-]+$/.test(word) ? word : `"${word}"`;
}

/** Throws the usage `Failure` of a prefix that cannot stand in an alias. */
export function checkPrefix(prefix: string): void {
  if (/^[a-z0-9][a-z0-9._-]*$/i.test(prefix) || prefix === "") return;
  throw new Failure("usage", "--prefix takes letters, digits, dots, hyphens and underscores");
}
