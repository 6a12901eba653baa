import { expect, test } from "vitest";
import { resolveCall } from "../../../../src/client/execute/resolve.ts";
import { sendCall } from "../../../../src/client/execute/send.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { entryOf } from "../../cli/command-line.ts";
import { fleetService } from "../../cli/operation/fleet-service.ts";
import { rejection } from "../../rejection.ts";

/** A service without a machine of this name, and the call of an operation on that name. */
async function unknownTo(id: string, word: string, ...hostnames: readonly string[]) {
  const service = fleetService(
    ...hostnames.map((hostname, index) => ({ system_id: `zzzzz${index}`, hostname })),
  );
  service.before = (_, { system_id }) => {
    if (system_id === word) throw new Failure("notFound", "Not Found", { status: 404, outcome: "refused" });
    return undefined;
  };
  const call = await resolveCall(entryOf(id), { system_id: word }, service, "trust");
  return { service, send: () => sendCall(call) };
}

test("after a 404, a word is looked up as a name and sent again", async () => {
  const { service, send } = await unknownTo("machine.abort", "web001", "web001");
  const { call } = await send();
  expect(call.values).toEqual({ system_id: "zzzzz0" });
  expect(service.sent.filter((request) => !request.startsWith("GET "))).toHaveLength(2);
});

test("a word that matches nothing fails with the 404 and a hint", async () => {
  const { send } = await unknownTo("machine.abort", "web001", "web002");
  expect(await rejection(send)).toMatchObject({
    message: "Not Found",
    details: {
      hint: expect.stringContaining("svc machines list shows those that you can see"),
      machines: [{ system_id: "web001", hostname: null, status: null }],
    },
  });
});

test("a name of several nodes fails with a list of them", async () => {
  const { send } = await unknownTo("machine.abort", "web001", "web001", "web001");
  expect(await rejection(send)).toMatchObject({
    message: "2 machines are called 'web001'",
    details: { lines: [expect.stringContaining("zzzzz0"), expect.stringContaining("zzzzz1")] },
  });
});

test("a node that was looked up is not looked up again", async () => {
  const service = fleetService({ system_id: "zzzzz0", hostname: "web001" });
  const call = await resolveCall(entryOf("machine.abort"), { system_id: "web001" }, service, "verify");
  service.before = () => {
    throw new Failure("notFound", "Not Found", { status: 404, outcome: "refused" });
  };
  expect(await rejection(() => sendCall(call))).toMatchObject({
    details: { machines: [{ system_id: "zzzzz0", hostname: "web001" }] },
  });
  expect(service.sent.filter((request) => !request.startsWith("GET "))).toHaveLength(1);
});

test("an update that is refused for its missing parent is sent again with it", async () => {
  const service = fleetService({ system_id: "zzzzz0", hostname: "nas" });
  const bodies: unknown[] = [{ parent: ["required"] }, { parent: ["required"], zone: ["unknown"] }];
  service.before = ({ method }, { parent }) => {
    if (method === "GET") return { system_id: "zzzzz0", hostname: "nas", parent: { system_id: "yyyyy0" } };
    if (parent !== undefined || bodies.length === 0) return undefined;
    throw new Failure("invalid", "refused", { status: 400, body: bodies.shift() });
  };
  const notes: string[] = [];
  const call = await resolveCall(
    entryOf("device.update"),
    { system_id: "zzzzz0", zone: "x" },
    service,
    "trust",
    (text) => notes.push(text),
  );
  await sendCall(call);
  expect(service.calls.at(-1)?.values).toEqual({ system_id: "zzzzz0", zone: "x", parent: "yyyyy0" });
  expect(notes).toEqual(["the service requires parent; sent again with the current value"]);
  expect(await rejection(() => sendCall(call))).toMatchObject({ message: "refused" });
});
