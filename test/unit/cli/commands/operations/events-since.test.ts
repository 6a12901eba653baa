import { expect, test } from "vitest";
import { rejection } from "../../../rejection.ts";
import { printingHarness, type ServedRequest } from "../../harness.ts";
import { endAt, event, idsIn, logHarness, logOf, query, range } from "./event-log.ts";

/** Event 1 is at midnight UTC, each further one a minute later. */
const firstMs = Date.parse("2026-11-23T00:00:00Z");
const minute = (id: number) => new Date(firstMs + (id - 1) * 60_000).toISOString().slice(0, 19);

function timedLog(count: number) {
  const answer = logOf(() => range(1, count));
  return (request: ServedRequest) => {
    const { events, ...page } = answer(request);
    return { ...page, events: events.map((each) => ({ ...each, created: minute(each.id) })) };
  };
}

test.each([
  [{ since: "2026-11-23T20:00Z" }, {}, range(1201, 1500), 1],
  [{ since: "2026-11-23T20:00Z" }, { limit: "3" }, range(1498, 1500), 1],
  [{ since: "2026-11-23T20:00Z", until: "2026-11-23T20:10Z" }, {}, range(1201, 1211), 3],
  [{ until: "2026-11-23T20:10Z" }, { limit: "2" }, [1210, 1211], 3],
  [{ until: "2026-11-23T20:10Z" }, {}, range(1112, 1211), 3],
  [{ since: "2026-11-23T00:00Z" }, {}, range(1, 1500), 2],
  [{ since: "2027-01-01" }, {}, [], 1],
  [{ until: "2026-01-01Z".slice(0, 10) }, {}, [], 3],
])("events of %j, %j", async (options, values, ids, most) => {
  const harness = printingHarness(timedLog(1500), {
    options,
    globals: { output: "ndjson" },
    fields: "limit" in values ? { limit: [values.limit] } : {},
  });
  await query(harness.invocation, values);
  expect(harness.requests.length).toBeLessThanOrEqual(most);
  const { stdout } = harness.terminal.shown;
  expect(stdout === "" ? [] : idsIn(stdout).reverse()).toEqual(ids);
});

test("a million events take few requests", async () => {
  const ids = range(1, 1_000_000);
  const harness = printingHarness(
    ({ values }) => {
      const before = Math.min(Number(values["before"] ?? Number.POSITIVE_INFINITY), 1_000_001);
      const page = ids.slice(Math.max(0, before - 1 - Number(values["limit"])), before - 1).reverse();
      return { events: page.map((id) => ({ ...event(id), created: minute(id) })) };
    },
    { options: { since: minute(400_000), until: minute(400_500) }, globals: { output: "ndjson" } },
  );
  await query(harness.invocation);
  expect(idsIn(harness.terminal.shown.stdout)).toHaveLength(501);
  expect(harness.requests.length).toBeLessThan(16);
});

test.each([
  [{ since: "soon" }, "--since takes a time, not 'soon'"],
  [{ until: "2026-02-30" }, "--until takes a time, not '2026-02-30'"],
  [{ since: "1h", until: "2h" }, "--until is before --since"],
])("%j is refused before anything is sent", async (options, message) => {
  const harness = printingHarness(timedLog(1), { options });
  expect(await rejection(() => query(harness.invocation))).toMatchObject({ kind: "usage", message });
  expect(harness.requests).toEqual([]);
});

test("a log of events without times is not read to its end", async () => {
  const harness = logHarness(() => range(1, 3000), { since: "1h" });
  expect((await rejection(() => query(harness.invocation))).message).toContain("cannot read the times");
  expect(harness.requests).toHaveLength(1);
});

test("--follow --since begins with the events since then, and shows on a terminal which events it waits for", async () => {
  let count = 1500;
  const harness = printingHarness(
    (request) => timedLog(count)(request),
    { options: { follow: true, since: "2026-11-24T00:58Z" }, globals: { output: "name" } },
    { isTTY: true, columns: 200 },
  );
  endAt(harness, 2, () => (count = 1501));
  await rejection(() => query(harness.invocation, { hostname: ["web-01"], level: "ERROR" }));
  expect(harness.terminal.shown.stdout).toBe("1499\n1500\n1501\n");
  expect(harness.terminal.shown.stderr).toBe(
    "waiting for new events of web-01, ERROR and above; press Ctrl-C to stop\n",
  );
});
