import { beforeEach, expect, test } from "vitest";
import type { Operation } from "../../../../src/catalogue/operation.ts";
import type { Client, Values } from "../../../../src/client/http/call.ts";
import { applyClaims } from "../../../../src/desired/claims/apply-claims.ts";
import type { ClaimResult } from "../../../../src/desired/claims/claim-result.ts";
import { findAllClaimed, findClaimed } from "../../../../src/desired/claims/machines.ts";
import { claimOf, claimServiceOfFile, traitsOf } from "./claim-service.ts";

const service = await claimServiceOfFile();
beforeEach(() => {
  service.sandbox.reset();
  service.requests.length = 0;
});

type Rows = Record<string, unknown>[];

/** How a hostile service alters request values and answers. */
interface Hostility {
  sent?(values: Values, operation: Operation): Values;
  answered?(body: unknown, operation: Operation): unknown;
}

function hostile({ sent: changeValues, answered: changeAnswer }: Hostility): Client {
  const client = service.client("administrator", 1);
  return {
    ...client,
    async call(operation, values, options) {
      const answer = await client.call(operation, changeValues?.(values, operation) ?? values, options);
      if (changeAnswer === undefined || operation.path.includes("annotations")) return answer;
      const body = changeAnswer(await answer.value(), operation);
      return {
        ...answer,
        async *bytes() {
          yield Buffer.from(JSON.stringify(body));
        },
        value: async () => body,
      };
    },
  };
}

async function applied(client: Client, count: number): Promise<ClaimResult | undefined> {
  const none = new Set<string>();
  const options = { replacesFailed: true, keep: none, confirmedReleases: none };
  const outcome = applyClaims([claimOf("runners", count)], options, service.deps(client, 1));
  const [result] = await service.time.until(service.sandbox, outcome);
  return result;
}

const isList = ({ method, path }: Operation) => method === "GET" && path === "/machines/";
const withoutFilter = (values: Values): Values => ({ ...values, agent_name: undefined });
const withoutName = (rows: unknown) => (rows as Rows).map(({ agent_name: _, ...row }) => row);
const changes = () => service.requests.filter((request) => !request.startsWith("GET"));
const marked = () => service.nodes().filter(({ agentName }) => agentName === "claim/runners");

test("a list without agent names is trusted if it filters by them", async () => {
  const client = hostile({ answered: (body, operation) => (isList(operation) ? withoutName(body) : body) });
  expect((await applied(client, 2))?.failure).toBeUndefined();
  expect(marked().map(({ status }) => status)).toEqual(["deployed", "deployed"]);
});

test("a list that neither shows agent names nor filters by them ends the run before anything is sent", async () => {
  const before = service.nodes().map(traitsOf);
  const client = hostile({
    sent: (values, operation) => (isList(operation) ? withoutFilter(values) : values),
    answered: (body, operation) => (isList(operation) ? withoutName(body) : body),
  });
  const result = await applied(client, 2);
  expect(result?.failure?.message).toContain("its list ignores the filter agent_name");
  expect(changes()).toEqual([]);
  expect(service.nodes().map(traitsOf)).toEqual(before);
});

test("a list that ignores the filter and shows agent names is filtered again", async () => {
  const others = service.nodes().filter(({ status }) => status !== "ready");
  const before = others.map(traitsOf);
  const client = hostile({
    sent: (values, operation) =>
      isList(operation) && values["id"] === undefined ? withoutFilter(values) : values,
  });
  expect((await applied(client, 2))?.failure).toBeUndefined();
  expect((await applied(client, 0))?.machines).toHaveLength(2);
  expect(marked().map(({ status }) => status)).toEqual(["deployed", "deployed"]);
  expect(others.map(traitsOf)).toEqual(before);
});

test("machines that lose their mark are released", async () => {
  const before = service.nodes().map(traitsOf);
  const client = hostile({ sent: (values) => withoutFilter(values) });
  const result = await applied(client, 2);
  expect(result?.failure?.message).toMatch(/does not contain them; all have been released$/);
  await service.pass(60_000);
  expect(service.nodes().map(traitsOf)).toEqual(before);
  expect(result?.failure?.details.outcome).toBe("partial");
});

test("an allocation that answers with another machine does not affect that machine", async () => {
  const strange = service.nodes().find(({ status }) => status === "deployed");
  const before = strange && traitsOf(strange);
  const client = hostile({
    answered: (body, { path }) =>
      path.endsWith("op-allocate") ? { ...(body as object), system_id: strange?.systemId } : body,
  });
  expect((await applied(client, 1))?.failure).toBeUndefined();
  expect(strange && traitsOf(strange)).toEqual(before);
  expect(marked().map(({ status }) => status)).toEqual(["deployed"]);
});

test.each([
  ["an object", {}],
  ["a list of words", ["abc", "def"]],
  ["rows without ids", [{ hostname: "x", status: 6 }]],
  ["null", null],
])("%s in the place of machines ends the run", async (_, body) => {
  const client = hostile({ answered: (value, operation) => (isList(operation) ? body : value) });
  const result = await applied(client, 1);
  expect(result?.failure?.message).toContain("not a list of machines");
  expect(changes()).toEqual([]);
});

test("a machine that a list contains twice counts once", async () => {
  await applied(service.client("administrator", 1), 2);
  const client = hostile({
    answered: (body, operation) => (isList(operation) ? [...(body as Rows), ...(body as Rows)] : body),
  });
  expect(await findClaimed(service.deps(client, 1), "runners")).toHaveLength(2);
  expect((await applied(client, 2))?.failure).toBeUndefined();
});

test("all claims are found by marks, or by annotations if marks are not shown", async () => {
  await applied(service.client("administrator", 1), 2);
  const listed = async (client: Client) =>
    [...(await findAllClaimed(service.deps(client, 1), []))].map(([name, machines]) => [
      name,
      machines.length,
    ]);
  expect(await listed(service.client("administrator", 2))).toEqual([["runners", 2]]);
  const bare = hostile({ answered: (body, operation) => (isList(operation) ? withoutName(body) : body) });
  expect(await listed(bare)).toEqual([["runners", 2]]);
});
