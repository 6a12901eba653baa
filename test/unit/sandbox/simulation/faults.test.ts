import { expect, test } from "vitest";
import { FaultError, makeFaults, parseFault } from "../../../../src/sandbox/simulation/faults.ts";
import { seededRandom, seedState } from "../../../../src/sandbox/simulation/random.ts";

test.each([
  "",
  "latency",
  "latency=-5",
  "latency=9-5",
  "latency=1-2-3",
  "latency=1msms",
  "latency=-",
  "errors=0.1,errors=0.2",
  "errors=0.1,status=500,status=503",
  "fail=deploy,machine=",
  "power=silent,machine=",
  "errors=2",
  "errors=x",
  "errors=0.1,status=200",
  "errors=0.1,status=503.5",
  "errors=0x1",
  "errors=1e-1",
  "drop=+",
  "clock=+-5",
  "clock=Infinity",
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

test.each([
  ["latency=20ms", 20, 20],
  ["latency=10-20", 10, 20],
  ["latency=10ms-20ms", 10, 20],
  ["latency=0.5-20ms", 0.5, 20],
])("%s is from %d to %d milliseconds", (text, fromMs, toMs) => {
  expect(parseFault(text)).toEqual({ kind: "latency", fromMs, toMs });
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
