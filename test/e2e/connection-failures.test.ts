import { writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sandboxOfFile } from "../sandboxes.ts";
import { labKey } from "../unit/client/profiles/lab.ts";
import { answer, listen } from "../wire/raw-server.ts";
import { closing, patientWith } from "./doctor-fixture.ts";

const sandbox = await sandboxOfFile({ instant: true });

/** A server that gives every request this answer, until the end of the test. */
async function serverOf(reply: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => socket.write(reply));
  });
  return `http://127.0.0.1:${await listen(closing(server, sockets))}/SVC`;
}

interface Trouble {
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command of svc as an operator. */
const lines: Readonly<Record<string, (url: string) => string>> = {
  login: (url) => `login other ${url}`,
  list: () => "machines list",
  deploy: () => "machines deploy web-01 --wait --yes",
  upload: () => "boot-resources upload --name x/y --architecture amd64/generic image.tgz",
  ssh: () => "machines ssh web-01",
  inventory: () => "inventory",
  follow: () => "events query --follow",
  api: () => "api GET machines/",
};

const troubles: Readonly<
  Record<
    string,
    () => Promise<Trouble & { readonly code: number; readonly says: RegExp; readonly fix: RegExp }>
  >
> = {
  "a dead service": async () => ({
    url: "http://127.0.0.1:1/SVC",
    code: 11,
    says: /refuses connections/,
    fix: /is the service running there\?.*svc doctor/,
  }),
  "a host that is not known": async () => ({
    url: "http://lab.invalid/SVC",
    code: 11,
    says: /lab\.invalid/,
    fix: /svc doctor/,
  }),
  "a port that does not speak HTTP": async () => ({
    url: await serverOf("SSH-2.0-x\r\n"),
    code: 11,
    says: /is not HTTP/,
    fix: /https:\/\/.*svc doctor/,
  }),
  "https:// for a port without TLS": async () => ({
    url: (await serverOf(answer(400))).replace("http:", "https:"),
    code: 11,
    says: /does not speak TLS/,
    fix: /http:\/\/.*svc doctor/,
  }),
  "a proxy that asks for a user name": async () => ({
    url: "https://lab.example/SVC",
    env: { HTTPS_PROXY: new URL(await serverOf(answer(407, "", { Connection: "close" }))).origin },
    code: 11,
    says: /407/,
    fix: /user name and password.*svc doctor/,
  }),
  "a wrong key": async () => ({
    url: sandbox.url,
    code: 4,
    says: /invalid consumer or token/,
    fix: /API key/,
  }),
  "a wrong segment": async () => ({
    url: sandbox.url.replace(/SVC$/, "WRONG"),
    code: 3,
    says: /Not Found/,
    fix: /check the address/,
  }),
};

describe.each(Object.entries(troubles))("%s", (_, make) => {
  test.each(Object.keys(lines))("is one line with a mend to: %s", async (name) => {
    const { url, env = {}, code, says, fix } = await make();
    const patient = patientWith({ env: { SVC_URL: url, SVC_API_KEY: labKey, ...env } });
    writeFileSync(join(patient.folder, "image.tgz"), "image");
    const result = await patient.runHere(`svc ${lines[name]?.(url)} --retries 0 --timeout 30`);
    const printed = result.stderr.split("\n").filter((line) => !/^warning: .* is not encrypted/.test(line));
    expect([result.code, printed.length]).toEqual([code, 3]);
    expect(printed[0]).toMatch(/^svc: /);
    expect(printed[0]).toMatch(says);
    expect(printed[1]).toMatch(/^hint: /);
    expect(printed[1]).toMatch(fix);
    expect(result.stderr).not.toContain(labKey.split(":")[2]);
  });
});

test("a failed login stores nothing, and names the address to check", async () => {
  const patient = patientWith({ env: { SVC_API_KEY: labKey } });
  const result = await patient.run(
    "svc login lab http://127.0.0.1:1/SVC --retries 0; svc profiles list -o json",
  );
  expect(result.stderr).toContain(
    "hint: is the service running there? check the address; nothing was stored; svc doctor --url http://127.0.0.1:1/SVC looks for the cause\n",
  );
  expect(result.stdout.trim()).toBe("[]");
});

test.each([
  [
    "a web page",
    answer(200, "<html><title>Welcome</title></html>", { "Content-Type": "text/html" }),
    "Welcome",
  ],
  ["a redirect", answer(302, "", { Location: "/elsewhere/" }), "it points to /elsewhere/"],
])("a login at %s describes the response", async (_, reply, message) => {
  const patient = patientWith({ env: { SVC_API_KEY: labKey } });
  const result = await patient.run(`svc login lab ${await serverOf(reply)}`);
  expect([result.code, result.stderr]).toEqual([1, expect.stringContaining(message)]);
  expect(result.stderr).toMatch(/\nhint: .*check the address: the service's name segment is part of it/);
});

test("svc describe hints at svc doctor for an unknown server, but not for a service", async () => {
  const other = await patientWith({ url: `${sandbox.url}X` }).run("svc describe -o name");
  expect([other.code, other.stderr]).toEqual([
    0,
    expect.stringContaining("svc doctor checks whether the address is right"),
  ]);
  const descriptions = await patientWith({ url: sandbox.url }).run("svc describe -o name");
  expect([descriptions.code, descriptions.stderr]).toEqual([0, ""]);
});

test.each([502, 503, 504])("the message for a %i says that the service may be restarting", async (status) => {
  const result = await patientWith({ url: await serverOf(answer(status)) }).run(
    "svc machines list --retries 0",
  );
  expect([result.code, result.stderr]).toEqual([
    12,
    expect.stringMatching(/\nhint: the service may be restarting/),
  ]);
});

test("if a web page answers a described group, the hint is to check the address", async () => {
  const url = await serverOf(
    answer(200, "<html><title>Welcome</title></html>", { "Content-Type": "text/html" }),
  );
  const result = await patientWith({ url }).run("svc describe zones");
  expect([result.code, result.stderr]).toEqual([1, expect.stringContaining("a web page: Welcome")]);
  expect(result.stderr).toMatch(/\nhint: check the address/);
});

describe("a wrong clock", () => {
  const late = answer(401, "Authorization Error: 'Expired timestamp'", {
    Date: new Date(Date.now() + 3_600_000).toUTCString(),
  });

  test("names the profile whose setting fixes it", async () => {
    const result = await patientWith({ url: await serverOf(late) }).run("svc machines list");
    expect(result.code).toBe(4);
    expect(result.stderr).toMatch(
      /hint: this computer's clock is 3\d{3} s behind .*`svc profiles set lab clock-offset=3\d{3}`/,
    );
  });

  test("mentions no setting without a profile", async () => {
    const env = { SVC_URL: await serverOf(late), SVC_API_KEY: labKey };
    const result = await patientWith({ env }).run("svc machines list");
    expect(result.stderr).toMatch(
      /hint: this computer's clock is 3\d{3} s behind the service's: set it; svc doctor/,
    );
  });
});
