import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Ledger } from "../../../client/http/ledger.ts";
import type { Connection } from "../../../client/profiles/connection.ts";
import type { Context } from "../../../context.ts";
import { attempt, Failure } from "../../../core/failure.ts";
import { homeFolder, makeFolder, xdgFolder } from "../../../core/files.ts";
import { isRecord, primitiveText } from "../../../core/json-record.ts";
import { isKeyLike, maskByForm } from "../../../core/secrets/text.ts";
import { shellWord, shellWords } from "../../../core/text/shell-words.ts";
import { readTrustedFile } from "../../../core/trusted-file.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { expandRanges } from "../../parsing/ranges.ts";

/** The history is at most two files of this size; when the newer one is full, it replaces the older one. */
const maxFileBytes = 5 * 1024 * 1024;
/** A lock older than this was left behind by a process that ended. */
const staleLockMs = 10_000;

/** `$XDG_STATE_HOME/svc`, or `~/.local/state/svc`. Undefined without a home. */
export function stateFolder(env: Context["env"]): string | undefined {
  const state = xdgFolder(env, "STATE") || env["LOCALAPPDATA"];
  if (state) return join(state, "svc");
  const home = homeFolder(env);
  return home === undefined || home === "" ? undefined : join(home, ".local", "state", "svc");
}

const currentFile = (folder: string): string => join(folder, "history.ndjson");
const olderFile = (folder: string): string => join(folder, "history.1.ndjson");

/** Appends a line in one write, so that lines of several processes do not mix. Throws the file system's error. */
export function appendLine(folder: string, line: string, nowMs: number): void {
  makeFolder(folder);
  const size = statSync(currentFile(folder), { throwIfNoEntry: false })?.size ?? 0;
  if (size + Buffer.byteLength(line) > maxFileBytes) rotate(folder, nowMs);
  append(currentFile(folder), line);
}

function append(path: string, line: string): void {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const file = openSync(path, flags, 0o600);
  try {
    const end = Buffer.from("\n");
    readSync(file, end, 0, 1, Math.max(0, fstatSync(file).size - 1));
    // A full disk may have cut off the previous line.
    writeSync(file, `${end.toString() === "\n" ? "" : "\n"}${line}\n`);
  } finally {
    closeSync(file);
  }
}

/** Works under a lock; if another process has the lock, that process rotates the files. */
function rotate(folder: string, nowMs: number): void {
  const lock = join(folder, "history.lock");
  const lockAgeMs = nowMs - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? nowMs);
  if (lockAgeMs > staleLockMs) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock, { mode: 0o700 });
  } catch {
    return;
  }
  try {
    // Another process may have rotated the files meanwhile.
    if ((statSync(currentFile(folder), { throwIfNoEntry: false })?.size ?? 0) < maxFileBytes / 2) return;
    const oldestFile = join(folder, "history.0.ndjson");
    if (existsSync(olderFile(folder))) renameSync(olderFile(folder), oldestFile);
    renameSync(currentFile(folder), olderFile(folder));
    // Counts lines only after the renames, because other processes may still append to a renamed file.
    append(olderFile(folder), JSON.stringify({ first: nextNumber(readFile(oldestFile, 1)) }));
    append(currentFile(folder), JSON.stringify({ first: nextNumber(readFile(olderFile(folder), 1)) }));
    rmSync(oldestFile, { force: true });
  } catch {
    // The file keeps growing until a later rotation succeeds.
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

type HistoryEntry = Readonly<Record<string, unknown>>;

/**
 * Oldest first; unreadable lines are omitted. The number of an entry does not change when older ones are dropped.
 * `warn` gets the problem of a file that is not used.
 */
export function readHistory(folder: string, warn?: (problem: string) => void) {
  const olderPart = readFile(olderFile(folder), 1, warn);
  // Another process may still append to the older file after the newer one was created.
  return [olderPart, readFile(currentFile(folder), nextNumber(olderPart), warn)].flatMap(
    ({ first, entries }) => entries.map((entry, index) => ({ number: first + index, entry })),
  );
}

const nextNumber = ({ first, entries }: ReturnType<typeof readFile>): number => first + entries.length;

/** Returns the entries, and the number of the first. */
function readFile(path: string, minFirstNumber: number, warn?: (problem: string) => void) {
  const file = readTrustedFile(path, 4 * maxFileBytes);
  const mayExist = () => attempt(() => statSync(path, { throwIfNoEntry: false }) === undefined) !== true;
  if (file === undefined && warn !== undefined && mayExist())
    warn(`the history in ${path} is not used: svc cannot read it, or other users can change it`);
  const text = file?.text ?? "";
  const lines = text.split("\n").flatMap((line) => {
    const value = attempt((): unknown => JSON.parse(line));
    return isRecord(value) ? [value] : [];
  });
  const firstNumbers = lines.flatMap(({ first }) => (typeof first === "number" ? [first] : []));
  const entries = lines.filter(({ first }) => typeof first !== "number");
  return { first: Math.max(minFirstNumber, firstNumbers.at(-1) ?? 1), entries };
}

interface RecordedRun {
  readonly ledger: Ledger;
  readonly connections: ReadonlySet<Connection>;
  readonly exitCode: number;
  /** Includes names that the user picked from a list when prompted. */
  readonly argv: readonly string[];
  /** Secrets given on the command line. */
  readonly secrets: readonly string[];
}

/** These limits keep a line small enough to be appended in one write. */
const maxRequests = 300;
const maxCommandLength = 4000;

/** Never fails, because the changes are already made. Records nothing for sandboxes and profiles with `history=off`. */
export function recordRun({ ledger, connections, exitCode, argv, secrets }: RecordedRun, context: Context) {
  const { env, clock } = context;
  const folder = stateFolder(env);
  if (folder === undefined || env["SVC_HISTORY"] === "off") return;
  const services = [...connections].filter(
    ({ safeguards }) => safeguards?.sandbox !== true && safeguards?.history !== "off",
  );
  if (services.length === 0) return;
  const changes = ledger.changes();
  const mask = (text: string): string => maskByForm(context.maskSecrets?.(text) ?? text);
  const unique = (texts: readonly (string | undefined)[]) => [
    ...new Set(texts.filter((text) => text !== undefined)),
  ];
  const entry = {
    time: new Date(clock.now()).toISOString(),
    profile: unique(services.map(({ profile }) => profile)).join(",") || null,
    url: unique(services.map(({ endpoint }) => endpoint.baseUrl)).join(" "),
    command: commandText(argv, secrets, mask).slice(0, maxCommandLength),
    machines: machinesIn(
      changes.map(({ request }) => request),
      ledger.hostnames,
    ),
    outcome: ledger.outcome(),
    exit_code: exitCode,
    count: changes.length,
    requests: changes
      .slice(0, maxRequests)
      .map(({ request, outcome }) => ({ request: mask(request), outcome })),
  };
  // A failed write must not fail the command.
  attempt(() => appendLine(folder, JSON.stringify(entry), clock.now()));
}

function commandText(argv: readonly string[], secrets: readonly string[], mask: (word: string) => string) {
  const hideSecret = (word: string): string => {
    const secret = secrets.find((each) => word === each || word.endsWith(`=${each}`));
    if (secret !== undefined) return `${word.slice(0, word.length - secret.length)}********`;
    return isKeyLike(word) ? "********" : mask(word);
  };
  return ["svc", ...argv.map(hideSecret).map(shellWord)].join(" ");
}

/** Host names of the machines in request paths, or the ids of machines that were not looked up. */
function machinesIn(requests: readonly string[], hostnames: ReadonlyMap<string, string>): readonly string[] {
  const ids = requests.flatMap(
    (request) => /\/(?:machines|nodes|devices)\/([a-z0-9]{6})\b/.exec(request)?.[1] ?? [],
  );
  return [...new Set(ids)].slice(0, maxRequests).map((id) => hostnames.get(id) ?? id);
}

function entriesOf({ context: { env }, messages }: Invocation) {
  const folder = stateFolder(env);
  return folder === undefined ? [] : readHistory(folder, messages.warn);
}

export function listHistory(
  invocation: Invocation<{ readonly machine?: string; readonly failed?: boolean }>,
): readonly unknown[] {
  const { machine, failed, limit = 100 } = invocation.options;
  return entriesOf(invocation)
    .filter(({ entry }) => failed !== true || entry["exit_code"] !== 0)
    .filter(({ entry }) => machine === undefined || concernsMachine(entry, machine))
    .reverse()
    .slice(0, limit)
    .map(({ number, entry: { requests: _, ...entry } }) => ({ number, ...entry }));
}

function concernsMachine({ machines, command, requests }: HistoryEntry, machine: string): boolean {
  const shortName = (name: unknown) => primitiveText(name).replace(/\..*/, "").toLowerCase();
  if (Array.isArray(machines) && machines.some((name) => shortName(name) === shortName(machine))) return true;
  if (JSON.stringify(requests ?? []).includes(`/${machine}/`)) return true;
  const words = (shellWords(primitiveText(command)) ?? []).flatMap((word) =>
    word.includes("[") ? (attempt(() => expandRanges(word)) ?? []) : [word],
  );
  return words.some((word) => shortName(word) === shortName(machine));
}

const requestShape: Shape = {
  identity: "request",
  columns: [
    { header: "OUTCOME", path: "outcome", rank: "key" },
    { header: "REQUEST", path: "request", rank: "text" },
  ],
};

export async function showHistory(number: string, shape: Shape, invocation: Invocation): Promise<void> {
  const change = entriesOf(invocation).find((each) => String(each.number) === number);
  if (change === undefined)
    throw new Failure("notFound", `the history has no change ${number}`, {
      hint: "svc history lists them",
    });
  const changeRow = { number: change.number, ...change.entry };
  const { format, query } = invocation.outputSettings(shape);
  await invocation.print(changeRow, shape);
  if ((format !== "table" && format !== "wide") || query !== undefined) return;
  const { requests } = change.entry;
  await invocation.print(Array.isArray(requests) ? requests : [], requestShape);
}
