import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { defaults } from "../../../catalogue/defaults.ts";
import type { CopyRecord } from "../../../catalogue/site-copy.ts";
import type { Client } from "../../../client/http/call.ts";
import { createClient } from "../../../client/http/client.ts";
import { connectionWith, requireKey, withCommandKey } from "../../../client/profiles/connection.ts";
import { parseKey } from "../../../client/profiles/credentials.ts";
import { findProfile } from "../../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../../client/profiles/store.ts";
import { readSite } from "../../../client/service/read-site.ts";
import { Failure, isSystemError, systemErrorText } from "../../../core/failure.ts";
import { isRecord, recordsIn } from "../../../core/json-record.ts";
import type { CopyReport } from "../../../sandbox/copy/import-copy.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { requireFolder } from "../../operation/content.ts";
import type { Shape } from "../../output/columns.ts";
import { escapeLine, jsonText } from "../../output/escape.ts";
import { linesText } from "../../output/sink.ts";
import { openStatusLine } from "../../terminal/live-output.ts";
import { controlSandbox } from "./control.ts";

type CopyInvocation = Pick<Invocation, "context" | "globals" | "messages" | "signal" | "open">;

export async function copyFrom(
  invocation: CopyInvocation,
  from: string,
  snapshotFile: string | undefined,
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
    return withSnapshot(invocation, readSnapshot(from, signal), snapshotFile);
  }
  // Uses the address and key of the profile; those in the environment may belong to another service.
  const settings = { ...globals, profile: from, url: undefined };
  const resolvedConnection = connectionWith(undefined, settings, context.env);
  const connection = await withCommandKey(resolvedConnection.connection, context.env, signal);
  requireKey(connection);
  return copySite(invocation, await invocation.open(connection), snapshotFile);
}

function copySite(invocation: CopyInvocation, client: Client, snapshotFile?: string) {
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
  return withSnapshot(invocation, recordsWithProgress(), snapshotFile);
}

/** In characters. */
const minWriteLength = 256 * 1024;

/** Also writes the records to a file that only its owner can read. The file appears when it is complete. */
async function* withSnapshot(
  { context }: CopyInvocation,
  records: AsyncIterable<CopyRecord>,
  snapshotFile: string | undefined,
): AsyncGenerator<CopyRecord> {
  if (snapshotFile === undefined) return yield* records;
  const temporaryFile = `${snapshotFile}.${context.random.hex(8)}`;
  const file = await open(temporaryFile, "wx", 0o600).catch((error: unknown) => {
    throw unwritableSnapshot(snapshotFile, error);
  });
  try {
    let piece = "";
    for await (const record of records) {
      piece += `${jsonText(record)}\n`;
      const isLast = "end" in record;
      if (piece.length >= minWriteLength || isLast) {
        await file.writeFile(piece);
        piece = "";
      }
      if (isLast) {
        await file.sync();
        await rename(temporaryFile, snapshotFile);
      }
      yield record;
    }
  } catch (error) {
    throw isSystemError(error) ? unwritableSnapshot(snapshotFile, error) : error;
  } finally {
    await file.close();
    await rm(temporaryFile, { force: true });
  }
}

const unwritableSnapshot = (file: string, error: unknown): Failure =>
  new Failure("other", `the snapshot ${file} cannot be written (${systemErrorText(error)})`, {
    hint: "--snapshot takes a file in an existing folder",
    cause: error,
  });

export async function checkSnapshot(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats !== undefined && !stats.isFile())
    throw new Failure("usage", `--snapshot: '${file}' is not a file`);
  await requireFolder(dirname(file), "--snapshot: ");
}

export function reportCopy({ messages }: Pick<Invocation, "messages">, report: CopyReport): void {
  for (const { kind, reason } of report.unread) messages.warn(`the copy has no ${kind}: ${reason}`);
  for (const { kind, why, count } of report.leftOut)
    messages.warn(`the copy lacks ${count} of the ${kind}: ${why}`);
}

/** In characters; a large rehearsal makes many changes. */
const maxChangesLength = 256 * 1024 * 1024;

/** Each change has a summary in `what`. */
export async function readChanges(invocation: Invocation): Promise<readonly Record<string, unknown>[]> {
  const answer = await controlSandbox(invocation, "GET", "changes", { maxLength: maxChangesLength });
  return withSummaries(answer["changes"]);
}

export const withSummaries = (changes: unknown): readonly Record<string, unknown>[] =>
  recordsIn(changes).map((change) => ({ ...change, what: summaryOf(change) }));

/** Returns for example `status: Ready -> Deploying -> Deployed; zone: north -> south`, or why a request was refused. */
function summaryOf({ action, fields, statuses, request, status, reason }: Record<string, unknown>): string {
  if (action === "refused") return `${String(request)}: ${String(status)} ${String(reason)}`.trim();
  const statusPath = Array.isArray(statuses) ? [`status: ${statuses.join(" -> ")}`] : [];
  const fieldTexts = recordsIn(fields)
    .filter(({ field }) => field !== "status" || statusPath.length === 0)
    .map(({ field, from, to }) => `${String(field)}: ${valueText(from)} -> ${valueText(to)}`);
  return [...statusPath, ...fieldTexts].join("; ");
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  if (Array.isArray(value) && !value.some((each) => isRecord(each))) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export async function printChanges(
  invocation: Invocation<{ readonly "exit-code"?: boolean }>,
  changes: readonly Record<string, unknown>[],
  shape: Shape,
): Promise<void> {
  if (changes.length === 0) invocation.messages.note("nothing has changed");
  await invocation.print(changes, shape);
  if (invocation.options["exit-code"] === true && changes.length > 0)
    throw new Failure("differences", "the copy has changed", { isReported: true });
}

const signs: Readonly<Record<string, string>> = { created: "+", changed: "~", deleted: "-", refused: "!" };

export function changeReport(changes: readonly Record<string, unknown>[]): string {
  const lines = changes.map(({ action, kind, name, what: summary }) => {
    const subject = action === "refused" ? "" : `${String(kind)} ${String(name)}`;
    return `${signs[String(action)] ?? " "} ${[subject, String(summary)].filter((text) => text !== "").join("  ")}`;
  });
  const totals = Object.keys(signs).flatMap((action) => {
    const count = changes.filter((change) => change["action"] === action).length;
    return count === 0 ? [] : [`${count} ${action}`];
  });
  const total = totals.length === 0 ? "nothing has changed" : totals.join(", ");
  return linesText(["changes in the copy:", ...lines.map(escapeLine), total]);
}

/** Runs `work` against a copy of the site, where operations finish at once, and returns its failure. */
export async function runInCopy(
  invocation: Invocation,
  site: Client,
  work: (copy: Client) => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
  const { context, globals, messages } = invocation;
  const { startSandbox } = await import("../../../sandbox/sandbox.ts");
  messages.note("rehearsing in a copy of the site; the site itself is only read");
  const sandbox = await startSandbox({
    copy: copySite(invocation, site),
    instant: true,
    now: () => context.clock.now(),
    onProblem: messages.warn,
  });
  try {
    if (sandbox.copyReport !== undefined) reportCopy(invocation, sandbox.copyReport);
    // A separate client: the command's own client records the changes to the site.
    const copy = createClient({
      endpoint: {
        baseUrl: sandbox.url,
        addressing: "path",
        signature: "plaintext",
        clockOffsetMs: 0,
        credentials: parseKey(sandbox.keys.administrator, "the copy"),
      },
      clock: context.clock,
      random: context.random,
      env: context.env,
      signal: invocation.signal,
    });
    const failure = await work(copy).finally(() => copy.close());
    const changes = withSummaries(await sandbox.changes());
    if (!globals.quiet || failure !== undefined) context.stderr.write(changeReport(changes));
    return failure;
  } finally {
    await sandbox.stop();
  }
}
