import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { defaults } from "../../../catalogue/defaults.ts";
import type { CopyRecord } from "../../../catalogue/site-copy.ts";
import { readSite } from "../../../client/copy/read-site.ts";
import type { Client } from "../../../client/http/call.ts";
import { connectionWith, requireKey, withCommandKey } from "../../../client/profiles/connection.ts";
import { findProfile } from "../../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../../client/profiles/store.ts";
import { Failure, isSystemError, systemErrorText } from "../../../core/failure.ts";
import type { CopyReport } from "../../../sandbox/copy/import-copy.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { jsonText } from "../../output/escape.ts";
import { openStatusLine } from "../../terminal/live-output.ts";

type CopyInvocation = Pick<Invocation, "context" | "globals" | "messages" | "signal" | "open">;

export async function copyFrom(
  invocation: CopyInvocation,
  from: string,
  target: string | undefined,
): Promise<AsyncIterable<CopyRecord>> {
  const { context, globals, signal } = invocation;
  const { profiles, warnings } = readProfiles(configFolder(globals.configDir, context.env));
  const isProfile = findProfile(profiles, from) !== undefined;
  const isFile = !isProfile && (await stat(from).catch(() => undefined)) !== undefined;
  if (!isProfile && !isFile) {
    const names = Object.keys(profiles.byName).sort();
    throw new Failure("notFound", `--from: no profile and no file is called '${from}'`, {
      lines: warnings,
      hint: names.length === 0 ? "run: svc login NAME URL" : `profiles: ${names.join(", ")}`,
    });
  }
  if (isFile) {
    const { readSnapshot } = await import("../../../sandbox/copy/snapshot.ts");
    return withSnapshot(invocation, readSnapshot(from, signal), target);
  }
  // Uses the address and key of the profile; those in the environment may belong to another service.
  const settings = { ...globals, profile: from, baseUrl: undefined };
  const resolvedConnection = connectionWith(undefined, settings, context.env);
  const connection = await withCommandKey(resolvedConnection.connection, context.env, signal);
  requireKey(connection);
  return copyOf(invocation, await invocation.open(connection), target);
}

export function copyOf(invocation: CopyInvocation, client: Client, target?: string) {
  const { context, globals, signal } = invocation;
  const showsProgress = context.stderr.isTTY && !globals.quiet;
  const statusLine = showsProgress ? openStatusLine(context, { redrawMs: 100, quietMs: 300 }) : undefined;
  const siteRecords = readSite({
    client,
    signal,
    parallel: defaults.parallel,
    nowMs: context.clock.now(),
    onProgress: (label, count) =>
      statusLine?.show(() => `copying ${client.endpoint.baseUrl}: ${count} ${label}`),
  });
  const recordsWithProgress = async function* (): AsyncGenerator<CopyRecord> {
    try {
      yield* siteRecords;
    } finally {
      statusLine?.clear();
    }
  };
  return withSnapshot(invocation, recordsWithProgress(), target);
}

const pieceLength = 256 * 1024;

/** Also writes the records to a file that only its owner can read. The file appears when it is complete. */
async function* withSnapshot(
  { context }: CopyInvocation,
  records: AsyncIterable<CopyRecord>,
  target: string | undefined,
): AsyncGenerator<CopyRecord> {
  if (target === undefined) return yield* records;
  const temporaryFile = `${target}.${context.random.hex(8)}`;
  const file = await open(temporaryFile, "wx", 0o600).catch((error: unknown) => {
    throw unwritable(target, error);
  });
  try {
    let piece = "";
    for await (const record of records) {
      piece += `${jsonText(record)}\n`;
      const isLast = "end" in record;
      if (piece.length >= pieceLength || isLast) {
        await file.writeFile(piece);
        piece = "";
      }
      if (isLast) {
        await file.sync();
        await rename(temporaryFile, target);
      }
      yield record;
    }
  } catch (error) {
    throw isSystemError(error) ? unwritable(target, error) : error;
  } finally {
    await file.close();
    await rm(temporaryFile, { force: true });
  }
}

const unwritable = (target: string, error: unknown): Failure =>
  new Failure("other", `the snapshot ${target} cannot be written (${systemErrorText(error)})`, {
    hint: "--snapshot takes a file in an existing folder",
    cause: error,
  });

export async function checkSnapshot(target: string): Promise<void> {
  const [targetStats, folder] = [
    await stat(target).catch(() => undefined),
    await stat(dirname(target)).catch(() => undefined),
  ];
  if (targetStats !== undefined && !targetStats.isFile())
    throw new Failure("usage", `--snapshot: '${target}' is not a file`);
  if (folder?.isDirectory() !== true)
    throw new Failure("usage", `--snapshot: the folder '${dirname(target)}' does not exist`);
}

export function reportCopy({ messages }: Pick<Invocation, "messages">, report: CopyReport): void {
  for (const { kind, reason } of report.unread) messages.warn(`the copy has no ${kind}: ${reason}`);
  for (const { kind, why, count } of report.leftOut) messages.warn(`the copy lacks ${count} ${kind}: ${why}`);
}
