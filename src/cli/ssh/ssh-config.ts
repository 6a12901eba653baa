import { Failure } from "../../core/failure.ts";
import { chooseAddress } from "./addresses.ts";
import { nameMachines } from "./host-names.ts";
import type { LoginPreferences } from "./inventory.ts";
import { acceptsLogins, type ReachableMachine, userOf } from "./machine.ts";

export interface SshHostSettings extends LoginPreferences {
  readonly prefix: string;
  readonly jump: string | undefined;
  readonly identityFiles: readonly string[];
  readonly port: number | undefined;
}

export interface SshHost {
  readonly aliases: readonly string[];
  readonly address: string;
  readonly user: string | undefined;
  readonly systemId: string;
}

/** `skipped` are system ids of machines without a usable name or address. */
export function sshHosts(
  machines: readonly ReachableMachine[],
  settings: SshHostSettings,
): { readonly hosts: readonly SshHost[]; readonly skipped: readonly string[] } {
  const { namedMachines, nameless } = nameMachines(machines.filter(acceptsLogins));
  const skipped = [...nameless];
  const hosts: SshHost[] = [];
  for (const { machine, names } of namedMachines) {
    const { systemId } = machine.view;
    const address = chooseAddress(machine.addresses, settings);
    const hostNames = names.filter((name) => name !== systemId);
    if (address === undefined) skipped.push(systemId);
    else
      hosts.push({
        aliases: (hostNames.length > 0 ? hostNames : [systemId]).map((name) => settings.prefix + name),
        address: address.ip,
        user: settings.user ?? userOf(machine),
        systemId,
      });
  }
  return { hosts: hosts.sort((a, b) => ((a.aliases[0] ?? "") < (b.aliases[0] ?? "") ? -1 : 1)), skipped };
}

/** Marks files that svc wrote and may replace. */
export const fileMark = "# Written by svc ssh-config";

export function hostBlocks(hosts: readonly SshHost[], settings: SshHostSettings): readonly string[] {
  const shared = [
    ...(settings.port === undefined ? [] : [`Port ${settings.port}`]),
    ...(settings.jump === undefined ? [] : [`ProxyJump ${quoted(settings.jump)}`]),
    ...settings.identityFiles.map((file) => `IdentityFile ${quoted(file)}`),
  ];
  return hosts.map(({ aliases, address, user }) =>
    [
      `Host ${aliases.join(" ")}`,
      `HostName ${address}`,
      ...(user === undefined ? [] : [`User ${quoted(user)}`]),
      ...shared,
    ].join("\n  "),
  );
}

export function sshConfigText(blocks: readonly string[], services: readonly string[]): string {
  const head = `${fileMark}: the machines of ${services.join(", ")}. Changes are lost when it is written again.`;
  return `${[head, ...blocks].join("\n\n")}\n`;
}

function quoted(word: string): string {
  if (/[\p{Cc}"]|\\\\|\\$/u.test(word))
    throw new Failure(
      "usage",
      "ssh configuration cannot contain double quotes, control characters, or double or trailing backslashes",
    );
  return /^[\w@%+=:,./~[\]-]+$/.test(word) ? word : `"${word}"`;
}

export function checkPrefix(prefix: string): void {
  if (/^[a-z0-9][a-z0-9._-]*$/i.test(prefix) || prefix === "") return;
  throw new Failure("usage", "--prefix takes letters, digits, dots, hyphens and underscores");
}
