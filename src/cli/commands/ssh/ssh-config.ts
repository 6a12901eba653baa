import { open, stat } from "node:fs/promises";
import { fileBytes } from "../../../client/values/files.ts";
import { Failure, isSystemError, systemErrorCode, systemErrorText } from "../../../core/failure.ts";
import { maskUserInfo } from "../../../core/secrets/names.ts";
import { type Invocation, printsPage, type SitePart } from "../../invocation/invocation.ts";
import { writeOutputFile } from "../../operation/content.ts";
import type { Shape } from "../../output/columns.ts";
import { writeWhole } from "../../output/sink.ts";
import { refuseColumnOptions } from "../../parsing/column-names.ts";
import { noFilters } from "../../parsing/node-filters.ts";
import type { SshOptions } from "../options.ts";
import {
  checkLoginOptions,
  chooseAddress,
  nameMachines,
  type ReachableMachine,
  readMachines,
  userOf,
} from "./reachable.ts";

interface SshConfigOptions extends SshOptions {
  readonly file?: string;
  readonly prefix?: string;
}

export async function writeSshConfig(shape: Shape, invocation: Invocation<SshConfigOptions>): Promise<void> {
  const { options, globals, messages, multiSiteRun } = invocation;
  checkLoginOptions(options);
  const prefix = `${options.prefix ?? ""}${globals.site === undefined ? "" : `${globals.site}-`}`;
  checkPrefix(prefix);
  const { file } = options;
  if (file !== undefined) refuseColumnOptions(globals, "with --file", "omit it, or omit --file");
  const previousText = file === undefined ? undefined : await readPreviousConfig(file);
  const client = await invocation.connect();
  const machines = await readMachines(client, options.where ?? noFilters, { loginsOnly: true });
  const { hosts, omittedIds } = sshHosts(machines, { ...options, prefix });
  const blocks = hostBlocks(hosts, options);
  const service = maskUserInfo(client.endpoint.baseUrl);
  const text = sshConfigText(blocks, [service]);
  if (multiSiteRun !== undefined && (file !== undefined || printsPage(invocation, shape)))
    multiSiteRun.add({ blocks, service });
  else if (file !== undefined) await writeConfig(file, text, previousText, invocation);
  else if (printsPage(invocation, shape)) await writeWhole(invocation.context.stdout, text);
  else await invocation.print(hosts, shape);
  if (omittedIds.length > 0)
    messages.warn(`machines left out, because they have no usable address or name: ${omittedIds.join(", ")}`);
}

interface SiteConfig {
  readonly blocks: readonly string[];
  readonly service: string;
}

export async function joinSshConfig(parts: readonly SitePart[], invocation: Invocation<SshConfigOptions>) {
  const sites = parts.map(({ value }) => value as SiteConfig);
  const text = sshConfigText(
    sites.flatMap(({ blocks }) => blocks),
    sites.map(({ service }) => service),
  );
  const { file } = invocation.options;
  if (file === undefined) await writeWhole(invocation.context.stdout, text);
  else await writeConfig(file, text, await readPreviousConfig(file), invocation);
}

async function readPreviousConfig(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) throw new Failure("usage", `'${path}' is not a regular file`);
    if (await isWrittenBySvc(path)) return (await fileBytes(path, "--file")).toString("utf8");
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw new Failure("usage", `cannot read '${path}': ${systemErrorText(error)}`, { cause: error });
  }
  throw new Failure("usage", `'${path}' was not written by svc ssh-config, and is left unchanged`, {
    hint: "use a separate file and include it: Include svc.conf",
  });
}

/** Reads only the beginning, because the file may be of any size. */
async function isWrittenBySvc(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(fileMark.length), 0, fileMark.length, 0);
    return bytesRead === 0 || buffer.toString("latin1", 0, bytesRead) === fileMark;
  } finally {
    await file.close();
  }
}

async function writeConfig(
  path: string,
  text: string,
  previousText: string | undefined,
  { context, messages }: Invocation,
): Promise<void> {
  if (previousText === text) return messages.note(`'${path}' is up to date`);
  await writeOutputFile(path, Buffer.from(text), previousText !== undefined, context.random);
  messages.note(`${previousText === undefined ? "wrote" : "updated"} '${path}'`);
}

/** `omittedIds` are system ids of machines without a usable name or address. */
export function sshHosts(machines: readonly ReachableMachine[], options: SshConfigOptions) {
  const { prefix = "" } = options;
  const { namedMachines, namelessIds } = nameMachines(machines);
  const omittedIds = [...namelessIds];
  const hosts = namedMachines.flatMap(({ machine, names }) => {
    const { systemId } = machine.view;
    const address = chooseAddress(machine.addresses, options);
    const aliases = names.filter((name) => name !== systemId).map((name) => prefix + name);
    const [host = prefix + systemId, ...others] = aliases;
    if (address === undefined) {
      omittedIds.push(systemId);
      return [];
    }
    return {
      host,
      aliases: [host, ...others],
      address: address.ip,
      user: userOf(machine, options) ?? null,
      system_id: systemId,
    };
  });
  return { hosts: hosts.sort((a, b) => (a.host < b.host ? -1 : 1)), omittedIds };
}

type SshHosts = ReturnType<typeof sshHosts>["hosts"];

/** Marks files that svc wrote and may replace. */
const fileMark = "# Written by svc ssh-config";

export function hostBlocks(hosts: SshHosts, { port, jump, identity = [] }: SshOptions): readonly string[] {
  const sharedLines = [
    ...(port === undefined ? [] : [`Port ${port}`]),
    ...(jump === undefined ? [] : [`ProxyJump ${quoted(jump)}`]),
    ...identity.map((file) => `IdentityFile ${quoted(file)}`),
  ];
  return hosts.map(({ aliases, address, user }) =>
    [
      `Host ${aliases.join(" ")}`,
      `HostName ${address}`,
      ...(user === null ? [] : [`User ${quoted(user)}`]),
      ...sharedLines,
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
