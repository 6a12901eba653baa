import { closeSync, constants, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../../context.ts";
import { homeFolder, makeFolder, readTrustedFile } from "../../../core/files.ts";
import { isRecord } from "../../../core/json-record.ts";

/** Two files of this size at most: the older one goes with the next change of files. */
const maxBytes = 5 * 1024 * 1024;
/** A lock left by a process that ended is older than this, in milliseconds. */
const staleLockMs = 10_000;

/** `$XDG_STATE_HOME/svc`, or `~/.local/state/svc`. Undefined without a home. */
export function stateFolder(env: Context["env"]): string | undefined {
  const state = env["XDG_STATE_HOME"] || env["LOCALAPPDATA"];
  if (state) return join(state, "svc");
  const home = homeFolder(env);
  return home === undefined || home === "" ? undefined : join(home, ".local", "state", "svc");
}

const current = (folder: string): string => join(folder, "history.ndjson");
const older = (folder: string): string => join(folder, "history.1.ndjson");

/** Appends a line in one write, so that lines of several processes do not mix. Throws the file system's error. */
export function appendLine(folder: string, line: string, nowMs: number): void {
  makeFolder(folder);
  const size = statSync(current(folder), { throwIfNoEntry: false })?.size ?? 0;
  if (size + Buffer.byteLength(line) > maxBytes) rotate(folder, nowMs);
  append(folder, line);
}

function append(folder: string, line: string): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const file = openSync(current(folder), flags, 0o600);
  try {
    writeSync(file, `${line}\n`);
  } finally {
    closeSync(file);
  }
}

/** Under a lock; a process that does not get it leaves this to another one. */
function rotate(folder: string, nowMs: number): void {
  const lock = join(folder, "history.lock");
  const heldMs = nowMs - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? nowMs);
  if (heldMs > staleLockMs) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock, { mode: 0o700 });
  } catch {
    return;
  }
  try {
    // Another process may have done it meanwhile.
    if ((statSync(current(folder), { throwIfNoEntry: false })?.size ?? 0) < maxBytes / 2) return;
    renameSync(current(folder), older(folder));
    const next = (entriesIn(older(folder)).at(-1)?.number ?? 0) + 1;
    // Another process may have begun the file: the head counts anywhere in it.
    append(folder, JSON.stringify({ first: next }));
  } catch {
    // The file grows until the next change.
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

export interface HistoryEntry {
  /** Stays the same as long as the entry is kept. */
  readonly number: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The oldest first; lines that cannot be read are left out. */
export const readHistory = (folder: string): readonly HistoryEntry[] => [
  ...entriesIn(older(folder)),
  ...entriesIn(current(folder)),
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
