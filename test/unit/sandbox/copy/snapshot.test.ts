import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSnapshot } from "../../../../src/sandbox/copy/snapshot.ts";
import { clientOf, linesOf, recordsOf, startCopy, startSite } from "./copied.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-snapshot-"));
afterAll(() => rmSync(folder, { recursive: true }));

let lines: readonly string[] = [];
beforeAll(async () => {
  const { startSandbox } = await import("../../../../src/sandbox/sandbox.ts");
  const site = await startSandbox({ machines: 2 });
  const { readSite } = await import("../../../../src/client/service/read-site.ts");
  const { sandboxClient, randomOf } = await import("../../desired/sandbox-client.ts");
  const { systemClock } = await import("../../../../src/core/clock.ts");
  const client = sandboxClient(site, "administrator", systemClock, randomOf(7));
  lines = (await linesOf(readSite({ client, parallel: 4, nowMs: 0 }))).map((line) => JSON.stringify(line));
  await client.close();
  await site.stop();
});

let count = 0;
function fileOf(content: string): string {
  count += 1;
  const file = join(folder, `${count}.ndjson`);
  writeFileSync(file, content);
  return file;
}

const snapshotText = () => `${lines.join("\n")}\n`;

test("a sandbox can start from a snapshot, even without the last line break", async () => {
  for (const content of [snapshotText(), snapshotText().trimEnd()]) {
    const copy = await startCopy(readSnapshot(fileOf(content)));
    expect(Object.values(copy.world.state.nodes.bySystemId).length).toBeGreaterThanOrEqual(3);
  }
});

test("the library can start from a snapshot, and reports changes since", async () => {
  const { startSandbox } = await import("../../../../src/client/library/start-sandbox.ts");
  await using sandbox = await startSandbox({ from: fileOf(snapshotText()) });
  expect(await sandbox.changes()).toEqual([]);
  const other = await startSandbox({ machines: 0 });
  await expect(other.changes()).rejects.toMatchObject({ kind: "usage" });
  await other.stop();
  await expect(startSandbox({ from: "a", machines: 3 })).rejects.toMatchObject({ kind: "usage" });
  await expect(startSandbox({ from: fileOf("{}") })).rejects.toThrow("is not a snapshot of a site");
});

describe("an incomplete snapshot is refused with the reason", () => {
  test.each<readonly [string, () => string, string]>([
    ["an empty file", () => "", "is not a snapshot of a site"],
    ["text", () => "hello\nworld\n", "is not a snapshot of a site"],
    ["bytes", () => "\u0000\u0001\u0002", "is not a snapshot of a site"],
    ["other JSON", () => '{"format":"svc-sandbox-state"}\n', "is not a snapshot of a site"],
    ["a list", () => "[]\n", "is not a snapshot of a site"],
    [
      "a later version",
      () => snapshotText().replace('"version":1', '"version":2'),
      "has version 2, but this svc reads version 1",
    ],
    [
      "a first line without its user",
      () => snapshotText().replace('"user":{', '"nobody":{'),
      "is damaged: its first line is incomplete",
    ],
    [
      "a file without its end",
      () => lines.slice(0, -1).join("\n"),
      "is incomplete: its last line is missing",
    ],
    ["a file cut in a line", () => snapshotText().slice(0, snapshotText().length / 2), "is damaged: line"],
    [
      "a file without a line",
      () => lines.filter((_, index) => index !== 5).join("\n"),
      "is damaged: lines are missing",
    ],
    ["a line that is not JSON", () => lines.with(3, "{oops").join("\n"), "is damaged: line 4 is not JSON"],
    [
      "a line that is not an object",
      () => lines.with(3, "7").join("\n"),
      "is damaged: line 4 is not an object",
    ],
    [
      "an object without a meaning",
      () => lines.with(3, "{}").join("\n"),
      "is damaged: line 4 has neither 'read' nor 'unread'",
    ],
  ])("%s", async (_, content, message) => {
    await expect(startCopy(readSnapshot(fileOf(content())))).rejects.toThrow(message);
  });

  test("a line that is too long, after others", async () => {
    const start = `${lines.slice(0, 3).join("\n")}\n`;
    const file = fileOf(start);
    truncateSync(file, Buffer.byteLength(start) + 256 * 1024 * 1024 + 1);
    await expect(startCopy(readSnapshot(file))).rejects.toThrow("a line is longer than 256 MiB");
  });

  test("a folder and a missing file", async () => {
    for (const file of [folder, join(folder, "missing")])
      await expect(startCopy(readSnapshot(file))).rejects.toThrow(/cannot be read \([a-z]+ [a-z]+ /);
  });
});

/** Values that a service might send in place of an object. */
const odd = [null, 7, "text", [], [[]], {}, { id: "x" }, { id: -1 }, { id: 1e30, name: 5, resource_uri: 3 }];
const oddMembers = [null, 7, "x", [], [1, null], {}, { id: "a" }, { id: null, name: null }];

test("the number of objects of each kind is limited, and the report counts those left out", async () => {
  const events = async function* () {
    const [first = "{}"] = lines;
    yield JSON.parse(first);
    const count = 100_002;
    for (let id = count; id > 0; id--) yield { read: "events.query", value: { id, description: "x" } };
    yield { end: true, lines: count + 1 };
  };
  const copy = await startCopy(events());
  expect(copy.copyReport?.leftOut).toEqual([
    { kind: "objects", why: "a sandbox can have at most 100000 events.query", count: 2 },
  ]);
  expect(copy.world.state.events.records.slice(0, 2).map(({ id }) => id)).toEqual([3, 4]);
});

test("an object of any shape can be copied or left out", async () => {
  const parsed = lines.map((line) => JSON.parse(line));
  const changed = parsed.flatMap((line, index) => {
    if (line.read === undefined || typeof line.value !== "object" || line.value === null) return [line];
    const shapes = odd.map((value) => ({ ...line, value }));
    const names = Object.keys(line.value);
    const members = oddMembers.map((value, at) => ({
      ...line,
      value: { ...line.value, [names[(index + at) % names.length] ?? "id"]: value },
    }));
    return [line, ...shapes, ...members];
  });
  const end = { end: true, lines: changed.length - 1 };
  const copy = await startCopy([...changed.slice(0, -1), end]);
  const client = clientOf(copy, copy.keys.administrator);
  const { loadGroup } = await import("../../../../src/catalogue/index.ts");
  for (const [group, id] of [
    ["machines", "machines.list"],
    ["fabrics", "fabrics.list"],
    ["subnets", "subnets.list"],
    ["domains", "domains.list"],
  ] as const) {
    const operation = (await loadGroup(group)).operations[id];
    if (operation !== undefined)
      expect(await (await client.call(operation, {})).value()).toBeInstanceOf(Array);
  }
  expect(await copy.changes()).toEqual([]);
});

test("a machine of ten megabytes is copied completely", async () => {
  const { sandbox: site } = await startSite({ machines: 1 });
  const records = await linesOf(recordsOf(clientOf(site, site.keys.administrator)));
  const note = "x".repeat(10_000_000);
  const large = records.map((line) =>
    "read" in line && line.read === "machines.list"
      ? { ...line, value: { ...(line.value as object), note } }
      : line,
  );
  const file = fileOf(large.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const copy = await startCopy(readSnapshot(file));
  const [patch] = Object.values(copy.world.state.copied?.patches ?? {});
  expect(patch?.map(({ path, to }) => [path, String(to).length])).toEqual([[["note"], note.length]]);
});
