import { afterAll, expect, test } from "vitest";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { runSvc } from "../../../svc-run.ts";
import { folderOfFile } from "../../../temporary-folder.ts";
import { answer } from "./completion.ts";

const sandbox = await startSandbox({ instant: true });
afterAll(() => sandbox.stop());
const env = { SVC_CACHE_DIR: folderOfFile(), SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
for (const line of [
  "machines set-storage-layout gpu-01 --storage-layout blank --yes",
  "raids create gpu-01 --name md0 --level raid-1 --block-devices sdb,sdc",
  "volume-groups create gpu-01 --name vg0 --block-devices sda",
  "volume-groups create-logical-volume gpu-01 vg0 --name data --size 5G",
  "notifications create --message Down --ident rack7 --admins",
  "notifications create --message Up --admins",
])
  await runSvc(line.split(" "), { env });

test.each([
  ["interfaces get web-01 ", "eth0 eth1"],
  ["interfaces update web-01 e", "eth0 eth1"],
  ["interfaces get nowhere ", ""],
  ["block-devices get db-01 ", "sda sdb"],
  ["partitions get db-01 ", "sda sdb"],
  ["partitions get db-01 sda ", "sda-part1 sda-part2"],
  ["raids delete gpu-01 m", "md0"],
  ["volume-groups get gpu-01 ", "vg0"],
  ["volume-groups delete-logical-volume gpu-01 vg0 --logical-volume-id vg", "vg0-data"],
  ["interfaces create-bond web-01 --parents ", "eth0 eth1"],
  ["interfaces create-bond web-01 --parents eth0,", "eth0,eth1"],
  ["interfaces create-vlan web-01 --vlan fabric-p", "fabric-prod/0 fabric-prod/100"],
  ["interfaces unlink-subnet web-01 eth0 --link-id ", "10.10.0.0/24"],
  ["raids create gpu-01 --block-devices sd", "sda sdb sdc sdd"],
  ["raids create db-01 --partitions ", "sda-part1 sda-part2"],
  ["vlans get fabric-prod ", "0 100"],
  ["subnets create --vlan fabric-prod/", "fabric-prod/0 fabric-prod/100"],
  ["rackcontrollers get ", "rack-01"],
  ["results get web-01 ", "6 7"],
  ["dnsresources get ", "txt.example.com www.example.com"],
  ["ipranges get ", "10.10.0.200 10.10.0.240"],
  ["dhcp-snippets update ", "ntp"],
  ["boot-resources get ubuntu/j", "ubuntu/jammy/amd64/ga-22.04 ubuntu/jammy/arm64/ga-22.04"],
  ["boot-sources delete ", "http://images.example/ephemeral-v3/stable/"],
  ["dnsresource-records get ", "txt.example.com"],
  ["notifications dismiss ", "2 rack7"],
])("%s", async (line, offers) => {
  const words = await answer("fish", line, env);
  expect(
    words
      .map((word) => word.split("\t")[0])
      .sort()
      .join(" "),
  ).toBe(offers);
});
