import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import { runHere } from "./run-in-process.ts";
import { sandboxFixture } from "./sandbox-fixture.ts";

describe("svc sandbox start --state", () => {
  const fixture = sandboxFixture();
  const start = (more = "") => fixture.json(`svc sandbox start --detach --state lab.json -o json ${more}`);
  const file = () => join(fixture.folder, "lab.json");
  const machine = (name: string) => fixture.json(`svc machines get ${name} -o json`);

  test("continues after stop and start with its changes and its time", async () => {
    await start("--instant --seed 7 --machines 5 --segment METAL");
    const before = await fixture.json("svc machines allocate --name web-01 -o json");
    const { time } = await fixture.json("svc sandbox status -o json");
    expect((await fixture.run("svc sandbox stop")).code).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);

    const again = await start("--machines 9 --seed 2");
    expect(readFileSync(join(fixture.folder, "config/sandbox.log"), "utf8")).toContain(
      "warning: --seed and --machines have no effect",
    );
    expect(again.url).toMatch(/\/METAL$/);
    expect(again).toMatchObject({ machines: 5, state: expect.stringMatching(/\/lab\.json$/) });
    const status = await fixture.json("svc sandbox status -o json");
    expect(status).toMatchObject({ seed: 7, state_file: again.state });
    expect(status.time >= time).toBe(true);
    // The same seed gives the same key and the same machine.
    expect(await machine("web-01")).toMatchObject({ system_id: before.system_id, status_name: "Allocated" });
    await fixture.json("svc sandbox reset -o json");
    expect(await machine("web-01")).toMatchObject({ system_id: before.system_id, status_name: "Ready" });
  });

  test("keeps saved changes when it is killed", async () => {
    await start("--instant");
    await fixture.json("svc machines allocate --name web-01 -o json");
    const isSaved = () =>
      Object.values<{ hostname: string; status: string }>(
        JSON.parse(readFileSync(file(), "utf8")).state.nodes.bySystemId,
      ).some((node) => node.hostname === "web-01" && node.status === "allocated");
    await eventually(isSaved, () => "the state is not saved");
    await fixture.kill();
    await start();
    expect(await machine("web-01")).toMatchObject({ status_name: "Allocated" });
    expect((await fixture.run("ls")).stdout).toBe("config\nlab.json\nlab.json.lock\n");
    await fixture.run("svc sandbox stop");
    expect((await fixture.run("ls")).stdout).toBe("config\nlab.json\n");
  });

  test("only one sandbox at a time can use the file", async () => {
    const { pid } = await start();
    const second = await fixture.run("svc sandbox start --state lab.json --config-dir other");
    expect([second.code, second.stdout]).toEqual([1, ""]);
    expect(second.stderr).toMatch(
      /^svc: the state file \S+lab\.json is in use by another sandbox .*\nhint: .*\n$/,
    );
    expect(second.stderr).toContain(`(process ${pid})`);
    const third = await fixture.run("svc sandbox exec -- true", {});
    expect(third.code).toBe(0);
    expect((await fixture.run("svc sandbox stop")).code).toBe(0);
    expect(await start()).toMatchObject({ machines: 12 });
  });

  test("creates the target of a dangling link", async () => {
    await fixture.run("ln -s below/real.json lab.json");
    await start();
    await fixture.run("svc sandbox stop");
    expect((await fixture.run("readlink lab.json; ls below")).stdout).toBe("below/real.json\nreal.json\n");
  });

  test("continues work in progress", async () => {
    await start("--speed 0.001");
    expect(await fixture.json("svc machines deploy web-01 -o json")).toMatchObject({
      status_name: "Deploying",
    });
    await fixture.run("svc sandbox stop");
    await start("--instant");
    expect((await fixture.run("svc machines wait web-01 --for deployed --progress none")).code).toBe(0);
  });

  test("SIGTERM and SIGINT in the foreground save the state and remove the profile", async () => {
    for (const [signal, count] of [
      ["TERM", 11],
      ["INT", 10],
    ] as const) {
      const script = [
        "svc sandbox start --instant --state lab.json -o json > out & pid=$!",
        "until svc sandbox status -q > /dev/null 2>&1; do sleep 0.05; done; cp config/profiles.json during",
        "svc machines delete $(svc machines list -o name | tail -n 1) --yes -q",
        `kill -${signal} "$(node -p 'JSON.parse(fs.readFileSync("config/sandbox.json")).pid')"; wait $pid`,
      ].join("\n");
      const result = await fixture.run(script);
      expect([result.code, fixture.record()], signal).toEqual([0, undefined]);
      const [printed, during] = ["out", "during"].map((name) =>
        JSON.parse(readFileSync(join(fixture.folder, name), "utf8")),
      );
      expect(printed).toMatchObject({ url: expect.stringMatching(/^http:\/\/127/), profile: "sandbox" });
      expect(during).toMatchObject({ current: "sandbox", profiles: { sandbox: { url: printed.url } } });
      expect(fixture.profiles()).toEqual({ profiles: {} });
      const { state } = JSON.parse(readFileSync(file(), "utf8"));
      const nodes = Object.values<{ nodeType: string }>(state.nodes.bySystemId);
      expect(nodes.filter((node) => node.nodeType === "machine")).toHaveLength(count);
    }
  });

  test.each([
    ["", "is empty"],
    ['{"format":"svc-sandbox-state","vers', "is damaged: it is not valid JSON"],
    ["{}", "is not a state file of a sandbox"],
    ['{"format":"svc-sandbox-state","version":99}', "has version 99"],
    ['{"format":"svc-sandbox-state","version":{"toString":1}}', "is damaged: version is wrong or missing"],
    [
      '{"format":"svc-sandbox-state","version":1,"seed":1,"machines":1,"timeMs":1,"segment":"SVC","state":{}}',
      "is damaged: state.",
    ],
  ])("a file without a complete state is refused and left unchanged: %j", async (text, message) => {
    writeFileSync(file(), text);
    const result = await runHere("svc sandbox start --state lab.json", fixture);
    expect([result.code, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toMatch(/^svc: the state file \S+lab\.json .*\nhint: .*\n$/);
    expect(result.stderr).toContain(message);
    expect(readFileSync(file(), "utf8")).toBe(text);
    expect((await fixture.run("ls")).stdout).toBe("config\nlab.json\n");
  });

  test("a file that another program has changed is not overwritten", async () => {
    await start("--instant");
    writeFileSync(file(), "mine");
    await fixture.json("svc machines allocate --name web-01 -o json");
    const log = () => readFileSync(join(fixture.folder, "config/sandbox.log"), "utf8");
    await eventually(() => log().includes("another program has changed it"), log);
    const stopped = await fixture.run("svc sandbox stop");
    expect([stopped.code, stopped.stdout]).toEqual([1, ""]);
    expect(stopped.stderr).toMatch(
      /^svc: the sandbox at \S+ has stopped, but the state cannot be saved in .*changed it/,
    );
    expect(readFileSync(file(), "utf8")).toBe("mine");
  });
});
