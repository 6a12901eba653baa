import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { runSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { json } from "./described-service.ts";
import { listenForTest } from "./raw-server.ts";

interface Script {
  readonly name: string;
  readonly status: number;
  /** Undefined if the service no longer has the output. */
  readonly output?: string | Buffer;
}

const statusNames = ["Pending", "Running", "Passed", "Failed", "Timed out", "Aborted"];

/** A machine with one test run; each request for its results gets the next element of `states`. */
async function logService(...states: readonly (readonly Script[])[]) {
  let reading = -1;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://x");
    const path = url.pathname.replace("/SVC/api/2.0", "");
    requests.push(`${path}${url.search}`);
    const scripts = () => states[Math.min(reading, states.length - 1)] ?? [];
    if (path === "/machines/") return json(response, [{ system_id: "abc123", hostname: "web-01" }]);
    if (path === "/nodes/abc123/results/") {
      reading += 1;
      const results = scripts().map(({ name, status }, index) => ({
        ...{ id: 40 + index, name, status, status_name: statusNames[status], suppressed: false },
        ...{ exit_status: status > 1 ? status - 2 : null, runtime: status > 1 ? "0:01:05" : "" },
        ...{ started: status === 0 ? null : "Mon, 23 Nov 2026 19:13:14 -0000", ended: null },
      }));
      return json(response, [{ id: 7, type: 2, type_name: "Testing", results }]);
    }
    const index = Number(url.searchParams.get("filters")) - 40;
    if (!path.startsWith("/nodes/abc123/results/7/")) return json(response, "Not Found", 404);
    const output = scripts()[index]?.output;
    if (output === undefined) return json(response, "Not Found", 404);
    response.writeHead(200, { "content-type": "application/binary" }).end(output);
  });
  const port = await listenForTest(server);
  const folder = folderOfTest();
  const env = {
    SVC_URL: `http://127.0.0.1:${port}/SVC`,
    SVC_API_KEY: "a:b:c",
    SVC_CONFIG_DIR: folder,
    SVC_CACHE_DIR: folder,
  };
  const svc = (line: string) => runSvc(line.split(" "), { env });
  return { svc, requests };
}

const passed = (name: string, output: string | Buffer): Script => ({ name, status: 2, output });
const running = (name: string, output: string): Script => ({ name, status: 1, output });
const failed = (name: string, output: string): Script => ({ name, status: 3, output });

describe("svc machines logs", () => {
  test("prints one script's output byte for byte", async () => {
    const output = "line\n".repeat(200_000);
    const { svc, requests } = await logService([passed("ntp", "x"), passed("smoke", output)]);
    const { code, stdout } = await svc("machines logs web-01 smoke --stderr");
    expect([code, stdout.length, stdout === output]).toEqual([0, output.length, true]);
    expect(requests.at(-1)).toContain("output=stderr");
    expect(requests.at(-1)).toContain("filters=41");
  });

  test("heads each output with the script's name if there are several", async () => {
    const { svc } = await logService([passed("ntp", "in time\n"), failed("smoke", "no\n")]);
    expect((await svc("machines logs web-01")).stdout).toBe(
      "==> ntp (passed, exit 0) <==\nin time\n\n==> smoke (failed, exit 1) <==\nno\n",
    );
  });

  test.each([
    ["machines logs web-01", "==> ntp (passed, exit 0) <==\na\n\n==> smoke (failed, exit 1) <==\n"],
    ["machines logs web-01 -o junit", '<failure message="Failed with exit status 1"></failure>'],
  ])("svc %s skips an output that was deleted, and fails at the end", async (line, part) => {
    const { svc } = await logService([
      passed("ntp", "a\n"),
      { name: "smoke", status: 3 },
      failed("disk", "bad\n"),
    ]);
    const { code, stdout, stderr } = await svc(line);
    expect([code, stdout]).toEqual([3, expect.stringContaining(part)]);
    expect(stdout).toContain("bad\n");
    expect(stderr).toContain("web-01 no longer has the output of smoke");
  });

  test("names -o as it was typed if its value is a format of --output", async () => {
    const { svc } = await logService([]);
    for (const line of ["-o json machines logs web-01", "machines logs web-01 -o json"])
      expect(await svc(line)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("svc: -o (--report) takes junit, not 'json'"),
      });
  });

  test("follows until all scripts have ended, and prints nothing twice", async () => {
    const { svc } = await logService(
      [running("ntp", "a\n"), { name: "smoke", status: 0, output: "" }],
      [running("ntp", "a\nb\n"), { name: "smoke", status: 0, output: "" }],
      [passed("ntp", "a\nb\nc\n"), running("smoke", "d")],
      [passed("ntp", "a\nb\nc\n"), failed("smoke", "d\ne\n")],
    );
    const { code, stdout } = await svc("machines logs web-01 testing --follow --poll-interval 100ms");
    expect([code, stdout]).toEqual([0, "==> ntp (running) <==\na\nb\nc\n\n==> smoke (running) <==\nd\ne\n"]);
  });

  test("reports that a follow has reached its deadline", async () => {
    const { svc } = await logService([running("ntp", "a\n")]);
    const line = "machines logs web-01 ntp --follow --poll-interval 100ms --wait-timeout 200ms";
    expect(await svc(line)).toMatchObject({
      code: 8,
      stdout: "a\n",
      stderr: expect.stringContaining("hint:"),
    });
  });

  test("prints a well-formed report for any output", async () => {
    const { svc } = await logService([
      passed("ntp", "x"),
      failed('a"<b>', `]]>&<\u001b[31m\u0000${"y".repeat(200_000)}end\n`),
      { name: "later", status: 5, output: "" },
    ]);
    const { code, stdout } = await svc("machines logs web-01 -o junit");
    expect(code).toBe(0);
    expect(stdout).toContain('tests="3" failures="1" errors="0" skipped="1" time="195"');
    expect(stdout).toContain('name="a&quot;&lt;b&gt;"');
    expect(stdout).toContain("yend\n</failure>");
    expect(stdout.length).toBeLessThan(100_000);
    expect(/[^\n\x20-\x7e\ufffd]/.test(stdout)).toBe(false);
  });

  test("reports unknown scripts and machines without results", async () => {
    const { svc } = await logService([passed("ntp", "x")]);
    expect(await svc("machines logs web-01 smoke")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("svc machines results web-01"),
    });
    expect(await (await logService([])).svc("machines logs web-01")).toMatchObject({ code: 3, stdout: "" });
  });
});

test("svc machines results has a row for each script", async () => {
  const { svc } = await logService([failed("smoke", ""), { name: "later", status: 0, output: "" }]);
  const { stdout } = await svc("machines results web-01 -o csv");
  expect(stdout).toBe("SCRIPT,STATUS,RUNTIME,EXIT\nsmoke,Failed,0:01:05,1\nlater,Pending,,\n");
});
