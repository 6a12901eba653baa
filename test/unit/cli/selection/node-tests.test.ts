import { expect, test } from "vitest";
import { type NodeTest, passes, refinedAnswer } from "../../../../src/cli/selection/node-tests.ts";
import type { Answer } from "../../../../src/client/http/call.ts";
import { rejection } from "../../rejection.ts";

const machine = { hostname: "web-01", fqdn: "web-01.svc", owner: "bob", tag_names: ["ssd", "gpu"] };

test.each<[NodeTest, boolean]>([
  [{}, true],
  [{ tags: ["ssd"] }, true],
  [{ tags: ["ssd", "gpu"] }, true],
  [{ tags: ["ssd", "fast"] }, false],
  [{ owner: ["bob"], tags: ["gpu"] }, true],
  [{ owner: ["alice"] }, false],
  [{ power: ["on"] }, false],
  [{ os: ["jammy"] }, false],
  [{ names: ["web-01.svc"] }, true],
  [{ names: ["*.svc"] }, true],
  [{ names: ["web-01.other"] }, false],
])("%j: %s", (wanted, isMeant) => {
  expect(passes(wanted, machine)).toBe(isMeant);
});

test("what a service leaves out or answers as null matches nothing", () => {
  for (const row of [{}, { owner: null, tag_names: null, power_state: null, distro_series: null }])
    for (const wanted of [
      { owner: ["bob"] },
      { tags: ["a"] },
      { power: ["on"] },
      { os: ["x"] },
      { names: ["*"] },
    ])
      expect(passes(wanted, row)).toBe(false);
});

/** An answer that comes in pieces and counts those that were read. */
function answerIn(pieces: readonly string[]): Answer & { read(): number } {
  let count = 0;
  return {
    status: 200,
    contentType: "application/json",
    headers: {},
    async *bytes() {
      for (const piece of pieces) {
        count += 1;
        yield Buffer.from(piece);
      }
    },
    value: async () => JSON.parse(pieces.join("")),
    read: () => count,
  };
}

test("a list that is cut is not read any further, and every machine is as it was", async () => {
  const rows = Array.from({ length: 100 }, (_, id) => `{"id": ${id}.0, "owner": "bob"}`);
  const answer = answerIn(["[", ...rows.map((row, index) => `${index === 0 ? "" : ","}${row}`), "]"]);
  let cuts = 0;
  const refined = refinedAnswer(answer, { owner: ["bob"] }, { limit: 2, onCut: () => (cuts += 1) });
  const chunks: string[] = [];
  for await (const chunk of refined.bytes()) chunks.push(Buffer.from(chunk).toString());
  expect(chunks.join("")).toBe(`[${rows.slice(0, 2).join(",")}]`);
  expect(cuts).toBe(1);
  expect(answer.read()).toBeLessThan(10);
});

test("a list that is long enough to the last machine is not cut", async () => {
  let cuts = 0;
  const refined = refinedAnswer(answerIn(['[{"a":1},{"a":2}]']), {}, { limit: 2, onCut: () => (cuts += 1) });
  expect(await refined.value()).toEqual([{ a: 1 }, { a: 2 }]);
  expect(cuts).toBe(0);
});

test.each(['{"detail": "no"}', '[{"a":1}', ""])("%j is not a list of machines", async (text) => {
  const refined = refinedAnswer(answerIn([text]), { owner: ["bob"] }, {});
  expect((await rejection(() => refined.value())).kind).toBe("other");
});
