import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { defaultLimits } from "../../../../src/sandbox/wire/bodies.ts";
import { anonymousOperations } from "../../../../src/sandbox/wire/call.ts";
import { harnessOfFile, harnessOfTest } from "../harness.ts";

const { get, post } = await harnessOfFile();

test("a request line that is larger than the header buffer is a 414", async () => {
  expect((await get(`/machines/?id=${"x".repeat(200_000)}`)).status).toBe(414);
});

test("an operation is not followed by a slash; without an operation, the method decides", async () => {
  expect((await get("/machines/op-list_allocated/")).status).toBe(404);
  expect((await post("/machines/op-nosuch")).status).toBe(404);
  const missing = await get("/account/");
  expect([missing.status, missing.text]).toEqual([400, "Unrecognised signature: method=GET op=None"]);
});

test("the path of the configuration has the segment in lower case", async () => {
  const other = await harnessOfTest({ segment: "METAL" });
  expect((await other.get("/metal/op-get_config?name=theme")).status).toBe(200);
  expect((await other.get("/svc/op-get_config?name=theme")).status).toBe(404);
  const [machine] = (await other.get("/machines/")).json;
  expect(machine.resource_uri).toMatch(/^\/METAL\/api\/2\.0\/machines\//);
});

test("stopping ends open connections and frees the port", async () => {
  const other = await harnessOfTest();
  const { port } = other.sandbox;
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("GET /SVC/api/2.0/mach");
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.on("close", resolve));
  await other.sandbox.stop();
  await closed;
  await harnessOfTest({ port });
});

test("exactly the anonymous operations have handlers that accept anonymous callers", async () => {
  const operations = await loadAllOperations();
  const anonymous = operations.filter(({ operation }) => operation.who === "anonymous").map(({ id }) => id);
  const opened = ["files.get_by_key", "machines.is_registered", "nodes.is_registered"];
  expect([...anonymous, ...opened].sort()).toEqual([...anonymousOperations].sort());
});

test("a form may have 10 MB, and a chunk of an image 256 MiB", () => {
  expect([defaultLimits.bodyBytes, defaultLimits.chunkBytes]).toEqual([10_000_000, 268_435_456]);
});
