import { expect, test } from "vitest";
import { configItemNames } from "../../../../../src/catalogue/config-items.ts";
import { getItem, setItem } from "../../../../../src/cli/commands/service/config.ts";
import { describeConfig, listConfig } from "../../../../../src/cli/commands/service.ts";
import { runCommand } from "../../../../../src/cli/invocation/invocation.ts";
import { buildRequest } from "../../../../../src/client/http/request.ts";
import { namesInRefusal } from "../../../../../src/client/values/config-names.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { failureOf, rejection } from "../../../rejection.ts";
import { printingHarness, runOf, type ServedRequest } from "../../harness.ts";

const secret = { name: "hvmgr_password" };

test.each([{ isTTY: true }, {}])("the answer to reading a secret item is masked: %o", async (options) => {
  const { invocation } = printingHarness(() => "hunter2", {}, options);
  const { run, executed } = runOf("svc.get_config", secret, invocation);
  await getItem(run);
  expect(executed.map(({ entry }) => entry.operation.sensitive)).toEqual([true]);
});

test("a value that is not secret is shown unchanged", async () => {
  const { invocation } = printingHarness(() => "30", {}, { isTTY: true });
  const { run, executed } = runOf("svc.get_config", { name: "default_dns_ttl" }, invocation);
  await getItem(run);
  expect(executed.map(({ entry }) => entry.operation.sensitive)).toEqual([undefined]);
});

test.each([
  [secret.name, true],
  ["svc_auto_ipmi_k_g_bmc_key", true],
  ["default_dns_ttl", undefined],
])("the value that %s is set to is masked in the printed request: %s", async (name, isSecret) => {
  const { invocation, client } = printingHarness(() => "OK");
  const { run, executed } = runOf("svc.set_config", { name, value: "x" }, invocation);
  await setItem(run);
  const [requests] = executed;
  if (requests === undefined) throw new Error("nothing was handed on");
  const { parts } = buildRequest(requests.entry.operation, requests.values, client.endpoint);
  expect(parts?.find((part) => part.name === "value")).toMatchObject({ value: "x" });
  expect(parts?.find((part) => part.name === "value")?.secret).toBe(isSecret);
});

test("an undocumented item is sent unchanged", async () => {
  const { invocation, terminal } = printingHarness(() => "OK");
  const { run, executed } = runOf("svc.set_config", { name: "metal_name", value: "x" }, invocation);
  await setItem(run);
  expect(executed.map(({ values }) => values)).toEqual([{ name: "metal_name", value: "x" }]);
  expect(terminal.shown.stderr).toBe("");
});

/** A service with these configuration items, which lists them when another name is requested. */
function knowing(names: readonly string[], refusal: (text: string, name: string) => unknown) {
  return ({ values }: ServedRequest) => {
    const name = String(values["name"]);
    if (names.includes(name)) return `value of ${name}`;
    const text = `${name} is not a valid config setting (valid settings are: ${names.join(", ")}).`;
    throw new Failure("invalid", text, { status: 400, body: refusal(text, name) });
  };
}

const asObject = (text: string, name: string) => ({ [name]: [text] });
const asText = (text: string) => text;

type Harness = ReturnType<typeof printingHarness>;

function at(baseUrl: string, harness: Harness) {
  const client = { ...harness.client, endpoint: { ...harness.client.endpoint, baseUrl } };
  return { ...harness, invocation: { ...harness.invocation, connect: async () => client } };
}

const labNames = ["lab_name", "lab_proxy_port", "theme", "vcenter_server", "vcenter_password"];

/** Runs `config get` or `set` and collects the requests they pass on. */
async function run(harness: ReturnType<typeof at>, id: "svc.get_config" | "svc.set_config", name: string) {
  const { run: prepared } = runOf(id, { name, value: "x" }, harness.invocation);
  const requests: string[] = [];
  const execute: typeof prepared.execute = async ({ operation }, values) => {
    requests.push(String(values["name"]));
    await (await harness.invocation.connect()).call(operation, values);
  };
  const failure = await failureOf(() =>
    (id === "svc.get_config" ? getItem : setItem)({ ...prepared, execute }),
  );
  return { sent: requests, failure };
}

test.each([
  ["http://h:5240/LAB", labNames, "svc_name", ["lab_name"]],
  ["http://h:5240/LAB", labNames, "lab_name", ["lab_name"]],
  ["http://h:5240/LAB", labNames, "vcenter_server", ["vcenter_server"]],
  // A service at another path that has the documented names.
  ["http://h:5240/LAB", configItemNames, "svc_name", ["lab_name", "svc_name"]],
  ["http://h:5240/LAB", configItemNames, "lab_name", ["lab_name", "svc_name"]],
  ["http://h:5240/SVC", configItemNames, "svc_name", ["svc_name"]],
  ["http://h:5240/a/METAL", ["metal_syslog_port"], "svc_syslog_port", ["metal_syslog_port"]],
  ["http://h:5240", configItemNames, "svc_name", ["svc_name"]],
] as const)("at %s, %o: %s is sent as %o", async (baseUrl, itemNames, name, names) => {
  for (const id of ["svc.get_config", "svc.set_config"] as const) {
    for (const refusal of [asObject, asText]) {
      const harness = at(baseUrl, printingHarness(knowing(itemNames, refusal)));
      const { sent: requests, failure } = await run(harness, id, name);
      expect([requests, failure]).toEqual([names, undefined]);
      expect(harness.terminal.shown.stderr).toBe("");
    }
  }
});

test("an unknown item is reported with the nearest item of the service", async () => {
  const harness = at("http://h:5240/LAB", printingHarness(knowing(labNames, asObject)));
  const { failure } = await run(harness, "svc.set_config", "vcentre_server");
  expect(failure).toMatchObject({
    kind: "invalid",
    message: "the service has no configuration item 'vcentre_server'",
    details: { status: 400, hint: "did you mean vcenter_server?", lines: [] },
  });
});

test("a refused value is reported in the service's words", async () => {
  const refused = new Failure("invalid", "'x' is not a whole number", { status: 400 });
  const harness = at(
    "http://h:5240/LAB",
    printingHarness(() => {
      throw refused;
    }),
  );
  expect(await run(harness, "svc.set_config", "lab_proxy_port")).toEqual({
    sent: ["lab_proxy_port"],
    failure: refused,
  });
});

test("the list shows every item of the service under the service's name, with secrets masked", async () => {
  for (const refusal of [asObject, asText]) {
    const harness = at("http://h:5240/LAB", printingHarness(knowing(labNames, refusal), {}, { isTTY: true }));
    await runCommand(listConfig, harness.invocation);
    const { stdout, stderr } = harness.terminal.shown;
    for (const name of labNames) expect(stdout).toContain(name);
    expect(stdout).toContain("value of vcenter_server");
    expect(stdout).not.toContain("value of vcenter_password");
    expect(stderr).not.toContain("does not have");
    expect(harness.requests).toHaveLength(labNames.length + 1);
  }
});

test("if the service lists no items, the documented ones are read under its names", async () => {
  const harness = at(
    "http://h:5240/LAB",
    printingHarness(({ values }) => {
      const name = String(values["name"]);
      if (["lab_name", "theme"].includes(name)) return name;
      throw new Failure("invalid", "no such setting", { status: 400, body: "no such setting" });
    }),
  );
  await runCommand(listConfig, harness.invocation);
  expect(harness.terminal.shown.stdout.trimEnd().split("\n")).toHaveLength(3);
  expect(harness.terminal.shown.stderr).toContain("the service has no items called ");
});

test("a service that refuses every item is not shown as one without configuration", async () => {
  const harness = at(
    "http://h:5240/LAB",
    printingHarness(() => {
      throw new Failure("invalid", "bad gateway", { status: 400, body: "bad gateway" });
    }),
  );
  await expect(runCommand(listConfig, harness.invocation)).rejects.toThrow("bad gateway");
  expect(harness.terminal.shown.stdout).toBe("");
});

test("a failure that is not about an item ends the list", async () => {
  const harness = printingHarness(() => {
    throw new Failure("forbidden", "no", { status: 403 });
  });
  expect((await rejection(() => runCommand(listConfig, harness.invocation))).kind).toBe("forbidden");
  expect(harness.requests).toHaveLength(1);
});

test("describe lists the items of the service, including undocumented ones", async () => {
  const described = async (names: readonly string[], service = knowing(labNames, asText)) => {
    const harness = at(
      "http://h:5240/LAB",
      printingHarness(service, { arguments: { name: names }, globals: { output: "json" } }),
    );
    await runCommand(describeConfig, harness.invocation);
    return JSON.parse(harness.terminal.shown.stdout);
  };
  const all: readonly { readonly name: string }[] = await described([]);
  expect(all.map(({ name }) => name).sort()).toEqual([...labNames].sort());
  expect(await described(["vcenter_server"])).toEqual({
    name: "vcenter_server",
    type: null,
    allowed: null,
    default: null,
    meaning: null,
  });
  expect((await rejection(() => described(["nosuch"]))).kind).toBe("notFound");
  const unreachable = () => {
    throw new Failure("unreachable", "refused", { request: "GET /svc/" });
  };
  expect(await described([], unreachable)).toHaveLength(configItemNames.length);
});

test.each([["theme=dark"], ["a=b=c"]])("config set %s reports a missing value", async (name) => {
  const harness = printingHarness(() => "OK");
  const { run: prepared, executed } = runOf("svc.set_config", { name }, harness.invocation);
  const failure = await rejection(() => setItem(prepared));
  expect([failure.kind, failure.details.hint]).toEqual(["usage", `svc config set ${name.replace("=", " ")}`]);
  expect([executed, harness.requests]).toEqual([[], []]);
});

test.each(["lab_name", "svc_name", "metal_proxy_port"])("%s is described", async (name) => {
  const harness = printingHarness(() => undefined, {
    arguments: { name: [name] },
    globals: { output: "json" },
  });
  await runCommand(describeConfig, harness.invocation);
  expect(JSON.parse(harness.terminal.shown.stdout)).toMatchObject({ name });
});

test.each([
  ["valid settings are: a, b_c, d).", ["a", "b_c", "d"]],
  ["valid settings are: a,a,b", ["a", "b"]],
  ["valid settings are: ", []],
  ["valid settings are: <b>, a b, c", ["c"]],
  ["no settings", []],
])("%s lists %o", (body, names) => {
  expect(namesInRefusal(new Failure("invalid", "no", { body }))).toEqual(names);
  expect(namesInRefusal(new Failure("invalid", "no", { body: { x: [body] } }))).toEqual(names);
  expect(namesInRefusal(new Failure("other", "no", { body }))).toEqual([]);
});

test.each([
  ["y\r", true, ["theme"], ""],
  ["n\r", true, [], "declined; nothing was changed"],
  ["\r", true, [], "declined; nothing was changed"],
  ["", false, ["theme"], ""],
] as const)(
  "set without a value, answered with %j on a terminal (%s)",
  async (keys, isTTY, requests, message) => {
    const harness = printingHarness(knowing(["theme"], asText), {}, { isTTY });
    const { run: prepared } = runOf("svc.set_config", { name: "theme" }, harness.invocation);
    const executed: string[] = [];
    const done = setItem({
      ...prepared,
      execute: async (_, values) => void executed.push(String(values["name"])),
    }).catch((error: Error) => error.message);
    if (keys !== "") harness.terminal.type(keys);
    expect((await done) ?? "").toBe(message);
    expect(executed).toEqual(requests);
    expect(harness.terminal.shown.stderr).toContain(isTTY ? "no value: clear theme? [y/N]" : "");
  },
);
