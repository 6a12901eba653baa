import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, sep } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readIndex, readStoredGroup, writeDescription } from "../../../../src/client/description/cache.ts";
import { cacheFolder, descriptionFolder } from "../../../../src/client/description/folder.ts";
import { lacksOperation } from "../../../../src/client/description/lacking.ts";
import { hashIn, markOutdated } from "../../../../src/client/description/seen-hash.ts";
import { createRandom } from "../../random.ts";
import { described } from "./fixture.ts";

const address = "http://rack.example:5240/SVC";
const random = { next: () => 0, hex: (length: number) => `${++count}`.padStart(length * 2, "0") };
let count = 0;
let cache = "";
let folder = "";

beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), "svc-cache-"));
  folder = descriptionFolder(cache, address);
  await writeDescription(folder, address, { ...described, isAbsent: false }, { fetchedAtMs: 5, random });
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

const index = () => readIndex(folder, address);

/** An index with one group, sound but for what is given. */
const withGroup = (name: string, summary = "") =>
  JSON.stringify({
    format: 2,
    address,
    stamp: "1",
    fetchedAtMs: 1,
    isAbsent: false,
    absent: [],
    dropped: [],
    groups: [{ name, summary, aliases: [] }],
  });
const group = (name: string) => {
  const known = index();
  return known === undefined ? undefined : readStoredGroup(folder, known, name);
};

describe("what is kept of a description", () => {
  test("comes back as it was, every group of it", () => {
    expect(index()).toMatchObject({
      isOutdated: false,
      isAbsent: false,
      fetchedAtMs: 5,
      absent: described.absent,
    });
    expect(index()?.groups.map(({ name }) => name)).toEqual(described.groups.map(({ name }) => name));
    for (const each of described.groups) expect(group(each.name)).toEqual(each);
  });

  test.skipIf(sep === "\\")("is for this user alone, and leaves nothing beside it", () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder);
    expect(files.filter((file) => (statSync(join(folder, file)).mode & 0o777) !== 0o600)).toEqual([]);
    expect(files.filter((file) => file.startsWith("."))).toEqual([]);
  });

  test("is another service's at another address, even where the folders are the same", () => {
    expect(readIndex(folder, `${address}2`)).toBeUndefined();
    expect(descriptionFolder(cache, `${address}/`)).not.toBe(descriptionFolder(cache, address));
    expect(descriptionFolder(cache, "http://a_b/SVC")).not.toBe(descriptionFolder(cache, "http://a.b/SVC"));
    const far = descriptionFolder(cache, `http://${"../".repeat(90)}x`);
    expect(far.startsWith(join(cache, "descriptions") + sep)).toBe(true);
    expect(far.length).toBeLessThan(cache.length + 120);
  });

  test("is written anew as a whole, without groups that are gone", async () => {
    const before = index();
    const [first] = described.groups;
    const groups = first === undefined ? [] : [first];
    await writeDescription(
      folder,
      address,
      { ...described, groups, isAbsent: false },
      { fetchedAtMs: 6, random },
    );
    expect(readdirSync(folder).filter((file) => file.startsWith("group-"))).toEqual([
      `group-${first?.name}.json`,
    ]);
    expect(index()?.groups.map(({ name }) => name)).toEqual([first?.name]);
    expect(before && readStoredGroup(folder, before, first?.name ?? "")).toBeUndefined();
  });

  test("is marked by another hash of the service, and by that alone", async () => {
    const env = { SVC_CACHE_DIR: cache };
    markOutdated(env, address, described.hash);
    expect(index()?.isOutdated).toBe(false);
    markOutdated(env, address, "another");
    expect(index()?.isOutdated).toBe(true);
    await writeDescription(folder, address, { ...described, isAbsent: false }, { fetchedAtMs: 6, random });
    expect(index()?.isOutdated).toBe(false);
    markOutdated(env, "http://unknown.example/SVC", "another");
    markOutdated({}, address, "another");
    expect(readdirSync(join(cache, "descriptions"))).toHaveLength(1);
  });

  test("tells which documented operations the service lacks", async () => {
    const env = { SVC_CACHE_DIR: cache };
    const [absent = ""] = described.absent;
    const [method = "", path = ""] = absent.split(" ");
    expect(lacksOperation(env, address, { method: method as "GET", path })).toBe(true);
    expect(lacksOperation(env, address, { method: "GET", path: "/machines/" })).toBe(false);
    markOutdated(env, address, "another");
    expect(lacksOperation(env, address, { method: method as "GET", path })).toBe(false);
    expect(lacksOperation({}, address, { method: method as "GET", path })).toBe(false);
  });

  test.each([
    ["an empty file", ""],
    ["half a file", '{"format":2,"address":'],
    ["a list", "[]"],
    ["null", "null"],
    ["another version", withGroup("a").replace(`"format":2`, `"format":1`)],
    ["numbers", JSON.stringify({ format: 2, address, groups: 1, absent: 2, dropped: 3, stamp: 4 })],
    ["evil names", withGroup("__proto__")],
    ["a way out", withGroup("../x")],
    ["escapes", withGroup("a", "\u001b[2J")],
  ])("is nothing where the index is %s", (_, text) => {
    writeFileSync(join(folder, "index.json"), text);
    expect(index()).toBeUndefined();
  });

  test("is taken where the index is sound", () => {
    writeFileSync(join(folder, "index.json"), withGroup("a"));
    expect(index()?.groups.map(({ name }) => name)).toEqual(["a"]);
  });

  test("is nothing where the index is a folder or cannot be read", () => {
    rmSync(join(folder, "index.json"));
    expect(index()).toBeUndefined();
    mkdirSync(join(folder, "index.json"));
    expect(index()).toBeUndefined();
    rmSync(join(folder, "index.json"), { recursive: true });
    symlinkSync("/dev/null", join(folder, "index.json"));
    expect(index()).toBeUndefined();
    if (sep !== "\\") chmodSync(folder, 0o700);
  });
});

describe("a damaged or hostile file of a group", () => {
  const file = () => join(folder, "group-zones.json");

  test("with any member replaced is read whole or not at all, and shows nothing unsafe", () => {
    const random = createRandom(7);
    const original = readFileSync(file(), "utf8");
    const odd = [
      null,
      0,
      -1,
      true,
      "",
      "\u001b[31m",
      "__proto__",
      "a".repeat(9_000),
      [],
      {},
      ["x"],
      { name: "x" },
      "../..",
      "zones\n",
    ];
    let refused = 0;
    for (let round = 0; round < 1_000; round++) {
      const value: unknown = JSON.parse(original);
      replaceOne(value, random, random.pick(odd));
      // A file that is written over is flushed to the disk by some file systems, and a new one is not.
      rmSync(file());
      writeFileSync(file(), JSON.stringify(value));
      const read = group("zones");
      if (read === undefined) refused += 1;
      else {
        expect(JSON.stringify(read)).not.toMatch(/\\u001b|\\n|a{600}/);
        for (const operation of Object.values(read.operations))
          expect(operation.path).toMatch(/^(?:\/(?:\{\w+\}|\w[\w-]*))+\/?$/);
      }
    }
    expect(refused).toBeGreaterThan(333);
  });

  test.skipIf(userInfo().uid !== 0)("of another user is not read", () => {
    chownSync(join(folder, "group-zones.json"), 12_345, 12_345);
    expect(group("zones")).toBeUndefined();
    expect(group("tags")).toBeDefined();
    chownSync(join(folder, "index.json"), 12_345, 12_345);
    expect(index()).toBeUndefined();
  });

  test("cut anywhere is not read", () => {
    const original = readFileSync(file(), "utf8");
    for (let length = 0; length < original.length; length += 7) {
      writeFileSync(file(), original.slice(0, length));
      expect(group("zones")).toBeUndefined();
    }
  });

  test("of another group is not read", () => {
    writeFileSync(file(), readFileSync(join(folder, "group-tags.json")));
    expect(group("zones")).toBeUndefined();
  });
});

/** Puts a value in the place of one member, anywhere. */
function replaceOne(value: unknown, random: ReturnType<typeof createRandom>, by: unknown): void {
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const visit = (holder: unknown) => {
    if (typeof holder !== "object" || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key });
      visit((holder as Record<string, unknown>)[key]);
    }
  };
  visit(value);
  const { holder, key } = random.pick(places);
  holder[key] = by;
}

describe("the folder of the cache", () => {
  test.each([
    [{ SVC_CACHE_DIR: "/a", XDG_CACHE_HOME: "/b", HOME: "/c" }, "/a"],
    [{ SVC_CACHE_DIR: "", XDG_CACHE_HOME: "/b", HOME: "/c" }, join("/b", "svc")],
    [{ HOME: "/c" }, join("/c", ".cache", "svc")],
    [{}, undefined],
  ])("by %j is %s", (env, expected) => {
    if (sep === "/") expect(cacheFolder(env)).toBe(expected);
  });
});

test.each([
  [{ "x-svc-api-hash": " abc " }, "abc"],
  [{ "api-hash": "abc" }, undefined],
  [{ "metal-api-hash": "" }, undefined],
  [{ "metal-api-hash": "x".repeat(1_000) }, undefined],
])("the hash in %j is %s", (headers, expected) => {
  expect(hashIn(headers as Record<string, string>)).toBe(expected);
});

test("descriptions of at most 64 services are kept", async () => {
  for (let port = 1; port <= 70; port++) {
    const other = descriptionFolder(cache, `http://127.0.0.1:${port}/SVC`);
    mkdirSync(other);
    writeFileSync(join(other, "index.json"), "{}");
    utimesSync(join(other, "index.json"), port, port);
  }
  await writeDescription(folder, address, { ...described, isAbsent: false }, { fetchedAtMs: 6, random });
  const left = readdirSync(join(cache, "descriptions"));
  expect(left).toHaveLength(64);
  expect(left).toContain(folder.split(sep).at(-1));
  expect(left.some((name) => name.startsWith("http_127.0.0.1_70_"))).toBe(true);
  expect(left.some((name) => name.startsWith("http_127.0.0.1_7_"))).toBe(false);
});
