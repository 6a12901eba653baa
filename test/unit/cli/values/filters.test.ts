import { expect, test } from "vitest";
import { filterHints, meetsAll, parseFilters } from "../../../../src/cli/parsing/node-filters.ts";
import { filterAnswer } from "../../../../src/cli/values/filters.ts";
import type { Answer } from "../../../../src/client/http/call.ts";
import { rejection } from "../../rejection.ts";

const machine = {
  ...{ hostname: "web-01", fqdn: "web-01.svc", owner: "bob", tag_names: ["ssd", "gpu"], status: 22 },
  ...{ status_name: "Failed testing", zone: { name: "north" }, architecture: "amd64/generic", memory: 65536 },
  ...{ osystem: "ubuntu", distro_series: "jammy", locked: false, hardware_info: { system_serial: "7XK" } },
};

test.each([
  ["tags=ssd", true],
  ["tags=ssd,tags=gpu", true],
  ["tags=ssd,tags=fast", false],
  ["tags=fast|gpu", true],
  ["tags!=fast|gpu", false],
  ["tags!=fast", true],
  ["owner=bob,tags=gpu", true],
  ["owner=BOB", false],
  ["owner!=*", false],
  ["power=on", false],
  ["power!=on", true],
  ["os=Jammy", true],
  ["os=ubuntu/jammy", true],
  ["os=focal", false],
  ["arch=amd64", true],
  ["arch!=amd64/generic", false],
  ["hostname=*.svc", true],
  ["hostname~B-0", true],
  ["hostname!~web", false],
  ["hostname~w?b", true],
  ["status!=failed_testing", false],
  ["status!=Failed testing|ready", false],
  ["status~testing", true],
  ["zone!=north", false],
  ["zone=n*", true],
  ["mem>=64GiB", true],
  ["mem>64GB", false],
  ["mem<65537", true],
  ["cpus>1", false],
  ["cpus<=1", false],
  ["locked!=true", true],
  ["serial=7xk", true],
])("--where %s: %s", (text, isMeant) => {
  expect(meetsAll(machine, parseFilters([text]).conditions)).toBe(isMeant);
});

test("missing and null values match only negations", () => {
  for (const row of [{}, { owner: null, tag_names: null, power_state: null, distro_series: null }])
    for (const filter of ["owner", "tags", "power", "os", "hostname"]) {
      expect(meetsAll(row, parseFilters([`${filter}=*`]).conditions)).toBe(false);
      expect(meetsAll(row, parseFilters([`${filter}!=*`]).conditions)).toBe(true);
    }
});

test.each([
  ["mem>big", "--where mem> takes a size such as 64GB, or a number of MiB, not 'big'"],
  ["cpus>=64GB", "--where cpu_count>= takes a number, not '64GB'"],
  ["pool>3", "--where pool is not a number: it takes =, !=, ~ and !~, not >"],
  ["subnets~x", "--where subnets takes only ="],
  ["pool!=", "--where pool!= is empty: it would select every node"],
  ["pool", "--where takes filter=value,..., not 'pool'"],
])("--where %s is refused", async (text, message) => {
  expect(await rejection(async () => parseFilters([text]))).toMatchObject({ kind: "usage", message });
});

test("filters of live services are sent if they mean the same", () => {
  const { conditions } = parseFilters([
    "owner=bob,tags=a,tags=b,tags!=c|d,zone!=north,power=on|off,os=jammy",
  ]);
  expect(filterHints(conditions)).toEqual({
    ...{ owner: ["bob"], tags: ["a", "b"], not_zone: ["north"], power_state: ["on", "off"] },
  });
});

const ofBob = parseFilters(["owner=bob"]).conditions;

/** An answer that arrives in pieces and counts how many were read. */
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

test("a limited list is not read further, and its machines are unchanged", async () => {
  const rows = Array.from({ length: 100 }, (_, id) => `{"id": ${id}.0, "owner": "bob"}`);
  const answer = answerIn(["[", ...rows.map((row, index) => `${index === 0 ? "" : ","}${row}`), "]"]);
  let cuts = 0;
  const refined = filterAnswer(answer, ofBob, { limit: 2, onLimit: () => (cuts += 1) });
  const chunks: string[] = [];
  for await (const chunk of refined.bytes()) chunks.push(Buffer.from(chunk).toString());
  expect(chunks.join("")).toBe(`[${rows.slice(0, 2).join(",")}]`);
  expect(cuts).toBe(1);
  expect(answer.read()).toBeLessThan(10);
});

test("a list that is long enough to the last machine is not cut", async () => {
  let cuts = 0;
  const refined = filterAnswer(answerIn(['[{"a":1},{"a":2}]']), [], {
    limit: 2,
    onLimit: () => (cuts += 1),
  });
  expect(await refined.value()).toEqual([{ a: 1 }, { a: 2 }]);
  expect(cuts).toBe(0);
});

test.each(['{"detail": "no"}', '[{"a":1}', ""])("%j is not a list of machines", async (text) => {
  const refined = filterAnswer(answerIn([text]), ofBob, {});
  expect((await rejection(() => refined.value())).kind).toBe("other");
});
