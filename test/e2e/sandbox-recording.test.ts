import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sandboxFixture } from "./sandbox-fixture.ts";

const fixture = sandboxFixture();
const svc = '"$SVC_NODE" "$SVC_LAUNCHER"';

test("--record writes each exchange to a private file, and requests shows the last ones", async () => {
  const script = [
    `${svc} machines allocate --name web-01 --comment 'for a test' -q > /dev/null`,
    `${svc} files create notes "$SVC_LAUNCHER" -q > /dev/null`,
    `curl -s -o /dev/null -d '{"a":1}' -H 'Content-Type: application/json' "$SVC_URL/api/2.0/machines/"`,
    `${svc} sandbox requests --columns METHOD,PATH,SENT,STATUS --no-header -o tsv`,
    `${svc} sandbox requests --last 1 -o json`,
  ].join("\n");
  const result = await fixture.run(
    `svc sandbox exec --instant --record log.jsonl -- bash -c '${script.replaceAll("'", "'\\''")}'`,
  );
  expect([result.code, result.stderr]).toEqual([0, ""]);
  const lines = result.stdout.split("\n");
  expect(lines[0]).toBe("POST\t/SVC/api/2.0/machines/op-allocate\tcomment=for a test name=web-01\t200");
  expect(lines[1]).toMatch(/^POST\t\/SVC\/api\/2\.0\/files\/\tfilename=notes file=@\S+\(\d+ bytes\)\t20\d$/);
  expect(lines[2]).toBe('POST\t/SVC/api/2.0/machines/\t{"a":1}\t415');
  expect(JSON.parse(lines[3] ?? "")).toMatchObject([{ status: 415, content_type: "application/json" }]);
  const file = join(fixture.folder, "log.jsonl");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const recorded = () =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  expect(recorded().map(({ status }) => status)).toEqual([200, expect.any(Number), 415]);

  await fixture.json("svc sandbox start --detach --record log.jsonl -o json");
  await fixture.run("svc machines list -q");
  expect(await fixture.json("svc sandbox requests -o json")).toMatchObject([{ operation: "machines.list" }]);
  expect(recorded()).toHaveLength(4);
});

test("a record file that cannot be written is refused before the start", async () => {
  const result = await fixture.run("svc sandbox exec --record none/log.jsonl -- touch started");
  expect([result.code, result.stdout]).toEqual([1, ""]);
  expect(result.stderr).toMatch(
    /^svc: the recording none\/log\.jsonl cannot be written \(no such file or directory\)\nhint: .*\n$/,
  );
  expect((await fixture.run("ls")).stdout).not.toContain("started");
});

test("requests needs a sandbox, and a number up to 200", async () => {
  expect((await fixture.run("svc sandbox requests")).code).toBe(3);
  expect((await fixture.run("svc sandbox requests --last 201")).code).toBe(2);
});
