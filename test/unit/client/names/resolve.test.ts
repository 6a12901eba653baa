import { describe, expect, it } from "vitest";
import { takesSeveralIds } from "../../../../src/catalogue/commands/command-spec.ts";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { resolveNodes } from "../../../../src/client/names/resolve.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { fleetService, harness } from "../../cli/operation/fleet-service.ts";
import { rejection } from "../../rejection.ts";

const fleet = () =>
  fleetService(
    { system_id: "aaaaaa", hostname: "web-01", macs: ["52:54:00:aa:bb:01", "52:54:00:aa:bb:02"] },
    { system_id: "bbbbbb", hostname: "web-02", macs: ["52:54:00:aa:bb:03"] },
    { system_id: "cccccc", hostname: "twin", domain: "rack1" },
    { system_id: "dddddd", hostname: "twin", domain: "rack2" },
    { system_id: "eeeeee", hostname: "web001" },
    { system_id: "ffffff", hostname: "aaaaaa" },
  );

const idsOf = async (...names: readonly string[]) =>
  (await resolveNodes(fleet(), "machine", names)).map(({ systemId }) => systemId);

describe("names without a single match", () => {
  it("refuses names without a match, and lists all of them", async () => {
    const failure = await rejection(() => idsOf("web-01", "web", "web-0", "nope.rack1"));
    expect(failure).toMatchObject({ kind: "notFound", exitCode: 3 });
    expect(failure.message).toBe("no machine is called 'web', 'web-0', 'nope.rack1'");
    expect(failure.details.hint).toBe(
      "svc machines list shows those that you can see; -o wide also shows ids",
    );
  });

  it("says that nothing was changed only if a change was requested", async () => {
    for (const entry of (await loadAllOperations()).filter(({ operation }) => takesSeveralIds(operation))) {
      for (const names of [["nope"], ["nope", "web-01"], ["twin"]]) {
        const { run } = harness(fleet(), entry.id, names, { globals: { yes: true } });
        const { hint } = (await rejection(run)).details;
        const isChange = entry.operation.method !== "GET";
        expect(hint?.includes("; nothing was changed"), entry.id).toEqual(isChange);
      }
    }
  });

  it("refuses a name that several machines have, and lists them", async () => {
    const failure = await rejection(() => idsOf("web-01", "twin"));
    expect(failure).toMatchObject({ kind: "notFound", message: "2 machines are called 'twin'" });
    expect(failure.details.lines).toEqual(["cccccc  twin.rack1  Ready", "dddddd  twin.rack2  Ready"]);
  });

  it("ignores nodes that do not match the name, as from a service that ignores the filter", async () => {
    const service = fleet();
    service.before = () => [{ system_id: "bbbbbb", hostname: "web-02", status: 4, interface_set: [] }];
    for (const name of ["web-01", "zzzzzz", "52:54:00:aa:bb:01", "web-01.rack1", "odd_id-1"]) {
      expect(await rejection(() => resolveNodes(service, "machine", [name])), name).toMatchObject({
        kind: "notFound",
      });
    }
  });

  it("resolves the other names if the service refuses the filter for one of them", async () => {
    const service = fleet();
    service.before = (_operation, { id }) => {
      if (Array.isArray(id) && id.includes("zzzzzz"))
        throw new Failure("invalid", "unknown id", { status: 400 });
      return undefined;
    };
    const failure = await rejection(() => resolveNodes(service, "machine", ["aaaaaa", "bbbbbb", "zzzzzz"]));
    expect(failure.message).toBe("no machine is called 'zzzzzz'");
  });

  it("passes on other failures: no permission, no service", async () => {
    for (const kind of ["notAuthenticated", "unreachable", "serverError"] as const) {
      const service = fleet();
      service.before = () => {
        throw new Failure(kind, "no");
      };
      expect(await rejection(() => resolveNodes(service, "machine", ["aaaaaa", "web-01"]))).toMatchObject({
        kind,
      });
    }
  });

  it("refuses an answer that is not a list", async () => {
    const service = fleet();
    service.before = () => ({ machines: [] });
    expect(await rejection(() => resolveNodes(service, "machine", ["web-01"]))).toMatchObject({
      kind: "other",
    });
  });

  it("shortens a long list of missing names", async () => {
    const names = Array.from({ length: 100 }, (_, index) => `node-${index}`);
    const failure = await rejection(() => idsOf(...names));
    expect(failure.message).toMatch(/'node-9' and 90 more$/);
  });
});

describe("names of a machine", () => {
  it.each([
    ["a system_id", "bbbbbb", "bbbbbb"],
    ["a host name", "web-02", "bbbbbb"],
    ["a host name in capitals", "WEB-02", "bbbbbb"],
    ["an FQDN", "web-02.rack1", "bbbbbb"],
    ["an FQDN in capitals, with its last dot", "Web-02.Rack1.", "bbbbbb"],
    ["an FQDN where the host name alone is not enough", "twin.rack2", "dddddd"],
    ["a host name that looks like a system_id", "web001", "eeeeee"],
    ["a system_id that is also another's host name", "aaaaaa", "aaaaaa"],
    ["a MAC address", "52:54:00:aa:bb:03", "bbbbbb"],
    ["a MAC address in capitals", "52:54:00:AA:BB:02", "aaaaaa"],
    ["a MAC address with hyphens", "52-54-00-aa-bb-02", "aaaaaa"],
    ["a MAC address in quads", "5254.00AA.BB02", "aaaaaa"],
    ["a MAC address without separators", "525400aabb02", "aaaaaa"],
    ["a MAC address without leading zeros", "52:54:0:aa:bb:2", "aaaaaa"],
  ])("%s", async (_what, name, id) => {
    expect(await idsOf(name)).toEqual([id]);
  });

  it("come in the order of the names, each once", async () => {
    expect(await idsOf("web-02", "52:54:00:aa:bb:01", "web-01", "52:54:00:aa:bb:02", "bbbbbb")).toEqual([
      "bbbbbb",
      "aaaaaa",
    ]);
  });

  it("are requested fifty at a time", async () => {
    const machines = Array.from({ length: 120 }, (_, index) => ({
      system_id: `id${String(index).padStart(4, "0")}`,
      hostname: `node-${index}`,
    }));
    const service = fleetService(...machines);
    const nodes = await resolveNodes(
      service,
      "machine",
      machines.map(({ hostname }) => hostname),
    );
    expect(nodes.map(({ systemId }) => systemId)).toEqual(machines.map(({ system_id }) => system_id));
    expect(service.calls.map(({ values }) => values["hostname"])).toHaveLength(3);
    for (const { values } of service.calls) expect(Object.keys(values)).toEqual(["hostname"]);
  });

  it("are distinguished even if the list shows no interfaces", async () => {
    const owners: Readonly<Record<string, string>> = {
      "52:54:00:aa:bb:01": "aaaaaa",
      "52:54:00:aa:bb:03": "bbbbbb",
    };
    const service = fleet();
    service.before = (_operation, { mac_address }) =>
      Array.isArray(mac_address)
        ? mac_address.map((mac: string) => ({ system_id: owners[mac], hostname: owners[mac], status: 4 }))
        : undefined;
    const nodes = await resolveNodes(service, "machine", ["52-54-00-AA-BB-03", "52:54:00:aa:bb:01"]);
    expect(nodes.map(({ systemId }) => systemId)).toEqual(["bbbbbb", "aaaaaa"]);
  });

  it("may belong to a device, which has no status", async () => {
    const service = fleet();
    service.before = () => [{ system_id: "devdev", hostname: "printer", fqdn: "printer.rack1" }];
    const [device] = await resolveNodes(service, "device", ["printer"]);
    expect(device).toMatchObject({ systemId: "devdev", statusName: "-", locked: false });
    expect(service.calls[0]?.path).toBe("/devices/");
  });

  it("return status, owner and lock", async () => {
    const service = fleetService({
      system_id: "aaaaaa",
      hostname: "web-01",
      status: "deployed",
      locked: true,
      owner: "bob",
    });
    expect(await resolveNodes(service, "machine", ["web-01"])).toMatchObject([
      { statusName: "Deployed", locked: true, owner: "bob" },
    ]);
  });
});

describe("many addresses", () => {
  it("may belong to one machine, in different requests", async () => {
    const machines = Array.from({ length: 70 }, (_, index) => {
      const pair = index.toString(16).padStart(2, "0");
      return {
        system_id: `id${String(index).padStart(4, "0")}`,
        hostname: `node-${index}`,
        macs: [`52:54:00:00:01:${pair}`, `52:54:00:00:02:${pair}`],
      };
    });
    const addresses = [0, 1].flatMap((which) => machines.map(({ macs }) => macs[which] ?? ""));
    const nodes = await resolveNodes(fleetService(...machines), "machine", addresses);
    expect(nodes.map(({ systemId }) => systemId)).toEqual(machines.map(({ system_id }) => system_id));
  });
});

describe("names that are MAC addresses", () => {
  const addresses = ["52:54:00:aa:bb:01", "52:54:00:aa:bb:03"];

  it("take one request if the list shows interfaces", async () => {
    const service = fleet();
    const nodes = await resolveNodes(service, "machine", addresses);
    expect(nodes.map(({ systemId }) => systemId)).toEqual(["aaaaaa", "bbbbbb"]);
    expect(service.calls.map(({ values }) => values["mac_address"])).toEqual([addresses]);
  });

  it("take one request each if it does not", async () => {
    const service = fleet();
    const owners: Readonly<Record<string, string>> = {
      [addresses[0] ?? ""]: "aaaaaa",
      [addresses[1] ?? ""]: "bbbbbb",
    };
    service.before = (_, values) =>
      [values["mac_address"]].flat().map((mac) => ({
        system_id: owners[String(mac)],
        hostname: `host-${owners[String(mac)]}`,
        status: 4,
        status_name: "Ready",
      }));
    const nodes = await resolveNodes(service, "machine", addresses);
    expect(nodes.map(({ systemId }) => systemId)).toEqual(["aaaaaa", "bbbbbb"]);
    expect(service.calls.map(({ values }) => values["mac_address"])).toEqual([
      addresses,
      ...addresses.map((address) => [address]),
    ]);
  });
});
