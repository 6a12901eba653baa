import { get } from "node:http";
import { expect, test } from "vitest";
import { useHarness } from "../harness.ts";

const harness = useHarness({ machines: 2, segment: "LAB" });

test("the description is given to everybody, as JSON with addresses at the host that was asked", async () => {
  const { sandbox } = harness();
  const reply = await harness().get("/describe/", null);
  expect([reply.status, reply.type]).toEqual([200, "application/json; charset=utf-8"]);
  const zones = reply.json.resources.find((each: { name: string }) => each.name === "ZonesHandler");
  expect(zones.auth.uri).toBe(`${sandbox.url}/api/2.0/zones/`);
  const signed = await harness().get("/describe/");
  expect(signed.json).toEqual(reply.json);
});

test("another name of the host stands in the addresses", async () => {
  const { port } = harness().sandbox;
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { Host: `localhost:${port}` };
    get({ host: "127.0.0.1", port, path: "/LAB/api/2.0/describe/", headers }, async (response) => {
      let body = "";
      for await (const piece of response) body += String(piece);
      resolve(body);
    }).on("error", reject);
  });
  expect(JSON.parse(text).resources[0].auth.uri).toContain(`http://localhost:${port}/LAB/api/2.0/`);
});

test("every answer of an operation carries the hash, refusals too, and no other answer does", async () => {
  const { hash } = (await harness().get("/describe/", null)).json;
  const header = (reply: { headers: Headers }) => reply.headers.get("X-LAB-API-Hash");
  const answered = [
    await harness().get("/describe/", null),
    await harness().get("/version/", null),
    await harness().get("/machines/"),
    await harness().get("/machines/nosuch/"),
    await harness().post("/zones/", { name: "" }),
    await harness().post("/zones/", { name: "x" }, harness().user),
    await harness().get("/zones/", null),
  ];
  expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 404, 400, 403, 401]);
  for (const reply of answered) expect(header(reply)).toBe(hash);
  expect(header(await harness().get("/nosuch/"))).toBeNull();
});
