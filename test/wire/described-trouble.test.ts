import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { fastProcess } from "../fast-process.ts";
import type { RunningSvc } from "../svc-run.ts";
import { fixture } from "../unit/client/description/fixture.ts";
import { describedService, type Handler, json } from "./described-service.ts";

describe("a stored description", () => {
  test("is not used if a file is damaged, until svc describe reads it again", async () => {
    const { svc, folder, descriptions } = await describedService();
    const file = join(folder(), "catalogue.json");
    for (const text of ["", "{", readFileSync(file, "utf8").replaceAll('"', '"\\u001b')]) {
      writeFileSync(file, text);
      expect(await svc("lab-zones list")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("'svc describe'"),
      });
      await svc("describe");
      expect(await svc("lab-zones list -o name")).toMatchObject({ code: 0, stdout: "default\n" });
    }
    expect(descriptions()).toBe(3);
  });

  test("needs a folder; without one svc describe still prints the description", async () => {
    const { svc } = await describedService();
    for (const folder of ["", "/dev/null/x", "/proc/none/x"]) {
      expect(await svc("lab-zones list", { SVC_CACHE_DIR: folder })).toMatchObject({ code: 2 });
      expect((await svc("describe -o name", { SVC_CACHE_DIR: folder })).stdout).toMatch(/^lab-zones$/m);
    }
  });

  test("is still used when the service no longer describes itself", async () => {
    const { svc, folder, describeBy } = await describedService();
    writeFileSync(join(folder(), "outdated"), "");
    describeBy((_, response) => json(response, "no", 500));
    expect(await svc("lab-zones list -o name")).toMatchObject({ code: 0, stdout: "default\n" });
  });
});

describe("reading the description", () => {
  /** A service that starts to send its description and never finishes. */
  const stalled = (begins: () => void) =>
    describedService((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"hash": "h1", "resources": [', begins);
    }, false);

  test.each([
    ["SIGINT", 130, "interrupted"],
    ["SIGTERM", 143, "terminated"],
  ] as const)(
    "is interrupted by %s with exit code %i and one line, and stores nothing",
    async (signal, code, word) => {
      for (const line of ["describe", "describe -o json", "describe --refresh"]) {
        let running: RunningSvc | undefined;
        const { start, cache, requests } = await stalled(() => {
          setImmediate(() => expect(running?.signal(signal)).toBe(true));
        });
        running = start(line);
        const result = await running.ended;
        expect([result.code, result.stdout]).toEqual([code, ""]);
        if (line.endsWith("json"))
          expect(JSON.parse(result.stderr)).toMatchObject({
            error: { exit_code: code, outcome: "not_sent" },
          });
        else expect(result.stderr).toBe(`svc: ${word}\n`);
        expect(requests).toEqual(["GET /describe/"]);
        expect(readdirSync(cache)).toEqual([]);
      }
    },
  );

  test("ends after a time limit even if bytes keep arriving, and stores nothing", async () => {
    const { svc, cache } = await describedService((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" ".repeat(4_096)), 10);
      response.on("close", () => clearInterval(drip));
    }, false);
    const { clock } = fastProcess;
    const hurried = { ...clock, sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms / 5, signal) };
    const { code, stderr } = await svc("describe", {}, hurried);
    expect([code, stderr]).toEqual([11, expect.stringContaining("took longer than 30 seconds")]);
    expect(readdirSync(cache)).toEqual([]);
  });

  test("fails if it is too large, and stores nothing", async () => {
    const { svc, cache } = await describedService((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`"${"a".repeat(17 * 1024 * 1024)}"`);
    }, false);
    const { code, stderr } = await svc("describe", {}, systemClock);
    expect([code, stderr]).toEqual([1, expect.stringContaining("larger than 16 MiB")]);
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe("a service without a valid description", () => {
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
  ])("(%s) makes the line a usage error and does not affect documented commands", async (_, handler) => {
    const { svc } = await describedService(handler);
    const { code, stdout, stderr } = await svc("lab-zones list");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("unknown command 'lab-zones'");
    expect(await svc("machines list --no-header")).toMatchObject({ code: 0 });
  });
});

describe("a typing mistake", () => {
  test.each([
    ["mashines list", "unknown command 'mashines'", "svc machines"],
    ["machines lst", "unknown machines command 'lst'", "svc machines list"],
    ["machines zap x", "unknown machines command 'zap'", "'svc describe' reads what else the service offers"],
    ["machines list --hostnam x", "unknown option '--hostnam'", "--hostname"],
    ["machines list --swap x", "unknown option '--swap'", "'svc describe' reads what else"],
    ["machines deploy x --swap 1", "unknown option '--swap'", "--set swap=value"],
    ["machines list --limit x", "--limit", ""],
    ["machines list --output jsn", "--output", ""],
    ["machines list --columns nme", "nme", ""],
    ["machines list --query a[", "--query", ""],
    ["machines deploy x --wait-timeout soon", "--wait-timeout", ""],
    ["machines release --where stat=x", "--where", ""],
    ["machines deploy web-[02-01]", "web-[02-01]", ""],
    ["machines deploy", "missing argument <system_id>", ""],
    ["vlans get x", "", ""],
    ["vlans get 1 2 3", "", ""],
    ["fabrics create --nam x", "--nam", ""],
    ["domains create", "--name is required", ""],
    ["fabrics update 1 2 --name x", "", ""],
    ["profiles lst", "unknown profiles command 'lst'", ""],
    ["machines list -p", "takes a value", ""],
  ])("is reported without a request: %s", async (line, message, hint) => {
    for (const isKnown of [false, true]) {
      const { svc, requests } = await describedService(undefined, isKnown);
      const { code, stdout, stderr } = await svc(line);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(message);
      if (!isKnown) expect(stderr).toContain(hint);
      const json = await svc(`${line} -o json`);
      if (json.stderr.startsWith("{")) expect(JSON.parse(json.stderr).error.outcome).toBe("not_sent");
      expect(requests).toEqual([]);
    }
  });

  test("is reported even if the service is unreachable", async () => {
    const { svc } = await describedService((_, response) => void response.destroy(), false);
    const env = { SVC_URL: "http://127.0.0.1:9/SVC" };
    for (const line of ["mashines list", "machines lst", "machines list --hostnam x", "lab-zones list"])
      expect(await svc(line, env)).toMatchObject({ code: 2 });
  });
});
