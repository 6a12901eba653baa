import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { connect, SvcError } from "../../../../src/client/library/index.ts";
import type { ConnectOptions } from "../../../../src/client/library/types.ts";
import { sandboxOfFile } from "../../../sandboxes.ts";
import { runSvc } from "../../../svc-run.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { serviceOf } from "./service.ts";

const sandbox = await sandboxOfFile();

const secret = "S".repeat(32);
const key = `${"c".repeat(18)}:${"t".repeat(18)}:${secret}`;

const brokenPem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

/** The error with which `work` rejects. */
async function errorOf(work: () => Promise<unknown>): Promise<SvcError> {
  const error: unknown = await work().catch((caught: unknown) => caught);
  if (error instanceof SvcError) return error;
  throw new Error(`this is not an SvcError: ${String(error)}`);
}

describe("a connection", () => {
  const fromSandbox = () => ({ url: sandbox.url, key: sandbox.keys.administrator });

  test("comes from the environment", async () => {
    const { url, key: SVC_API_KEY } = fromSandbox();
    const svc = await connect({ env: { SVC_URL: `${url}/api/2.0/`, SVC_API_KEY } });
    expect(svc.url).toBe(url);
    await svc.close();
  });

  test("prefers options to the environment", async () => {
    const env = { SVC_URL: "http://elsewhere.example/SVC", SVC_API_KEY: "no key", SVC_PROFILE: "none" };
    const svc = await connect({ ...fromSandbox(), env });
    expect(svc.url).toBe(sandbox.url);
    await svc.close();
  });

  test("comes from a profile, whatever address and key the environment has", async () => {
    const configDir = join(folderOfTest(), "svc");
    const { url, key: SVC_API_KEY } = fromSandbox();
    const stored = await runSvc(["login", "lab", url], { env: { SVC_API_KEY, SVC_CONFIG_DIR: configDir } });
    expect(stored.code).toBe(0);
    const env = { SVC_URL: "http://elsewhere.example/SVC", SVC_API_KEY: key };
    const svc = await connect({ profile: "lab", configDir, env });
    expect(svc.url).toBe(url);
    await svc.close();
    const current = await connect({ env: { SVC_CONFIG_DIR: configDir } });
    expect(current.url).toBe(url);
    await current.close();
  });

  const bad: readonly (readonly [string, ConnectOptions, string, string])[] = [
    ["nothing", {}, "notAuthenticated", "not logged in"],
    ["an address alone", { url: "http://lab.example/SVC" }, "notAuthenticated", "no API key for"],
    ["a key alone", { key }, "usage", "there is an API key but no address"],
    ["half a key", { url: "http://lab.example/SVC", key: "a:b" }, "notAuthenticated", "2 parts, 3 expected"],
    ["no address", { url: "lab", key }, "usage", "the address has no scheme"],
    ["an unknown profile", { profile: "none" }, "notFound", "no profile is called 'none'"],
    ["another signature", { url: "http://lab.example/SVC", key, signature: "rsa" as never }, "usage", "rsa"],
    ["no certificate", { url: "https://lab.example/SVC", key, ca: "/nowhere.pem" }, "usage", "/nowhere.pem"],
    ["a broken certificate", { url: "https://lab.example/SVC", key, ca: brokenPem }, "usage", "number 1"],
    [
      "words for retries",
      { url: "http://x/SVC", key, env: { SVC_RETRIES: "many" } },
      "usage",
      "SVC_RETRIES takes a whole number",
    ],
    [
      "half a second",
      { url: "http://x/SVC", key, env: { SVC_TIMEOUT: "0.5s" } },
      "usage",
      "SVC_TIMEOUT must be at least 1s",
    ],
    ["another way to address", { env: { SVC_ADDRESSING: "mail" } }, "usage", "takes path, query, not 'mail'"],
    ["no option", { adress: "x" } as never, "usage", "connect has no option 'adress'"],
  ];
  test.each(bad)("is refused for %s", async (_, options, kind, message) => {
    const configDir = join(folderOfTest(), "none");
    const error = await errorOf(() => connect({ env: {}, configDir, ...options }));
    expect(error).toMatchObject({ kind, outcome: "not_sent", name: "SvcError" });
    expect(error.message).toContain(message);
    expect(`${error.message}${error.hint}`).not.toContain(secret);
  });

  test("without a key can read what anonymous callers may read", async () => {
    const svc = await connect({ url: sandbox.url, anonymous: true, env: {} });
    const version = (svc["version"] as { get(): Promise<unknown> }).get();
    expect(await version).toBeDefined();
    await svc.close();
  });
});

describe("a key that a service repeats", () => {
  test("is masked in errors and debug lines", async () => {
    const { options, close } = await serviceOf((request, response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ field: [`got ${request.headers.authorization} and ${secret}`] }));
    });
    onTestFinished(close);
    const lines: string[] = [];
    const svc = await connect({ ...options, key, onDebug: (line) => lines.push(line) });
    const { get } = svc["machines"] as { get(name: string): Promise<unknown> };
    const error = await errorOf(async () => await get("abc123"));
    expect(error).toMatchObject({ kind: "invalid", status: 400, exitCode: 7 });
    expect(lines.some((line) => line.includes("GET "))).toBe(true);
    const all = [
      error.message,
      error.hint,
      ...error.lines,
      JSON.stringify(error.body),
      error.stack,
      ...lines,
    ];
    expect(all.join("\n")).not.toContain(secret);
    await svc.close();
  });
});
