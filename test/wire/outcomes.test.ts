import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../src/catalogue/index.ts";
import type { Signal } from "../../src/context.ts";
import { doubtHint } from "../../src/core/failure.ts";
import { type RunningSvc, runSvc, startSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { shellWords } from "../unit/cli/reference/sandbox-line.ts";
import { partOfRun } from "../unit/random.ts";
import { changingOperations, sideBySide } from "./changing-operations.ts";
import { doubtfulService, type Reaction } from "./unclear-answer-service.ts";

const folder = folderOfFile();
const all = await loadAllOperations();
const reads = all
  .filter(({ operation }) => operation.method === "GET")
  .map(({ group, operation }) => ({
    group: group.name,
    verb: operation.verb,
    isOfOne: operation.verb === "get",
  }));

const changing = (await changingOperations(folder))
  // Names from standard input select several machines, which are tested elsewhere.
  .filter(({ words }) => !words.includes("-"));
const lines: readonly (readonly string[])[] = changing.map(({ words }) => words);
const confirmedOperations = changing.filter(
  ({ operation }) => operation.confirm !== undefined && operation.confirmWhen === undefined,
);

const envOf = (url: string) => ({ SVC_URL: url, SVC_API_KEY: "a:b:c", SVC_CONFIG_DIR: folder });

/** Runs each command line against a service that handles the changing request with `reaction`. */
async function outcomesOf(reaction: Reaction, signal?: Signal, selectedLines = lines) {
  const outcomes: {
    line: string;
    words: readonly string[];
    code: number;
    error: Record<string, unknown>;
    stdout: string;
    text: string;
  }[] = [];
  await sideBySide(selectedLines, async (words) => {
    let line: RunningSvc | undefined;
    const service = await doubtfulService(reaction, () => {
      if (signal !== undefined) setImmediate(() => line?.signal(signal));
    });
    line = startSvc([...words, "-y", "-o", "json"], { env: envOf(service.url), input: "x\n" });
    const { code, stdout, stderr } = await line.ended;
    const text = stderr.split("\n").find((each) => each.startsWith('{"error"')) ?? "";
    const error = text === "" ? {} : JSON.parse(text).error;
    outcomes.push({ line: words.join(" "), words, code, error, stdout, text: stderr });
  });
  return outcomes;
}

test.each([
  ["reset", 11, "unknown"],
  [503, 3, "refused"],
] as const)("a control request of a sandbox has an outcome too: %s", async (reaction, code, outcome) => {
  const { url, changes } = await doubtfulService(reaction);
  const env = { SVC_SANDBOX_URL: url };
  const { code: actual, stderr } = await runSvc("sandbox clock advance 1m -o json".split(" "), { env });
  expect([actual, JSON.parse(stderr).error.outcome]).toEqual([code, outcome]);
  expect(changes).toHaveLength(1);
});

describe("every operation that changes something", () => {
  test("is tested", () => expect(lines.length).toBeGreaterThan(90));

  test.each<[string, Reaction, number, string, Signal?]>([
    ["a connection that is reset", "reset", 11, "unknown"],
    ["500", 500, 12, "unknown"],
    ["502", 502, 12, "unknown"],
    ["504", 504, 12, "unknown"],
    ["408", 408, 1, "unknown"],
    ["a web page", "page", 1, "unknown"],
    ["silence and SIGINT", "stall", 130, "unknown", "SIGINT"],
    ["silence and SIGTERM", "stall", 143, "unknown", "SIGTERM"],
    ["400", 400, 7, "refused"],
    ["409", 409, 6, "refused"],
  ])(
    "reports one outcome in message, JSON and exit code after %s",
    async (_, reaction, code, outcome, signal) => {
      const selectedLines = partOfRun(lines, 10, code + (signal?.length ?? 0));
      for (const { line, code: actual, error, stdout, text } of await outcomesOf(
        reaction,
        signal,
        selectedLines,
      )) {
        expect([line, actual, error["exit_code"], error["outcome"], stdout], text).toEqual([
          line,
          code,
          code,
          outcome,
          "",
        ]);
        expect(String(error["hint"]).includes(doubtHint), `${line}: ${error["hint"]}`).toBe(
          outcome === "unknown",
        );
      }
    },
  );

  test("suggests a read of the same object if the outcome is unclear", async () => {
    const service = await doubtfulService("machine");
    for (const { words, error } of await outcomesOf("reset", undefined, partOfRun(lines, 3))) {
      const command = shellWords(/\(svc (.*?)\)/.exec(String(error["hint"]))?.[1] ?? "");
      const read = reads.find(({ group, verb }) => group === command[0] && verb === command[1]);
      const { code, stderr } = await runSvc(command, { env: envOf(service.url) });
      const label = `${words.join(" ")}: ${command.join(" ")}`;
      expect([read !== undefined, code === 2 ? stderr : ""], label).toEqual([true, ""]);
      const identifiers = command.slice(2);
      expect(words, label).toEqual(expect.arrayContaining(identifiers));
      const [, verb = "", first = "-"] = words;
      const isNamed = !first.startsWith("-") && (verb !== "create" || identifiers.length > 0);
      if (isNamed && read?.isOfOne) expect(identifiers, label).toContain(first);
    }
    expect(service.changes).toEqual([]);
  });

  test("sends nothing if it is mistyped or not confirmed, and reports that", async () => {
    const service = await doubtfulService("machine");
    const codes = new Set<number>();
    for (const [turn, more] of [["--nonsense"], ["--query", "[", "-y"]].entries()) {
      for (const words of partOfRun(lines, 4, 2 * turn)) {
        const { code, stderr } = await runSvc([...words, "-o", "json", ...more], { env: envOf(service.url) });
        expect([words, code, JSON.parse(stderr).error.outcome]).toEqual([words, 2, "not_sent"]);
      }
    }
    for (const { operation, words } of partOfRun(confirmedOperations, 3)) {
      const { code, stderr } = await runSvc([...words, "-o", "json"], {
        env: envOf(service.url),
        input: "x\n",
      });
      const [error = ""] = stderr.split("\n").filter((line) => line.startsWith("{"));
      codes.add(code);
      expect([code, JSON.parse(error).error.outcome], operation.verb).toEqual([13, "not_sent"]);
    }
    expect(codes).toEqual(new Set([13]));
    expect(service.changes).toEqual([]);
  });
});
