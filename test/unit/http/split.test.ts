import { describe, expect, test } from "vitest";
import type { Operation } from "../../../src/api/operation.ts";
import type { Answer, Values } from "../../../src/http/call.ts";
import { buildRequest } from "../../../src/http/request.ts";
import { callInPieces, longestAddress, splitValues } from "../../../src/http/split.ts";
import { endpoint, operation } from "./endpoint.ts";

const list: Operation = operation({
  fields: [{ name: "id", type: "string", repeatable: true, help: "" }],
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
  test("leaves alone what fits, what has no rows of its own, and what is no GET", () => {
    const many = ids(2000);
    expect(splitValues(list, { id: ids(10) }, endpoint())).toHaveLength(1);
    expect(splitValues(list, { tags: many }, endpoint())).toHaveLength(1);
    expect(splitValues({ ...list, method: "POST" }, { id: many }, endpoint())).toHaveLength(1);
    expect(splitValues(list, { id: "x".repeat(9000) }, endpoint())).toHaveLength(1);
  });

  test("keeps every value once, in order, and every other field in each piece", () => {
    const many = ids(2000);
    const pieces = splitValues(list, { zone: "a", id: many }, endpoint());
    expect(pieces.flatMap((piece) => piece["id"])).toEqual(many);
    for (const piece of pieces) {
      expect(piece["zone"]).toBe("a");
      expect(buildRequest(list, piece, endpoint()).url.length).toBeLessThanOrEqual(longestAddress);
    }
    expect(pieces.length).toBeLessThan(10);
  });
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
  ])("joins %j", async (bodies, value) => {
    expect(await (await callInPieces(pieces, call(...bodies))).value()).toEqual(value);
  });

  test("keeps numbers as the service wrote them", async () => {
    const whole = await callInPieces(pieces, call("[9007199254740993]", "[1.0]", "[]"));
    const chunks: Uint8Array[] = [];
    for await (const chunk of whole.bytes()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe("[9007199254740993,1.0]");
  });

  test("asks for a piece when the one before has been read", async () => {
    const asked: unknown[] = [];
    const whole = await callInPieces(pieces, async (values) => {
      asked.push(values["id"]);
      return answer("[1]");
    });
    expect(asked).toEqual(["1"]);
    await whole.value();
    expect(asked).toEqual(["1", "2", "3"]);
  });

  test("fails where a piece is no list", async () => {
    const whole = await callInPieces(pieces, call("[1]", "oops", "[]"));
    await expect(whole.value()).rejects.toThrow("neither a list");
  });
});
