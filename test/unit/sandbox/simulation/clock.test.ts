import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startClock } from "../../../../src/sandbox/simulation/clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const now = () => Date.now();

test("a clock runs tasks in the order of their times, at its speed", () => {
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

test("a task replaces an earlier one with the same key, and may schedule another", () => {
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

test("an instant clock jumps to the next task, and a stopped clock runs nothing", () => {
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

test("a delay that is too long for one timer uses several", () => {
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

test("a repeated task runs at its interval until it is cancelled", () => {
  const clock = startClock({ now, speed: 60, instant: false });
  let runs = 0;
  clock.repeat("hourly", 3_600_000, () => {
    runs += 1;
  });
  vi.advanceTimersByTime(59_999);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(120_001);
  expect(runs).toBe(3);
  clock.advance(5 * 3_600_000);
  expect(runs).toBe(8);
  clock.cancel("hourly");
  clock.advance(48 * 3_600_000);
  vi.advanceTimersByTime(600_000);
  expect(runs).toBe(8);
  clock.stop();
});

test("an instant clock does not jump to repeated tasks, and runs them when they are due", () => {
  const clock = startClock({ now, speed: 1, instant: true });
  const begin = clock.now();
  const ran: string[] = [];
  clock.repeat("hourly", 3_600_000, () => ran.push("hourly"));
  vi.runAllTimers();
  expect([ran, clock.now() - begin]).toEqual([[], 0]);
  clock.schedule("day", begin + 86_400_000, () => ran.push("day"));
  vi.runAllTimers();
  expect(ran).toEqual(["hourly", "day"]);
  clock.advance(3 * 3_600_000);
  expect(ran).toEqual(["hourly", "day", "hourly", "hourly", "hourly"]);
  expect(vi.getTimerCount()).toBe(0);
  clock.stop();
});

test("a retired clock runs only tasks that requests wait for", async () => {
  const clock = startClock({ now, speed: 1, instant: false });
  const ran: string[] = [];
  clock.schedule("work", clock.now() + 10, () => ran.push("work"));
  clock.repeat("again", 10, () => ran.push("again"));
  void clock.wait(20).then(() => ran.push("passed"));
  expect(clock.retire()).toBe(true);
  await vi.advanceTimersByTimeAsync(30);
  expect(ran).toEqual(["passed"]);
  expect(clock.retire()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([false, true])(
  "a paused clock stands still until it is advanced or resumed (instant: %s)",
  (instant) => {
    const clock = startClock({ now, speed: 10, instant });
    const ran: string[] = [];
    const begin = clock.now();
    clock.schedule("first", begin + 1000, () => ran.push("first"));
    clock.setPaused(true);
    clock.schedule("second", begin + 2000, () => ran.push("second"));
    vi.advanceTimersByTime(10_000);
    expect([clock.now() - begin, ran]).toEqual([0, []]);
    clock.advance(1500);
    expect([clock.now() - begin, ran]).toEqual([1500, ["first"]]);
    clock.setPaused(false);
    vi.advanceTimersByTime(instant ? 0 : 49);
    expect(ran).toEqual(instant ? ["first", "second"] : ["first"]);
    vi.advanceTimersByTime(1);
    expect(ran).toEqual(["first", "second"]);
    clock.stop();
  },
);

test("a change of speed does not change the present time", () => {
  const clock = startClock({ now, speed: 1, instant: false });
  const ran: string[] = [];
  const begin = clock.now();
  clock.schedule("task", begin + 5000, () => ran.push("task"));
  vi.advanceTimersByTime(1000);
  clock.setSpeed(100);
  vi.advanceTimersByTime(39);
  expect([clock.now() - begin, ran]).toEqual([4900, []]);
  vi.advanceTimersByTime(1);
  expect([clock.now() - begin, ran, clock.speed()]).toEqual([5000, ["task"], 100]);
  clock.setPaused(true);
  clock.setSpeed(1);
  vi.advanceTimersByTime(1000);
  expect(clock.now() - begin).toBe(5000);
  clock.stop();
});
