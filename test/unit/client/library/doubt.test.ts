import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../../../src/client/library/index.ts";
import { serviceOf } from "./service.ts";

const ready = {
  system_id: "abc123",
  hostname: "web-01",
  fqdn: "web-01.lab",
  status: 4,
  status_name: "Ready",
  power_state: "off",
};

/** A service that drops the connection of each change and then reports each read of the machine. */
async function droppingService(onLook: () => void) {
  let isDropped = false;
  const { options, close } = await serviceOf((request, response) => {
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
  onTestFinished(close);
  return options;
}

test("a signal that ends the wait for a change in doubt leaves its outcome unknown", async () => {
  const controller = new AbortController();
  let looks = 0;
  const options = await droppingService(() => {
    looks += 1;
    if (looks === 3) controller.abort();
  });
  const svc = await connect({ ...options, retries: 0 });
  const { deploy } = svc["machines"] as Record<"deploy", (...input: unknown[]) => Promise<unknown>>;
  const error: unknown = await deploy(
    "web-01",
    { wait: true },
    { pollIntervalMs: 10, signal: controller.signal },
  ).catch((caught: unknown) => caught);
  await svc.close();
  expect(error).toMatchObject({ kind: "interrupted", exitCode: 130, outcome: "unknown" });
});
