import { describe, expect, test } from "vitest";
import { nearestName } from "../../../../src/cli/completing/name-help.ts";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { runSvc } from "../../../svc-run.ts";
import { folderOfTest } from "../../../temporary-folder.ts";

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
    await sandbox.stop();
  });
});
