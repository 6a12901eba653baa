import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadAllOperations } from "../../src/catalogue/index.ts";
import { shapeOf } from "../../src/cli/operation/shapes.ts";
import { exampleOf } from "../../src/cli/tree/operation-spec.ts";
import { exitCodes } from "../../src/core/failure.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { eventually } from "../eventually.ts";
import { startSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { shellWords } from "../unit/cli/reference/sandbox-line.ts";
import { createRandom, partOfRun, seedsOfRun } from "../unit/random.ts";
import { sideBySide } from "./changing-operations.ts";
import { hostileText, lineMark, spoilingService } from "./hostile-text-service.ts";

type Service = Awaited<ReturnType<typeof spoilingService>>;
let sandbox: Sandbox;
let service: Service;

beforeAll(async () => {
  sandbox = await startSandbox({ instant: true, machines: 12 });
  service = await spoilingService(sandbox.url);
  const profile = { url: service.url, key: sandbox.keys.administrator };
  writeFileSync(join(folder, "profiles.json"), JSON.stringify({ profiles: { one: profile, two: profile } }));
  const texts = { time: hostileText, profile: hostileText, command: hostileText, outcome: hostileText };
  mkdirSync(join(folder, "svc"));
  writeFileSync(
    join(folder, "svc", "history.ndjson"),
    `${JSON.stringify({ ...texts, machines: [hostileText] })}\n`,
  );
});
afterAll(async () => {
  await service.close();
  await sandbox.stop();
});

const folder = folderOfFile();
const documents = join(folder, "site.yaml");
writeFileSync(
  documents,
  "tags: [{name: ssd, comment: other}, {name: fresh}]\ndomains: [{name: one.example.com, ttl: 300}]\n",
);

/** Escape sequences that svc itself writes: colours and cursor movements. */
const ownSequences = /\u001b\[[?\d;]*[A-Za-z]|\r/g;
/** A line end of the service that is shown escaped and then wrapped at the end of a first cell. */
const wrappedLineEnd = new RegExp(`(\\\\n(?: {2}[^\\n]*)?\\n)${lineMark}`, "g");
const controlCharacters =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

interface Line {
  readonly words: readonly string[];
  /** The command redraws the screen. */
  readonly redraws?: boolean;
  /** The output is the service's text, unchanged. */
  readonly isRaw?: boolean;
  /** Keys that are pressed one after another, each after new output. */
  readonly keys?: readonly string[];
  /** The command never ends, so it is interrupted. */
  readonly interrupted?: boolean;
}

/**
 * Returns the control characters, and the lines started by a line end of the service, in the command's
 * output.
 */
async function leaksOf(line: Line, isTTY: boolean): Promise<readonly string[]> {
  const { words, redraws = false, isRaw = false, keys = [], interrupted = false } = line;
  const running = startSvc(["--no-color", ...words], {
    env: {
      ...(words[0] === "-p" ? {} : { SVC_URL: service.url, SVC_API_KEY: sandbox.keys.administrator }),
      XDG_STATE_HOME: folder,
      SVC_CONFIG_DIR: folder,
      SVC_CACHE_DIR: join(folder, "cache"),
      TERM: "xterm",
      PAGER: "cat",
    },
    terminal: isTTY ? { isTTY, columns: 100, rows: 50 } : {},
    isTyped: keys.length > 0,
  });
  let hasEnded = false;
  const result = running.ended.finally(() => {
    hasEnded = true;
  });
  const isLonger = (length: number) =>
    eventually(
      () => hasEnded || running.shown().length > length,
      () => `${words.join(" ")}: ${running.shown()}`,
    );
  for (const key of keys) {
    await isLonger(running.shown().length);
    running.type(key);
  }
  if (interrupted) await isLonger(0);
  if (interrupted) running.signal("SIGINT");
  const { stdout, stderr, code } = await result;
  return [stdout, stderr].flatMap((text) => {
    const output = redraws ? text.replace(ownSequences, "") : text;
    const control = controlCharacters.exec(output);
    const label = `${words.join(" ")} (${code}${isTTY ? ", terminal" : ""}): `;
    return [
      ...(code === exitCodes.usage.code ? [`${label}${stderr}`] : []),
      ...(control === null
        ? []
        : [label + JSON.stringify(output.slice(Math.max(0, control.index - 60), control.index + 20))]),
      ...(!isRaw && new RegExp(`^${lineMark}`, "m").test(output.replace(wrappedLineEnd, "$1"))
        ? [`${label}begins a line`]
        : []),
    ];
  });
}

async function leaksOfAll(lines: readonly (readonly [line: Line, isTTY: boolean])[]) {
  const leaks: string[] = [];
  await sideBySide(lines, async ([line, isTTY]) => {
    leaks.push(...(await leaksOf(line, isTTY)));
  });
  return leaks;
}

const forms = ["table", "wide", "json", "ndjson", "yaml", "csv", "tsv", "name"] as const;

/** Commands that combine the answers of several operations. */
const commands = (): readonly Line[] => {
  const machines = Object.values(sandbox.world.state.nodes.bySystemId).filter(
    ({ nodeType, status }) => nodeType === "machine" && status === "ready",
  );
  const [id = "", second = "", third = ""] = machines.map(({ systemId }) => systemId);
  return [
    { words: ["machines", "describe", id] },
    { words: ["nodes", "describe", id] },
    { words: ["machines", "why", id] },
    { words: ["machines", "issues"] },
    { words: ["machines", "list", "--group-by", "pool"] },
    { words: ["machines", "logs", id], isRaw: true },
    { words: ["machines", "results", id] },
    { words: ["claims", "list"] },
    { words: ["machines", "lock", "*", "-y"], redraws: true },
    { words: ["machines", "deploy", "*", "--dry-run"] },
    { words: ["history"] },
    { words: ["-p", "one,two", "machines", "list"] },
    { words: ["-p", "one,two", "status"] },
    { words: ["status"] },
    { words: ["events", "query"] },
    { words: ["inventory"] },
    { words: ["ssh-config"] },
    { words: ["machines", "ssh", "*", "--dry-run", "--", "true"] },
    { words: ["plan", documents] },
    { words: ["apply", documents, "-y"] },
    { words: ["export"] },
    { words: ["schema"] },
    { words: ["doctor"] },
    { words: ["version", "get"] },
    { words: ["api", "GET", "machines/", "--include"] },
    { words: ["api", "GET", "nothing/", "--include"], isRaw: true },
    { words: ["machines", "commission", id, "-y", "--wait"], redraws: true },
    { words: ["machines", "commission", second, "-y", "--wait", "--progress", "json"] },
    { words: ["machines", "commission", third, "-y", "--wait", "--progress", "lines"] },
    { words: ["machines", "get", id, "nothing", "--debug"] },
  ];
};

const redrawingCommands = (): readonly Line[] => [
  { words: ["machines", "list", "--watch"], redraws: true, interrupted: true },
  { words: ["status", "--watch"], redraws: true, interrupted: true },
  { words: ["top", "--interval", "1s"], redraws: true, keys: ["\r", "q", "q", "q"] },
  { words: ["top", "--interval", "1s"], redraws: true, keys: ["a", "\u001b", "?", "q", "q", "q"] },
];

describe.each([1, ...seedsOfRun(1)])("texts of a service, seed %i", { timeout: 180_000 }, (seed) => {
  beforeAll(() => {
    const random = createRandom(seed);
    const selection = new Map<string, boolean>();
    // Seed 1 spoils every text, other seeds a random selection, since one spoiled text may hide another.
    // System ids are spoiled only by seed 1: without them hardly any machine is found.
    service.spoils = (member) => {
      if (!selection.has(member))
        selection.set(member, seed === 1 || (member !== "system_id" && random.below(3) > 0));
      return selection.get(member) === true;
    };
  });

  test("reading operations print no control characters in any format", async () => {
    const reading = (await loadAllOperations()).filter(({ operation }) => operation.method === "GET");
    expect(reading.length).toBeGreaterThan(60);
    for (const [index, entry] of partOfRun([...reading.entries()], seed === 1 ? 3 : 9)) {
      const { columns } = shapeOf(entry);
      service.inPlaceOfRefusal = Object.fromEntries(columns.map(({ path }) => [path, path]));
      const words = shellWords(exampleOf(entry)).slice(1);
      const form = forms[(index + seed) % forms.length] ?? "json";
      const isRaw = entry.operation.result !== "json";
      const leaks = await leaksOfAll([
        [{ words: [...words, "-o", "table"], isRaw }, true],
        [{ words: [...words, "-o", form], isRaw: true }, true],
        ...(isRaw ? [] : [[{ words: [...words, "-o", index % 2 === 0 ? "table" : "wide"] }, false] as const]),
      ]);
      expect(leaks).toEqual([]);
    }
  });

  test("other commands print no control characters on a terminal or in a pipe", async () => {
    service.inPlaceOfRefusal = undefined;
    mkdirSync(join(folder, "cache"), { recursive: true });
    const isData = /^(?:api|inventory|schema|export)/;
    const lines = commands();
    expect(
      await leaksOfAll([
        ...partOfRun(lines, 2).map((line) => [line, true] as const),
        ...partOfRun(lines, 2, 1)
          .filter(({ words }) => !isData.test(words.join(" ")))
          .map((line) => [line, false] as const),
        ...redrawingCommands().map((line) => [line, true] as const),
      ]),
    ).toEqual([]);
  });

  test("an inventory is the same JSON on a terminal", async () => {
    const env = { SVC_URL: service.url, SVC_API_KEY: sandbox.keys.administrator, SVC_CONFIG_DIR: folder };
    const [onTerminal, inPipe] = await Promise.all(
      [{ isTTY: true }, {}].map((terminal) => startSvc(["inventory"], { env, terminal }).ended),
    );
    expect(JSON.parse(onTerminal?.stdout ?? "")).toEqual(JSON.parse(inPipe?.stdout ?? "."));
  });
});

test("the hostile text matches the pattern of control characters", () =>
  expect(hostileText).toMatch(controlCharacters));
