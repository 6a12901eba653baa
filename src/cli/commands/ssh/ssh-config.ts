import { open, stat } from "node:fs/promises";
import { fileBytes } from "../../../client/values/files.ts";
import { Failure, isSystemError, systemErrorCode, systemErrorText } from "../../../core/failure.ts";
import { maskUserInfo } from "../../../core/secrets/names.ts";
import { printsPage } from "../../invocation/command.ts";
import type { Invocation, SitePart } from "../../invocation/invocation.ts";
import { writeTarget } from "../../operation/target-file.ts";
import type { Shape } from "../../output/columns.ts";
import { writeWhole } from "../../output/sink.ts";
import { refuseColumnOptions } from "../../parsing/column-names.ts";
import { noFilters } from "../../parsing/node-filters.ts";
import { acceptsLogins } from "../../ssh/machine.ts";
import {
  checkPrefix,
  fileMark,
  hostBlocks,
  type SshHostSettings,
  sshConfigText,
  sshHosts,
} from "../../ssh/ssh-config.ts";
import { readMachines, readPreferences } from "./fleet.ts";
import type { SshOptions } from "./options.ts";

interface SshConfigOptions extends SshOptions {
  readonly file?: string;
  readonly prefix?: string;
}

export async function writeSshConfig(shape: Shape, invocation: Invocation<SshConfigOptions>): Promise<void> {
  const { options, globals, messages, multiSiteRun } = invocation;
  const settings = readSettings(options, globals.site);
  const { file } = options;
  if (file !== undefined) refuseColumnOptions(globals, "with --file", "omit it, or omit --file");
  const previousText = file === undefined ? undefined : await readPreviousConfig(file);
  const client = await invocation.connect();
  const machines = (await readMachines(client, options.where ?? noFilters, true)).filter(acceptsLogins);
  const { hosts, skipped: omittedMachines } = sshHosts(machines, settings);
  const blocks = hostBlocks(hosts, settings);
  const service = maskUserInfo(client.endpoint.baseUrl);
  const text = sshConfigText(blocks, [service]);
  if (multiSiteRun !== undefined && (file !== undefined || printsPage(invocation, shape)))
    multiSiteRun.add({ blocks, service });
  else if (file !== undefined) await writeConfig(file, text, previousText, invocation);
  else if (printsPage(invocation, shape)) await writeWhole(invocation.context.stdout, text);
  else
    await invocation.print(
      hosts.map(({ aliases, address, user, systemId }) => ({
        host: aliases[0],
        aliases,
        address,
        user: user ?? null,
        system_id: systemId,
      })),
      shape,
    );
  if (omittedMachines.length > 0)
    messages.warn(`left out, because they have no usable address or name: ${omittedMachines.join(", ")}`);
}

interface SiteHosts {
  readonly blocks: readonly string[];
  readonly service: string;
}

export async function joinSshConfig(
  parts: readonly SitePart[],
  invocation: Invocation<SshConfigOptions>,
): Promise<void> {
  const sites = parts.map(({ value }) => value as SiteHosts);
  const text = sshConfigText(
    sites.flatMap(({ blocks }) => blocks),
    sites.map(({ service }) => service),
  );
  const { file } = invocation.options;
  if (file === undefined) await writeWhole(invocation.context.stdout, text);
  else await writeConfig(file, text, await readPreviousConfig(file), invocation);
}

function readSettings(options: SshConfigOptions, site: string | undefined): SshHostSettings {
  const prefix = `${options.prefix ?? ""}${site === undefined ? "" : `${site}-`}`;
  checkPrefix(prefix);
  return {
    ...readPreferences(options),
    prefix,
    jump: options.jump,
    identityFiles: options.identity ?? [],
    port: options.port,
  };
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
  await writeTarget(path, Buffer.from(text), previousText !== undefined, context.random);
  messages.note(`${previousText === undefined ? "wrote" : "updated"} '${path}'`);
}
