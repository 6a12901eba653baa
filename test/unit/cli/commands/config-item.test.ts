import { expect, test } from "vitest";
import { getItem, setItem } from "../../../../src/cli/commands/config.ts";
import { buildRequest } from "../../../../src/client/http/request.ts";
import { printingHarness, runOf } from "../printing-harness.ts";

const secret = { name: "hvmgr_password" };

test("the value of a secret item goes whole into a pipe", async () => {
  const { invocation, terminal } = printingHarness(() => "hunter2");
  const { run, executed } = runOf("svc.get_config", secret, invocation);
  await getItem(run);
  expect(terminal.shown.stdout).toBe("hunter2\n");
  expect(executed).toEqual([]);
});

test("on a terminal it is sent as an operation whose answer is masked", async () => {
  const { invocation } = printingHarness(() => "hunter2", {}, { isTTY: true });
  const { run, executed } = runOf("svc.get_config", secret, invocation);
  await getItem(run);
  expect(executed.map(({ entry }) => entry.operation.sensitive)).toEqual([true]);
});

test("what is no secret is shown as it is", async () => {
  const { invocation } = printingHarness(() => "30", {}, { isTTY: true });
  const { run, executed } = runOf("svc.get_config", { name: "default_dns_ttl" }, invocation);
  await getItem(run);
  expect(executed.map(({ entry }) => entry.operation.sensitive)).toEqual([undefined]);
});

test.each([
  [secret.name, true],
  ["svc_auto_ipmi_k_g_bmc_key", true],
  ["default_dns_ttl", undefined],
])("the value that %s is set to is masked where the request is shown: %s", async (name, isSecret) => {
  const { invocation, client } = printingHarness(() => "OK");
  const { run, executed } = runOf("svc.set_config", { name, value: "x" }, invocation);
  await setItem(run);
  const [sent] = executed;
  if (sent === undefined) throw new Error("nothing was handed on");
  const { parts } = buildRequest(sent.entry.operation, sent.values, client.endpoint);
  expect(parts?.find((part) => part.name === "value")).toMatchObject({ value: "x" });
  expect(parts?.find((part) => part.name === "value")?.secret).toBe(isSecret);
});

test("an item that no document names is passed on as it is", async () => {
  const { invocation, terminal } = printingHarness(() => "OK");
  const { run, executed } = runOf("svc.set_config", { name: "metal_name", value: "x" }, invocation);
  await setItem(run);
  expect(executed.map(({ values }) => values)).toEqual([{ name: "metal_name", value: "x" }]);
  expect(terminal.shown.stderr).toBe("");
});
