import { describe, expect, test } from "vitest";
import { nearestName } from "../../../../src/cli/completing/name-help.ts";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { sandboxOfFile } from "../../../sandboxes.ts";
import { runSvc, startSvc } from "../../../svc-run.ts";
import { folderOfFile, folderOfTest } from "../../../temporary-folder.ts";

const sandbox = await sandboxOfFile({ instant: true });
const env = {
  SVC_CACHE_DIR: folderOfFile(),
  SVC_URL: sandbox.url,
  SVC_API_KEY: sandbox.keys.administrator,
  PATH: "",
};

/** Runs a command and types each of the keys when the text it belongs to appears. */
async function runTyping(
  line: string,
  keys: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) {
  const running = startSvc(line.split(" "), {
    env: { ...env, ...more },
    terminal: { isTTY: true, columns: 60, rows: 12 },
    isTyped: true,
    isMerged: true,
  });
  let isOver = false;
  const result = running.ended.finally(() => {
    isOver = true;
  });
  for (const [prompt, key] of Object.entries(keys)) {
    while (!running.shown().includes(prompt) && !isOver)
      await new Promise((resolve) => setTimeout(resolve, 2));
    running.type(key);
  }
  const { code, stdout } = await result;
  return { code, text: stdout.replaceAll(/\u001b\[[\d;]*m/g, "") };
}

describe("a person chooses the name that a line lacks", () => {
  test.each([
    [
      "machines get --columns NAME,STATUS",
      { "of 12": "gpu\r" },
      /machines get: gpu-01\n.*gpu-01\.svc.*Ready/s,
    ],
    ["machines ssh --dry-run", { "of 2": "02\r" }, /machines ssh: app-02\nssh .*10\.10\.0\.\d+/],
    [
      "vlans get",
      { "of 3": "prod\r", mgmt: "\r" },
      /vlans get: fabric-prod\n.*vlans get fabric-prod: 0\n.*VID +0/s,
    ],
    ["tags get", { "of 6": "ssd\r" }, /tags get: ssd\nTAG +ssd/],
  ])("%s", async (line, keys, output) => {
    const { code, text } = await runTyping(line, keys);
    expect(text).toMatch(output);
    expect(code).toBe(0);
  });

  test("only machines that the command is for are listed, and a change asks as ever", async () => {
    const { code, text } = await runTyping("machines release", { "of 5": "app-02\r", "[y/N]": "n\r" });
    expect(text).toMatch(/5 of 5 {2}enter/);
    expect(text).toMatch(/release \S+\? \[y\/N\]/);
    expect(code).toBe(13);
  });
});

const usage = /^svc: (?:missing argument <system_id>|name a machine, or use --where)\n/;

test.each([
  ["machines get", { CI: "1" }],
  ["machines get", { TERM: "dumb" }],
  ["machines ssh --yes", {}],
  ["machines get", { SVC_URL: "http://127.0.0.1:9/SVC", SVC_CACHE_DIR: folderOfFile() }],
])("'%s' stays a usage error with %j", async (line, more) => {
  const { code, text } = await runTyping(line, {}, more);
  expect(text).toMatch(usage);
  expect(code).toBe(2);
});

const names = ["web-01", "web-02", "db-01", "gpu-01", "printer-01", "rack-1-node-07"];

test.each([
  ["web01", "web-01"],
  ["wbe-02", "web-02"],
  ["WEB-1", "web-01"],
  ["web_02", "web-02"],
  ["bd-01", "db-01"],
  ["rack-1-nod-7", "rack-1-node-07"],
  ["web-03", undefined],
  ["web-0", undefined],
  ["web", undefined],
  ["nosuch", undefined],
  ["1", undefined],
])("by %s is meant %s: never a machine of another number", (input, machine) => {
  expect(nearestName(input, names)).toBe(machine);
});

describe("a machine that is not there", () => {
  test("is completed from a list that was shown, without another request", async () => {
    const sandbox = await startSandbox({ instant: true });
    const env = {
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.keys.administrator,
      SVC_CACHE_DIR: folderOfTest(),
    };
    const svc = (line: string) => runSvc(line.split(" "), { env });
    const before = await svc("machines get web01");
    expect(before.stderr).toContain("hint: svc machines list shows those that you can see");
    await svc("machines list");
    const requestCount = () => sandbox.requests(200).length;
    const count = requestCount();
    const after = await svc("machines get web01");
    const requests = requestCount() - count;
    expect(after).toMatchObject({ code: 3, stdout: "" });
    expect(after.stderr).toContain(
      "hint: did you mean web-01? svc machines list shows those that you can see",
    );
    const unnamed = requestCount();
    await svc("machines get no-such-name");
    expect(requestCount() - unnamed).toBe(requests);
    const json = await svc("machines release wbe-02 --yes -o json");
    expect(JSON.parse(json.stderr).error).toMatchObject({
      kind: "notFound",
      outcome: "not_sent",
      hint: expect.stringMatching(/^did you mean web-02\? /),
    });
    expect(
      (await runSvc(["machines", "get", "web01"], { env: { ...env, SVC_CACHE_DIR: "/dev/null/x" } })).stderr,
    ).toContain("hint: svc machines list shows those that you can see");
    await svc("fabrics list");
    const id = JSON.parse((await svc("machines get web-01 -o json")).stdout).system_id;
    for (const path of [`machines/${id}/`, "fabrics/fabric-old/"]) await svc(`api DELETE ${path}`);
    const gone = [await svc("machines get web-01"), await svc("fabrics get fabric-old")];
    expect(gone.map(({ stderr }) => /^hint: .*/m.exec(stderr)?.[0])).toEqual([
      expect.stringMatching(/^hint: svc machines list shows/),
      "hint: svc fabrics list shows all fabrics",
    ]);
    await sandbox.stop();
  });
});
