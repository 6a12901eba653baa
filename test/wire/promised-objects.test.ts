import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/client/library/index.ts";
import { doubtHint } from "../../src/core/failure.ts";
import { runSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { partOfRun } from "../unit/random.ts";
import { changingOperations, sideBySide } from "./changing-operations.ts";
import { answer, rawServer } from "./raw-server.ts";
import { doubtfulService } from "./unclear-answer-service.ts";

const folder = folderOfFile();
const changes = await changingOperations(folder);

/** Answers that do not identify an object. */
const wrong = (identity: string) => [
  { status: 200, body: "Error: not permitted", type: "text/plain" },
  { status: 200, body: "welcome to the lab", type: "text/plain; charset=utf-8" },
  { status: 200, body: '"welcome"' },
  { status: 200, body: "true" },
  { status: 201, body: "17" },
  { status: 200, body: "null" },
  { status: 200, body: "null", type: "text/plain" },
  { status: 200, body: "[]" },
  { status: 200, body: `[{"${identity}": 1}]` },
  { status: 200, body: "{}" },
  { status: 201, body: '{"error": "not permitted"}' },
  { status: 200, body: `{"${identity}": null}` },
  { status: 200, body: `{"${identity}": ""}` },
  { status: 200, body: "" },
  { status: 201, body: " \n", type: "text/plain" },
  { status: 204, body: "" },
];

const forms = ["name", "json", "table", "ndjson", "yaml", "csv", "tsv", "wide"];

const envOf = (url: string) => ({ SVC_URL: url, SVC_API_KEY: "a:b:c", SVC_CONFIG_DIR: folder });

describe.each(
  wrong("id").map(({ status, body, type }, index) => [status, body, type ?? "JSON", index] as const),
)("a change answered with %i %j as %s", (_status, _body, _type, index) => {
  test("has an unclear outcome if its answer should identify an object, and succeeds otherwise", async () => {
    const unexpected: unknown[] = [];
    const selectedChanges = partOfRun([...changes.entries()], 11, index);
    await sideBySide(selectedChanges, async ([turn, { id, group, operation, words }]) => {
      const identity = operation.identity ?? group.identity;
      const reaction = wrong(identity)[index] ?? 500;
      const isEmpty = typeof reaction === "object" && reaction.body.trim() === "";
      const isDone =
        operation.result !== "json" ||
        operation.answersWith === undefined ||
        (isEmpty && operation.emptyAnswer === "named");
      // Alternates between -o name and the other formats.
      const place = (turn + index) >> 1;
      const form = place % 2 === 0 ? "name" : (forms[(place >> 1) % forms.length] ?? "json");
      const { url } = await doubtfulService(() => reaction);
      const line = [...words, "-y", "-o", form];
      const { code, stdout, stderr } = await runSvc(line, { env: envOf(url), input: "x\n" });
      const isInDoubt = code === 1 && stdout === "" && stderr.includes(doubtHint);
      const isRight = isDone
        ? code === 0 && !(form === "name" && /permitted|welcome/.test(stdout))
        : isInDoubt && /the service's answer (?:is empty|has no)/.test(stderr);
      if (!isRight) unexpected.push([id, form, code, stdout, stderr]);
    });
    expect(unexpected).toEqual([]);
  });
});

test("an unclear outcome is reported with the service's answer", async () => {
  const words = { status: 200, body: "Error: not permitted", type: "text/plain" };
  const { url } = await doubtfulService(() => words);
  const { code, stdout, stderr } = await runSvc(["machines", "allocate", "-o", "json"], { env: envOf(url) });
  expect([code, stdout]).toEqual([1, ""]);
  expect(JSON.parse(stderr).error).toMatchObject({
    outcome: "unknown",
    status: 200,
    message: "the service's answer has no system_id: Error: not permitted",
    hint: `${doubtHint} (svc machines list)`,
  });
});

/** The library without its static types, as plain JavaScript uses it. */
type Library = Readonly<
  Record<string, Readonly<Record<string, (...callArguments: unknown[]) => Promise<unknown>>>>
>;

async function library(url: string): Promise<Library> {
  const svc = await connect({ url, key: "a:b:c", env: {} });
  onTestFinished(() => svc.close());
  return svc as unknown as Library;
}

describe("the library", () => {
  const machine = { architecture: "amd64/generic", macAddresses: ["52:54:00:00:00:01"], powerType: "manual" };

  test.each([
    ["machines", "allocate", []],
    ["machines", "create", [{ ...machine, wait: true }]],
    ["domains", "update", [3, { name: "lab" }]],
  ] as const)(
    "rejects if the answer lacks the promised object: %s %s",
    async (group, method, callArguments) => {
      const { url } = await doubtfulService(() => ({ status: 200, body: "null" }));
      const call = (await library(url))[group]?.[method]?.(...callArguments);
      await expect(call).rejects.toMatchObject({ kind: "other", outcome: "unknown" });
    },
  );

  test("accepts an answer without a body for an operation that needs none", async () => {
    const { baseUrl, close } = await rawServer(answer(201, ""));
    onTestFinished(close);
    const svc = await library(baseUrl);
    const file = { filename: "x", file: Buffer.from("x") };
    expect(await svc["files"]?.["create"]?.(file)).toEqual({ filename: "x" });
    expect(await svc["machines"]?.["powerParameters"]?.("aaaaaa")).toEqual({});
    expect(await svc["networks"]?.["listConnectedMacs"]?.("lan")).toEqual([]);
  });
});

test.each([
  "machines allocate --deploy",
  "machines allocate --deploy --wait",
  "machines create --architecture amd64 --mac-addresses 52:54:00:00:00:01 --power-type manual --wait",
  "machines accept-all --wait",
])("%s does not claim that the operation was carried out", async (line) => {
  for (const { status, body } of wrong("system_id").filter(({ body }) => body !== "[]")) {
    const { url } = await doubtfulService(() => ({
      status,
      body: body === "Error: not permitted" ? '"no"' : body,
    }));
    const { code, stderr } = await runSvc([...line.split(" "), "-o", "json"], { env: envOf(url) });
    const error = JSON.parse(stderr.split("\n").find((each) => each.startsWith("{")) ?? "{}").error;
    expect([code, error?.outcome], `${body}: ${stderr}`).toEqual([1, "unknown"]);
    expect(stderr).not.toContain("the operation was carried out");
  }
});

test("an upload answered with another object does not claim that the image is there", async () => {
  const { url } = await doubtfulService(() => ({ status: 200, body: '{"id": 999, "name": "other"}' }));
  const file = join(folder, "image.tgz");
  writeFileSync(file, "image");
  const line = ["boot-resources", "upload", file, "--name", "custom/demo", "--architecture", "amd64/generic"];
  const { code, stderr } = await runSvc([...line, "-o", "json"], { env: envOf(url) });
  expect(JSON.parse(stderr).error).toMatchObject({ exit_code: code, outcome: "unknown" });
  expect([code, stderr.includes("may have been created")]).toEqual([1, true]);
});

test("the answer of an operation with secrets is not repeated", async () => {
  for (const body of ['"k:t:hidden"', '{"token_secret": "hidden"}', "k:t:hidden"]) {
    const { url } = await doubtfulService(() => ({ status: 200, body, type: "text/plain" }));
    const { code, stdout, stderr } = await runSvc(["tokens", "create"], { env: envOf(url) });
    expect([code, stdout, stderr.includes("hidden")]).toEqual([1, "", false]);
  }
});

describe("reads answered with an empty body", () => {
  const emptyService = async () => {
    const { baseUrl, close } = await rawServer(answer(200, ""));
    onTestFinished(close);
    return { url: baseUrl };
  };

  test.each([
    ["machines power-parameters aaaaaa", "{}\n"],
    ["devices power-parameters aaaaaa", "{}\n"],
    ["nodes power-parameters aaaaaa", "{}\n"],
    ["networks list-connected-macs lan", "[]\n"],
  ])("%s: prints an empty value", async (line, json) => {
    const { url } = await emptyService();
    for (const form of forms) {
      const { code, stdout, stderr } = await runSvc([...line.split(" "), "-o", form], { env: envOf(url) });
      expect([form, code], stderr).toEqual([form, 0]);
      if (form === "json") expect(stdout).toBe(json);
      if (form === "name") expect(stdout).toBe("");
    }
  });

  test("every other read fails", async () => {
    const { url } = await emptyService();
    const { code, stderr } = await runSvc(["fabrics", "list"], { env: envOf(url) });
    expect([code, stderr.includes("the service's answer is empty")]).toEqual([1, true]);
  });
});
