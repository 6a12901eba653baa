import { expect, test } from "vitest";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { harnessOfTest, plaintext } from "../harness.ts";

test("a new sandbox has the machines that examples and jobs rely on", async () => {
  const { get } = await harnessOfTest();
  const { json } = await get("/machines/");
  const rows = (json as Record<string, { name: string }>[]).map(
    ({ hostname, status, zone, pool, owner, architecture, tag_names, power_type }) =>
      [
        hostname,
        status,
        zone?.name,
        pool?.name,
        owner || "-",
        architecture,
        String(tag_names) || "-",
        power_type,
      ].join(" "),
  );
  expect(rows).toEqual([
    "web-01 4 default web - amd64/generic virtual virsh",
    "web-02 4 north web - amd64/generic ssd virsh",
    "db-01 4 north default - amd64/generic ssd,raid virsh",
    "gpu-01 4 south default - amd64/generic gpu,nvme virsh",
    "arm-01 4 south build - arm64/generic ssd virsh",
    "power-01 0 default default - ppc64el/generic - virsh",
    "build-01 10 default build bob arm64/generic ssd virsh",
    "app-01 6 default default admin amd64/generic ssd virsh",
    "app-02 6 north web bob amd64/generic virtual virsh",
    "old-01 8 south default - amd64/generic rotary virsh",
    "test-01 22 north default - amd64/generic - virsh",
    "s390-01 11 default default admin s390x/generic - hmcz",
  ]);
});

test.each(["documented", "deployed"] as const)(
  "machines that failed or are broken have events that show since when and why, answers as %s",
  async (answers) => {
    const { sandbox } = await harnessOfTest({ answers, machines: 24 });
    const { nodes, events } = sandbox.world.state;
    const failed = Object.values(nodes.bySystemId).filter(({ status }) => /failed|broken/.test(status));
    const last = (systemId: string) =>
      events.records
        .filter(({ node, type }) => node === systemId && type !== "Seeded")
        .map(({ level, type, description }) => [level, type, description].join(" ").trim());
    expect(failed.map(({ hostname, systemId }) => [hostname, ...last(systemId)])).toEqual(
      ["01", "02"].flatMap((number) => [
        [
          `old-${number}`,
          ...(answers === "deployed" ? ["DEBUG User marking node broken (admin) - fan 2 has failed"] : []),
          "DEBUG Node changed status From 'Ready' to 'Broken'",
          ...(answers === "documented" ? ["INFO Marked broken fan 2 has failed"] : []),
        ],
        [`test-${number}`, "ERROR Failed testing smartctl-validate failed on sda"],
        [`s390-${number}`, "ERROR Failed deployment"],
      ]),
    );
  },
);

test("without --instant a deployment takes time", async () => {
  const at = Date.now();
  const { keys, stop, url, world } = await startSandbox({ now: () => at });
  const node = Object.values(world.state.nodes.bySystemId).find(({ hostname }) => hostname === "web-01");
  const answer = await fetch(`${url}/api/2.0/machines/${node?.systemId}/op-deploy`, {
    method: "POST",
    headers: { Authorization: plaintext(keys.administrator) },
  });
  await new Promise((resume) => setImmediate(resume));
  await stop();
  expect([answer.status, node?.status]).toEqual([200, "deploying"]);
});
