import { expect, test } from "vitest";
import { group as interfaces } from "../../../../src/catalogue/groups/interfaces.ts";
import { group as partitions } from "../../../../src/catalogue/groups/partitions.ts";
import { withListedNumbers } from "../../../../src/client/execute/listed-fields.ts";
import type { Client } from "../../../../src/client/http/call.ts";

const subnet = { cidr: "10.0.0.0/24", name: "lab" };
const links = [
  { id: 5, mode: "static", ip_address: "10.0.0.7", subnet },
  { id: 6, mode: "auto", subnet },
  { id: 7, mode: "dhcp", subnet: { cidr: "10.1.0.0/24", name: "other" } },
];

/** Resolves a link id when the interface is answered as `answer`. */
async function resolved(
  link_id: string,
  answer: unknown,
): Promise<readonly [paths: string[], link: unknown]> {
  const paths: string[] = [];
  const call = async (operation: { readonly path: string }, values: object) => {
    paths.push(`${operation.path} ${Object.values(values).join(" ")}`);
    return { value: async () => answer };
  };
  const values = { system_id: "abc123", id: "eth0", link_id };
  const operation = interfaces.operations["interface.unlink_subnet"];
  const sentValues = await withListedNumbers(operation, values, { call } as unknown as Client);
  return [paths, sentValues["link_id"]];
}

const requests = ["/nodes/{system_id}/interfaces/{id}/ abc123 eth0"];

test.each([
  ["10.0.0.7", requests, "5"],
  ["other", requests, "7"],
  ["10.1.0.0/24", requests, "7"],
  ["6", [], "6"],
])("link %s of an interface has a number", async (word, requests, id) => {
  expect(await resolved(word, { links })).toEqual([requests, id]);
});

test.each([
  ["lab", "2 links are called 'lab'"],
  ["nosuch", "no link is called 'nosuch'"],
])("link %s is refused before anything is sent, with those that there are", async (word, message) => {
  await expect(resolved(word, { links })).rejects.toMatchObject({
    message,
    kind: "notFound",
    details: {
      outcome: "not_sent",
      lines: expect.arrayContaining(["5  10.0.0.7", "7  10.1.0.0/24, other", "5, 6  10.0.0.0/24, lab"]),
    },
  });
});

test("the link of an interface without listed links is sent unchanged", async () => {
  expect(await resolved("lab", {})).toEqual([requests, "lab"]);
});

test("rows whose names are objects are passed over", async () => {
  const vlans = [
    { id: 1, vid: 5, fabric: { toString: 1 } },
    { id: 2, vid: 5, fabric: "rack9" },
  ];
  const client = { call: async () => ({ value: async () => [{ vlans }] }) } as unknown as Client;
  const operation = interfaces.operations["interfaces.create_vlan"];
  expect(await withListedNumbers(operation, { system_id: "abc123", vlan: "rack9/5" }, client)).toMatchObject({
    vlan: "2",
  });
});

const partition = (id: number, path: string) => ({ id, path: `/dev/disk/by-dname/${path}` });
const disks = [
  { id: 1, name: "sda", path: "/dev/disk/by-dname/sda", id_path: "/dev/disk/by-id/wwn-1", serial: "S1" },
  { id: 2, name: "vg0-root", path: "/dev/disk/by-dname/vg0-root", id_path: null, serial: null },
  // A renamed disk keeps the path that the kernel gave it.
  { id: 3, name: "nvme0n1", path: "/dev/disk/by-dname/nvme0n1", id_path: "/dev/sda", serial: "S3" },
].map((disk) => ({ ...disk, partitions: [partition(disk.id * 10, `${disk.name}-part1`)] }));

test.each([
  ["device_id", "sda", "1"],
  ["device_id", "/dev/disk/by-dname/sda", "1"],
  ["device_id", "/dev/disk/by-id/wwn-1", "1"],
  ["device_id", "/dev/sda", "3"],
  ["device_id", "S3", "3"],
  ["device_id", "/dev/vg0/root", "2"],
  ["device_id", "/dev/mapper/vg0-root", "2"],
  ["id", "/dev/disk/by-dname/sda-part1", "10"],
  ["id", "sda-part1", "10"],
  ["id", "/dev/sda1", "10"],
  ["id", "nvme0n1p1", "30"],
])("%s: %s", async (parameter, word, id) => {
  const client = { call: async () => ({ value: async () => disks }) } as unknown as Client;
  const values = { system_id: "abc123", device_id: "1", id: "10", [parameter]: word };
  const sent = await withListedNumbers(
    partitions.operations["partition.mount"],
    values,
    client,
    {},
    "verify",
  );
  expect(sent[parameter]).toBe(id);
});
