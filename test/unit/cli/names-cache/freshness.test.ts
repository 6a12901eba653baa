import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namesFolder } from "../../../../src/cli/names-cache/folder.ts";
import { changedAtMs, isDue, noteChanges } from "../../../../src/cli/names-cache/freshness.ts";
import type { Seen } from "../../../../src/cli/names-cache/merge.ts";
import { keepNames } from "../../../../src/cli/names-cache/store.ts";
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

const seen = (atMs: number, isWhole: boolean, ...words: readonly string[]): Seen => ({
  names: words.map((word) => ({ word, also: ["", ""], about: "", status: "", seenMs: atMs })),
  isWhole,
  nowMs: atMs,
});

/** Whether a whole list and a filtered one are due, at so many minutes after `nowMs`. */
const due = (folder: string, minutes: number) =>
  [true, false].map((isWhole) => isDue(folder, "tags", isWhole, nowMs + minutes * minuteMs));

describe("a list is due", () => {
  test("where nothing is kept", () => expect(due(folderOfNames().folder, 0)).toEqual([true, true]));

  test("a quarter of an hour after a whole one", () => {
    const { folder } = folderOfNames();
    keepNames(folder, "tags", seen(nowMs, true, "ssd"), random);
    expect(due(folder, 0)).toEqual([false, false]);
    expect(due(folder, 14)).toEqual([false, false]);
    expect(due(folder, 16)).toEqual([true, true]);
  });

  test.each([[["ssd"]], [["ssd", "new"]], [[]]])("a whole one after a filtered one of %j", (words) => {
    const { folder } = folderOfNames();
    keepNames(folder, "tags", seen(nowMs - 60 * minuteMs, false, "ssd"), random);
    keepNames(folder, "tags", seen(nowMs, false, ...words), random);
    expect(due(folder, 1)).toEqual([true, false]);
    keepNames(folder, "tags", seen(nowMs + minuteMs, true, "ssd"), random);
    expect(due(folder, 2)).toEqual([false, false]);
  });

  test("after the clock has been set back", () => {
    const { folder } = folderOfNames();
    keepNames(folder, "tags", seen(nowMs, true, "ssd"), random);
    expect(due(folder, -16)).toEqual([true, true]);
  });

  test("after a change of such objects, until it has been taken down", () => {
    const { env, folder } = folderOfNames();
    keepNames(folder, "tags", seen(nowMs, true, "ssd"), random);
    noteChanges(env, asker, new Set(["/zones/", "/machines/{system_id}/op-deploy"]), nowMs + minuteMs);
    expect(due(folder, 2)).toEqual([false, false]);
    noteChanges(env, asker, new Set(["/tags/{name}/"]), nowMs + minuteMs);
    expect(due(folder, 2)).toEqual([true, true]);
    keepNames(folder, "tags", seen(nowMs + 3 * minuteMs, false, "gpu"), random);
    expect(due(folder, 4)).toEqual([true, false]);
    keepNames(folder, "tags", seen(nowMs + 5 * minuteMs, true, "gpu"), random);
    expect(due(folder, 6)).toEqual([false, false]);
  });

  test.each<[string, (path: string) => void]>([
    ["others may write", (path) => chmodSync(path, 0o622)],
    [
      "has no first line",
      (path) => {
        writeFileSync(path, "svc-names-1 1700000000000");
        utimesSync(path, nowMs / 1000, nowMs / 1000);
      },
    ],
  ])("where the file of the last one %s", (_, spoil) => {
    const { folder } = folderOfNames();
    keepNames(folder, "tags", seen(nowMs, true, "ssd"), random);
    spoil(join(folder, "tags"));
    expect(isDue(folder, "tags", true, nowMs)).toBe(true);
  });

  test("where a pipe or a folder stands in the file's place, which is not waited for", () => {
    const { folder } = folderOfNames();
    mkdirSync(join(folder, "zones"), { recursive: true });
    spawnSync("mkfifo", [join(folder, "tags")]);
    for (const kind of ["tags", "zones"] as const) expect(isDue(folder, kind, true, Date.now())).toBe(true);
  });
});

test("a change is noted only where names are kept, and never fails", () => {
  const { env, folder } = folderOfNames();
  const paths = new Set(["/tags/", "/fabrics/{fabric_id}/vlans/"]);
  noteChanges(env, asker, paths, nowMs);
  expect(existsSync(folder)).toBe(false);
  keepNames(folder, "tags", seen(nowMs, true, "ssd"), random);
  keepNames(folder, "fabrics", seen(nowMs, true, "lab"), random);
  mkdirSync(join(folder, "fabrics.changed"));
  expect(() => noteChanges(env, asker, paths, nowMs + 1000)).not.toThrow();
  expect(changedAtMs(folder, "tags")).toBe(nowMs + 1000);
  expect(() => noteChanges({}, asker, paths, nowMs)).not.toThrow();
});
