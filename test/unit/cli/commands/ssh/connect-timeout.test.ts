import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configuresConnectTimeout } from "../../../../../src/cli/commands/ssh/ssh.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";

test.each([
  ["", false],
  ["ConnectTimeout 3", true],
  ["  connecttimeout=3", true],
  ["# ConnectTimeout 3", false],
  ["Host *\n  ConnectTimeout 3", true],
  ["Host 10.10.*\n  ConnectTimeout 3", true],
  ["Host 10.20.*\n  ConnectTimeout 3", false],
  ["Host 10.* !10.10.0.4\n  ConnectTimeout 3", false],
  ["Host bastion\n  ConnectTimeout 3\nHost *\n  User root", false],
  ["Match user root\n  ConnectTimeout 3", true],
  ["Include conf.d/*", true],
  ["Include ~/.ssh/conf.d/slow", true],
  ["Include conf.d/other", false],
  ["Host bastion\n  Include conf.d/*", false],
  ["Include config", false],
])("a configuration that sets the time to connect: %j", (config, isSet) => {
  const home = folderOfTest();
  mkdirSync(join(home, ".ssh", "conf.d"), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, ".ssh", "config"), config, { mode: 0o600 });
  writeFileSync(join(home, ".ssh", "conf.d", "slow"), "ConnectTimeout 3\n", { mode: 0o600 });
  expect(configuresConnectTimeout("10.10.0.4", home)).toBe(isSet);
});

test("a home folder without a configuration sets no time-out", () => {
  expect(configuresConnectTimeout("10.10.0.4", folderOfTest())).toBe(false);
});
