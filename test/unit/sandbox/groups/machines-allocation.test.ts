import { expect, test } from "vitest";
import { type Fields, harnessOfFile, harnessOfTest } from "../harness.ts";

const { get, post, id } = await harnessOfFile();

/** The host name that a dry run selects, or the status of a refusal. */
async function match(fields: Fields): Promise<string | number> {
  const answer = await post("/machines/op-allocate", { ...fields, dry_run: "true" });
  return answer.status === 200 ? answer.json.hostname : answer.status;
}

test.each<[Fields, string | number]>([
  [{}, "web-01"],
  [{ name: "web-02" }, "web-02"],
  [{ name: "web-02.svc" }, "web-02"],
  [{ name: "web-02.example.com" }, 409],
  [{ tags: ["gpu", "nvme"] }, "gpu-01"],
  [{ tags: ["gpu", "virtual"] }, 409],
  [{ not_tags: "virtual" }, "web-02"],
  [{ not_tags: ["virtual", "ssd"] }, "gpu-01"],
  [{ zone: "south" }, "gpu-01"],
  [{ not_in_zone: ["default", "north"] }, "gpu-01"],
  [{ zone: "nosuch" }, 409],
  [{ pool: "build" }, "arm-01"],
  [{ not_in_pool: ["web", "default"] }, "arm-01"],
  [{ arch: ["arm64", "s390x"] }, "arm-01"],
  [{ arch: "arm64/generic" }, "arm-01"],
  [{ arch: "ppc64el" }, 409],
  [{ cpu_count: "17" }, "gpu-01"],
  [{ mem: "60000" }, "db-01"],
  [{ mem: "60000", arch: "arm64" }, "arm-01"],
  [{ cpu_count: "lots" }, 400],
  [{ devices: "vendor_id=10de" }, "gpu-01"],
  [{ devices: "vendor_id=10de,commissioning_driver=i40e" }, 409],
  [{ devices: "colour=red" }, 400],
  [{ pod: "nosuch" }, 409],
  [{ pod: "vmhost-1" }, "web-01"],
  [{ not_pod: "vmhost-1" }, "web-02"],
  [{ pod_type: "virsh" }, "web-01"],
  [{ pod_type: "lxd" }, 409],
  [{ not_pod_type: "virsh" }, "web-02"],
  [{ fabrics: "fabric-prod" }, "web-01"],
  [{ fabrics: ["fabric-0", "fabric-prod"] }, "web-01"],
  [{ not_fabrics: "fabric-prod" }, 409],
  [{ fabric_classes: "10g" }, "web-01"],
  [{ not_fabric_classes: "10g" }, 409],
  [{ subnets: "name:prod-net" }, "web-01"],
  [{ subnets: ["name:prod-net", "name:mgmt-net"] }, 409],
  [{ subnets: "ip:10.10.0.9" }, "web-01"],
  [{ subnets: "space:prod" }, "web-01"],
  [{ subnets: "fabric:fabric-prod" }, "web-01"],
  [{ subnets: "vid:100" }, 409],
  [{ subnets: "vid:4095" }, 400],
  [{ not_subnets: "name:prod-net" }, 409],
  [{ interfaces: "nic:name=eth1,type=physical" }, "web-01"],
  [{ interfaces: "nic:link_speed=100000" }, 409],
  [{ interfaces: "nic:colour=red" }, 400],
  [{ storage: "root:100(ssd),data:1500" }, "db-01"],
  [{ storage: "a:900(nvme),b:900(nvme)" }, "gpu-01"],
  [{ storage: "a:900(nvme),b:900(nvme),c:900(nvme)" }, 409],
  [{ storage: "(" }, 400],
  [{ bridge_all: "perhaps" }, 400],
  [{ bridge_fd: "-1" }, 400],
])("%j chooses %s", async (fields, expected) => {
  expect(await match(fields)).toBe(expected);
});

test("system_id selects exactly this machine, if it is ready", async () => {
  expect(await match({ system_id: id("arm-01") })).toBe("arm-01");
  expect(await match({ system_id: id("app-01") })).toBe(409);
});

test("a dry run allocates nothing, and reports what matched", async () => {
  const fields = { storage: "root:100(ssd),data:1500", interfaces: "nic:name=eth0", dry_run: "true" };
  const dry = (await post("/machines/op-allocate", fields)).json;
  expect(dry).toMatchObject({ status_name: "Ready", owner: null });
  const [root, data] = dry.physicalblockdevice_set.map((each: { id: number }) => each.id);
  expect(dry.constraints_by_type).toEqual({
    storage: { root: [root], data: [data] },
    interfaces: { nic: [dry.interface_set[0].id] },
  });
  const verbose = (await post("/machines/op-allocate", { ...fields, verbose: "true" })).json
    .constraints_by_type;
  expect(verbose.verbose_storage[dry.system_id]).toEqual(verbose.storage);
  expect((await get(`/machines/${id("db-01")}/`)).json.status_name).toBe("Ready");
});

test("if nothing matches, the message is that of live services", async () => {
  const answer = await post("/machines/op-allocate", { name: "nosuch" });
  expect([answer.status, answer.contentType, answer.text]).toEqual([
    409,
    "text/plain; charset=utf-8",
    `No available machine matches constraints: [('name', ['nosuch'])] (resolved to "name=nosuch")`,
  ]);
});

test("parallel allocations get different machines, listed as their owner's", async () => {
  const { post, get, sandbox, user } = await harnessOfTest();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      post(
        "/machines/op-allocate",
        { comment: `take ${index}`, agent_name: "ci" },
        index % 2 === 0 ? user : sandbox.keys.administrator,
      ),
    ),
  );
  const allocatedIds = answers
    .filter((answer) => answer.status === 200)
    .map((answer) => answer.json.system_id);
  expect(allocatedIds.length).toBe(5);
  expect(new Set(allocatedIds).size).toBe(5);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(95);
  const mine = (await get("/machines/op-list_allocated", user)).json;
  expect(mine.every((each: { owner: string }) => each.owner === "bob")).toBe(true);
  expect((await get("/machines/?agent_name=ci")).json).toHaveLength(5);
  const { events } = (await get("/events/op-query")).json;
  expect(events.filter((each: { description: string }) => each.description.startsWith("take "))).toHaveLength(
    5,
  );
});
