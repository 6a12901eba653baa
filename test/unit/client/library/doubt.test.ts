import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../../../src/client/library/index.ts";

const ready = {
  system_id: "abc123",
  hostname: "web-01",
  fqdn: "web-01.lab",
  status: 4,
  status_name: "Ready",
  power_state: "off",
};

/** A service that drops the connection of each change, and then tells of each look at the machine. */
async function droppingService(onLook: () => void): Promise<string> {
  let isDropped = false;
  const server = createServer((request, response) => {
    if (request.method !== "GET") {
      isDropped = true;
      request.socket.destroy();
      return;
    }
    const isList = /\/machines\/(\?.*)?$/.test(request.url ?? "");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isList ? [ready] : ready));
    if (isDropped) onLook();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/SVC`;
}

test("a signal that ends the watching of a change in doubt leaves its outcome unknown", async () => {
  const controller = new AbortController();
  let looks = 0;
  const url = await droppingService(() => {
    looks += 1;
    if (looks === 3) controller.abort();
  });
  const part = "k".repeat(18);
  const svc = await connect({ url, key: `${part}:${part}:${part}`, env: {}, retries: 0 });
  const { deploy } = svc["machines"] as Record<"deploy", (...given: unknown[]) => Promise<unknown>>;
  const error: unknown = await deploy(
    "web-01",
    { wait: true },
    { pollIntervalMs: 10, signal: controller.signal },
  ).catch((caught: unknown) => caught);
  await svc.close();
  expect(error).toMatchObject({ kind: "interrupted", exitCode: 130, outcome: "unknown" });
});
