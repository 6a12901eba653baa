import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namesFolder } from "../../../../src/cli/names-cache/freshness.ts";
import {
  lineOf,
  type Name,
  nameIn,
  readNames,
  recordRequest,
  requestedAtMs,
  safeLines,
  storeNames,
  wordOf,
} from "../../../../src/cli/names-cache/names.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { seeded } from "../../random.ts";

const nowMs = 1_700_000_000_000;
let count = 0;
const random = { next: () => 0, hex: (length: number) => `${++count}`.padStart(length * 2, "0") };

const name = (word: string): Name => ({ word, otherNames: ["", ""], description: "x", status: "" });
const completeList = (...words: readonly string[]) => ({ names: words.map(name), isComplete: true, nowMs });

/** The stored tag names. */
const storedTags = (folder: string) =>
  readNames(folder, "tags")
    .lines.map(nameIn)
    .filter((each) => each !== undefined);

const evil = [
  ...["\u001b]0;x\u0007", "a\nb", "a\tb", "\u202eabc", "\u0000", "\u009b31m", "-rf", "@/etc/passwd", " a"],
  "",
  "x".repeat(201),
  "\ud800",
];

/** Unsafe texts that fit on one line of a file. */
const unsafeLines = evil.filter((text) => !/[\n\t\ud800]/.test(text));

describe("words", () => {
  test.each(evil)("%j is not one", (text) => expect(wordOf(text)).toBe(""));

  test.each([null, undefined, true, {}, [], () => 1])("%s is not one", (value) =>
    expect(wordOf(value)).toBe(""),
  );

  test.each(["web-01", "my pool", "$(reboot)", "`x`", "été", "10.0.0.0/24", "a:b", "漢字"])(
    "%s is one",
    (text) => expect(wordOf(text)).toBe(text),
  );

  test("a line is read back unchanged, and a damaged line is never unsafe", () => {
    const chance = seeded(3);
    const letters = ["a", "0", "é", " ", "$", "\t", "\n", "\u001b", "\u202e", "-", "@", ",", "\ud83d\ude00"];
    const text = () =>
      Array.from(
        { length: Math.floor(chance() * 8) },
        () => letters[Math.floor(chance() * letters.length)],
      ).join("");
    for (let round = 0; round < 5000; round++) {
      const [word, id, description] = [wordOf(text()), wordOf(text()), ""];
      if (word !== "") {
        const entry: Name = { word, otherNames: [id, ""], description, status: "6" };
        expect(nameIn(lineOf(entry))).toEqual(entry);
      }
      const lines = safeLines([text(), text(), text(), text(), "6"].join("\t"));
      for (const line of lines) {
        const read = nameIn(line);
        for (const part of read === undefined ? [] : [read.word, ...read.otherNames])
          expect(part === "" || wordOf(part) === part).toBe(true);
      }
    }
  });
});

describe("the files", () => {
  test("are written completely and for this user only, without temporary files", () => {
    const folder = join(folderOfTest(), "names/service");
    storeNames(folder, "tags", completeList("ssd", "gpu"), random);
    expect(readdirSync(folder)).toEqual(["tags"]);
    expect(statSync(join(folder, "tags")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(storedTags(folder)).toEqual([name("ssd"), name("gpu")]);
    expect(readNames(folder, "tags").listedAtMs).toBe(nowMs);
  });

  test.each<[string, (path: string) => void]>([
    ["cut", (path) => truncateSync(path, 5)],
    ["empty", (path) => truncateSync(path, 0)],
    ["of bytes", (path) => writeFileSync(path, Buffer.alloc(4096, 0xfe))],
    ["of another version", (path) => writeFileSync(path, "svc-names-1 1\na\t\t\t\t\t1\n")],
    ["writable for others", (path) => chmodSync(path, 0o666)],
    [
      "of hostile lines",
      (path) =>
        writeFileSync(
          path,
          `svc-names-2\n${unsafeLines.map((text) => `${text}\t\t\t\t`).join("\n")}\n\t\t\t\n`,
        ),
    ],
  ])("one that is %s holds nothing, and is written anew", (_, spoil) => {
    const folder = join(folderOfTest(), "service");
    storeNames(folder, "tags", completeList("ssd"), random);
    spoil(join(folder, "tags"));
    expect(storedTags(folder)).toEqual([]);
    storeNames(folder, "tags", completeList("gpu"), random);
    expect(storedTags(folder)).toEqual([name("gpu")]);
  });

  test.skipIf(process.getuid?.() !== 0)("one of another user holds nothing, and is replaced", () => {
    const folder = join(folderOfTest(), "service");
    storeNames(folder, "tags", completeList("ssd"), random);
    chownSync(join(folder, "tags"), 12345, 12345);
    expect(storedTags(folder)).toEqual([]);
    storeNames(folder, "tags", completeList("gpu"), random);
    expect(storedTags(folder)).toEqual([name("gpu")]);
  });

  test("a pipe, a device or a folder is neither waited for nor read", () => {
    const folder = folderOfTest();
    spawnSync("mkfifo", [join(folder, "tags")]);
    symlinkSync("/dev/zero", join(folder, "zones"));
    mkdirSync(join(folder, "fabrics"));
    for (const kind of ["tags", "zones", "fabrics", "spaces"] as const)
      expect(readNames(folder, kind).lines).toEqual([]);
  });

  test("a folder that cannot be written causes no failure", () => {
    const file = join(folderOfTest(), "file");
    writeFileSync(file, "");
    expect(() => storeNames(join(file, "service"), "tags", completeList("ssd"), random)).not.toThrow();
    expect(() => recordRequest(join(file, "service"), "tags", nowMs)).not.toThrow();
  });

  test("the services listed least recently are removed", () => {
    const all = folderOfTest();
    for (let index = 0; index < 70; index++)
      storeNames(join(all, `service-${index}`), "tags", completeList("ssd"), random);
    expect(readdirSync(all).length).toBeLessThanOrEqual(64);
    expect(readdirSync(all)).toContain("service-69");
  });

  test("a partial list is stored only if there is no complete or larger one, and without a time", () => {
    const folder = join(folderOfTest(), "service");
    const part = (...words: readonly string[]) => ({ ...completeList(...words), isComplete: false });
    for (const words of [["gpu"], ["ssd", "nvme"], ["ssd"], []])
      storeNames(folder, "tags", part(...words), random);
    expect(storedTags(folder)).toEqual([name("ssd"), name("nvme")]);
    expect(readNames(folder, "tags").listedAtMs).toBe(0);
    storeNames(folder, "tags", completeList("gpu", "nvme"), random);
    for (const words of [["ssd"], []]) storeNames(folder, "tags", part(...words), random);
    expect(storedTags(folder)).toEqual([name("gpu"), name("nvme")]);
    storeNames(folder, "tags", completeList(), random);
    expect(storedTags(folder)).toEqual([]);
  });

  test("a complete list ends the pause after a request without a result", () => {
    const folder = join(folderOfTest(), "service");
    expect(requestedAtMs(folder, "tags")).toBe(0);
    recordRequest(folder, "tags", nowMs);
    expect(requestedAtMs(folder, "tags")).toBe(nowMs);
    storeNames(folder, "tags", completeList("ssd"), random);
    expect(requestedAtMs(folder, "tags")).toBe(0);
  });
});

test("each service and each key has a folder of its own, and no secret is in its name", () => {
  const env = { SVC_CACHE_DIR: "/cache" };
  const credentials = { consumerKey: "consumer", tokenKey: "token", tokenSecret: "sekret" };
  const folder = (baseUrl: string, key: typeof credentials | undefined) =>
    namesFolder(env, { baseUrl, credentials: key });
  const folders = [
    folder("http://a/SVC", credentials),
    folder("http://b/SVC", credentials),
    folder("http://a/SVC", { ...credentials, tokenKey: "other" }),
    folder("http://a/SVC", undefined),
  ];
  expect(new Set(folders).size).toBe(4);
  expect(folder("http://a/SVC", { ...credentials, tokenSecret: "other" })).toBe(folders[0]);
  for (const path of folders) expect(path).not.toMatch(/sekret|token|consumer/);
  expect(namesFolder({}, { baseUrl: "http://a/SVC", credentials })).toBeUndefined();
});

test("no stored member has the name of a secret", async () => {
  const { namedKinds } = await import("../../../../src/catalogue/named.ts");
  for (const { nameMember, otherMembers, descriptionMember = "" } of Object.values<{
    nameMember: string;
    otherMembers: readonly string[];
    descriptionMember?: string;
  }>(namedKinds))
    for (const member of [nameMember, ...otherMembers, descriptionMember])
      expect(member).not.toMatch(/key$|secret|password|token/);
});

test("a stored list contains only names that were shown", () => {
  const folder = join(folderOfTest(), "service");
  storeNames(folder, "tags", completeList("ssd"), random);
  expect(readFileSync(join(folder, "tags"), "utf8")).toBe("svc-names-2\nssd\t\t\tx\t\n");
});
