import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { type Answer, type Habit, habits } from "./client-habits.ts";
import { authorizationHeader, exchangeHttp, type SandboxAnswer } from "./sandbox-caller.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

describe.each(answerStyles)("answers as %s", async (style) => {
  const fixture = await fixtureOfFile({ answers: style });
  let hash: string;

  beforeAll(async () => {
    hash = (await fixture.callOk("GET", "/describe/")).hash;
  });
  beforeEach(() => fixture.sandbox.reset());

  const newObjects: Readonly<Record<string, () => Promise<string>>> = {
    "@fabric": async () =>
      String((await fixture.callOk("POST", "/fabrics/", { name: fixture.fresh("habit") })).id),
    "@snippet": async () => {
      const values = { name: fixture.fresh("snippet"), value: "option a 1;" };
      return (await fixture.callOk("POST", "/dhcp-snippets/", values)).name;
    },
    "@machine": () => fixture.machine("allocated"),
  };

  async function send({
    method,
    path,
    headers,
    body = "",
    signature = "PLAINTEXT",
    ...how
  }: Habit): Promise<SandboxAnswer> {
    const [placeholder = ""] = /@\w+/.exec(path) ?? [];
    const filled = path.replace(placeholder, (await newObjects[placeholder]?.()) ?? "");
    const url = new URL(`${fixture.sandbox.url}/api/2.0${filled}`);
    const key = how.user ? fixture.keys.bob : fixture.keys.admin;
    const credentials =
      signature === "none"
        ? {}
        : {
            Authorization: authorizationHeader(
              { method, signature, nowMs: fixture.nowMs() },
              new URL(`${url}${how.covered ?? ""}`),
              key,
            ),
          };
    const framing = body === "" ? {} : { "Content-Length": Buffer.byteLength(body) };
    return await exchangeHttp(url, { method, headers: { ...credentials, ...headers, ...framing } }, body);
  }

  /** Headers that are not compared. */
  const transportHeaders = ["date", "connection", "keep-alive", "content-length", "transfer-encoding"];

  test.each(habits)("$client: $method $path", async (habit) => {
    const { answer } = habit;
    const { status, type, text = "", hasHash, headers }: Answer = "status" in answer ? answer : answer[style];
    const received = await send(habit);
    const receivedHeaders = Object.entries(received.headers).filter(
      ([name]) => !transportHeaders.includes(name),
    );
    expect([received.status, Object.fromEntries(receivedHeaders)]).toEqual([
      status,
      {
        ...(type === undefined ? {} : { "content-type": type }),
        ...(hasHash === false ? {} : { "x-svc-api-hash": hash }),
        server: "svc-sandbox",
        ...headers,
      },
    ]);
    if (typeof text === "string") expect(received.text).toBe(text);
    else expect(received.text).toMatch(text);
    // Errors are on one line; live services indent other JSON.
    const isLaidOut = style === "deployed" && type?.startsWith("application/json") === true && status === 200;
    expect(received.text.includes("\n")).toBe(isLaidOut);
  });
});
