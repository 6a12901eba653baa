import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isRepeatable, kebab, signatureOf } from "../../../../src/catalogue/commands/command-spec.ts";
import type { OperationEntry } from "../../../../src/catalogue/index.ts";
import type { Field } from "../../../../src/catalogue/operation.ts";
import { openContent, readText } from "../../../../src/cli/values/inputs.ts";
import { readValues } from "../../../../src/cli/values/values.ts";
import type { Content, Part } from "../../../../src/client/http/call.ts";
import { buildRequest, encodeForm } from "../../../../src/client/http/request.ts";
import { checkValues } from "../../../../src/client/values/check.ts";
import type { Context } from "../../../../src/context.ts";
import { partOfRun } from "../../random.ts";
import { rejection } from "../../rejection.ts";
import { endpoint, entryOf, operations, quietContext } from "../command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-inputs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every byte value, so that any conversion is noticed. */
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

const contents: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from([0]),
  Buffer.from([0xff]),
  Buffer.from("\n"),
  Buffer.from("\r\n"),
  everyByte,
  Buffer.concat([everyByte, everyByte.toReversed(), Buffer.from("\n")]),
  Buffer.alloc(70_000, everyByte),
];

const fields = operations.flatMap((entry) =>
  (entry.operation.fields ?? []).map((field) => ({
    entry,
    field,
    name: `${entry.group.name} ${entry.operation.verb} ${field.name}`,
  })),
);

interface Typed {
  readonly entry: OperationEntry;
  readonly field: Field;
}

const paths = new Map<string, string>();

/** A file with these bytes, shared by all fields. */
function fileOf(bytes: Buffer): string {
  const fileContent = bytes.toString("latin1");
  const path = paths.get(fileContent) ?? join(folder, `content-${paths.size}`);
  if (!paths.has(fileContent)) writeFileSync(path, bytes);
  paths.set(fileContent, path);
  return path;
}

/** Every way to pass these bytes: the word that is typed, and the context with the input. */
function waysFor(bytes: Buffer): readonly { readonly text: string; readonly context: Context }[] {
  const path = fileOf(bytes);
  const piped = quietContext(bytes);
  return [
    { text: `@${path}`, context: quietContext() },
    { text: "@-", context: piped },
  ];
}

/** The form parts or query items that a field produces when `typed` is its value. */
async function sentFor({ entry, field }: Typed, typed: string, context: Context): Promise<readonly Part[]> {
  const signature = signatureOf(entry);
  const word = field.type === "map" ? `entry=${typed}` : typed;
  const identifiers = (entry.operation.parameters ?? []).map(() => "1");
  const others = signature.arguments
    .filter((other) => other.field !== undefined && other.field.name !== field.name && other.required)
    .map((other) => (other.field?.type === "map" ? "a=b" : "x"));
  const fields = field.positional ? {} : { [field.flag ?? kebab(field.name)]: [word] };
  const words = [...identifiers, ...others, ...(field.positional ? [word] : [])];
  const values = await readValues(signature, words, { options: {}, fields, context });
  const identified = Object.fromEntries((entry.operation.parameters ?? []).map(({ name }) => [name, "1"]));
  const request = buildRequest(
    entry.operation,
    { [field.name]: values[field.name], ...identified },
    endpoint,
  );
  const query = new URL(request.url).searchParams;
  return request.body === undefined
    ? (request.parts ?? [...query].map(([name, value]) => ({ name, value })))
    : [{ name: field.name, value: request.body }];
}

async function bytesOf(content: Content): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function onlyValue(typed: Typed, text: string, context: Context): Promise<string | Content> {
  const parts = await sentFor(typed, text, context);
  const [first] = parts;
  // A field with `alsoSentAs` is sent under two names with the same value.
  if (
    parts.length !== (typed.field.alsoSentAs === undefined ? 1 : 2) ||
    new Set(parts.map(({ value }) => value)).size !== 1
  )
    throw new Error(`${typed.entry.id} sends ${JSON.stringify(parts)}`);
  return first?.value ?? "";
}

describe("bytes stay bytes", () => {
  const encoded = fields.filter(({ field }) => field.type === "base64");
  test.each(encoded.map((each) => [each.name, each] as const))(
    "%s is encoded once, or a file of its bytes",
    async (_, each) => {
      for (const bytes of partOfRun(contents, 3, encoded.indexOf(each))) {
        for (const { text, context } of waysFor(bytes)) {
          const value = await onlyValue(each, text, context);
          if (typeof value === "string") expect(value).toBe(bytes.toString("base64"));
          else expect((await bytesOf(value)).equals(bytes)).toBe(true);
          expect(typeof value === "string").toBe(each.field.asFile !== true);
        }
      }
    },
  );

  const files = fields.filter(({ field }) => field.type === "file");
  test.each(files.map((each) => [each.name, each] as const))("%s is sent as it is", async (_, each) => {
    for (const bytes of contents) {
      for (const { text, context } of waysFor(bytes)) {
        for (const word of [text, text.slice(1)]) {
          if (context.stdin.destroyed) continue;
          const value = await onlyValue(each, word, context);
          if (typeof value === "string") throw new Error("a file is sent as text");
          expect([value.size, (await bytesOf(value)).equals(bytes)]).toEqual([bytes.length, true]);
        }
      }
    }
  });

  test("a file part holds the bytes between its boundaries", async () => {
    for (const bytes of contents) {
      const path = join(folder, "part");
      writeFileSync(path, bytes);
      const value = await openContent(path, quietContext(), "--file");
      const body = encodeForm([{ name: "file", value }], "xyz");
      const chunks: Uint8Array[] = [];
      if (Buffer.isBuffer(body.bytes)) chunks.push(body.bytes);
      else for await (const chunk of body.bytes()) chunks.push(chunk);
      const joined = Buffer.concat(chunks);
      const start = joined.indexOf("\r\n\r\n") + 4;
      expect(joined.length).toBe(body.length);
      expect(joined.subarray(start, joined.length - "\r\n--xyz--\r\n".length)).toEqual(bytes);
    }
  });
});

describe("text from a file", () => {
  const texts = fields.filter(({ field }) => ["string", "list", "map"].includes(field.type));
  const lines: readonly (readonly [string, string])[] = [
    ["value", "value"],
    ["value\n", "value"],
    ["two é\nlines \r\n", "two é\nlines "],
    ["value\n\n", "value\n"],
    ["\n", ""],
  ];

  test("is one line, without its end", async () => {
    const wrong: unknown[] = [];
    const isLine = ({ field }: Typed) =>
      !field.verbatim && !(isRepeatable(field) && field.kind !== undefined);
    for (const each of partOfRun(texts.filter(isLine), 4)) {
      for (const [fileContent, expectedText] of partOfRun(lines, 3, texts.indexOf(each))) {
        for (const { text, context } of waysFor(Buffer.from(fileContent))) {
          const value = await onlyValue(each, text, context);
          if (value !== expectedText) wrong.push([each.name, fileContent, value]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("documents are sent to the last byte", async () => {
    const documents = texts.filter(({ field }) => field.verbatim);
    expect(documents.map(({ name }) => name).sort()).toEqual([
      "dhcp-snippets create value",
      "dhcp-snippets update value",
      "package-repositories create key",
      "package-repositories update key",
      "sslkeys create key",
    ]);
    for (const each of documents) {
      for (const [fileContent] of lines) {
        for (const { text, context } of waysFor(Buffer.from(fileContent))) {
          expect(await onlyValue(each, text, context)).toBe(fileContent);
        }
      }
    }
  });

  test("that is not UTF-8 is refused", async () => {
    for (const each of texts) {
      for (const { text, context } of waysFor(Buffer.from([0x61, 0xff, 0x0a]))) {
        const failure = await rejection(() => sentFor(each, text, context));
        expect([failure.kind, failure.message]).toEqual([
          "usage",
          expect.stringContaining("is not text in UTF-8"),
        ]);
      }
    }
  });

  test("for --set and --x-base64 is one line as well", async () => {
    const update = entryOf("machine.power_on");
    const path = join(folder, "line");
    writeFileSync(path, "aGk=\n");
    const line = {
      options: { set: [["extra", `@${path}`]] as const },
      fields: { "user-data-base64": [`@${path}`] },
    };
    const values = await readValues(signatureOf(update), ["1"], { ...line, context: quietContext() });
    expect(values).toMatchObject({ extra: "aGk=", user_data: "aGk=" });
  });
});

describe("what is read", () => {
  test.skipIf(process.platform === "win32")("may be a pipe", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const writing = writeFile(pipe, everyByte);
    const content = await openContent(pipe, quietContext(), "--file");
    await writing;
    expect([content.size, await bytesOf(content), await bytesOf(content)]).toEqual([
      256,
      everyByte,
      everyByte,
    ]);
  });

  test.skipIf(process.platform === "win32")("may be a file that does not tell its size", async () => {
    const content = await openContent("/proc/self/status", quietContext(), "--file");
    expect(content.size).toBe((await bytesOf(content)).length);
    expect(content.size).toBeGreaterThan(0);
  });

  test.skipIf(process.platform === "win32")("is withDeadline where it has no end", async () => {
    const failure = await rejection(() => openContent("/dev/zero", quietContext(), "--file"));
    expect([failure.kind, failure.message]).toEqual(["usage", "--file: /dev/zero is larger than 64 MiB"]);
  });

  test.each(["HOME", "USERPROFILE"])(
    "may be in the folder of %s: no shell replaces ~ after an @",
    async (variable) => {
      writeFileSync(join(folder, "note.txt"), "at home\n");
      const context = { ...quietContext(), env: { [variable]: folder } };
      expect(await readText("@~/note.txt", context, "--x", "line")).toBe("at home");
      expect((await openContent("@~/note.txt", context, "--file")).size).toBe(8);
    },
  );

  test("from standard input serves one option", async () => {
    const update = entryOf("machine.update");
    const line = { options: {}, fields: { "power-parameters": ["a=@-", "b=@-"] } };
    const failure = await rejection(() =>
      readValues(signatureOf(update), ["1"], { ...line, context: quietContext("x") }),
    );
    expect(failure.message).toContain("standard input has been read already");
  });

  test.each<readonly [operation: string, words: readonly string[], fields: Record<string, string[]>]>([
    ["tag.update_nodes", ["ssd"], { add: ["web-01,-"] }],
    ["tag.update_nodes", ["ssd"], { add: ["web-01"], remove: ["@-"] }],
    ["nodes.set_zone", ["web-01", "-", "north"], {}],
    ["machines.release", [], { machines: ["web-01", "-"] }],
  ])("may be names of machines, one on each line: %s %j %j", async (operation, words, fields) => {
    const read = async (text: string) => {
      const line = { options: {}, fields, context: quietContext(text) };
      const values = await readValues(signatureOf(entryOf(operation)), words, line);
      return [values["add"], values["remove"], values["nodes"], values["machines"]].flat().filter(Boolean);
    };
    expect(await read("# two\ndb-01\n\ndb-02\n")).toEqual(["web-01", "db-01", "db-02"]);
    expect(await read('[{"system_id":"dddddd"}]')).toEqual(["web-01", "dddddd"]);
    expect((await rejection(() => read(""))).message).toMatch(
      /: standard input contains no (?:machine|node)$/,
    );
    await expect(read("east/web-01\n")).rejects.toMatchObject({ names: ["east/web-01"] });
  });

  test("is not quoted by the check that refuses it", async () => {
    const planted = "planted-in-a-file";
    for (const { entry, field } of fields) {
      if (field.verbatim || !["string", "integer", "size", "list"].includes(field.type)) continue;
      const values = { [field.name]: field.type === "list" ? [planted] : planted };
      const failure = await rejection(() =>
        checkValues(entry.operation, values, new Set([field.name])),
      ).catch(() => undefined);
      expect(JSON.stringify([failure?.message, failure?.details])).not.toContain(planted);
    }
  });

  test.each([
    "-----BEGIN OPENSSH PRIVATE KEY-----\nsecretsecret\n-----END OPENSSH PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\r\nsecretsecret",
    "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nsecretsecret",
    "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\nsecretsecret",
  ])("as a private key is refused wherever no secret document belongs: %j", async (key) => {
    const create = entryOf("ssh-keys.create");
    const failure = await rejection(() => checkValues(create.operation, { key }));
    expect(failure.message).toBe("--key: this is a private key");
    expect(JSON.stringify(failure.details)).not.toContain("secretsecret");
  });
});
