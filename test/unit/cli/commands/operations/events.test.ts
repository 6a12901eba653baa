import { expect, test } from "vitest";
import { queryEvents } from "../../../../../src/cli/commands/operations/events.ts";
import type { Invocation } from "../../../../../src/cli/invocation/invocation.ts";
import type { Values } from "../../../../../src/client/http/call.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { seeded } from "../../../random.ts";
import { rejection } from "../../../rejection.ts";
import { printingHarness, runOf, type ServedRequest } from "../../harness.ts";

const event = (id: number) => ({ id, level: "INFO", type: `Type ${id}`, hostname: "web-01" });

/** An event log that answers like live services. */
function logOf(ids: () => readonly number[]) {
  return ({ values }: ServedRequest) => {
    const [before, after] = [Number(values["before"] ?? Number.POSITIVE_INFINITY), values["after"]];
    const limit = Number(values["limit"] ?? 100);
    const matching = ids().filter((id) => id < before && id > Number(after ?? -1));
    const sorted = [...matching].sort((a, b) => a - b);
    const page = after === undefined ? sorted.slice(-limit) : sorted.slice(0, limit);
    return { count: page.length, events: page.reverse().map(event), next_uri: "/elsewhere", prev_uri: "/x" };
  };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const idsIn = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => Number(JSON.parse(line).id));

const queryHarness = (
  answer: Parameters<typeof printingHarness>[0],
  options: Readonly<Record<string, unknown>> = {},
  output: "json" | "ndjson" | "name" = "ndjson",
) => printingHarness(answer, { options, globals: { output } });

const query = (invocation: Invocation, values: Values = {}) =>
  queryEvents(runOf("events.query", values, invocation).run);

/** Presses Ctrl-C during the given sleep, which ends following. */
function endAt(
  harness: ReturnType<typeof printingHarness>,
  sleep: number,
  also: (count: number) => void = () => {},
) {
  let sleeps = 0;
  harness.clock.onSleep = () => {
    sleeps += 1;
    also(sleeps);
    if (sleeps === sleep) harness.terminal.signal("SIGINT");
  };
}

test("a limit of several pages is requested page by page with before, newest first", async () => {
  const harness = queryHarness(logOf(() => range(1, 3000)));
  await query(harness.invocation, { limit: "2300" });
  expect(harness.requests.map(({ values }) => [values["limit"], values["before"]])).toEqual([
    ["1000", undefined],
    ["1000", "2001"],
    ["300", "1001"],
  ]);
  expect(idsIn(harness.terminal.shown.stdout)).toEqual(range(701, 3000).reverse());
});

test("an answer without events is a failure that names the request and its status", async () => {
  const harness = printingHarness(() => ({ detail: "x" }), { globals: { output: "ndjson" } });
  const failure = await rejection(() => query(harness.invocation, { limit: "2300" }));
  expect(failure.message).toBe("the service's answer contains no events");
  expect(failure.details).toMatchObject({ status: 200, request: "GET /events/op-query" });
});

test("--all ends with the oldest event, and prints the form of the service's answer", async () => {
  const harness = queryHarness(
    logOf(() => range(1, 2000)),
    { all: true },
    "json",
  );
  await query(harness.invocation);
  const answer = JSON.parse(harness.terminal.shown.stdout);
  expect(answer.count).toBe(2000);
  expect(answer.events).toHaveLength(2000);
});

test("--all --after prints the newer events, and no request has both before and after", async () => {
  const harness = queryHarness(
    logOf(() => range(1, 2500)),
    { all: true },
  );
  await query(harness.invocation, { after: "1200" });
  expect(idsIn(harness.terminal.shown.stdout)).toEqual(range(1201, 2500).reverse());
  expect(harness.requests.every(({ values }) => values["after"] === undefined)).toBe(true);
});

test("--all keeps integers beyond 2^53", async () => {
  const events = [{ id: 1, size: 12345678901234567890n }];
  const harness = queryHarness(
    ({ values }) => ({ events: values["before"] === undefined ? events : [] }),
    { all: true },
    "json",
  );
  await query(harness.invocation);
  expect(harness.terminal.shown.stdout).toContain("12345678901234567890");
});

test("an empty log is an empty list of valid JSON", async () => {
  const harness = queryHarness(
    logOf(() => []),
    { all: true },
    "json",
  );
  await query(harness.invocation);
  expect(JSON.parse(harness.terminal.shown.stdout)).toEqual({ events: [], count: 0 });
});

test("a service that ignores before is not queried forever", async () => {
  const harness = printingHarness(() => ({ events: range(1, 1000).map(event) }), { options: { all: true } });
  const failure = await rejection(() => query(harness.invocation));
  expect(failure.message).toContain("older");
  expect(harness.requests).toHaveLength(2);
});

test("--follow prints the latest events, then new ones, oldest first, and reads until a page is not full", async () => {
  let last = 20;
  const harness = queryHarness(
    logOf(() => range(1, last)),
    { follow: true },
  );
  endAt(harness, 2, () => {
    last = 2500;
  });
  const failure = await rejection(() => query(harness.invocation));
  expect(failure.exitCode).toBe(130);
  expect(failure.details.reported).toBe(true);
  expect(idsIn(harness.terminal.shown.stdout)).toEqual(range(11, 2500));
  expect(harness.requests.map(({ values }) => values["after"])).toEqual([undefined, "10", "1010", "2010"]);
  expect(harness.terminal.listeners()).toBe(0);
});

test("--follow --after prints only newer events", async () => {
  const harness = queryHarness(
    logOf(() => range(1, 20)),
    { follow: true },
  );
  endAt(harness, 1);
  await rejection(() => query(harness.invocation, { after: "18" }));
  expect(idsIn(harness.terminal.shown.stdout)).toEqual([19, 20]);
});

test("--follow without a match begins with the first event that matches", async () => {
  let ids: number[] = [];
  const harness = queryHarness(
    logOf(() => ids),
    { follow: true },
  );
  endAt(harness, 2, () => {
    ids = [7];
  });
  await rejection(() => query(harness.invocation));
  expect(idsIn(harness.terminal.shown.stdout)).toEqual([7]);
});

test("--follow survives failed reads, reports them, and never prints an event twice", async () => {
  let requestCount = 0;
  const answer = logOf(() => range(1, 12));
  const harness = printingHarness(
    (request) => {
      requestCount += 1;
      if (requestCount === 2 || requestCount === 3)
        throw new Failure("serverError", "bad gateway", { status: 502 });
      return requestCount === 4 ? { events: range(1, 12).map(event) } : answer(request);
    },
    { options: { follow: true }, globals: { output: "ndjson" } },
  );
  endAt(harness, 5);
  await rejection(() => query(harness.invocation));
  expect(idsIn(harness.terminal.shown.stdout)).toEqual(range(3, 12));
  expect(harness.terminal.shown.stderr).toContain("bad gateway");
});

test("--follow repeats a failed read before the first event, as without --after", async () => {
  const retries: (number | undefined)[] = [];
  const harness = queryHarness(
    (request) => {
      retries.push(request.options?.retries);
      return logOf(() => range(1, 3))(request);
    },
    { follow: true },
  );
  endAt(harness, 2);
  await rejection(() => query(harness.invocation, { after: "1" }));
  expect(retries).toEqual([undefined, 0]);
});

test("--follow ends if the first read fails, and at an answer that cannot change", async () => {
  const refused = printingHarness(
    () => {
      throw new Failure("unreachable", "no route");
    },
    { options: { follow: true } },
  );
  const first = await rejection(() => query(refused.invocation));
  expect(first.kind).toBe("unreachable");
  let requestCount = 0;
  const revoked = printingHarness(
    () => {
      requestCount += 1;
      if (requestCount > 1) throw new Failure("notAuthenticated", "bad token", { status: 401 });
      return { events: [] };
    },
    { options: { follow: true } },
  );
  const second = await rejection(() => query(revoked.invocation));
  expect(second.kind).toBe("notAuthenticated");
  expect(revoked.terminal.listeners()).toBe(0);
});

test.each([
  [{ follow: true }, { before: "3" }],
  [{ all: true }, { limit: "3" }],
])("%o with %o is a usage error, and nothing is sent", async (options, values) => {
  const harness = printingHarness(() => ({ events: [] }), { options });
  const failure = await rejection(() => queryEvents(runOf("events.query", values, harness.invocation).run));
  expect(failure.kind).toBe("usage");
  expect(harness.requests).toEqual([]);
});

test("ids sent as text are ids, and other elements do not end the log early", async () => {
  const pages = [
    [
      null,
      ...range(1001, 1999)
        .reverse()
        .map((id) => ({ ...event(id), id: String(id) })),
    ],
    range(900, 1000).reverse().map(event),
  ];
  const harness = printingHarness(() => ({ events: pages.shift() }), {
    options: { all: true },
    globals: { output: "ndjson" },
  });
  await query(harness.invocation);
  expect(idsIn(harness.terminal.shown.stdout)).toEqual(range(900, 1999).reverse());
});

test("the printed request is one that the service accepts", async () => {
  const harness = printingHarness(() => ({ events: [] }), { globals: { curl: true } });
  const { run, executed } = runOf("events.query", { limit: "1100" }, harness.invocation);
  await queryEvents(run);
  expect(executed.map(({ values }) => values)).toEqual([{ limit: "1000" }]);
});

test("--follow prints a late event with a lower id once, without reading many events again", async () => {
  const random = seeded(7);
  const dueEvents = Array.from({ length: 3_000 }, (_, index) => {
    const at = index * 0.05;
    return { id: index + 100, at: random() < 0.1 ? at + random() * 40 : at };
  });
  let seconds = 0;
  const harness = queryHarness(
    logOf(() => dueEvents.filter(({ at }) => at <= seconds).map(({ id }) => id)),
    { follow: true, "poll-interval": 2_000 },
  );
  endAt(harness, 100, () => {
    seconds += 2;
  });
  await rejection(() => query(harness.invocation, { after: "99" }));
  const ids = idsIn(harness.terminal.shown.stdout);
  expect(new Set(ids).size).toBe(ids.length);
  expect(dueEvents.filter(({ id }) => !ids.includes(id))).toEqual([]);
  const lastAfter = Number(harness.requests.at(-1)?.values["after"]);
  expect(Math.max(...ids) - lastAfter).toBeLessThanOrEqual(1_000);
});

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
  const harness = queryHarness(
    logOf(() => range(1, 3000)),
    { since: "1h" },
  );
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
