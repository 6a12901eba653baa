import { describe, expect, test } from "vitest";
import type { Operation } from "../../../../src/catalogue/operation.ts";
import { readWholeBody } from "../../../../src/client/http/answer-body.ts";
import type { Answer, Values } from "../../../../src/client/http/call.ts";
import { buildRequest } from "../../../../src/client/http/request.ts";
import {
  callInPieces,
  maxAddressLength,
  type PieceRequests,
  splitValues,
} from "../../../../src/client/http/split.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { createRandom } from "../../random.ts";
import { rejection } from "../../rejection.ts";
import { endpoint, operation } from "./endpoint.ts";

const list: Operation = operation({
  fields: [{ name: "id", type: "string", repeatable: true, isSplittable: true, help: "" }],
});
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `id${index + 100_000}`);

function answer(body: string): Answer {
  return {
    status: 200,
    contentType: "application/json",
    headers: {},
    async *bytes() {
      yield Buffer.from(body);
    },
    value: async () => JSON.parse(body),
  };
}

describe("splitValues", () => {
  test("does not split values that fit or select no rows", () => {
    const many = ids(2000);
    expect(splitValues(list, { id: ids(10) }, endpoint())).toHaveLength(1);
    expect(splitValues(list, { tags: many }, endpoint())).toHaveLength(1);
    expect(splitValues({ ...list, result: "text" }, { id: many }, endpoint())).toHaveLength(1);
    expect(splitValues(list, { id: "x".repeat(9000) }, endpoint())).toHaveLength(1);
  });

  test("keeps every value once, in order, and every other field in each piece", () => {
    const many = ids(2000);
    const pieces = splitValues(list, { zone: "a", id: many }, endpoint());
    expect(pieces.flatMap((piece) => piece["id"])).toEqual(many);
    for (const piece of pieces) {
      expect(piece["zone"]).toBe("a");
      expect(buildRequest(list, piece, endpoint()).url.length).toBeLessThanOrEqual(maxAddressLength);
    }
    expect(pieces.length).toBeLessThan(10);
  });
});

test("a change is split only above the fields that services accept in a form", () => {
  const change: Operation = { ...list, method: "POST" };
  expect(splitValues(change, { id: ids(999), zone: "a" }, endpoint())).toHaveLength(1);
  const pieces = splitValues(change, { id: [...ids(1300), ...ids(2)], zone: "a" }, endpoint());
  expect(pieces.flatMap((piece) => piece["id"])).toEqual(ids(1300));
  expect(pieces.map((piece) => piece["zone"])).toEqual(["a", "a"]);
});

test("a form with too many fields is refused before it is sent", () => {
  const form = operation({ method: "POST", fields: [{ name: "nodes", type: "list", help: "" }] });
  expect(buildRequest(form, { nodes: ids(1000) }, endpoint()).parts).toHaveLength(1000);
  expect(() => buildRequest(form, { nodes: ids(1001) }, endpoint())).toThrow("services accept at most 1000");
});

const joining = (call: PieceRequests["call"], changes: Partial<PieceRequests> = {}): PieceRequests => ({
  operation: list,
  call,
  retriesBrokenAnswers: true,
  ...changes,
});

describe("callInPieces", () => {
  const pieces: Values[] = [{ id: "1" }, { id: "2" }, { id: "3" }];
  const call =
    (...bodies: string[]) =>
    async (values: Values) =>
      answer(bodies[Number(values["id"]) - 1] ?? "");

  test.each([
    [["[]", "[]", "[]"], []],
    [["[]", '[{"a":1}]', "[ ]"], [{ a: 1 }]],
    [
      ["[1]", " [2,3]\n", "[4]"],
      [1, 2, 3, 4],
    ],
    [['{"x":1}', "{}", '{"y":2}'], { x: 1, y: 2 }],
    [
      ['[{"system_id":"a","n":1},{"system_id":"b"}]', "[]", '[{"system_id":"c"},{"system_id":"a","n":1}]'],
      [{ system_id: "a", n: 1 }, { system_id: "b" }, { system_id: "c" }],
    ],
    [
      ['[{"id":0}]', '[{"id":0},{"id":1}]', '[{"id":1}]'],
      [{ id: 0 }, { id: 1 }],
    ],
  ])("joins %j", async (bodies, value) => {
    expect(await (await callInPieces(pieces, joining(call(...bodies)))).value()).toEqual(value);
  });

  test("keeps numbers as the service wrote them", async () => {
    const joined = await callInPieces(pieces, joining(call("[9007199254740993]", "[1.0]", "[]")));
    expect((await readWholeBody(joined.bytes())).toString()).toBe("[9007199254740993,1.0]");
  });

  test("requests a piece when the one before has been read", async () => {
    const requests: unknown[] = [];
    const joined = await callInPieces(
      pieces,
      joining(async (values: Values) => {
        requests.push(values["id"]);
        return answer("[1]");
      }),
    );
    expect(requests).toEqual(["1"]);
    await joined.value();
    expect(requests).toEqual(["1", "2", "3"]);
  });

  test("fails if a piece is not a list", async () => {
    const joined = await callInPieces(pieces, joining(call("[1]", "oops", "[]")));
    await expect(joined.value()).rejects.toThrow("neither a list");
  });
});

test.each([
  ["members of one name", ['{"a":1}', '{"a":2}', "{}"]],
  ["a list and an object", ["[1]", '{"a":2}', "[]"]],
])("%s cannot be joined", async (_, bodies) => {
  const pieces: Values[] = [{ id: "1" }, { id: "2" }, { id: "3" }];
  const joined = await callInPieces(
    pieces,
    joining(async ({ id }) => answer(bodies[Number(id) - 1] ?? "")),
  );
  await expect(joined.value()).rejects.toThrow("cannot be joined");
});

test("a piece whose answer breaks off is requested again if retries are allowed", async () => {
  let requestCount = 0;
  const breaking = (): Answer => ({
    ...answer(""),
    async *bytes() {
      requestCount += 1;
      yield Buffer.from("[2");
      if (requestCount === 1) throw new Failure("unreachable", "broken");
      yield Buffer.from("]");
    },
  });
  const pieces: Values[] = [{ id: "1" }, { id: "2" }];
  const call = async ({ id }: Values) => (id === "1" ? answer("[1]") : breaking());
  expect(await (await callInPieces(pieces, joining(call))).value()).toEqual([1, 2]);
  requestCount = 0;
  const never = await callInPieces(pieces, joining(call, { retriesBrokenAnswers: false }));
  await expect(never.value()).rejects.toThrow("broken");
});

describe("a change in pieces", () => {
  const change = operation({
    method: "POST",
    fields: [{ name: "id", type: "string", repeatable: true, isSplittable: true, kind: "machine", help: "" }],
  });
  const pieces: Values[] = [{ id: ["1", "a"] }, { id: ["2", "b"] }, { id: ["3"] }];

  test("answers with the last answer", async () => {
    const joined = await callInPieces(
      pieces,
      joining(async ({ id }) => answer(String([id].flat()[0])), { operation: change }),
    );
    expect(await joined.value()).toBe(3);
  });

  test.each([
    ["1", "refused", "refused", "no"],
    ["2", "refused", "partial", "2 of 5 machines were changed; the next 2 failed: no"],
    ["3", "unknown", "unknown", "4 of 5 machines were changed; the next 1 got no clear answer: no"],
  ] as const)("refused at request %s reports %s as %s", async (at, sentCount, outcome, message) => {
    const call = async ({ id }: Values) => {
      if ([id].flat()[0] === at) throw new Failure("conflict", "no", { outcome: sentCount });
      return answer("null");
    };
    const failure = await rejection(() => callInPieces(pieces, joining(call, { operation: change })));
    expect(failure.details.outcome).toBe(outcome);
    expect(failure.message).toBe(message);
  });
});

describe("pages of events", () => {
  const query = operation({
    rows: "events",
    fields: [
      { name: "id", type: "string", repeatable: true, help: "" },
      { name: "limit", type: "integer", default: "100", help: "" },
    ],
  });

  /** Events of nodes 0 to 9, and the answer of a service without a limit on addresses. */
  const events = Array.from({ length: 400 }, (_, id) => ({ id, node: String((id * 7) % 10) }));
  const eventsFor = ({ id, limit, before, after }: Values) => {
    const nodes = Array.isArray(id) ? id : [id];
    const fits = events.filter(
      (event) =>
        nodes.includes(event.node) &&
        (before === undefined || event.id < Number(before)) &&
        (after === undefined || event.id > Number(after)),
    );
    const most = Number(limit ?? 100);
    const newestFirst = fits.reverse();
    return after === undefined ? newestFirst.slice(0, most) : newestFirst.slice(-most);
  };

  test("of several requests equal the page of one", async () => {
    const random = createRandom(3);
    for (let count = 0; count < 300; count += 1) {
      const bound = random.pick([
        {},
        { before: String(random.below(400)) },
        { after: String(random.below(400)) },
      ]);
      const limit = random.pick([{}, { limit: String(1 + random.below(300)) }]);
      const nodes = events.slice(0, 10).map(({ node }) => node);
      const cuts = [0, 1 + random.below(4), 5 + random.below(5), 10];
      const pieces = cuts
        .slice(1)
        .map((end, index) => ({ ...bound, ...limit, id: nodes.slice(cuts[index], end) }));
      const joined = await callInPieces(
        pieces,
        joining(async (values) => answer(JSON.stringify({ events: eventsFor(values), next_uri: "/x" })), {
          operation: query,
        }),
      );
      const expected = eventsFor({ ...bound, ...limit, id: nodes });
      expect(await joined.value()).toEqual({ count: expected.length, events: expected });
    }
  });

  test("contain a repeated event only once", async () => {
    const joined = await callInPieces(
      [{ id: "1" }, { id: "2" }],
      joining(async () => answer('{"events": [{"id": 9007199254740991, "n": 12345678901234567890}]}'), {
        operation: query,
      }),
    );
    expect((await readWholeBody(joined.bytes())).toString()).toBe(
      '{"count":1,"events":[{"id":9007199254740991,"n":12345678901234567890}]}',
    );
  });

  test("without events are a failure", async () => {
    const joined = await callInPieces(
      [{ id: "1" }, { id: "2" }],
      joining(async () => answer('{"a": 1}'), { operation: query }),
    );
    await expect(joined.value()).rejects.toThrow("cannot be joined");
  });
});
