import { describe, expect, it } from "vitest";
import { rejection } from "../../rejection.ts";
import { harness, posted, three } from "./fleet-run.ts";
import { fleetService } from "./fleet-service.ts";

describe("what destroys or interrupts", () => {
  const release = (names: readonly string[], line: Parameters<typeof harness>[3] = {}) => {
    const service = fleetService(...three, {
      system_id: "dddddd",
      hostname: "safe",
      status: "deployed",
      locked: true,
    });
    return { service, ...harness(service, "machine.release", names, line) };
  };

  it("is not sent where nobody can be asked; the machines are listed", async () => {
    const { service, run } = release(["web-02", "web-03"]);
    const failure = await rejection(run);
    expect(failure).toMatchObject({ exitCode: 13, message: "release 2 machines: not confirmed" });
    expect(failure.details.lines).toEqual([
      "web-02 (bbbbbb), owner bob, Deployed",
      "web-03 (cccccc), owner amy, Deployed",
    ]);
    expect(posted(service)).toEqual([]);
  });

  it("is refused for all where one is locked, also with --yes", async () => {
    const { service, run } = release(["web-02", "safe"], { globals: { yes: true } });
    expect(await rejection(run)).toMatchObject({
      kind: "forbidden",
      message: "cannot release: safe is locked; nothing was sent",
    });
    expect(posted(service)).toEqual([]);
  });

  it("is not asked about where nothing is at risk", async () => {
    const { service, run } = release(["web-01"]);
    await run();
    expect(posted(service)).toHaveLength(1);
  });

  it("is asked about where disks are erased, whatever the status", async () => {
    for (const erase of [true, "true", "1"]) {
      const { service, run } = release(["web-01"], { values: { erase } });
      expect(await rejection(run)).toMatchObject({ exitCode: 13 });
      expect(posted(service)).toEqual([]);
    }
  });

  it.each([
    ["y\r", "web-02", 1],
    ["yes\r", "web-02", 1],
    ["n\r", "web-02", 0],
    ["\r", "web-02", 0],
    ["\u0004", "web-02", 0],
    ["2\r", "several", 2],
    ["y\r", "several", 0],
    ["3\r", "several", 0],
    ["\r", "several", 0],
  ])("takes %j for %s", async (keys, names, expected) => {
    const { service, run, terminal } = release(names === "several" ? ["web-02", "web-03"] : [names], {
      terminal: { isTTY: true },
    });
    terminal.type(keys);
    const ended = run();
    if (expected === 0) expect(await rejection(() => ended)).toMatchObject({ exitCode: 13 });
    else await ended;
    expect(posted(service)).toHaveLength(expected);
    expect(terminal.shown.stderr).toContain("  web-02 (bbbbbb), owner bob, Deployed\n");
    if (names === "several")
      expect(terminal.shown.stderr).toContain("release 2 machines, 2 of them deployed? Type 2 to continue: ");
  });

  it("Ctrl-C at the question is 130, and nothing is sent", async () => {
    const { service, run, terminal } = release(["web-02"], { terminal: { isTTY: true } });
    terminal.type("\u0003");
    expect(await rejection(run)).toMatchObject({ exitCode: 130 });
    expect(posted(service)).toEqual([]);
  });

  it("shows no control characters of the service in its question", async () => {
    const service = fleetService({
      system_id: "aaaaaa",
      hostname: "web\u001b[2J",
      status: "deployed",
      owner: "b\u0007",
    });
    const { run, terminal } = harness(service, "machine.release", ["aaaaaa"], { terminal: { isTTY: true } });
    terminal.type("n\r");
    await rejection(run);
    expect(terminal.shown.stderr).not.toContain("\u001b");
    expect(terminal.shown.stderr).not.toContain("\u0007");
  });

  it("--yes sends without a question", async () => {
    const { service, run } = release(["web-02", "web-03"], { globals: { yes: true } });
    await run();
    expect(posted(service)).toHaveLength(2);
  });
});

describe("--dry-run", () => {
  it("shows method, address, names and fields, masks secrets, and sends nothing", async () => {
    const service = fleetService(...three);
    const { run, printed } = harness(service, "machine.update", ["web-01", "bbbbbb"], {
      options: { "dry-run": true },
      values: { pool: "ci", power_pass: "hush" },
    });
    await run();
    expect(printed[0]).toMatchObject([
      {
        method: "PUT",
        url: "http://rack.example:5240/SVC/api/2.0/machines/aaaaaa/",
        nodes: ["web-01 (aaaaaa)"],
        fields: ["pool=ci", "power_pass=********"],
      },
      { nodes: ["web-02 (bbbbbb)"] },
    ]);
    expect(posted(service)).toEqual([]);
  });

  it("--curl asks the service nothing where system ids are given", async () => {
    const service = fleetService(...three);
    const { run, terminal } = harness(service, "machine.release", ["aaaaaa", "bbbbbb"], {
      globals: { curl: true },
    });
    await run();
    expect(service.sent).toEqual([]);
    expect(terminal.shown.stdout).toContain("/machines/bbbbbb/op-release");
  });
});
