import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { sandboxOfTest } from "../sandboxes.ts";
import { type RunningSvc, startSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { doubtfulService } from "./unclear-answer-service.ts";

const header = "hostname,mac_addresses,architecture,power_type,power_parameters.power_pass,commission\n";
const rowOf = (number: number) =>
  `rack7-${number},52:54:00:77:00:${String(number).padStart(2, "0")},amd64/generic,ipmi,hunter2,no\n`;
const rackOf = (count: number) =>
  header + Array.from({ length: count }, (_, index) => rowOf(index + 1)).join("");
/** Rows without a host name: the doubtful service would find a machine for every name. */
const namelessOf = (count: number) => rackOf(count).replace(/^rack7-\d+/gm, "");

/** Starts `machines create --from rack.csv` in a new folder. */
function createFrom(
  text: string,
  { url, key = "a:b:c" }: { readonly url: string; readonly key?: string },
  line = "",
  group = "machines",
) {
  const folder = folderOfTest();
  const path = join(folder, "rack.csv");
  writeFileSync(path, text);
  return startSvc([group, "create", "--from", path, ...line.split(" ").filter(Boolean)], {
    env: { SVC_URL: url, SVC_API_KEY: key, SVC_CONFIG_DIR: folder },
  });
}

const rowsIn = (stdout: string) =>
  JSON.parse(stdout).map(({ hostname, ok, outcome, error }: Record<string, unknown>) => ({
    hostname,
    ok,
    outcome,
    error,
  }));

describe.each(answerStyles)("machines create --from, at a sandbox that answers as %s", (style) => {
  test("creates each machine once, in file order, and a second run creates the missing ones", async () => {
    const sandbox = await sandboxOfTest({ instant: true, answers: style });
    const service = { url: sandbox.url, key: sandbox.keys.administrator };
    const first = await createFrom(rackOf(2), service, "-o json").ended;
    expect(first.code).toBe(0);
    const second = await createFrom(rackOf(4), service, "-o json --debug").ended;
    const row = (number: number, outcome: string) => ({
      hostname: `rack7-${number}`,
      ok: true,
      outcome,
      error: null,
    });
    expect(rowsIn(second.stdout)).toEqual([
      row(1, "not_sent"),
      row(2, "not_sent"),
      row(3, "done"),
      row(4, "done"),
    ]);
    expect(second.stderr.match(/> POST /g)).toHaveLength(2);
    expect(`${first.stdout}${second.stdout}${second.stderr}`).not.toContain("hunter2");
    expect((await createFrom(rackOf(4), service, "-o name").ended).stdout.split("\n")).toHaveLength(5);
  });

  test("what exists is reported, previews send nothing, and devices have no status", async () => {
    const sandbox = await sandboxOfTest({ instant: true, answers: style });
    const service = { url: sandbox.url, key: sandbox.keys.administrator };
    const text = `${rackOf(1)}web-01,52:54:00:77:00:99,amd64/generic,manual,,no\n`;
    const preview = await createFrom(text, service, "--dry-run").ended;
    expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining("hostname=rack7-1") });
    expect(preview.stderr).toContain(
      "1 of 2 machines exists and is left alone: web-01\n" +
        "warning: machines with the same host name but other MAC addresses: web-01\n",
    );
    expect(sandbox.requests(20).every(({ method }) => method === "GET")).toBe(true);
    const curl = await createFrom(text, service, "--curl").ended;
    expect(curl.stdout.match(/^curl /gm)).toHaveLength(2);
    expect(await createFrom(text, service, "--hostname a").ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--hostname cannot be combined with --from"),
    });
    expect(await createFrom(header, service, "-o json").ended).toMatchObject({
      code: 0,
      stdout: "[]\n",
      stderr: expect.stringContaining("contains no machine: nothing to do"),
    });
    const devices = "hostname,mac_addresses\nprinter-7,52:54:00:77:01:01\n";
    await createFrom(devices, service, "", "devices").ended;
    const again = await createFrom(devices, service, "-o json", "devices").ended;
    expect(JSON.parse(again.stdout)).toMatchObject([
      { hostname: "printer-7", ok: true, status: null, outcome: "not_sent" },
    ]);
  });
});

describe("machines create --from, when the outcome of requests is unclear", () => {
  test("reports those machines and a command that shows them", async () => {
    const service = await doubtfulService((_, count) => (count === 1 ? "reset" : "machine"));
    const { code, stdout, stderr } = await createFrom(
      namelessOf(2),
      service,
      "-o json --parallel 1 --retries 0",
    ).ended;
    expect([code, rowsIn(stdout)]).toEqual([
      10,
      [
        {
          hostname: "52:54:00:77:00:01",
          ok: false,
          outcome: "unknown",
          error: expect.stringContaining("it may have been carried out"),
        },
        { hostname: "aaaaaa", ok: true, outcome: "done", error: null },
      ],
    ]);
    expect(stderr).toContain("(svc machines get 52:54:00:77:00:01)");
  });
});

test("stops at a signal and reports which machines were not sent", async () => {
  let line: RunningSvc | undefined;
  const service = await doubtfulService("machine", (_, count) => {
    if (count === 1) setImmediate(() => line?.signal("SIGINT"));
  });
  line = createFrom(namelessOf(4), service, "-o json --parallel 1");
  const { code, stdout } = await line.ended;
  expect([code, service.changes.length]).toEqual([130, 1]);
  expect(rowsIn(stdout).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "done",
    "not_sent",
    "not_sent",
    "not_sent",
  ]);
});

test("a mistake in the file is reported before any request, without secrets", async () => {
  const service = await doubtfulService("machine");
  const { code, stdout, stderr } = await createFrom(`${rackOf(2)}x,hunter2,a,b,hunter2,hunter2\n`, service)
    .ended;
  expect([code, stdout, service.changes]).toEqual([2, "", []]);
  expect(stderr).not.toContain("hunter2");
});
