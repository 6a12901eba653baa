import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "../../../core/atomic-file.ts";
import { Failure, systemErrorCode } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { makeFolder } from "../../../core/make-folder.ts";

/** What stands beside the profiles while a sandbox runs: how other commands find it. */
export interface SandboxRecord {
  /** A secret of the sandbox: it identifies it, and permits to stop it. */
  readonly instance: string;
  readonly pid: number;
  /** Tells the process from a later one of the same number; null where the system does not say. */
  readonly processStart: string | null;
  /** ISO 8601. */
  readonly started: string;
  /** Null until it answers. */
  readonly url: string | null;
  /** Where a detached one writes its messages. */
  readonly log: string | null;
  /** The profile that was in use before. */
  readonly previousProfile: string | null;
}

const recordFile = (folder: string) => join(folder, "sandbox.json");

/** Where a detached sandbox writes. */
export const logFile = (folder: string): string => join(folder, "sandbox.log");

/** The record in a folder of profiles; undefined where none can be read. */
export function readRecord(folder: string | undefined): SandboxRecord | undefined {
  if (folder === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(recordFile(folder), "utf8"));
    return isSandboxRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSandboxRecord(value: unknown): value is SandboxRecord & Record<string, unknown> {
  if (!isRecord(value)) return false;
  const { instance, pid, url } = value;
  return (
    typeof instance === "string" &&
    Number.isInteger(pid) &&
    (url === null || isAddress(url)) &&
    instance !== ""
  );
}

const isAddress = (value: unknown): boolean => typeof value === "string" && URL.canParse(value);

/** Puts a record where none stands: only one sandbox can have done so. False where one stands already. */
export function claimRecord(folder: string, record: SandboxRecord): boolean {
  makeFolder(folder);
  try {
    writeFileSync(recordFile(folder), text(record), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Replaces the record of this sandbox. */
export async function writeRecord(folder: string, record: SandboxRecord): Promise<void> {
  const beside = `${recordFile(folder)}.new`;
  rmSync(beside, { force: true });
  await writeAtomically(recordFile(folder), text(record), { beside, mode: 0o600 });
}

/**
 * Takes away a record, unless it is another's by now; one that cannot be read goes when `record` is
 * undefined.
 */
export function dropRecord(folder: string, record: SandboxRecord | undefined): void {
  if (readRecord(folder)?.instance === record?.instance) rmSync(recordFile(folder), { force: true });
}

/** When the record was written, in milliseconds since the epoch; undefined without one. */
export const recordTime = (folder: string): number | undefined =>
  statSync(recordFile(folder), { throwIfNoEntry: false })?.mtimeMs;

const text = (record: SandboxRecord) => `${JSON.stringify(record, undefined, 2)}\n`;

/** For commands that need one. */
export const noSandbox = (): Failure =>
  new Failure("notFound", "no sandbox is running", {
    hint: "start one with: svc sandbox start --detach",
  });
