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
import { lacksOperation, readCatalogue, writeCatalogue } from "../../../../src/client/description/cache.ts";
import {
  cacheFolder,
  descriptionFolder,
  hashIn,
  markOutdated,
} from "../../../../src/client/description/folder.ts";
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
  await write();
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

const stored = { ...described, address, fetchedAtMs: 5 };
const write = () => writeCatalogue(folder, stored, random);
const kept = () => readCatalogue(folder, address);
const file = () => join(folder, "catalogue.json");

describe("a stored description", () => {
  test("is read back unchanged, with every group", () => {
    expect(kept()).toEqual({ ...stored, isOutdated: false });
  });

  test.skipIf(sep === "\\")("is for this user alone, and leaves nothing beside it", () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder);
    expect(files.filter((file) => (statSync(join(folder, file)).mode & 0o777) !== 0o600)).toEqual([]);
    expect(files.filter((file) => file.startsWith("."))).toEqual([]);
  });

  test("is not used for another address, even in the same folder", () => {
    expect(readCatalogue(folder, `${address}2`)).toBeUndefined();
    expect(descriptionFolder(cache, `${address}/`)).not.toBe(descriptionFolder(cache, address));
    expect(descriptionFolder(cache, "http://a_b/SVC")).not.toBe(descriptionFolder(cache, "http://a.b/SVC"));
    const far = descriptionFolder(cache, `http://${"../".repeat(90)}x`);
    expect(far.startsWith(join(cache, "descriptions") + sep)).toBe(true);
    expect(far.length).toBeLessThan(cache.length + 120);
  });

  test("is replaced as a whole", async () => {
    await writeCatalogue(folder, { ...stored, groups: described.groups.slice(0, 1) }, random);
    expect(readdirSync(folder).sort()).toEqual(["catalogue.json", "hash"]);
    expect(kept()?.groups).toEqual(described.groups.slice(0, 1));
  });

  test("becomes outdated only by another hash of the service", async () => {
    const env = { SVC_CACHE_DIR: cache };
    markOutdated(env, address, described.hash);
    expect(kept()?.isOutdated).toBe(false);
    markOutdated(env, address, "another");
    expect(kept()?.isOutdated).toBe(true);
    await write();
    expect(kept()?.isOutdated).toBe(false);
    markOutdated(env, "http://unknown.example/SVC", "another");
    markOutdated({}, address, "another");
    expect(readdirSync(join(cache, "descriptions"))).toHaveLength(1);
  });

  test("contains the documented operations that the service lacks", async () => {
    const env = { SVC_CACHE_DIR: cache };
    const [absent = ""] = described.absent;
    const [method = "", path = ""] = absent.split(" ");
    expect(lacksOperation(env, address, { method: method as "GET", path })).toBe(true);
    expect(lacksOperation(env, address, { method: "GET", path: "/machines/" })).toBe(false);
    markOutdated(env, address, "another");
    expect(lacksOperation(env, address, { method: method as "GET", path })).toBe(false);
    expect(lacksOperation({}, address, { method: method as "GET", path })).toBe(false);
  });

  test.each<[string, (text: string) => string]>([
    ["empty", () => ""],
    ["half there", (text) => text.slice(0, text.length / 2)],
    ["without its first line", (text) => text.slice(text.indexOf("\n") + 1)],
    ["of another version", (text) => text.replace(/^svc \S+/, "svc 0.0.0")],
    ["other JSON", (text) => `${text.slice(0, text.indexOf("\n"))}\n[]`],
    ["edited", (text) => text.replace('"confirm":"destroys"', '"confirm":"interrupts"')],
    ["without a question", (text) => text.replaceAll(/,"confirm":"\w+"/g, "")],
    ["hostile", (text) => text.replace('"summary":"', '"summary":"\\u001b[2J')],
  ])("is nothing where the file is %s", async (_, spoil) => {
    writeFileSync(file(), spoil(readFileSync(file(), "utf8")));
    expect(kept()).toBeUndefined();
    await write();
    expect(kept()).toEqual({ ...stored, isOutdated: false });
  });

  test("is ignored if its file was cut off or changed anywhere", () => {
    const original = readFileSync(file(), "utf8");
    const random = createRandom(7);
    for (let round = 0; round < 100; round++) {
      const at = random.below(original.length);
      writeFileSync(file(), original.slice(0, at));
      expect(kept()).toBeUndefined();
      writeFileSync(file(), `${original.slice(0, at)}~${original.slice(at + 1)}`);
      expect(kept() === undefined || original[at] === "~").toBe(true);
    }
  });

  test("is ignored if its file is a folder, a device or missing", () => {
    rmSync(file());
    expect(kept()).toBeUndefined();
    mkdirSync(file());
    expect(kept()).toBeUndefined();
    rmSync(file(), { recursive: true });
    symlinkSync("/dev/zero", file());
    expect(kept()).toBeUndefined();
  });

  test.skipIf(sep === "\\")("is nothing where others may write the file", () => {
    chmodSync(file(), 0o620);
    expect(kept()).toBeUndefined();
  });

  test.skipIf(userInfo().uid !== 0)("is nothing where the file is another user's", () => {
    chownSync(file(), 12_345, 12_345);
    expect(kept()).toBeUndefined();
  });
});

describe("the folder of the cache", () => {
  test.each([
    [{ SVC_CACHE_DIR: "/a", XDG_CACHE_HOME: "/b", HOME: "/c" }, "/a"],
    [{ SVC_CACHE_DIR: "", XDG_CACHE_HOME: "/b", HOME: "/c" }, join("/b", "svc")],
    [{ HOME: "/c" }, join("/c", ".cache", "svc")],
    [{ XDG_CACHE_HOME: "b", HOME: "/c" }, join("/c", ".cache", "svc")],
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

test("descriptions of at most 64 services are stored", async () => {
  for (let port = 1; port <= 70; port++) {
    const other = descriptionFolder(cache, `http://127.0.0.1:${port}/SVC`);
    mkdirSync(other);
    writeFileSync(join(other, "catalogue.json"), "{}");
    utimesSync(join(other, "catalogue.json"), port, port);
  }
  await write();
  const files = readdirSync(join(cache, "descriptions"));
  expect(files).toHaveLength(64);
  expect(files).toContain(folder.split(sep).at(-1));
  expect(files.some((name) => name.startsWith("http_127.0.0.1_70_"))).toBe(true);
  expect(files.some((name) => name.startsWith("http_127.0.0.1_7_"))).toBe(false);
});
