import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../../../src/client/library/index.ts";
import { type Sandbox, startSandbox } from "../../../../src/sandbox/sandbox.ts";

type Method = (...input: unknown[]) => Promise<Readonly<Record<string, unknown>>>;
interface Untyped {
  readonly domains: Readonly<Record<"create" | "update", Method>>;
  readonly files: Readonly<Record<"create", Method>>;
  close(): Promise<void>;
}
let sandbox: Sandbox;
let svc: Untyped;

beforeAll(async () => {
  sandbox = await startSandbox({ answers: "deployed", instant: true });
  const options = { url: sandbox.url, key: sandbox.keys.administrator, env: {} };
  svc = (await connect(options)) as unknown as Untyped;
});
afterAll(async () => {
  await svc.close();
  await sandbox.stop();
});

test("storing a file resolves to its name if the service answers with nothing", async () => {
  expect(await svc.files.create({ filename: "hosts.txt", file: "127.0.0.1" })).toEqual({
    filename: "hosts.txt",
  });
});

test("the servers of a forwarding domain are sent in a second request", async () => {
  const fields = { name: "forward.example", authoritative: false, forwardDnsServers: "10.0.0.1" };
  const domain = await svc.domains.create(fields);
  expect(domain).toMatchObject({ name: "forward.example", authoritative: false });
  const changed = await svc.domains.update(domain["id"], { ...fields, forwardDnsServers: "10.0.0.2" });
  expect(changed).toMatchObject({ id: domain["id"], name: "forward.example" });
  const changes = sandbox.requests(200).filter(({ method }) => method !== "GET");
  expect(changes.slice(-4).map(({ method, path }) => `${method} ${path}`)).toEqual([
    expect.stringMatching(/^POST .*\/domains\/$/),
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^PUT .*\/domains\/\d+\/$/)),
  ]);
});

test("if the second request is refused, the failure says that the first was carried out", async () => {
  const fields = { name: "half.example", authoritative: false, forwardDnsServers: "nowhere" };
  const failure = svc.domains.create(fields, { check: false });
  await expect(failure).rejects.toMatchObject({ outcome: "partial" });
  await expect(failure).rejects.toThrow(/carried out, but not forward_dns_servers/);
});
