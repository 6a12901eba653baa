import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { fastProcess } from "../fast-process.ts";
import type { RunningSvc } from "../svc-run.ts";
import { fixture } from "../unit/client/description/fixture.ts";
import { describedService, type Handler, json } from "./described-service.ts";

describe("what is kept of it", () => {
  test("is learned again where a file is damaged, and the command runs", async () => {
    const { svc, folder, descriptions } = await describedService();
    await svc("zones list");
    const file = join(folder(), "catalogue.json");
    const before = descriptions();
    for (const text of ["", "{", readFileSync(file, "utf8").replaceAll('"', '"\\u001b')]) {
      writeFileSync(file, text);
      expect(await svc("zones list -o name")).toMatchObject({ code: 0, stdout: "default\n" });
    }
    expect(descriptions()).toBe(before + 3);
  });

  test("is not needed: without a folder the service is asked each time", async () => {
    const { svc, descriptions } = await describedService();
    for (const folder of ["", "/dev/null/x", "/proc/none/x"])
      expect(await svc("zones list -o name", { SVC_CACHE_DIR: folder })).toMatchObject({
        code: 0,
        stdout: "default\n",
      });
    expect(descriptions()).toBe(3);
  });

  test("still serves where the service cannot describe itself any more", async () => {
    const { svc, folder, describeBy } = await describedService();
    await svc("zones list");
    writeFileSync(join(folder(), "outdated"), "");
    describeBy((_, response) => json(response, "no", 500));
    expect(await svc("zones list -o name")).toMatchObject({ code: 0, stdout: "default\n" });
    describeBy((_, response) => json(response, { resources: [] }));
    expect(await svc("zones list")).toMatchObject({ code: 2 });
  });
});

describe("asking a service what it offers", () => {
  /** A service that begins its description and never ends it. */
  const stalled = (begins: () => void) =>
    describedService((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"hash": "h1", "resources": [', begins);
    });

  test.each([
    ["SIGINT", 130, "interrupted"],
    ["SIGTERM", 143, "terminated"],
  ] as const)("ends by %s with %i in one line, and keeps nothing", async (signal, code, word) => {
    for (const line of ["zones list", "zones create --name x -o json", "describe", "describe --refresh"]) {
      let running: RunningSvc | undefined;
      const { start, cache, asked } = await stalled(() => {
        setImmediate(() => expect(running?.signal(signal)).toBe(true));
      });
      running = start(line);
      const result = await running.ended;
      expect([result.code, result.stdout]).toEqual([code, ""]);
      if (line.endsWith("json"))
        expect(JSON.parse(result.stderr)).toMatchObject({ error: { exit_code: code, outcome: "not_sent" } });
      else expect(result.stderr).toBe(`svc: ${word}\n`);
      expect(asked).toEqual(["GET /describe/"]);
      expect(readdirSync(cache)).toEqual([]);
    }
  });

  test("ends after a time, however steadily its pieces arrive, and keeps nothing", async () => {
    const { svc, cache } = await describedService((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" ".repeat(4_096)), 10);
      response.on("close", () => clearInterval(drip));
    });
    const { clock } = fastProcess;
    const hurried = { ...clock, sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms / 5, signal) };
    const { code, stderr } = await svc("zones list", {}, hurried);
    expect([code, stderr]).toEqual([11, expect.stringContaining("takes longer than 30 seconds")]);
    expect((await svc("describe", {}, hurried)).code).toBe(11);
    expect(readdirSync(cache)).toEqual([]);
  });

  test("ends where it is too large, and keeps nothing", async () => {
    const { svc, cache } = await describedService((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`"${"a".repeat(17 * 1024 * 1024)}"`);
    });
    const { code, stderr } = await svc("zones list", {}, systemClock);
    expect([code, stderr]).toEqual([2, expect.stringContaining("larger than 16 MiB")]);
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe("a service without a sound description", () => {
  test.each<readonly [string, Handler]>([
    ["none", (_, response) => json(response, "Not Found", 404)],
    ["a redirect to a page", (_, response) => void response.writeHead(302, { location: "/login" }).end()],
    [
      "a page",
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>x</html>"),
    ],
    ["a list", (_, response) => json(response, [])],
    ["null", (_, response) => json(response, null)],
    [
      "half of one",
      (_, response) => void response.writeHead(200).end(JSON.stringify(fixture).slice(0, 9_000)),
    ],
    ["a refusal", (_, response) => json(response, "no", 403)],
    ["deep nesting", (_, response) => void response.writeHead(200).end("[".repeat(200_000))],
  ])("(%s) leaves the line a usage error, and the documented commands as they are", async (_, handler) => {
    const { svc } = await describedService(handler);
    const { code, stdout, stderr } = await svc("zones list");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("unknown command 'zones'");
    expect(await svc("machines list --no-header")).toMatchObject({ code: 0 });
  });

  describe.each<readonly [string, number, string, Handler]>([
    ["an error", 12, "serverError", (_, response) => json(response, "no", 500)],
    ["a gateway's error", 12, "serverError", (_, response) => json(response, "no", 502)],
    ["throttled", 12, "serverError", (_, response) => json(response, "no", 429)],
    ["a cut connection", 11, "unreachable", (_, response) => void response.destroy()],
  ])("(%s) that cannot be asked", (_, exitCode, kind, handler) => {
    test.each([
      ["zones list", "unknown command 'zones'", "hint: "],
      ["mashines list", "unknown command 'mashines'", "svc machines"],
      ["machines lst", "unknown machines command 'lst'", "svc machines list"],
      ["machines zap x", "unknown machines command 'zap'", "svc machines --help"],
      ["machines list --hostnam x", "unknown option '--hostnam'", "--hostname"],
      ["machines deploy x --swap 1", "unknown option '--swap'", "--set swap=value"],
    ])("ends %s by that, since the word may be one of its own", async (line, message, hint) => {
      const { svc } = await describedService(handler);
      const { code, stdout, stderr } = await svc(line);
      expect([code, stdout]).toEqual([exitCode, ""]);
      expect(stderr).toContain(`svc: ${message}, and the service could not be asked for others: `);
      expect(stderr).toMatch(/\nhint: /);
      expect(stderr).toContain(hint);
      const { error } = JSON.parse((await svc(`${line} -o json`)).stderr);
      expect(error).toMatchObject({ kind, exit_code: exitCode, outcome: "not_sent" });
    });

    test("leaves the documented commands, help and svc's own as they are", async () => {
      const { svc } = await describedService(handler);
      expect(await svc("machines list --no-header")).toMatchObject({ code: 0 });
      expect((await svc("mashines --help")).code).toBe(2);
      expect((await svc("profiles lst")).code).toBe(2);
    });
  });

  test("is not asked again at each typing error", async () => {
    const { svc, descriptions } = await describedService((_, response) => json(response, "Not Found", 404));
    for (const line of ["zones list", "zonse list", "machines lst", "machines list --colour"])
      await svc(line);
    expect(descriptions()).toBe(1);
    expect((await svc("describe")).stderr).toContain("does not describe itself");
  });
});
