import { createReadStream } from "node:fs";
import { connect, connectAll, type List, type Machine, type Svc, SvcError, type WaitCondition } from "svc";
import { type RecordedExchange, startSandbox } from "svc/sandbox";

/**
 * What the library's declarations accept and reject. A test only compiles this file; an `@ts-expect-error`
 * without an error fails it.
 */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const isTrue = <_ extends true>(): void => undefined;

export async function permitted(): Promise<void> {
  await using sandbox = await startSandbox({ machines: 3, seed: 7, speed: 60, faults: ["errors=0.1"] });
  await using svc: Svc = await connect(sandbox.profile);
  const signal = AbortSignal.timeout(1000);

  const machine = await svc.machines.deploy("web-01", { distroSeries: "jammy", wait: true }, { signal });
  isTrue<Same<typeof machine, Machine>>();
  const text: string = machine.status_name;
  // @ts-expect-error results are not known to have this member
  isTrue<Same<(typeof machine)["a member of another service"], unknown>>();

  const list = svc.machines.list({ zone: ["north", "south"], status: "ready", cpuCount: 4 });
  isTrue<Same<typeof list, List<Machine>>>();
  isTrue<Same<Awaited<typeof list>, readonly Machine[]>>();
  for await (const each of list) each.hostname.slice(text.length);
  for await (const event of svc.events.query({ limit: 5 })) event.created.slice();
  const page = await svc.events.query();
  isTrue<Same<(typeof page)["count"], number>>();

  const on = await svc.machines.powerOn("web-01", { wait: true });
  isTrue<Same<typeof on, Machine>>();
  isTrue<Same<Awaited<ReturnType<typeof svc.machines.lock>>, Machine>>();
  const released = await svc.machines.releaseMany({ machines: ["web-01", "web-02"] });
  isTrue<Same<typeof released, readonly string[]>>();
  const waited = await svc.machines.releaseMany({ machines: ["web-01"], wait: true });
  isTrue<Same<typeof waited, readonly Machine[]>>();

  await svc.machines.allocate({ tags: "ssd", arch: ["amd64"] });
  await svc.machines.setOwnerData("web-01", { key: { role: "web", count: 3 } });
  await svc.machines.deploy("web-01", { userData: new Uint8Array(3) });
  await svc.machines.deploy("web-01", { userData: { path: "user-data.yaml" } });
  await svc.files.create({ filename: "seed.iso", file: createReadStream("seed.iso") });
  await svc.files.create({ filename: "seed.iso", file: new Blob(["seed"]) });
  await svc.domains.create({ name: "lab.example", authoritative: true });
  await svc.fabrics.get(0);
  await svc.partitions.addTag("web-01", 1, 2, { tag: "boot" });
  await svc.version.get();
  await svc.machines.release(
    "web-01",
    {},
    { retries: 0, check: false, set: { further: "1", count: 3, tags: ["a", true] } },
  );

  await using all = await connectAll(["east", "west"], { timeoutMs: 1000 });
  for await (const { site, fqdn } of all.machines.list({ status: "ready" })) site.concat(fqdn);
  isTrue<Same<Awaited<ReturnType<typeof all.machines.lock>>, Machine>>();
  for (const result of await all.each((each) => each.version.get()))
    if ("error" in result) result.error.kind.at(0);
  // @ts-expect-error each profile has its own key
  await connectAll(["east"], { key: "a:b:c" });

  const settled = await svc.waitFor("web-01", ["deployed", "power=on"], { all: true, waitTimeoutMs: 1 });
  isTrue<Same<(typeof settled)["systemId"], string>>();
  const condition: WaitCondition = "gone";
  const many = await svc.waitFor(["web-01", "web-02"], condition);
  for (const each of many) each.elapsedMs.toFixed();

  try {
    await svc.close();
  } catch (error) {
    if (error instanceof SvcError && error.kind === "conflict" && error.outcome === "unknown") throw error;
  }
  sandbox.faults.add("fail=deploy");
  sandbox.faults.set("errors=1,on=machine.deploy,next=1");
  sandbox.clock.advance(1000);
  sandbox.clock.pause();
  sandbox.clock.setSpeed(60);
  sandbox.clock.resume();
  await using secure = await startSandbox({ tls: true });
  isTrue<Same<typeof secure.ca, string | undefined>>();
  await using trusting: Svc = await connect(secure.profile);
  await trusting.version.get();
  const [exchange] = sandbox.requests(1);
  isTrue<Same<typeof exchange, RecordedExchange | undefined>>();
  exchange?.form["tags"]?.join(exchange.answer.body);
  exchange?.unread.join(exchange.body ?? "");
  sandbox.keyOf("bob").split(":");
}

export async function refused(svc: Svc): Promise<void> {
  // @ts-expect-error: the operation does not have this field
  await svc.machines.deploy("web-01", { distroSerie: "jammy" });
  // @ts-expect-error: the library uses camelCase
  await svc.machines.deploy("web-01", { distro_series: "jammy" });
  // @ts-expect-error: the group does not have this verb
  await svc.machines.deploi("web-01");
  // @ts-expect-error: this group does not exist
  await svc.machine.deploy("web-01");
  // @ts-expect-error: the identifier is missing
  await svc.machines.deploy();
  // @ts-expect-error: a required field is missing
  await svc.domains.create({ authoritative: true });
  // @ts-expect-error: fields are required
  await svc.domains.create();
  // @ts-expect-error: not one of the choices
  await svc.machines.deploy("web-01", { bridgeType: "wide" });
  // @ts-expect-error: a number is required
  await svc.machines.list({ cpuCount: "four" });
  // @ts-expect-error: a boolean is required
  await svc.machines.release("web-01", { erase: "yes" });
  // @ts-expect-error: a list is required
  await svc.machines.releaseMany({ machines: "web-01" });
  // @ts-expect-error: the operation cannot wait
  await svc.machines.lock("web-01", { wait: true });
  // @ts-expect-error: null is not accepted
  await svc.machines.deploy("web-01", { distroSeries: null });
  // @ts-expect-error: this option does not exist
  await svc.machines.lock("web-01", {}, { timeout: 5 });
  // @ts-expect-error: the operation cannot wait
  await svc.machines.lock("web-01", {}, { waitTimeoutMs: 5 });
  // @ts-expect-error: neither bytes nor a stream
  await svc.files.create({ filename: "seed.iso", file: 5 });
  // @ts-expect-error: this condition does not exist
  await svc.waitFor("web-01", "deploid");
  // @ts-expect-error: this option does not exist
  await connect({ adress: "http://lab.example:5240/SVC" });
  // @ts-expect-error: answers are read-only
  (await svc.machines.get("web-01")).hostname = "web-02";
  // @ts-expect-error: a single object is not iterable
  for await (const _ of svc.machines.get("web-01"));
  // @ts-expect-error: only the library creates errors
  throw new SvcError();
}
