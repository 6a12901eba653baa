import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { getFile } from "../../../../../src/cli/commands/operations/files.ts";
import type { Invocation } from "../../../../../src/cli/invocation/invocation.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { rejection } from "../../../rejection.ts";
import { printingHarness, runOf, type Service } from "../../harness.ts";

let folder = "";
beforeEach(() => {
  folder = folderOfTest();
});

const binary = Buffer.from([0, 255, 128, 10, 13, 27]);
const file: Service = () => ({ filename: "f", content: binary.toString("base64") });

const harness = (
  options: Invocation["options"],
  service: Service = file,
  terminal: { isTTY: boolean } = { isTTY: false },
  globals: Partial<Invocation["globals"]> = {},
) => printingHarness(service, { options, globals }, terminal);

const readF = (invocation: Invocation) => getFile(runOf("file.read", { filename: "f" }, invocation).run);

function bytesWritten(invocation: Invocation): Buffer[] {
  const written: Buffer[] = [];
  const write = invocation.context.stdout.write.bind(invocation.context.stdout);
  Object.assign(invocation.context.stdout, {
    write: (chunk: Uint8Array, done?: () => void) => {
      written.push(Buffer.from(chunk));
      return write("", done);
    },
  });
  return written;
}

test("binary content goes into a pipe byte for byte", async () => {
  const { invocation } = harness({});
  const written = bytesWritten(invocation);
  await readF(invocation);
  expect(Buffer.concat(written)).toEqual(binary);
});

test("binary content is not written to a terminal, and the hint explains what to do", async () => {
  const { invocation, terminal } = harness({}, file, { isTTY: true });
  const failure = await rejection(() => readF(invocation));
  expect(failure.details.hint).toContain("--to");
  expect(terminal.shown.stdout).toBe("");
});

test("text on a terminal does not move the cursor", async () => {
  const content = Buffer.from("a\u001b[2Jb\n").toString("base64");
  const { invocation, terminal } = harness({}, () => ({ content }), { isTTY: true });
  await readF(invocation);
  expect(terminal.shown.stdout).toBe("a\\x1b[2Jb\n");
});

test.each([
  ["no object", 17],
  ["no content", {}],
  ["content that is no base64", { content: "a$b" }],
  ...["a", "ab", "abc", "abcde", "abcd=", "abc==", "ab=c", "====", "=", "ab==cd=="].map(
    (content): [string, unknown] => [`content that is cut off or padded wrong (${content})`, { content }],
  ),
  ["content that is no text", { content: 5 }],
])("%s is a failure and writes nothing", async (_, answer) => {
  const path = join(folder, "out");
  const { invocation } = harness({ to: path }, () => answer);
  const failure = await rejection(() => readF(invocation));
  expect(failure.kind).toBe("other");
  expect(readdirSync(folder)).toEqual([]);
});

test("content of every size and byte is printed as it was stored", async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  for (const size of [0, 1, 2, 3, 4, 255, 256]) {
    const stored = bytes.subarray(0, size);
    const { invocation } = harness({}, () => ({ content: stored.toString("base64") }));
    const written = bytesWritten(invocation);
    await readF(invocation);
    expect(Buffer.concat(written)).toEqual(stored);
  }
});

test("an existing file is refused before any request, and replaced by --force with its mode unchanged", async () => {
  const path = join(folder, "out");
  writeFileSync(path, "old", { mode: 0o600 });
  const refused = harness({ to: path });
  const failure = await rejection(() => readF(refused.invocation));
  expect(failure.kind).toBe("notConfirmed");
  expect(refused.requests).toEqual([]);
  expect(readFileSync(path, "utf8")).toBe("old");
  const forced = harness({ to: path, force: true });
  await readF(forced.invocation);
  expect(readFileSync(path)).toEqual(binary);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["out"]);
});

test("a file that is created meanwhile is not replaced", async () => {
  const path = join(folder, "out");
  const { invocation } = harness({ to: path }, (request) => {
    writeFileSync(path, "another's");
    return file(request);
  });
  await rejection(() => readF(invocation));
  expect(readFileSync(path, "utf8")).toBe("another's");
  expect(readdirSync(folder)).toEqual(["out"]);
});

test("the target of a link is replaced, and the link stays", async () => {
  const [target, link] = [join(folder, "target"), join(folder, "link")];
  writeFileSync(target, "old");
  symlinkSync(target, link);
  const { invocation } = harness({ to: link, force: true });
  await readF(invocation);
  expect(readFileSync(target)).toEqual(binary);
});

test("a folder and a missing folder are usage errors", async () => {
  for (const to of [folder, join(folder, "no", "file")]) {
    const { invocation, requests } = harness({ to });
    expect((await rejection(() => readF(invocation))).kind).toBe("usage");
    expect(requests).toEqual([]);
  }
});

test.each([
  [{}, { filename: "f" }, "GET /files/{filename}/"],
  [{ "by-query": true }, { filename: "f" }, "GET /files/op-get"],
  [{ "by-key": "k" }, {}, "GET /files/op-get_by_key"],
] as const)("%o sends its own request", async (options, values, label) => {
  const { invocation, requests } = harness(options);
  await getFile(runOf("file.read", values, invocation).run);
  expect(requests.map((each) => each.label)).toEqual([label]);
});

test("a name together with a key is a usage error", async () => {
  const { invocation, requests } = harness({ "by-key": "k" });
  const failure = await rejection(() => readF(invocation));
  expect(failure.kind).toBe("usage");
  expect(requests).toEqual([]);
});

test("-o json runs the operation unchanged", async () => {
  const { invocation } = harness({}, file, { isTTY: false }, { output: "json" });
  const { run, executed } = runOf("file.read", { filename: "f" }, invocation);
  await getFile(run);
  expect(executed.map(({ entry }) => entry.operation.path)).toEqual(["/files/{filename}/"]);
});

test.each([{ columns: ["FILENAME"] }, { sort: ["FILENAME"] }, { hasHeader: false }])(
  "content has no columns: %j",
  async (globals) => {
    const { invocation, requests } = harness({}, file, undefined, globals);
    const error = await rejection(() => readF(invocation));
    expect(error).toMatchObject({ kind: "usage", message: expect.stringContaining("has no effect") });
    expect(requests).toEqual([]);
  },
);
