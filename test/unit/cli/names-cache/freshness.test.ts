import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  changedAtMs,
  namesFolder,
  noteChanges,
  shouldStore,
} from "../../../../src/cli/names-cache/freshness.ts";
import { type ListedNames, storeNames } from "../../../../src/cli/names-cache/names.ts";
import { folderOfTest } from "../../../temporary-folder.ts";

const nowMs = 1_700_000_000_000;
const minuteMs = 60_000;
let count = 0;
const random = { next: () => 0, hex: (length: number) => `${++count}`.padStart(length * 2, "0") };

const asker = { baseUrl: "http://127.0.0.1:9/SVC", credentials: { consumerKey: "a", tokenKey: "b" } };

function folderOfNames() {
  const env = { SVC_CACHE_DIR: folderOfTest() };
  return { env, folder: namesFolder(env, asker) ?? "" };
}

const namesListedAt = (atMs: number, isComplete: boolean, ...words: readonly string[]): ListedNames => ({
  names: words.map((word) => ({ word, otherNames: ["", ""], description: "", status: "" })),
  isComplete,
  nowMs: atMs,
});

/** Whether a list must be read again `minutes` after `nowMs`. */
const isDueAfter = (folder: string, minutes: number) =>
  shouldStore(folder, "tags", true, nowMs + minutes * minuteMs);

describe("a list is due", () => {
  test("if nothing is stored", () => expect(isDueAfter(folderOfNames().folder, 0)).toBe(true));

  test("a quarter of an hour after a complete one", () => {
    const { folder } = folderOfNames();
    storeNames(folder, "tags", namesListedAt(nowMs, true, "ssd"), random);
    expect(isDueAfter(folder, 0)).toBe(false);
    expect(isDueAfter(folder, 14)).toBe(false);
    expect(isDueAfter(folder, 16)).toBe(true);
  });

  test("after a partial one", () => {
    const { folder } = folderOfNames();
    storeNames(folder, "tags", namesListedAt(nowMs, false, "ssd"), random);
    expect(isDueAfter(folder, 1)).toBe(true);
  });

  test("a partial one only until a complete one is stored", () => {
    const { folder } = folderOfNames();
    const isPartDue = () => shouldStore(folder, "tags", false, nowMs);
    expect(isPartDue()).toBe(true);
    storeNames(folder, "tags", namesListedAt(nowMs, false, "ssd"), random);
    expect(isPartDue()).toBe(true);
    storeNames(folder, "tags", namesListedAt(nowMs - 60 * minuteMs, true, "ssd"), random);
    expect(isPartDue()).toBe(false);
  });

  test("after the clock has been set back", () => {
    const { folder } = folderOfNames();
    storeNames(folder, "tags", namesListedAt(nowMs, true, "ssd"), random);
    expect(isDueAfter(folder, -16)).toBe(true);
  });

  test("after a change of such objects, until they have been listed", () => {
    const { env, folder } = folderOfNames();
    storeNames(folder, "tags", namesListedAt(nowMs, true, "ssd"), random);
    noteChanges(env, asker, new Set(["/zones/", "/machines/{system_id}/op-deploy"]), nowMs + minuteMs);
    expect(isDueAfter(folder, 2)).toBe(false);
    noteChanges(env, asker, new Set(["/tags/{name}/"]), nowMs + minuteMs);
    expect(isDueAfter(folder, 2)).toBe(true);
    storeNames(folder, "tags", namesListedAt(nowMs + 5 * minuteMs, true, "gpu"), random);
    expect(isDueAfter(folder, 6)).toBe(false);
  });

  test("if others may write its file", () => {
    const { folder } = folderOfNames();
    storeNames(folder, "tags", namesListedAt(nowMs, true, "ssd"), random);
    chmodSync(join(folder, "tags"), 0o622);
    expect(isDueAfter(folder, 0)).toBe(true);
  });

  test("if its file is a pipe or a folder, without waiting for a writer", () => {
    const { folder } = folderOfNames();
    mkdirSync(join(folder, "zones"), { recursive: true });
    spawnSync("mkfifo", [join(folder, "tags")]);
    for (const kind of ["tags", "zones"] as const)
      expect(shouldStore(folder, kind, true, Date.now())).toBe(true);
  });
});

test("a change is recorded only if names are stored, and never fails", () => {
  const { env, folder } = folderOfNames();
  const paths = new Set(["/tags/", "/fabrics/{fabric_id}/vlans/"]);
  noteChanges(env, asker, paths, nowMs);
  expect(existsSync(folder)).toBe(false);
  storeNames(folder, "tags", namesListedAt(nowMs, true, "ssd"), random);
  storeNames(folder, "fabrics", namesListedAt(nowMs, true, "lab"), random);
  mkdirSync(join(folder, "fabrics.changed"));
  expect(() => noteChanges(env, asker, paths, nowMs + 1000)).not.toThrow();
  expect(changedAtMs(folder, "tags")).toBe(nowMs + 1000);
  expect(() => noteChanges({}, asker, paths, nowMs)).not.toThrow();
});
