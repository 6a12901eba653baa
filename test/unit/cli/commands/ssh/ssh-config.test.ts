import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  checkPrefix,
  hostBlocks,
  sshConfigText,
  sshHosts,
} from "../../../../../src/cli/commands/ssh/ssh-config.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { hostileMachines, machine } from "./machines.ts";

const textOf = (...[machines, options]: Parameters<typeof sshHosts>): string =>
  sshConfigText(hostBlocks(sshHosts(machines, options).hosts, options), ["http://lab.example/SVC"]);

test("a machine is a host by its host name and FQDN", () => {
  const options = { prefix: "lab-", jump: "me@bastion", identity: ["~/keys/my lab"], port: 2222 };
  expect(textOf([machine()], options).split("\n").slice(2)).toEqual([
    "Host lab-deployed1 lab-deployed1.svc",
    ...["  HostName 10.10.0.251", "  User ubuntu", "  Port 2222", "  ProxyJump me@bastion"],
    '  IdentityFile "~/keys/my lab"',
    "",
  ]);
});

test("machines without an address are left out", () => {
  const bare = machine({ interface_set: [], ip_addresses: [] });
  expect(sshHosts([bare], {})).toEqual({ hosts: [], omittedIds: ["4tn8bn"] });
});

test("whatever a service answers, a line of the file is one of three kinds", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const lines = textOf(hostileMachines(seed, 12), {}).split("\n").slice(1);
    for (const line of lines)
      expect(line).toMatch(
        /^$|^Host [A-Za-z0-9][\w.-]*( [A-Za-z0-9][\w.-]*)?$|^ {2}HostName [0-9a-fA-F:.]+$|^ {2}User [\w-]+$/,
      );
    const aliases = lines.flatMap((line) => (line.startsWith("Host ") ? line.split(" ").slice(1) : []));
    expect(new Set(aliases.map((alias) => alias.toLowerCase())).size).toBe(aliases.length);
  }
});

const hasSsh = spawnSync("ssh", ["-V"]).status === 0;
if (!hasSsh) console.warn("ssh is absent: the configuration is not read by ssh itself");

test.skipIf(!hasSsh)("ssh reads the file as it is meant", () => {
  const options = { "login-name": "o'brien x", identity: ["/keys/my #1 key"] };
  const file = join(folderOfTest(), "config");
  const machines = [...hostileMachines(3, 200), machine({ hostname: "web-77", fqdn: "web-77.lab" })];
  writeFileSync(file, textOf(machines, options));
  const { stdout, stderr, status } = spawnSync("ssh", ["-T", "-G", "-F", file, "web-77.lab"], {
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout.split("\n")).toEqual(
    expect.arrayContaining(["hostname 10.10.0.251", "user o'brien x", "identityfile /keys/my #1 key"]),
  );
  expect(stdout).not.toMatch(/^(proxycommand|stricthostkeychecking (no|off|false|accept))/m);
});

test.each(['a"b', "a\nb", "a\\"])("%j cannot stand in the file", (word) => {
  expect(() => textOf([machine()], { jump: word })).toThrow(Failure);
});

test.each(["-x", "a b", "*", "a\n", "!"])("%j is not a prefix", (prefix) => {
  expect(() => checkPrefix(prefix)).toThrow(Failure);
});
