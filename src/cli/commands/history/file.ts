import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
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
  append(currentFile(folder), line);
}

function append(path: string, line: string): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const file = openSync(path, flags, 0o600);
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

export interface HistoryEntry {
  /** Does not change when older entries are dropped. */
  readonly number: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Oldest first; unreadable lines are omitted. */
export function readHistory(folder: string): readonly HistoryEntry[] {
  const olderPart = readFile(olderFile(folder), 1);
  // Another process may still append to the older file after the newer one was created.
  return [olderPart, readFile(currentFile(folder), nextNumber(olderPart))].flatMap(({ first, entries }) =>
    entries.map((entry, index) => ({ number: first + index, entry })),
  );
}

interface NumberedFile {
  readonly first: number;
  readonly entries: readonly HistoryEntry["entry"][];
}

const nextNumber = ({ first, entries }: NumberedFile): number => first + entries.length;

function readFile(path: string, minFirst: number): NumberedFile {
  const text = readTrustedFile(path, 4 * maxBytes)?.text ?? "";
  const lines = text.split("\n").flatMap((line) => {
    try {
      const value: unknown = line === "" ? undefined : JSON.parse(line);
      return isRecord(value) ? [value] : [];
    } catch {
      return [];
    }
  });
  const firstNumbers = lines.flatMap(({ first }) => (typeof first === "number" ? [first] : []));
  const entries = lines.filter(({ first }) => typeof first !== "number");
  return { first: Math.max(minFirst, firstNumbers.at(-1) ?? 1), entries };
}
