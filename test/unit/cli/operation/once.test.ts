import { describe, expect, it } from "vitest";
import { executeOnce } from "../../../../src/cli/operation/execute.ts";
import type { Values } from "../../../../src/client/http/call.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { rejection } from "../../rejection.ts";
import { entryOf } from "../command-line.ts";
import { waitingHarness } from "../harness.ts";
import { type FleetService, fleetService, refusing } from "./fleet-service.ts";

const fleet = () =>
  fleetService(
    { system_id: "aaaaaa", hostname: "web-01", status: "deployed", owner: "bob" },
    { system_id: "bbbbbb", hostname: "web-02" },
    { system_id: "cccccc", hostname: "safe", locked: true },
    { system_id: "dddddd", hostname: "web001" },
  );

function harness(
  service: FleetService,
  id: string,
  values: Values,
  line: Parameters<typeof waitingHarness>[1] = {},
) {
  const opened = waitingHarness(service, line);
  return { ...opened, run: () => executeOnce(entryOf(id), values, service, opened.invocation) };
}

/** The requests, without lists of nodes and reads of the configuration. */
const sentOf = ({ calls }: FleetService) =>
  calls.filter(
    ({ method, path }) => method !== "GET" || !/^\/(machines|nodes|devices)\/$|op-get_config$/.test(path),
  );

describe("names among the values of an operation", () => {
  it("are resolved before anything is sent", async () => {
    const service = fleet();
    const values = { source: "web-01", destinations: ["web-02", "nope"], storage: true, interfaces: false };
    const { run } = harness(service, "machines.clone", values, { globals: { yes: true } });
    expect(await rejection(run)).toMatchObject({ kind: "notFound" });
    expect(sentOf(service)).toEqual([]);
  });

  it("become system ids in lists and single values, each once", async () => {
    const service = fleet();
    await harness(
      service,
      "machines.clone",
      { source: "web-01", destinations: ["web-02", "WEB-02.rack1"], storage: true, interfaces: false },
      { globals: { yes: true } },
    ).run();
    expect(sentOf(service)[0]?.values).toMatchObject({ source: "aaaaaa", destinations: ["bbbbbb"] });
  });

  it.each([
    ["machines.set_zone", "/machines/"],
    ["devices.set_zone", "/devices/"],
    ["nodes.set_zone", "/nodes/"],
  ])("are those of its kind alone where %s takes a pattern", async (id, list) => {
    const service = fleet();
    await harness(service, id, { nodes: ["web-*"], zone: "x" }).run();
    const lists = service.calls.filter(({ method }) => method === "GET").map(({ path }) => path);
    expect(new Set(lists)).toEqual(new Set([list]));
  });

  it("are looked at even where they look like system ids, as one unknown fails the whole list", async () => {
    const service = fleet();
    await harness(service, "machines.set_zone", { nodes: ["web001", "aaaaaa"], zone: "x" }).run();
    expect(sentOf(service)[0]?.values["nodes"]).toEqual(["dddddd", "aaaaaa"]);
  });

  it.each(["vlan.update", "dhcp-snippets.create", "machines.add_chassis"])(
    "of one node of any kind stay where they look like the id of one that the list does not show: %s",
    async (id) => {
      const fields = entryOf(id).operation.fields ?? [];
      for (const { name } of fields.filter(({ kind }) => kind === "node")) {
        const service = fleet();
        await harness(service, id, { id: "1", [name]: "rack01" }, { globals: { yes: true } }).run();
        expect(sentOf(service)[0]?.values[name]).toBe("rack01");
        const run = harness(fleet(), id, { id: "1", [name]: "rack-01.lab" }, { globals: { yes: true } });
        expect(await rejection(run.run)).toMatchObject({
          kind: "notFound",
          details: { hint: expect.stringContaining("give its system_id") },
        });
      }
    },
  );

  it("of several nodes are refused where one is not known: a service may leave it out in silence", async () => {
    const service = fleet();
    const { run } = harness(service, "machines.set_zone", { nodes: ["aaaaaa", "rack01"], zone: "x" });
    expect(await rejection(run)).toMatchObject({ kind: "notFound" });
    expect(sentOf(service)).toEqual([]);
  });

  it("stay as they are where they are empty", async () => {
    const service = fleet();
    await harness(service, "devices.create", { mac_addresses: ["x"], parent: "" }).run();
    expect(sentOf(service)[0]?.values["parent"]).toBe("");
    expect(service.calls).toHaveLength(1);
  });

  it("may be ids of nodes that are gone in an optional filter of a read", async () => {
    const service = fleet();
    await harness(service, "events.query", { id: ["zzzzzz", "web-01"] }).run();
    expect(sentOf(service)[0]?.values["id"]).toEqual(["zzzzzz", "aaaaaa"]);
    expect(await rejection(harness(service, "events.query", { id: ["gone-01"] }).run)).toMatchObject({
      kind: "notFound",
    });
  });

  it("must be there where a read requires them", async () => {
    const service = fleet();
    expect(
      await rejection(harness(service, "machines.power_parameters", { id: ["zzzzzz"] }).run),
    ).toMatchObject({ kind: "notFound" });
  });
});

describe("an identifier followed by others", () => {
  it("takes no further request as a system_id, one as a name", async () => {
    const byId = fleet();
    await harness(byId, "block-devices.list", { system_id: "aaaaaa" }).run();
    expect(byId.calls).toHaveLength(1);
    const byName = fleet();
    await harness(byName, "block-devices.list", { system_id: "web-01" }).run();
    expect(byName.calls.map(({ path }) => path)).toEqual(["/nodes/", "/nodes/{system_id}/blockdevices/"]);
    expect(byName.calls[1]?.values["system_id"]).toBe("aaaaaa");
  });

  it("that looks like a system_id is looked up where the service knows no such node", async () => {
    const service = fleet();
    await harness(service, "block-devices.list", { system_id: "web001" }).run();
    expect(sentOf(service).map(({ values }) => values["system_id"])).toEqual(["web001", "dddddd"]);
  });

  it("that is none fails as the service says", async () => {
    const service = fleet();
    const failure = await rejection(harness(service, "block-devices.list", { system_id: "zzzzzz" }).run);
    expect(failure).toMatchObject({ kind: "notFound", message: "no such machine" });
  });

  it("names the machine in a question, and asks once", async () => {
    const service = fleet();
    const values = { system_id: "web001", device_id: "3", id: "1" };
    const failure = await rejection(harness(service, "partition.delete", values).run);
    expect(failure).toMatchObject({ exitCode: 13, message: "partitions delete web001 3 1: not confirmed" });
    expect(failure.details.lines).toEqual(["web001 (dddddd), no owner, Ready"]);
    expect(sentOf(service)).toEqual([]);
  });

  it("is refused where the machine is locked", async () => {
    const service = fleet();
    const { run } = harness(
      service,
      "partition.delete",
      { system_id: "safe", device_id: "3", id: "1" },
      { globals: { yes: true } },
    );
    expect(await rejection(run)).toMatchObject({ kind: "forbidden" });
    expect(sentOf(service)).toEqual([]);
  });
});

describe("questions", () => {
  it("list all machines of a list, those at risk first", async () => {
    const service = fleet();
    const failure = await rejection(
      harness(service, "machines.release", { machines: ["web-01", "web-02"] }).run,
    );
    expect(failure).toMatchObject({ exitCode: 13, message: "release-many 2 machines: not confirmed" });
    expect(failure.details.lines).toEqual([
      "web-01 (aaaaaa), owner bob, Deployed",
      "web-02 (bbbbbb), no owner, Ready",
    ]);
  });

  it("are not asked about the source of a clone, and its lock is no hindrance", async () => {
    const service = fleet();
    const values = { source: "safe", destinations: ["web-02"], storage: true, interfaces: false };
    const failure = await rejection(harness(service, "machines.clone", values).run);
    expect(failure.details.lines).toEqual(["web-02 (bbbbbb), no owner, Ready"]);
    await harness(service, "machines.clone", values, { globals: { yes: true } }).run();
    expect(sentOf(service)).toHaveLength(1);
  });
});

describe("--dry-run", () => {
  it("shows resolved names and sends nothing", async () => {
    const service = fleet();
    const { run, printed, terminal } = harness(
      service,
      "machines.release",
      { machines: ["web-01", "bbbbbb"] },
      { options: { "dry-run": true } },
    );
    await run();
    expect(printed[0]).toMatchObject([
      { nodes: ["web-01 (aaaaaa)", "web-02 (bbbbbb)"], fields: ["machines=aaaaaa", "machines=bbbbbb"] },
    ]);
    expect(terminal.shown.stderr).toBe("dry run: not sent\n");
    expect(sentOf(service)).toEqual([]);
  });

  it("is the service's own where it has one", async () => {
    const service = fleet();
    await harness(service, "machines.allocate", { dry_run: true }, { options: { "dry-run": true } }).run();
    expect(sentOf(service)[0]?.values).toMatchObject({ dry_run: true });
  });
});

describe("a 403", () => {
  it("is explained if a named machine is locked", async () => {
    const service = fleet();
    service.before = refusing(new Failure("forbidden", "forbidden", { status: 403 }));
    const failure = await rejection(
      harness(service, "machines.accept", { machines: ["safe", "web-01"] }).run,
    );
    expect(failure.message).toBe("cannot accept: safe is locked");
    expect(failure.details.hint).toBe("svc machines unlock safe");
    expect(failure.details.outcome).toBe("refused");
  });

  it.each(["machines.set_zone", "nodes.set_zone"])(
    "is not waited for where the service does not look at the lock: %s",
    async (id) => {
      const service = fleet();
      const failure = await rejection(harness(service, id, { nodes: ["safe", "web-01"], zone: "x" }).run);
      expect(failure).toMatchObject({
        kind: "forbidden",
        message: "cannot set-zone: safe is locked; nothing was sent",
      });
      expect(sentOf(service)).toEqual([]);
    },
  );
});
