import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { sandboxOfFile } from "../sandboxes.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { runHere } from "./run-in-process.ts";
import { runInShell } from "./terminal.ts";

let folder = "";
const sandbox = await sandboxOfFile({ instant: true });

/** A fake ssh that records its arguments, one per line, and then runs a script of the test. */
function fakeSsh(body = "") {
  const path = join(folder, "ssh");
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" >> "${folder}/words"\n${body}\n`);
  chmodSync(path, 0o755);
}

beforeEach(() => {
  folder = folderOfTest();
});

const options = () => ({
  folder,
  env: {
    PATH: `${folder}:${process.env["PATH"] ?? ""}`,
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
  },
});
const run = (command: string) => runInShell(command, options());
/** For commands that start no ssh, whose output would go to the terminal of the tests. */
const runAlone = (command: string) => runHere(command, options());
const words = () => readFileSync(join(folder, "words"), "utf8").trimEnd().split("\n");

describe("ssh to one machine", () => {
  test("passes user, address and the operator's arguments unchanged", async () => {
    fakeSsh("cat");
    const result = await run(
      "echo typed | svc machines ssh app-01 -J bastion -i 'my key' -o ConnectTimeout=5 --port 2222 -- -L 80:x:80 echo 'a  b' '$HOME' '*'",
    );
    expect(result).toEqual({ stdout: "typed\n", stderr: "", code: 0 });
    expect(words()).toEqual([
      ...["-o", "ConnectTimeout=5", "-J", "bastion", "-i", "my key", "-p", "2222", "-l", "ubuntu"],
      "10.10.0.4",
      ...["-L", "80:x:80", "echo", "a  b", "$HOME", "*"],
    ]);
  });

  test("never sets options about host keys", async () => {
    fakeSsh();
    await run("svc machines ssh app-01; svc machines ssh app-01 app-02 -- true");
    expect(words().join(" ")).not.toMatch(/hostkey|knownhosts/i);
  });

  test.each([0, 1, 3, 126, 255])("exits with ssh's exit code %i, without a message", async (code) => {
    fakeSsh(`exit ${code}`);
    expect(await run("svc machines ssh app-01")).toEqual({ stdout: "", stderr: "", code });
  });

  test("accepts another user and address", async () => {
    fakeSsh();
    await run("svc machines ssh app-01 -l root --address 10.10.0.206");
    expect(words()).toEqual(["-o", "ConnectTimeout=10", "-l", "root", "10.10.0.206"]);
  });

  test("is refused if the machine accepts no logins; --force overrides that", async () => {
    fakeSsh();
    const refused = await runAlone("svc machines ssh web-01");
    expect(refused).toMatchObject({ code: 6, stdout: "" });
    expect(refused.stderr).toMatch(
      /^svc: web-01 is Ready: only deployed.*\nhint: svc machines deploy .* --force/,
    );
    expect(existsSync(join(folder, "words"))).toBe(false);
    const result = await run("svc machines ssh web-01 --force");
    expect(result.code).toBe(0);
    expect(words().at(-1)).toMatch(/^10\./);
  });

  test.each([
    ["svc machines ssh", 2],
    ["svc machines ssh nosuch", 3],
    ["svc machines ssh app-01 --address 192.0.2.0/24", 3],
    ["svc machines ssh app-01 --family ipv6", 3],
    ["svc machines ssh app-01 --address 1.2.3.4/99", 2],
    ["svc machines ssh app-01 -o json", 2],
    ["svc machines ssh app-01 -l -x", 2],
    ["svc machines ssh app-01 -l ''", 2],
    ["svc machines ssh app-01 app-02", 2],
    ["svc machines ssh --where status=deployed", 2],
  ])("%s ends with %i before ssh is started", async (command, code) => {
    fakeSsh();
    const result = await runAlone(command);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toMatch(/^svc: /);
    expect(existsSync(join(folder, "words"))).toBe(false);
  });

  test("if ssh is missing, the message names the address", async () => {
    const result = await run("PATH=/nonexistent svc machines ssh app-01");
    expect(result).toMatchObject({ code: 127, stdout: "" });
    expect(result.stderr).toMatch(/^svc: cannot run ssh: it is not on PATH\nhint: .*ubuntu@10\.10\.0\.4\n$/);
  });

  test("--dry-run prints a command that a shell can read, and runs nothing", async () => {
    fakeSsh();
    const result = await run("svc machines ssh app-01 --dry-run -- echo 'a b'");
    expect(result).toEqual({
      stdout: "ssh -o ConnectTimeout=10 -l ubuntu 10.10.0.4 echo 'a b'\n",
      stderr: "",
      code: 0,
    });
    expect(existsSync(join(folder, "words"))).toBe(false);
  });

  test.each([
    ["TERM", 143],
    ["INT", 130],
  ])("ends with the code of SIG%s although ssh only reports a failure", async (signal, code) => {
    fakeSsh(`trap 'exit 255' ${signal}; echo up > "${folder}/up"; while :; do sleep 0.05; done`);
    const result = await run(
      `"$SVC_NODE" "$SVC_LAUNCHER" machines ssh app-01 < /dev/null & svc=$!
      until [ -s "${folder}/up" ]; do sleep 0.05; done; kill -${signal} $svc; wait $svc`,
    );
    expect(result).toEqual({ stdout: "", stderr: "", code });
  });

  test("forwards a signal to ssh and waits for its end", async () => {
    fakeSsh(`trap 'echo got it; exit 7' TERM; echo up > "${folder}/up"; while :; do sleep 0.05; done`);
    const result = await run(
      `"$SVC_NODE" "$SVC_LAUNCHER" machines ssh app-01 & pid=$!
      while [ ! -s "${folder}/up" ]; do sleep 0.05; done; kill -TERM $pid; wait $pid`,
    );
    expect(result).toEqual({ stdout: "got it\n", stderr: "", code: 7 });
  });

  const hasScript = spawnSync("script", ["--version"]).status === 0;
  if (!hasScript) console.warn("script is absent: ssh is not tried in a terminal");
  test.skipIf(!hasScript)("ssh has the terminal", async () => {
    fakeSsh("test -t 0 && test -t 1 && test -t 2 && echo a terminal");
    const result = await run(
      `script -qec '"$SVC_NODE" "$SVC_LAUNCHER" machines ssh app-01' /dev/null </dev/null`,
    );
    expect(result.stdout).toContain("a terminal");
  });
});

describe("ssh to several machines", () => {
  test("prints the machine's name before each line, without questions and input", async () => {
    fakeSsh('cat; echo "one  two"; printf "no end"; echo oops >&2');
    const result = await run("echo typed | svc machines ssh app-[01-02] -- uptime");
    expect(result.code).toBe(0);
    expect(result.stdout.split("\n").sort()).toEqual([
      "",
      ...["app-01: no end", "app-01: one  two", "app-02: no end", "app-02: one  two"],
    ]);
    expect(result.stderr.split("\n").sort()).toEqual(["", "app-01: oops", "app-02: oops"]);
    expect(words().filter((word) => word === "BatchMode=yes")).toHaveLength(2);
  });

  test("puts the operator's options before its own", async () => {
    fakeSsh();
    await run("svc machines ssh --where status=deployed --parallel 1 -o BatchMode=no -- true");
    expect(words().slice(0, 4)).toEqual(["-o", "BatchMode=no", "-o", "BatchMode=yes"]);
  });

  test("exits with 10 if some failed, and names them", async () => {
    fakeSsh('case "$*" in *10.10.0.5*) exit 255;; esac');
    const result = await run("svc machines ssh app-01 app-02 -- true");
    expect(result).toEqual({
      stdout: "",
      stderr: "svc: the command failed on 1 of 2 machines\n  app-02: exit code 255, from ssh itself\n",
      code: 10,
    });
  });

  test("runs on none if one of them accepts no logins", async () => {
    fakeSsh();
    const result = await runAlone("svc machines ssh app-01 web-01 -- true");
    expect(result.code).toBe(6);
    expect(result.stderr).toContain("web-01: Ready");
    expect(existsSync(join(folder, "words"))).toBe(false);
  });

  test("prints long output completely, and ends without a message if the reader exits", async () => {
    fakeSsh("head -c 300000 /dev/zero | tr '\\0' x; echo; seq 20000");
    const result = await run("svc machines ssh app-01 app-02 -- cat");
    expect(result).toMatchObject({ stderr: "", code: 0 });
    expect(result.stdout.split("\n").filter((line) => line === "app-02: 20000")).toHaveLength(1);
    expect(result.stdout.match(/x/g)).toHaveLength(600_000);
    fakeSsh("while :; do echo line; done");
    const cut = await run("svc machines ssh app-01 app-02 -- yes | head -n 1");
    expect(cut.stdout).toMatch(/^app-0[12]: line\n$/);
    expect(cut.stderr).toBe("");
  });

  test("a signal ends all of them, and svc exits with the code for the signal", async () => {
    fakeSsh(`echo up >> "${folder}/up"; exec sleep 60`);
    const result = await run(
      `"$SVC_NODE" "$SVC_LAUNCHER" machines ssh app-01 app-02 -- x & pid=$!
      while [ "$(cat "${folder}/up" 2>/dev/null | wc -l)" != 2 ]; do sleep 0.05; done; kill -TERM $pid; wait $pid`,
    );
    expect(result.code).toBe(143);
    expect(result.stderr).toContain("the command did not finish on 2 of 2 machines");
  });
});

describe("ssh-config", () => {
  const hasSsh = spawnSync("ssh", ["-V"]).status === 0;

  test("writes a file only if it would change, and no other file", async () => {
    const first = await runAlone("svc ssh-config --file svc.conf --prefix lab-");
    expect(first).toEqual({ stdout: "", stderr: "wrote 'svc.conf'\n", code: 0 });
    const text = readFileSync(join(folder, "svc.conf"), "utf8");
    expect(text).toContain("\nHost lab-app-01 lab-app-01.svc\n  HostName 10.10.0.4\n  User ubuntu\n");
    expect((await runAlone("svc ssh-config --file svc.conf --prefix lab-")).stderr).toBe(
      "'svc.conf' is up to date\n",
    );
    expect((await runAlone("svc ssh-config --file svc.conf -J bastion")).stderr).toBe("updated 'svc.conf'\n");
    writeFileSync(join(folder, "config"), "Host *\n");
    const refused = await runAlone("svc ssh-config --file config");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("was not written by svc ssh-config");
    expect(readFileSync(join(folder, "config"), "utf8")).toBe("Host *\n");
  });

  test.skipIf(!hasSsh)("is read by ssh", async () => {
    const result = await run(
      "svc ssh-config -J bastion > svc.conf && /usr/bin/env ssh -G -F svc.conf app-01",
    );
    expect(result.stdout).toMatch(/^user ubuntu\nhostname 10\.10\.0\.4\n/m);
    expect(result.stdout).toContain("proxyjump bastion\n");
  });

  test("prints its hosts as rows in other formats", async () => {
    const result = await runAlone("svc ssh-config -o json --where hostname=app-01");
    expect(JSON.parse(result.stdout)).toEqual([
      {
        host: "app-01",
        aliases: ["app-01", "app-01.svc"],
        address: "10.10.0.4",
        user: "ubuntu",
        system_id: "ngdy3p",
      },
    ]);
  });
});
