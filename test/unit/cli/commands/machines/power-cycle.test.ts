import { describe, expect, it } from "vitest";
import { statuses } from "../../../../../src/catalogue/statuses.ts";
import { powerCycle } from "../../../../../src/cli/commands/machines/power-cycle.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { rejection } from "../../../rejection.ts";
import { waitingHarness } from "../../harness.ts";
import { fleetService, posted } from "../../operation/fleet-service.ts";

type Power = "on" | "off" | "unknown" | "error";

interface Machine {
  readonly id: string;
  power: Power;
  readonly owner?: string | undefined;
  /** The stop modes that power it off. */
  readonly obeys?: readonly string[];
}

/** A run on machines that change their power state at once. */
function powered(machines: readonly Machine[], options: Readonly<Record<string, unknown>> = {}) {
  const objectOf = ({ id, power, owner = "bob" }: Machine) => ({
    ...{ system_id: id, hostname: `host-${id}`, power_state: power, owner: owner === "" ? "" : owner },
    ...{ status: statuses.deployed.id, status_name: "Deployed", locked: false },
  });
  const service = fleetService();
  const refused = new Set<string>();
  service.before = ({ path }, values) => {
    if (path === "/machines/") return machines.map(objectOf);
    const machine = machines.find(({ id }) => id === values["system_id"]);
    if (machine === undefined) return undefined;
    if (refused.has(path)) throw new Failure("conflict", "not now", { outcome: "refused" });
    if (
      path.endsWith("power_off") &&
      (machine.obeys ?? ["soft", "hard"]).includes(String(values["stop_mode"]))
    )
      machine.power = "off";
    if (path.endsWith("power_on")) machine.power = "on";
    return objectOf(machine);
  };
  const line = { options: { progress: "none", ...options }, globals: { yes: true } };
  const opened = waitingHarness(service, line);
  const run = () =>
    powerCycle({ ...opened.invocation, arguments: { system_id: machines.map(({ id }) => id) } });
  return { ...opened, service, refused, run };
}

const rowsOf = ({ printed }: { readonly printed: readonly unknown[] }) => printed[0];

describe("svc machines power-cycle", () => {
  it("turns machines off, waits, turns them on and waits", async () => {
    const cycle = powered([{ id: "aaaaaa", power: "on" }]);
    await cycle.run();
    expect(posted(cycle.service)).toEqual([
      "POST /machines/aaaaaa/op-power_off",
      "POST /machines/aaaaaa/op-power_on",
    ]);
    expect(cycle.service.calls.find(({ path }) => path.endsWith("power_off"))?.values).toMatchObject({
      stop_mode: "soft",
    });
    expect(rowsOf(cycle)).toMatchObject([
      { hostname: "host-aaaaaa", ok: true, outcome: "done", error: null },
    ]);
  });

  it("shows the power state in its progress, not the status", async () => {
    const cycle = powered([{ id: "aaaaaa", power: "on" }], { progress: "lines" });
    await cycle.run();
    const progress = cycle.terminal.shown.stderr.replaceAll(/^\S+Z /gm, "");
    expect(progress).toMatch(/^host-aaaaaa: power off$/m);
    expect(progress).toMatch(/^done: host-aaaaaa: power on after /m);
    expect(progress).not.toContain("Deployed");
  });

  it("cuts the power of a machine that does not shut down while others are already on again", async () => {
    const cycle = powered([
      { id: "aaaaaa", power: "on" },
      { id: "bbbbbb", power: "on", obeys: ["hard"] },
    ]);
    await cycle.run();
    const sentRequests = posted(cycle.service);
    expect(sentRequests.filter((each) => each.includes("bbbbbb"))).toEqual([
      "POST /machines/bbbbbb/op-power_off",
      "POST /machines/bbbbbb/op-power_off",
      "POST /machines/bbbbbb/op-power_on",
    ]);
    expect(sentRequests.indexOf("POST /machines/aaaaaa/op-power_on")).toBeLessThan(
      sentRequests.lastIndexOf("POST /machines/bbbbbb/op-power_off"),
    );
    expect(cycle.terminal.shown.stderr).toContain("host-bbbbbb is still on after 5m: cutting the power");
  });

  it("turns on a machine that is off, and skips machines that could not be turned on again", async () => {
    const cycle = powered([
      { id: "aaaaaa", power: "off" },
      { id: "bbbbbb", power: "unknown" },
      { id: "cccccc", power: "on", owner: "" },
    ]);
    expect(await rejection(cycle.run)).toMatchObject({ kind: "someFailed", details: { outcome: "partial" } });
    expect(posted(cycle.service)).toEqual(["POST /machines/aaaaaa/op-power_on"]);
    expect(rowsOf(cycle)).toMatchObject([
      { ok: true, outcome: "done" },
      { ok: false, outcome: "not_sent", error: expect.stringContaining("by hand") },
      { ok: false, outcome: "not_sent", error: expect.stringContaining("no owner") },
    ]);
  });

  it("previews the requests, and warns of machines that would be left alone", async () => {
    const machines: readonly Machine[] = [
      { id: "aaaaaa", power: "off" },
      { id: "bbbbbb", power: "on" },
      { id: "cccccc", power: "on", owner: "" },
    ];
    const cycle = powered(machines, { "dry-run": true });
    await cycle.run();
    expect(posted(cycle.service)).toEqual([]);
    expect(rowsOf(cycle)).toMatchObject([
      { url: expect.stringMatching(/aaaaaa.*power_on/) },
      { url: expect.stringMatching(/bbbbbb.*power_off/) },
      { url: expect.stringMatching(/bbbbbb.*power_on/) },
    ]);
    expect(cycle.terminal.shown.stderr).toContain("warning: cccccc is left alone: it has no owner");
  });

  it("the outcome is partial if only the power-off was carried out, and the hint turns machines on", async () => {
    const cycle = powered([{ id: "aaaaaa", power: "on" }], { hard: true });
    cycle.refused.add("/machines/{system_id}/op-power_on");
    const failure = await rejection(cycle.run);
    expect(failure).toMatchObject({ kind: "conflict", details: { outcome: "partial" } });
    expect(failure.details.hint).toContain("svc machines power-on aaaaaa --wait");
    expect(rowsOf(cycle)).toMatchObject([
      { outcome: "partial", error: "it is off and was not turned on: not now" },
    ]);
  });

  it("the hint turns on a machine whose power-on got no clear answer", async () => {
    const cycle = powered([{ id: "aaaaaa", power: "on" }], { hard: true });
    const { before } = cycle.service;
    cycle.service.before = (operation, values) => {
      if (operation.path.endsWith("power_on"))
        throw new Failure("unreachable", "no answer", { outcome: "unknown" });
      return before?.(operation, values);
    };
    const { details } = await rejection(cycle.run);
    expect(details.outcome).toBe("unknown");
    expect(details.hint).toContain("svc machines power-on aaaaaa --wait");
  });

  it("the outcome is refused if the power-off is refused", async () => {
    const cycle = powered([{ id: "aaaaaa", power: "on" }]);
    cycle.refused.add("/machines/{system_id}/op-power_off");
    expect(await rejection(cycle.run)).toMatchObject({ details: { outcome: "refused" } });
    expect(rowsOf(cycle)).toMatchObject([{ outcome: "refused", error: "not now" }]);
  });

  it("the outcome is partial if a machine stays on", async () => {
    const cycle = powered([{ id: "aaaaaa", power: "on", obeys: [] }], { hard: true });
    expect(await rejection(cycle.run)).toMatchObject({ exitCode: 8, details: { outcome: "partial" } });
    expect(posted(cycle.service)).toEqual(["POST /machines/aaaaaa/op-power_off"]);
  });
});
