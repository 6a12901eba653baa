import { expect, test } from "vitest";
import { sandboxOfFile } from "../sandboxes.ts";
import { runSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";

const sandbox = await sandboxOfFile({ instant: true });
const env = { SVC_CACHE_DIR: folderOfFile(), SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
const svc = (line: string) => runSvc(line.split(" "), { env });

await svc("interfaces create-bond web-01 --name bond0 --parents eth0,eth1");

test.each([
  [
    "interfaces create-bond web-01 --name bond1 --parents eth0,eth1",
    ["parents: eth0 is already in-use", "parents: eth1 is already in-use"],
  ],
  ["interfaces create-bond web-02 --name bond1 --parents eth0,eth7", ["eth7", "interfaces here: eth0, eth1"]],
  [
    "raids create db-01 --level raid-0 --block-devices sda,sdb",
    ["block_devices: Select a valid choice. sda is not"],
  ],
  ["subnets create --cidr 10.98.0.0/24 --vlan rack9/123", ["VLANs here: fabric-0/0, fabric-prod/0"]],
  [
    "static-routes create --source nope --destination mgmt-net --gateway-ip 10.10.0.9",
    ["subnets here: 10.10.0.0/24, 10.20.0.0/24"],
  ],
])("a refused id is reported by its name: %s", async (line, texts) => {
  const result = await svc(line);
  expect(result).toMatchObject({ code: 7, stdout: "" });
  for (const text of texts) expect(result.stderr).toContain(text);
});

test.each(["partitions get db-01 sda sda-part9", "raids create db-01 --level raid-0 --partitions sda-part9"])(
  "an unknown partition name is not sent: %s",
  async (line) => {
    const result = await svc(`${line} -o json`);
    expect(JSON.parse(result.stderr)).toMatchObject({
      error: { exit_code: 3, outcome: "not_sent", message: "no partition is called 'sda-part9'" },
    });
  },
);

test.each([
  ["boot-resources get", "name"],
  ["boot-sources get", "url"],
  ["boot-source-selections get http://images.example/ephemeral-v3/stable/", "release"],
  ["dhcp-snippets get", "name"],
  ["dnsresources get", "fqdn"],
  ["dnsresource-records get", "fqdn"],
  ["ipranges get", "start_ip"],
  ["bcaches get gpu-01", "name"],
  ["bcache-cache-sets get gpu-01", "name"],
])("svc %s takes the %s of an object, and refuses another's", async (line, member) => {
  const [row] = JSON.parse((await svc(`${line.replace(" get", " list")} -o json`)).stdout);
  const byName = await svc(`${line} ${row[member]} -o json`);
  expect(byName).toMatchObject({ code: 0, stdout: (await svc(`${line} ${row.id} -o json`)).stdout });
  const unknown = await svc(`${line} nope`);
  expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining("is called 'nope'") });
});

test.each(["machines", "nodes"])("svc %s list --id takes host names", async (group) => {
  expect((await svc(`${group} list --id web-01,web-02 -o csv --columns hostname`)).stdout).toBe(
    "HOSTNAME\nweb-01\nweb-02\n",
  );
  expect(await svc(`${group} list --id nope`)).toMatchObject({ code: 3, stdout: "" });
});
