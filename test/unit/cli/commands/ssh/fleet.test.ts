import { expect, test } from "vitest";
import { readMachines } from "../../../../../src/cli/commands/ssh/reachable.ts";
import { inventory } from "../../../../../src/cli/commands/ssh.ts";
import { runCommand } from "../../../../../src/cli/invocation/invocation.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { printingHarness } from "../../printing-harness.ts";
import { machineAnswer } from "./machines.ts";

const machines = [
  machineAnswer({ system_id: "aaaaaa", hostname: "open" }),
  machineAnswer({ system_id: "bbbbbb", hostname: "ready", status: 4 }),
];

test("machines that accept logins are requested by status", async () => {
  const { client, requests } = printingHarness(() => machines);
  await readMachines(client, { parameters: { pool: "default" }, conditions: [] }, true);
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
    readMachines(client, { parameters: { status: "deployed" }, conditions: [] }, true),
  ).rejects.toMatchObject({ kind: "invalid" });
  expect(requests).toHaveLength(1);
});

test("a filter that the service ignores is refused", async () => {
  const { client } = printingHarness(() => machines);
  await expect(
    readMachines(client, { parameters: { pool: "web" }, conditions: [] }, false),
  ).rejects.toMatchObject({ message: expect.stringContaining("ignored pool=web") });
});

test("an answer that is not a list of machines is a failure", async () => {
  const { client } = printingHarness(() => ({ no: "list" }));
  await expect(readMachines(client, { parameters: {}, conditions: [] }, false)).rejects.toMatchObject({
    kind: "other",
  });
});
