import { isIP } from "node:net";
import { describe, expect, test } from "vitest";
import {
  checkLoginOptions,
  chooseAddress,
  readMachines,
} from "../../../../../src/cli/commands/ssh/reachable.ts";
import { sshArguments } from "../../../../../src/cli/commands/ssh/ssh.ts";
import { inventory } from "../../../../../src/cli/commands/ssh.ts";
import { runCommand } from "../../../../../src/cli/invocation/invocation.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { printingHarness } from "../../harness.ts";
import { hostileMachines, machine, machineAnswer, port } from "./machines.ts";

const ipsOf = (changed: Readonly<Record<string, unknown>>) => machine(changed).addresses.map(({ ip }) => ip);

describe("the addresses of a machine", () => {
  test("of a recorded machine: the assigned one, then the discovered one", () => {
    expect(ipsOf({})).toEqual(["10.10.0.251", "10.10.0.22"]);
  });

  const ports = [
    port(1, "192.0.2.1"),
    port(2, "10.0.0.2", { gateway_ip: "10.0.0.254" }),
    port(3, "2001:db8::3"),
  ];
  const plain = { interface_set: ports, ip_addresses: [], boot_interface: ports[2], default_gateways: null };

  test("the network of the default gateway comes first, then the boot interface", () => {
    expect(
      ipsOf({ ...plain, default_gateways: { ipv4: { gateway_ip: "10.0.0.254", link_id: null } } }),
    ).toEqual(["10.0.0.2", "2001:db8::3", "192.0.2.1"]);
  });

  test("a gateway that is set on a link counts by the link", () => {
    const gateways = { ipv4: { gateway_ip: "192.0.2.254", link_id: 101 } };
    expect(ipsOf({ ...plain, default_gateways: gateways })[0]).toBe("192.0.2.1");
  });

  test("without gateways the boot interface counts, and IPv4 before IPv6 where nothing else does", () => {
    expect(ipsOf(plain)).toEqual(["2001:db8::3", "192.0.2.1", "10.0.0.2"]);
    expect(ipsOf({ ...plain, boot_interface: null })).toEqual(["192.0.2.1", "10.0.0.2", "2001:db8::3"]);
  });

  test("addresses of the machine alone are assigned ones, before those discovered at a port", () => {
    const discovered = [{ ip_address: "192.0.2.9", subnet: null }];
    const discoveredPort = { ...port(1, "192.0.2.1"), links: [], discovered };
    expect(ipsOf({ ...plain, interface_set: [discoveredPort], ip_addresses: ["2001:db8::1"] })).toEqual([
      "2001:db8::1",
      "192.0.2.9",
    ]);
  });

  test("addresses without an interface are taken as they are listed", () => {
    expect(ipsOf({ interface_set: [], ip_addresses: ["2001:db8::1", "192.0.2.7"] })).toEqual([
      "192.0.2.7",
      "2001:db8::1",
    ]);
  });

  test.each([
    ...["127.0.0.1", "::1", "::", "0.0.0.0", "fe80::1", "fe80::1%eth0", "169.254.1.1", "224.0.0.1"],
    ...["::ffff:127.0.0.1", "-oX", "10.0.0.1 ", "10.0.0", "web-01"],
  ])("%s is none that others can connect to", (ip) => {
    expect(ipsOf({ interface_set: [port(1, ip)], ip_addresses: [ip] })).toEqual([]);
  });
});

describe("the address that the line asks for", () => {
  const { addresses } = machine({
    interface_set: [port(1, "192.0.2.1"), port(2, "10.0.0.2"), port(3, "2001:db8::3")],
    ip_addresses: [],
  });
  test.each([
    [{ address: "10.0.0.2" }, "10.0.0.2"],
    [{ address: "10.0.0.0/8" }, "10.0.0.2"],
    [{ address: "2001:db8::/32" }, "2001:db8::3"],
    [{ address: "2001:DB8:0::3" }, "2001:db8::3"],
    [{ address: "net2" }, "10.0.0.2"],
    [{ address: "eth3" }, "2001:db8::3"],
    [{ family: "ipv6" }, "2001:db8::3"],
    [{ family: "ipv4", address: "eth3" }, undefined],
    [{ address: "203.0.113.1" }, undefined],
    [{}, "192.0.2.1"],
  ] as const)("%j is %s", (wish, ip) => {
    expect(chooseAddress(addresses, wish)?.ip).toBe(ip);
  });

  test.each([
    { address: "" },
    { address: "10.0.0.0/33" },
    { address: "10.0.0.0/8/9" },
    { address: "net/2" },
    { address: "10.0.0.1", family: "ipv6" },
    { address: "2001:db8::/32", family: "ipv4" },
  ] as const)("%j is refused before anything is sent", (wish) => {
    expect(() => checkLoginOptions(wish)).toThrow(Failure);
  });
});

test("ssh gets only an address and a known user, whatever a service answers", () => {
  for (let seed = 1; seed <= 300; seed++)
    for (const { addresses } of hostileMachines(seed, 5))
      for (const { ip } of addresses) {
        expect(isIP(ip)).toBeGreaterThan(0);
        expect(ip).toMatch(/^[0-9a-f][0-9a-f:.]*$|^:[0-9a-f:.]+$/i);
        const words = sshArguments(ip, undefined, ["BatchMode=yes"], { options: {}, rest: ["uptime"] });
        expect(words).toEqual(["-o", "BatchMode=yes", ip, "uptime"]);
      }
});

const machines = [
  machineAnswer({ system_id: "aaaaaa", hostname: "open" }),
  machineAnswer({ system_id: "bbbbbb", hostname: "ready", status: 4 }),
];

test("machines that accept logins are requested by status", async () => {
  const { client, requests } = printingHarness(() => machines);
  const found = await readMachines(
    client,
    { parameters: { pool: "default" }, conditions: [] },
    { loginsOnly: true },
  );
  expect(found.map(({ view }) => view.hostname)).toEqual(["open"]);
  expect(requests.map(({ values }) => values)).toEqual([
    { pool: "default", status: ["deployed", "rescue_mode"] },
  ]);
});

test("if the service does not know one of the statuses, all machines are read and filtered", async () => {
  const { invocation, terminal } = printingHarness(({ values }) => {
    if (values["status"] !== undefined) throw new Failure("invalid", "unknown status", { status: 400 });
    return machines;
  });
  await runCommand(inventory, invocation);
  expect(Object.keys(JSON.parse(terminal.shown.stdout)._meta.hostvars)).toEqual(["open"]);
});

test("a status that the user gives is sent unchanged, and its refusal is reported", async () => {
  const { client, requests } = printingHarness(() => {
    throw new Failure("invalid", "unknown status", { status: 400 });
  });
  await expect(
    readMachines(client, { parameters: { status: "deployed" }, conditions: [] }, { loginsOnly: true }),
  ).rejects.toMatchObject({ kind: "invalid" });
  expect(requests).toHaveLength(1);
});

test("a filter that the service ignores is refused", async () => {
  const { client } = printingHarness(() => machines);
  await expect(
    readMachines(client, { parameters: { pool: "web" }, conditions: [] }, { loginsOnly: false }),
  ).rejects.toMatchObject({ message: expect.stringContaining("ignored pool=web") });
});

test("an answer that is not a list of machines is a failure", async () => {
  const { client } = printingHarness(() => ({ no: "list" }));
  await expect(
    readMachines(client, { parameters: {}, conditions: [] }, { loginsOnly: false }),
  ).rejects.toMatchObject({
    kind: "other",
  });
});
