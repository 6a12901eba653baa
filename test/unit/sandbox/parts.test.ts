import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startClock } from "../../../src/sandbox/simulation/clock.ts";
import { FaultError, parseFault } from "../../../src/sandbox/simulation/fault-texts.ts";
import { makeFaults } from "../../../src/sandbox/simulation/faults.ts";
import { seededRandom, seedState } from "../../../src/sandbox/simulation/random.ts";
import { parseForm, parsePairs } from "../../../src/sandbox/wire/form.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const now = () => Date.now();

test("a clock runs tasks in the order of their times, at its own speed", () => {
  const clock = startClock({ now, speed: 10, instant: false });
  const ran: string[] = [];
  const begin = clock.now();
  clock.schedule("late", begin + 2000, () => ran.push("late"));
  clock.schedule("early", begin + 1000, () => ran.push("early"));
  clock.schedule("never", begin + 1500, () => ran.push("never"));
  clock.cancel("never");
  vi.advanceTimersByTime(99);
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(["early"]);
  vi.advanceTimersByTime(100);
  expect(ran).toEqual(["early", "late"]);
  expect(clock.now() - begin).toBe(2000);
  clock.stop();
});

test("a key replaces its earlier task, and a task may schedule the next", () => {
  const clock = startClock({ now, speed: 1, instant: false });
  const ran: string[] = [];
  const begin = clock.now();
  clock.schedule("a", begin + 10, () => ran.push("old"));
  clock.schedule("a", begin + 20, () => {
    ran.push("new");
    clock.schedule("a", clock.now() + 5, () => ran.push("next"));
  });
  vi.advanceTimersByTime(30);
  expect(ran).toEqual(["new", "next"]);
  clock.stop();
});

test("an instant clock jumps to what is scheduled, and a stopped one runs nothing", () => {
  const clock = startClock({ now, speed: 1, instant: true });
  const begin = clock.now();
  const ran: number[] = [];
  clock.schedule("b", begin + 3_600_000, () => ran.push(2));
  clock.schedule("a", begin + 1000, () => ran.push(1));
  vi.runAllTimers();
  expect(ran).toEqual([1, 2]);
  expect(clock.now() - begin).toBeGreaterThanOrEqual(3_600_000);
  clock.schedule("c", begin, () => ran.push(3));
  clock.stop();
  vi.runAllTimers();
  expect(ran).toEqual([1, 2]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a delay longer than a timer takes is waited for in pieces", () => {
  const clock = startClock({ now, speed: 0.001, instant: false });
  let ran = false;
  clock.schedule("far", clock.now() + 3_000_000, () => {
    ran = true;
  });
  vi.advanceTimersByTime(2 ** 31);
  expect(ran).toBe(false);
  vi.advanceTimersByTime(3_000_000_000 - 2 ** 31);
  expect(ran).toBe(true);
  clock.stop();
});

test.each([
  "",
  "latency",
  "latency=-5",
  "latency=9-5",
  "errors=2",
  "errors=x",
  "errors=0.1,status=200",
  "errors=0.1,colour=red",
  "drop=1,rate=1",
  "fail=everything",
  "fail=constructor",
  "silent=deploy,rate=7",
  "power=loud",
  "clock=soon",
  "toString=1",
])("the fault %j is refused, and changes nothing", (text) => {
  expect(() => parseFault(text)).toThrow(FaultError);
  const faults = makeFaults(seededRandom(seedState(1)), ["drop=0.5"]);
  expect(() => faults.replace(["latency=5", text])).toThrow(`fault '${text}': `);
  expect(faults.list()).toEqual(["drop=0.5"]);
});

test("faults strike at their rate, and those of a machine only that one", () => {
  const faults = makeFaults(seededRandom(seedState(1)), [
    "errors=0.25,status=500",
    "fail=deploy,machine=a",
    "latency=10-20",
    "clock=-5s",
  ]);
  const struck = Array.from({ length: 4000 }, () => faults.request()).filter((each) => each !== undefined);
  expect(struck.length / 4000).toBeCloseTo(0.25, 1);
  expect(faults.outcome("deploying", { systemId: "x", hostname: "a" })).toBe("failure");
  expect(faults.outcome("deploying", { systemId: "x", hostname: "b" })).toBe("success");
  expect(faults.outcome("testing", { systemId: "a", hostname: "a" })).toBe("success");
  expect(faults.clockOffsetMs()).toBe(-5000);
  const latencies = Array.from({ length: 100 }, () => faults.latencyMs());
  expect(Math.min(...latencies)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...latencies)).toBeLessThanOrEqual(20);
});

test("a query keeps order, repetition and empty values; bad encoding is a 400", () => {
  expect(parsePairs("a=1&b&a=%C3%A9+x&&c=")).toEqual([
    ["a", "1"],
    ["b", ""],
    ["a", "é x"],
    ["c", ""],
  ]);
  expect(() => parsePairs("a=%e9")).toThrow("percent-encoded");
});

test("a form keeps text, repetition, files and bytes as they came", async () => {
  vi.useRealTimers();
  const sent = new FormData();
  sent.append("tag", "a");
  sent.append("tag", "b,ü\r\n--x");
  sent.append("empty", "");
  sent.append("file", new Blob([new Uint8Array([0, 255, 13, 10])]), "../né.bin");
  const response = new Response(sent);
  const form = await parseForm(
    response.headers.get("content-type") ?? undefined,
    Buffer.from(await response.arrayBuffer()),
  );
  expect(form.names).toEqual(["tag", "empty", "file"]);
  expect(form.all("tag")).toEqual(["a", "b,ü\r\n--x"]);
  expect([form.get("tag"), form.get("empty"), form.get("none"), form.has("none")]).toEqual([
    "b,ü\r\n--x",
    "",
    undefined,
    false,
  ]);
  expect([...(form.file("file")?.content ?? [])]).toEqual([0, 255, 13, 10]);
  expect(form.files()).toHaveLength(1);
});

test("the same seed gives the same values, in the forms asked for", () => {
  const [a, b] = [seededRandom(seedState(3)), seededRandom(seedState(3))];
  expect([a.token(18), a.uuid(), a.integer(5, 7)]).toEqual([b.token(18), b.uuid(), b.integer(5, 7)]);
  expect(a.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(a.token(32)).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(() => a.pick([])).toThrow(RangeError);
});
