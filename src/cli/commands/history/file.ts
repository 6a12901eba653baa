import { closeSync, constants, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../../context.ts";
import { homeFolder, makeFolder, readTrustedFile } from "../../../core/files.ts";
import { isRecord } from "../../../core/json-record.ts";

/** The history is at most two files of this size; when the newer one is full, it replaces the older one. */
const maxBytes = 5 * 1024 * 1024;
/** A lock older than this was left behind by a process that ended. */
const staleLockMs = 10_000;

/** `$XDG_STATE_HOME/svc`, or `~/.local/state/svc`. Undefined without a home. */
export function stateFolder(env: Context["env"]): string | undefined {
  const state = env["XDG_STATE_HOME"] || env["LOCALAPPDATA"];
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
  if (size + Buffer.byteLength(line) > maxBytes) rotate(folder, nowMs);
  append(folder, line);
}

function append(folder: string, line: string): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const file = openSync(currentFile(folder), flags, 0o600);
  try {
    writeSync(file, `${line}\n`);
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
    if ((statSync(currentFile(folder), { throwIfNoEntry: false })?.size ?? 0) < maxBytes / 2) return;
    renameSync(currentFile(folder), olderFile(folder));
    const next = (entriesIn(olderFile(folder)).at(-1)?.number ?? 0) + 1;
    // Another process may already have written to the new file, so this head is valid on any line.
    append(folder, JSON.stringify({ first: next }));
  } catch {
    // The file keeps growing until a later rotation succeeds.
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

export interface HistoryEntry {
  /** Does not change when older entries are dropped. */
  readonly number: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Oldest first; unreadable lines are omitted. */
export const readHistory = (folder: string): readonly HistoryEntry[] => [
  ...entriesIn(olderFile(folder)),
  ...entriesIn(currentFile(folder)),
];

function entriesIn(path: string): readonly HistoryEntry[] {
  const text = readTrustedFile(path, 4 * maxBytes)?.text ?? "";
  const values = text.split("\n").flatMap((line) => {
    try {
      const value: unknown = line === "" ? undefined : JSON.parse(line);
      return isRecord(value) ? [value] : [];
    } catch {
      return [];
    }
  });
  const head = values.find(({ first }) => typeof first === "number");
  const first = typeof head?.["first"] === "number" ? head["first"] : 1;
  return values.filter((value) => value !== head).map((entry, index) => ({ number: first + index, entry }));
}
