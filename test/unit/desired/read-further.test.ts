import { afterAll, beforeEach, expect, test } from "vitest";
import { Failure } from "../../../src/core/failure.ts";
import { written } from "./export/written.ts";
import { openService } from "./service.ts";
import type { Site } from "./site.ts";

const service = await openService({ machines: 120 });
afterAll(() => service.stop());
beforeEach(() => {
  service.before = () => undefined;
});

const powerReads = () => service.requests.filter((request) => request.includes("power_parameters"));

test("the power parameters of many machines are read 50 at a time", async () => {
  service.requests.length = 0;
  const { text } = await written(service, "machines");
  expect(text.match(/power_address/g)).toHaveLength(120);
  expect(powerReads()).toEqual(new Array(3).fill("GET /machines/op-power_parameters"));
});

test("those of one machine are read by its own operation", async () => {
  service.requests.length = 0;
  const site: Site = {
    machines: [
      { hostname: "web-01", power_type: "virsh", power_parameters: { map: { power_id: "web-01" } } },
    ],
  };
  expect(await service.plan(site)).toEqual([]);
  expect(powerReads()).toEqual(["GET /machines/{system_id}/op-power_parameters"]);
});

test("a plan of several compares what was read for each of them", async () => {
  const power = (id: string) => ({ power_type: "virsh", power_parameters: { map: { power_id: id } } });
  const steps = await service.plan({
    machines: [
      { hostname: "web-01", ...power("web-01") },
      { hostname: "web-02", ...power("other") },
    ],
  });
  expect(steps.map(({ name, fields }) => [name, fields["power_parameters"]])).toEqual([
    ["web-02", { from: { power_id: "web-02" }, to: { power_id: "other" } }],
  ]);
});

test("who may not read them gets the machines without them, and is told once", async () => {
  service.before = ({ path }) => {
    if (path.includes("power_parameters")) throw new Failure("forbidden", "not yours");
  };
  const { text, notes } = await written(service, "machines");
  expect(text.match(/hostname/g)).toHaveLength(120);
  expect(text).not.toContain("power_address");
  expect(notes).toEqual(["power_parameters of machines is left out: you may not read it"]);
});
