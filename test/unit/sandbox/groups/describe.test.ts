import { describe, expect, test } from "vitest";
import { answerStyles } from "../../../../src/catalogue/sandbox-settings.ts";
import { exchangeHttp, type SandboxAnswer } from "../../../wire/sandbox-caller.ts";
import { harnessOfFile, plaintext } from "../harness.ts";

const harness = await harnessOfFile({ machines: 2, segment: "LAB" });

test("anyone can read the description, as JSON with addresses at the requested host", async () => {
  const { sandbox } = harness;
  const reply = await harness.get("/describe/", null);
  expect(reply.status).toBe(200);
  const zones = reply.json.resources.find((each: { name: string }) => each.name === "ZonesHandler");
  expect(zones.auth.uri).toBe(`${sandbox.url}/api/2.0/zones/`);
  const signed = await harness.get("/describe/");
  expect(signed.json).toEqual(reply.json);
});

test("the addresses contain the host name that the client used", async () => {
  const { port, url } = harness.sandbox;
  const headers = { Host: `localhost:${port}` };
  const { json } = await exchangeHttp(new URL(`${url}/api/2.0/describe/`), { headers });
  expect(json.resources[0].auth.uri).toContain(`http://localhost:${port}/LAB/api/2.0/`);
});

test("exactly the answers of operations carry the hash, including refusals", async () => {
  const { hash } = (await harness.get("/describe/", null)).json;
  const header = ({ headers }: SandboxAnswer) => headers["x-lab-api-hash"];
  const answers = [
    await harness.get("/describe/", null),
    await harness.get("/version/", null),
    await harness.get("/machines/"),
    await harness.get("/machines/nosuch/"),
    await harness.post("/zones/", { name: "" }),
    await harness.post("/zones/", { name: "x" }, harness.user),
    await harness.get("/zones/", null),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 400, 403, 401]);
  for (const reply of answers) expect(header(reply)).toBe(hash);
  expect(header(await harness.get("/nosuch/"))).toBeUndefined();
});

interface DescribedAction {
  readonly method: string;
  readonly op: string | null;
}

interface DescribedHandler {
  readonly path: string;
  readonly actions: readonly DescribedAction[];
}

describe.each(answerStyles)("with %s answers", async (answers) => {
  const served = await harnessOfFile({ machines: 2, segment: "LAB", answers });

  // Clients compare the whole content type.
  test("the content type of the description has no character set", async () => {
    for (const key of [null, served.user])
      expect((await served.get("/describe/", key)).contentType).toBe("application/json");
  });

  test("every described action works with op in the query and in the path", async () => {
    const { get: read, sandbox } = served;
    const { resources, hash } = (await read("/describe/", null)).json as {
      readonly hash: string;
      readonly resources: readonly Readonly<Record<"anon" | "auth", DescribedHandler | null>>[];
    };
    const origin = new URL(sandbox.url).origin;
    const wrong: string[] = [];
    let count = 0;
    const ask = async (method: string, address: string, isSigned: boolean) => {
      const headers = isSigned ? { Authorization: plaintext(sandbox.keys.administrator) } : {};
      const reply = await fetch(`${origin}${address}`, { method, headers, redirect: "manual" });
      await reply.arrayBuffer();
      count++;
      const isMissing = [301, 302, 405, 500, 501].includes(reply.status);
      if (isMissing || reply.headers.get("X-LAB-API-Hash") !== hash)
        wrong.push(`${method} ${address} -> ${reply.status}`);
    };
    for (const side of ["anon", "auth"] as const) {
      for (const { path, actions } of resources.flatMap((each) => each[side] ?? [])) {
        // No object has this id, so that nothing is changed.
        const address = path.replace(/\{\w+\}/g, "404040");
        for (const { method, op } of actions) {
          await ask(method, op === null ? address : `${address}?op=${op}`, side === "auth");
          if (op !== null) await ask(method, `${address.replace(/[^/]$/, "$&/")}op-${op}`, side === "auth");
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(350);
  });
});
