import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";
import type { Exchange } from "../../../src/sandbox/wire/exchange-log.ts";
import { folderOfFile } from "../../temporary-folder.ts";
import { runHere } from "../run-in-process.ts";
import { sessionsTimeoutMs } from "../sessions.ts";
import { runInShell } from "../terminal.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/recipes/curl.md"), "utf8");

const isThere = ["curl", "jq"].every((program) => spawnSync(program, ["--version"]).status === 0);
if (!isThere) console.warn("curl or jq is absent: the table of curl and svc is not run");

/** The state in which both columns start. */
const [, functions = ""] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];

/** The command in a cell; undefined if the cell is a remark. */
const commandOf = (cell = ""): string | undefined =>
  /^`(.*)`$/.exec(cell.trim())?.[1]?.replaceAll("\\|", "|");

/** Rows whose commands print content instead of the service's JSON. */
const contentRows: readonly string[] = ["Read a file"];

const rows = page
  .split("\n")
  .filter((line) => /^\| [A-Z]/.test(line))
  .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
  .map(([title = "", curl, svc]) => ({ title: title.trim(), curl: commandOf(curl), svc: commandOf(svc) }));

interface Column {
  /** Output and exit code of each row. */
  readonly results: readonly { readonly stdout: string; readonly code: string }[];
  readonly stderr: string;
  /** The changing requests. */
  readonly changes: readonly object[];
}

const folders = folderOfFile();

/** Runs one column of the table in one shell, with a new sandbox whose clock is paused. */
async function runColumn(name: "curl" | "svc", nowMs: number): Promise<Column> {
  const folder = join(folders, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "cloud-init.yaml"), "#cloud-config\npackages: [jq]\n".repeat(5));
  writeFileSync(join(folder, "motd"), "welcome\n\n");
  writeFileSync(join(folder, "image.tgz"), Buffer.alloc(5 * 1024 * 1024 + 7, "image"));
  const exchanges: Exchange[] = [];
  const sandbox = await startSandbox({
    ...{ instant: true, seed: 3, now: () => nowMs },
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  const commands = rows.map((row, index) => {
    const form = contentRows.includes(row.title) ? "table" : "json";
    return `export SVC_OUTPUT=${form}; { ${row[name] ?? ":"}\n} > ${index}.out; echo $? > ${index}.code`;
  });
  const env = { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
  const options = { folder, env, deadlineMs: sessionsTimeoutMs };
  const { stderr } =
    name === "curl"
      ? await runInShell([functions, ...commands].join("\n"), options)
      : await runHere(["svc describe --quiet > described", ...commands].join("\n"), options);
  await sandbox.stop();
  const read = (file: string) => readFileSync(join(folder, file), "utf8").trim();
  return {
    results: rows.map((_, index) => ({ stdout: read(`${index}.out`), code: read(`${index}.code`) })),
    stderr,
    changes: exchanges.flatMap((each) => (each.method === "GET" ? [] : [changeOf(each)])),
  };
}

/** The effect of a request, regardless of the order and form of its fields. */
function changeOf({ method, path, query, form, files, status }: Exchange) {
  const sorted = (fields: Exchange["form"]) =>
    Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    request: `${method} ${path.replace(/op-\w+$/, "")}`,
    operation: /op-(\w+)$/.exec(path)?.[1] ?? query["op"]?.[0],
    ...{ query: sorted(query).filter(([name]) => name !== "op"), form: sorted(form), status },
    files: files.map(({ name, bytes }) => `${name}: ${bytes}`),
  };
}

/** Normalizes JSON; other text stays unchanged. Times depend on the order in which parallel requests arrive. */
function meaningOf(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+/g, "TIME"));
  } catch {
    return text;
  }
}

test("each row of the table has two commands", () => {
  expect(rows.filter(({ curl, svc }) => curl !== undefined && svc !== undefined).length).toBeGreaterThan(20);
  expect(rows.filter(({ curl }) => curl === undefined)).toEqual([]);
});

describe.skipIf(!isThere)("the table of curl and svc", () => {
  let curl: Column;
  let svc: Column;
  beforeAll(async () => {
    const nowMs = Date.now();
    [curl, svc] = await Promise.all([runColumn("curl", nowMs), runColumn("svc", nowMs)]);
  }, sessionsTimeoutMs);

  test("all of its commands work", () => {
    const failed = rows.filter((_, index) => [curl, svc].some(({ results }) => results[index]?.code !== "0"));
    expect(failed, `${curl.stderr}\n${svc.stderr}`).toEqual([]);
    expect(curl.stderr).toBe("");
    expect(curl.results.filter(({ stdout }) => stdout !== "").length).toBeGreaterThan(15);
  });

  test.each(rows.map(({ title }, index) => ({ title, index })))("$title prints the same", ({ index }) => {
    const curlOutput = curl.results[index]?.stdout ?? "";
    // If the service's answer has no body, svc prints the state of the object.
    if (curlOutput !== "") expect(meaningOf(svc.results[index]?.stdout ?? "")).toEqual(meaningOf(curlOutput));
  });

  test("both columns make the same changes with the same requests", () => {
    expect(curl.changes.length).toBeGreaterThan(15);
    // Requests for several machines are sent in parallel and arrive in any order.
    const resultsInOrder = (requests: readonly object[]) =>
      requests.map((each) => JSON.stringify(each)).sort();
    expect(resultsInOrder(svc.changes)).toEqual(resultsInOrder(curl.changes));
  });
});
