import { expect, test } from "vitest";
import { faultForms } from "../../../../src/catalogue/sandbox-settings.ts";
import { FaultError, makeFaults, parseFault } from "../../../../src/sandbox/simulation/faults.ts";
import { seededRandom, seedState } from "../../../../src/sandbox/simulation/random.ts";

const isOperation = (id: string) => id === "machine.deploy" || id === "machines.list";

test.each([
  "",
  ...["latency", "latency=-5", "latency=9-5", "latency=1-2-3", "latency=1msms", "latency=-"],
  ...["errors=0.1,errors=0.2", "errors=0.1,status=500,status=503", "fail=deploy,machine="],
  ...["power=silent,machine=", "errors=2", "errors=x", "errors=0.1,status=200", "errors=0.1,status=503.5"],
  ...["errors=0x1", "errors=1e-1", "drop=+", "clock=+-5", "clock=Infinity", "errors=0.1,colour=red"],
  ...["drop=1,rate=1", "fail=everything", "fail=constructor", "silent=deploy,rate=7", "power=loud"],
  ...["clock=soon", "toString=1", "errors=1,on=", "errors=1,on=machine.deplyo", "errors=1,on=machines"],
  ...["errors=1,on=toString", "errors=1,on=FETCH machines/*", "errors=1,on=POST machines/* more"],
  ...["errors=1,on=POST ", "errors=1,user=", "errors=1,next=0", "errors=1,next=1.5", "errors=1,next="],
  ...["errors=1,after=-1", "fail=deploy,on=machine.deploy", "power=silent,next=1", "clock=5,user=bob"],
])("the fault %j is refused, and changes nothing", (text) => {
  expect(() => parseFault(text, isOperation)).toThrow(FaultError);
  const faults = makeFaults(seededRandom(seedState(1)), ["drop=0.5"], isOperation);
  expect(() => faults.add(["latency=5", text])).toThrow(`fault '${text.trim()}': `);
  expect(() => faults.replace(["latency=5", text])).toThrow(`fault '${text.trim()}': `);
  expect(faults.list()).toEqual(["drop=0.5"]);
});

test.each([
  ["latency=20ms", 20, 20],
  ["latency=10-20", 10, 20],
  ["latency=10ms-20ms", 10, 20],
  ["latency=0.5-20ms", 0.5, 20],
])("%s is from %d to %d milliseconds", (text, fromMs, toMs) => {
  expect(parseFault(text, isOperation)).toEqual({ kind: "latency", fromMs, toMs });
});

test("faults occur at their rate, and those of a machine affect only that machine", () => {
  const faults = makeFaults(seededRandom(seedState(1)), [
    "errors=0.25,status=500",
    "fail=deploy,machine=a",
    "latency=10-20",
    "clock=-5s",
  ]);
  const struck = Array.from({ length: 4000 }, () => faults.apply().fault).filter(
    (each) => each !== undefined,
  );
  expect(struck.length / 4000).toBeCloseTo(0.25, 1);
  expect(faults.outcome("deploying", { systemId: "x", hostname: "a" })).toBe("failure");
  expect(faults.outcome("deploying", { systemId: "x", hostname: "b" })).toBe("success");
  expect(faults.outcome("testing", { systemId: "a", hostname: "a" })).toBe("success");
  expect(faults.clockOffsetMs()).toBe(-5000);
  const latencies = Array.from({ length: 100 }, () => faults.apply().delayMs);
  expect(Math.min(...latencies)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...latencies)).toBeLessThanOrEqual(20);
});

test.each(faultForms)("$example is a valid fault", ({ example }) => {
  const makes = () => makeFaults(seededRandom(seedState(1)), [example], isOperation).list();
  expect(makes()).toEqual([example]);
});

const deploy = { operation: "machine.deploy", method: "POST", path: "machines/abc/op-deploy", user: "bob" };
const list = { operation: "machines.list", method: "GET", path: "machines/", user: "bob" };

test.each([
  ["on=machine.deploy", deploy, list],
  ["on=POST machines/*/op-deploy", deploy, { ...deploy, method: "PUT" }],
  ["on=post /SVC/api/2.0/machines/*/op-deploy", deploy, list],
  ["on=machines/", list, deploy],
  ["on=/machines/*", deploy, { ...list, path: "fabrics/" }],
  ["on=*/op-deploy", deploy, list],
  ["on=GET machines/*", { ...list, path: "machines/abc/" }, deploy],
  ["on=machines/abc/op-deploy", { ...deploy, path: "machines/abc/op-deploy/" }, list],
  ["user=bob", deploy, { ...deploy, user: "admin" }],
  ["user=bob", list, { ...list, user: undefined }],
  ["on=machine.deploy,user=bob", deploy, list],
] as const)("errors=1,%s affects only those requests", (scope, struck, other) => {
  for (const fault of ["errors=1", "drop=1", "half=1", "latency=5"]) {
    const faults = makeFaults(seededRandom(seedState(1)), [`${fault},${scope}`], isOperation);
    const none = { delayMs: 0, fault: undefined };
    expect(faults.apply()).toEqual(none);
    expect(faults.apply(other)).toEqual(none);
    expect(faults.apply(struck)).not.toEqual(none);
    expect(faults.affectedCounts()).toEqual([1]);
  }
});

test("a fault skips some requests, affects the next ones, and reports how many", () => {
  const faults = makeFaults(seededRandom(seedState(1)), [
    "errors=1,next=2",
    "errors=1,next=1,after=2,status=500",
    "fail=deploy,next=1,after=1,machine=a",
    "latency=5,next=1,user=bob",
  ]);
  const statuses = () => {
    const { fault } = faults.apply();
    return fault?.kind === "errors" ? fault.status : undefined;
  };
  expect(Array.from({ length: 5 }, statuses)).toEqual([503, 503, 500, undefined, undefined]);
  const outcome = (hostname: string) => faults.outcome("deploying", { systemId: "x", hostname });
  expect(["a", "b", "a", "a"].map(outcome)).toEqual(["success", "success", "failure", "success"]);
  expect([deploy, deploy].map((each) => faults.apply(each).delayMs)).toEqual([5, 0]);
  expect(faults.affectedCounts()).toEqual([2, 1, 1, 1]);
  faults.add(["drop=0"]);
  faults.remove(["fail", "latency"]);
  expect([faults.list().length, faults.affectedCounts(), statuses()]).toEqual([3, [2, 1, 0], undefined]);
  faults.replace(faults.list());
  expect([faults.affectedCounts(), statuses()]).toEqual([[0, 0, 0], 503]);
});

test("the same seed gives the same values of each kind", () => {
  const [a, b] = [seededRandom(seedState(3)), seededRandom(seedState(3))];
  expect([a.token(18), a.uuid(), a.integer(5, 7)]).toEqual([b.token(18), b.uuid(), b.integer(5, 7)]);
  expect(a.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(a.token(32)).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(() => a.pick([])).toThrow(RangeError);
});
