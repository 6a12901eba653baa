import { expect, test } from "vitest";
import { type Exchange, keptExchanges, makeExchangeLog } from "../../../../src/sandbox/wire/exchange-log.ts";
import { plaintext, startHarness } from "../harness.ts";

const secret = "Xy7Secretq9Word";

test("exchanges are kept as they were understood, without secrets, wherever those were sent or answered", async () => {
  const recorded: Exchange[] = [];
  const { sandbox, get, post, put, del, id } = await startHarness({
    onExchange: (exchange) => void recorded.push(exchange),
  });
  try {
    const web = id("web-01");
    await put(`/machines/${web}/`, { power_parameters_power_pass: secret, description: "a\r\nb" });
    await get(`/machines/${web}/op-power_parameters`);
    await post("/svc/op-set_config", { name: "hvmgr_password", value: secret });
    await get("/svc/op-get_config?name=hvmgr_password");
    await post("/svc/op-set_config", { name: "http_proxy", value: `http://user:${secret}@proxy:3128` });
    await get("/svc/op-get_config?name=http_proxy");
    const token = await post("/account/op-create_authorisation_token", { name: "x" });
    await get("/account/op-list_authorisation_tokens");
    const query = new URLSearchParams({ oauth_signature: `&${secret}`, oauth_token: "x", oauth_nonce: "n" });
    await get(`/machines/?${query}`, null);
    const wrong = plaintext(`a:b:${secret}`);
    await fetch(`${sandbox.url}/api/2.0/machines/`, { headers: { Authorization: wrong } });
    await post("/machines/op-allocate", { tags: ["gpu", "ssd"], dry_run: "true" });
    await get("/nosuch/");
    await del(`/machines/${web}/`, null);
    const text = JSON.stringify(recorded);
    for (const each of [
      secret,
      token.json.token_secret,
      ...Object.values(sandbox.keys).map((key) => key.slice(-32)),
    ])
      expect(text).not.toContain(each);
    expect(recorded).toHaveLength(13);
    expect(recorded[0]).toMatchObject({
      user: "admin",
      method: "PUT",
      path: `/SVC/api/2.0/machines/${web}/`,
      operation: "machine.update",
      form: { power_parameters_power_pass: ["********"], description: ["a\r\nb"] },
      status: 200,
      answer: { content_type: "application/json; charset=utf-8", is_cut: true },
    });
    expect(recorded[0]?.answer.body.length).toBeLessThanOrEqual(4096);
    expect(recorded[10]).toMatchObject({ form: { tags: ["gpu", "ssd"], dry_run: ["true"] }, status: 409 });
    expect(recorded[11]).toMatchObject({ user: null, operation: null, status: 404 });
    expect(recorded[12]).toMatchObject({ method: "DELETE", user: null, status: 401 });
  } finally {
    await sandbox.stop();
  }
});

test("dropped, refused and injected answers are kept too, and binary ones by their length", async () => {
  const recorded: Exchange[] = [];
  const { sandbox, get, id } = await startHarness({ onExchange: (exchange) => void recorded.push(exchange) });
  try {
    sandbox.world.faults.replace(["drop=1"]);
    await expect(get("/machines/")).rejects.toThrow();
    sandbox.world.faults.replace(["errors=1,status=502"]);
    await get("/machines/");
    sandbox.world.faults.replace([]);
    await get(`/machines/${id("web-01")}/op-details`);
    const body = '{"name": "x"}';
    await fetch(`${sandbox.url}/api/2.0/fabrics/`, {
      method: "POST",
      headers: { Authorization: plaintext(sandbox.keys.administrator), "Content-Type": "application/json" },
      body,
    });
    expect(recorded.map(({ status }) => status)).toEqual([0, 502, 200, 415]);
    expect(recorded[2]?.answer.body).toMatch(/^\(\d+ bytes\)$|^[^\0]*/);
    expect(recorded[3]).toMatchObject({ content_type: "application/json", user: "admin" });
  } finally {
    await sandbox.stop();
  }
});

test("no more than the last ones are kept", () => {
  const log = makeExchangeLog();
  const exchange = (status: number) => ({ status }) as Exchange;
  for (let count = 1; count <= keptExchanges + 5; count += 1) log.add(exchange(count));
  expect(log.last(10_000)).toHaveLength(keptExchanges);
  expect(log.last(2).map(({ status }) => status)).toEqual([keptExchanges + 4, keptExchanges + 5]);
  expect(log.last(0)).toEqual([]);
});
