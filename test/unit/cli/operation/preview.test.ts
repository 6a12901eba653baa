import { describe, expect, test } from "vitest";
import { printPreviews } from "../../../../src/cli/operation/preview.ts";
import type { Endpoint, WireRequest } from "../../../../src/client/http/call.ts";
import { credentials, endpoint } from "../../client/http/endpoint.ts";
import { printingHarness } from "../harness.ts";

const url = "http://svc.example:5240/SVC/api/2.0/machines/aaa111/";

async function curlOf(parts: WireRequest["parts"], of: Partial<Endpoint> = {}) {
  const harness = printingHarness(() => undefined, { globals: { curl: true } });
  const request: WireRequest = { method: "PUT", url, ...(parts === undefined ? {} : { parts }) };
  const client = { ...(await harness.invocation.connect()), endpoint: { ...endpoint(), ...of } };
  await printPreviews([{ request }], client, harness.invocation);
  return harness.terminal.shown;
}

describe("--curl", () => {
  test("warns that a masked secret must be replaced", async () => {
    const secret = await curlOf([{ name: "power_parameters_power_pass", value: "hunter2" }]);
    expect(secret.stderr).toContain("******** is a placeholder for a secret");
    expect(secret.stdout + secret.stderr).not.toContain("hunter2");
    expect((await curlOf([{ name: "comment", value: "x" }])).stderr).toBe("");
  });

  test("warns that the command sends the token secret where svc would sign with HMAC-SHA1", async () => {
    expect((await curlOf([], { signature: "hmac-sha1" })).stderr).toContain("signs with PLAINTEXT");
    expect((await curlOf([], { signature: "hmac-sha1", credentials: undefined })).stderr).toBe("");
    expect((await curlOf([], { signature: "plaintext", credentials })).stderr).toBe("");
  });
});
