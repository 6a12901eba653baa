import { expect, test } from "vitest";
import { queryEvents } from "../../../../../src/cli/commands/operations/events.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { seeded } from "../../../random.ts";
import { rejection } from "../../../rejection.ts";
import { printingHarness, runOf } from "../../harness.ts";
import { endAt, event, idsIn, logHarness, logOf, query, queryHarness, range } from "./event-log.ts";

test("a limit of several pages is requested page by page with before, newest first", async () => {
  const harness = logHarness(() => range(1, 3000));
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
  const harness = logHarness(() => range(1, 2000), { all: true }, "json");
  await query(harness.invocation);
  const answer = JSON.parse(harness.terminal.shown.stdout);
  expect(answer.count).toBe(2000);
  expect(answer.events).toHaveLength(2000);
});

test("--all --after prints the newer events, and no request has both before and after", async () => {
  const harness = logHarness(() => range(1, 2500), { all: true });
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
  const harness = logHarness(() => [], { all: true }, "json");
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
  const harness = logHarness(() => range(1, last), { follow: true });
  endAt(harness, 2, () => {
    last = 2500;
  });
  const failure = await rejection(() => query(harness.invocation));
  expect(failure.exitCode).toBe(130);
  expect(failure.details.isReported).toBe(true);
  expect(idsIn(harness.terminal.shown.stdout)).toEqual(range(11, 2500));
  expect(harness.requests.map(({ values }) => values["after"])).toEqual([undefined, "10", "1010", "2010"]);
  expect(harness.terminal.listeners()).toBe(0);
});

test("--follow --after prints only newer events", async () => {
  const harness = logHarness(() => range(1, 20), { follow: true });
  endAt(harness, 1);
  await rejection(() => query(harness.invocation, { after: "18" }));
  expect(idsIn(harness.terminal.shown.stdout)).toEqual([19, 20]);
});

test("--follow without a match begins with the first event that matches", async () => {
  let ids: number[] = [];
  const harness = logHarness(() => ids, { follow: true });
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
  const harness = logHarness(() => dueEvents.filter(({ at }) => at <= seconds).map(({ id }) => id), {
    follow: true,
    "poll-interval": 2_000,
  });
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
