import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { withProfile } from "../../src/client/profiles/profile.ts";
import { changeProfiles } from "../../src/client/profiles/writer.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { lab } from "../unit/client/profiles/lab.ts";
import { listenForTest } from "../wire/raw-server.ts";
import { launcher, node } from "./terminal.ts";

const folder = folderOfFile();
const closed = "http://127.0.0.1:1/SVC";

describe("output that cannot be written", () => {
  test.skipIf(!existsSync("/dev/full")).each([["--version"], ["help"], ["completion bash"], ["operations"]])(
    "is one line and exit code 1: svc %s",
    (words) => {
      const { status, stderr } = spawnSync("sh", ["-c", `"$0" "$1" ${words} > /dev/full`, node, launcher], {
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([1, "svc: cannot write the output: no space left on device\n"]);
    },
  );

  test("is an error if part of it was written", () => {
    const file = join(folder, "out");
    const script = `ulimit -f 64; "$0" "$1" operations -o json > "${file}"`;
    const { status, stderr } = spawnSync("sh", ["-c", script, node, launcher], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(JSON.parse(stderr).error.message).toBe("cannot write the output: file too large");
    expect(readFileSync(file).length).toBeGreaterThan(0);
  });

  test("is complete in a full non-blocking pipe", () => {
    const fill = "dd if=/dev/zero bs=65000 count=1 oflag=nonblock 2>/dev/null";
    const script = `{ ${fill}; "$0" "$1" help sandbox; } | { sleep 0.3; tail -c +65001; }`;
    const { status, stdout } = spawnSync("sh", ["-c", script, node, launcher], { encoding: "utf8" });
    const fullOutput = spawnSync(node, [launcher, "help", "sandbox"], { encoding: "utf8" }).stdout;
    expect([status, stdout]).toEqual([0, fullOutput]);
  });

  test.skipIf(!existsSync("/dev/full"))("is no matter where it is standard error", () => {
    const { status } = spawnSync("sh", ["-c", '"$0" "$1" nonsense 2> /dev/full', node, launcher]);
    expect(status).toBe(2);
  });
});

test("a command at many sites prints no warning of Node", async () => {
  const config = join(folder, "many-sites");
  for (let site = 0; site < 12; site++)
    await changeProfiles(config, (profiles) =>
      withProfile(profiles, `site-${site}`, { ...lab, url: closed }),
    );
  const words = [
    "--config-dir",
    config,
    "events",
    "query",
    "--follow",
    "--profile",
    "site-*",
    "--retries",
    "0",
  ];
  const { stderr } = spawnSync(node, [launcher, ...words], { encoding: "utf8" });
  expect(stderr).toContain("warning: site-11:");
  expect(stderr).not.toContain("Listeners");
});

test("on a full disk, the profiles file stays unchanged", async () => {
  const config = join(folder, "config");
  const file = join(config, "profiles.json");
  for (const name of ["one", "two", "three", "four", "five"])
    await changeProfiles(config, (profiles) => withProfile(profiles, name, lab));
  const before = readFileSync(file, "utf8");
  expect(before.length).toBeGreaterThan(1024);
  const script = `ulimit -f 1; NODE_DISABLE_COMPILE_CACHE=1 "$0" "$1" --config-dir "${config}" profiles rename one first`;
  // The exit code belongs to the signal that conf's package for atomic writes sends on.
  const { stderr } = spawnSync("sh", ["-c", script, node, launcher], { encoding: "utf8" });
  expect(stderr).toMatch(/cannot be stored/);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(readdirSync(config)).toEqual(["profiles.json"]);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 143],
] as const)(
  "%s during a change ends the process with %i, and says that the outcome is unknown",
  async (signal, code) => {
    const server = createServer((request) => {
      request.resume().on("end", () => child.kill(signal));
    });
    const env = {
      ...process.env,
      SVC_URL: `http://127.0.0.1:${await listenForTest(server)}/SVC`,
      SVC_API_KEY: "a:b:c",
      ...{ SVC_CONFIG_DIR: folder, SVC_HISTORY: "off" },
    };
    const child = spawn(node, [launcher, "fabrics", "delete", "3", "--yes"], { env });
    const stderr = text(child.stderr);
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect(status).toBe(code);
    expect(await stderr).toContain(
      "it may have been carried out: check before sending it again (svc fabrics get 3)",
    );
  },
);
