import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTerminal } from "./real-terminal.ts";
import { runHere } from "./run-in-process.ts";
import { answers, sandboxFixture } from "./sandbox-fixture.ts";
import { hasTerminal } from "./terminal-process.ts";

describe("svc sandbox exec", () => {
  const fixture = sandboxFixture();
  const svc = '"$SVC_NODE" "$SVC_LAUNCHER"';

  test("passes on standard input, arguments with spaces, and the exit code", async () => {
    const result = await fixture.run(
      `printf 'one\\ntwo' | svc sandbox exec -- bash -c 'cat; printf "%s|" "$@" >&2; exit 77' - 'a b' '' --instant`,
    );
    expect(result).toEqual({ code: 77, stdout: "one\ntwo", stderr: "a b||--instant|" });
  });

  test("a command that is ended by a signal gives the exit code of shells", async () => {
    expect((await fixture.run("svc sandbox exec -- bash -c 'kill -9 $$'")).code).toBe(137);
  });

  test.skipIf(!hasTerminal)("Ctrl-C just before the command starts ends svc", async () => {
    const preload = join(fixture.folder, "preload.cjs");
    const script = `const { Server } = require("node:net");
      Server.prototype.once = function (name, listener) {
        const isStart = name === "listening";
        const interrupt = () => { process.kill(process.pid, "SIGINT"); listener(); };
        return Server.prototype.on.call(this, name, isStart ? interrupt : listener);
      };`;
    writeFileSync(preload, script);
    const words = ["sandbox", "exec", "--", "sh", "-c", "echo started"];
    const terminal = await openTerminal(words, { env: { NODE_OPTIONS: `--require=${preload}` } });
    expect(await terminal.ended).toBe(130);
    expect(terminal.output()).not.toContain("started");
  });

  test("a file that cannot be executed and a missing file give different errors", async () => {
    writeFileSync(join(fixture.folder, "data"), "");
    const result = await fixture.run("svc sandbox exec -- ./data");
    expect([result.code, result.stdout]).toEqual([126, ""]);
    expect(result.stderr).toContain("svc: cannot run './data': ");
    expect((await fixture.run("svc sandbox exec -- ./missing")).code).toBe(127);
    const unknown = await fixture.run("svc sandbox exec -- no-such-command-anywhere");
    expect([unknown.code, unknown.stderr]).toEqual([
      127,
      expect.stringContaining("svc: cannot run 'no-such-command-anywhere': no such command\nhint: "),
    ]);
  });

  test("neither needs, reads nor changes profiles", async () => {
    mkdirSync(join(fixture.folder, "config"));
    const file = join(fixture.folder, "config/profiles.json");
    writeFileSync(file, "damaged");
    const result = await fixture.run(
      `svc sandbox exec -- bash -c 'echo "\${SVC_PROFILE-unset} $SVC_CONFIG_DIR"; ${svc} machines list -o name | wc -l'`,
      { SVC_PROFILE: "lab" },
    );
    expect(result).toEqual({ code: 0, stdout: `unset ${join(fixture.folder, "config")}\n12\n`, stderr: "" });
    expect(readFileSync(file, "utf8")).toBe("damaged");
    expect(readdirSync(join(fixture.folder, "config"))).toEqual(["profiles.json"]);
  });

  test("inside it, status, reset and faults use its sandbox", async () => {
    const script = [
      `test "$(${svc} sandbox status -o name)" = "$SVC_URL" && echo same`,
      `${svc} sandbox faults add fail=deploy -o tsv --no-header`,
      `${svc} machines deploy web-01 --wait --progress none -q > /dev/null 2>&1; echo $?`,
      `${svc} sandbox reset -q > /dev/null && ${svc} machines get web-01 -o json --query status_name`,
      `${svc} sandbox stop; echo $?`,
    ].join("\n");
    writeFileSync(join(fixture.folder, "script"), script);
    const result = await fixture.run("svc sandbox exec --instant -- bash script");
    expect([result.code, result.stdout]).toEqual([0, 'same\nfail=deploy\t0\n9\n"Ready"\n2\n']);
  });

  test("passes address and keys, also by other prefixes and names, and refuses invalid ones at once", async () => {
    const result = await fixture.run(
      `svc sandbox exec --segment METAL --env LAB --env T=key --env U=url -- bash -c 'echo "$LAB_URL $LAB_API_KEY $LAB_USER_KEY $T $U"; echo "$SVC_URL $SVC_API_KEY $SVC_USER_KEY $SVC_API_KEY $SVC_URL"'`,
    );
    const [further, usual] = result.stdout.split("\n");
    expect([result.code, further, result.stderr]).toEqual([0, usual, ""]);
    expect(usual).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/METAL \S{70} \S{70} /);
    const refused = await fixture.run("svc sandbox exec --env A-B -- touch ran");
    expect([refused.code, readdirSync(fixture.folder).includes("ran")]).toEqual([2, false]);
  });

  test.each([
    ["--machines 10001", "--machines takes a number from 0 to 10000, not '10001'"],
    ["--speed 0", "--speed takes a number"],
    ["--segment a/b", "--segment takes a word"],
    ["--fault nonsense", "fault 'nonsense'"],
  ])("%s is a usage error", async (options, message) => {
    const result = await runHere(`svc sandbox exec ${options} -- true`, fixture);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("forwards a signal to the command, and waits until it has ended", async () => {
    const script = [
      `${svc} sandbox exec -- bash -c 'trap "echo ends; exit 5" TERM; echo > up; while :; do sleep 0.05; done' & svc=$!`,
      "until [ -e up ]; do sleep 0.05; done; kill -TERM $svc; wait $svc",
    ].join("\n");
    expect(await fixture.run(script)).toEqual({ code: 5, stdout: "ends\n", stderr: "" });
  });

  test("--print-key prints only the key inside, as in the environment", async () => {
    const result = await fixture.run(
      `svc sandbox exec -- bash -c 'test "$(${svc} sandbox status --print-key)" = "$SVC_API_KEY" && echo same'`,
    );
    expect(result.stdout).toBe("same\n");
  });

  test("prints the key of any user, including new users", async () => {
    const script = [
      `test "$(${svc} sandbox status --print-key --user bob)" = "$SVC_USER_KEY" && echo bob`,
      `${svc} api POST users/ -f username=dora -f email=d@example.com -f password=x -f is_superuser=0 -q > /dev/null`,
      `SVC_API_KEY=$(${svc} sandbox status --print-key --user dora) ${svc} api GET users/op-whoami --query username`,
      `${svc} sandbox status --print-key --user nobody; echo $?`,
      `${svc} sandbox status --user bob; echo $?`,
      `${svc} sandbox status --columns ANSWERS --no-header -o tsv`,
    ].join("\n");
    writeFileSync(join(fixture.folder, "script"), script);
    const result = await fixture.run("svc sandbox exec --answers deployed -- bash script");
    expect([result.code, result.stdout]).toEqual([0, 'bob\n"dora"\n3\n2\ndeployed\n']);
    expect(result.stderr).toContain("svc: the sandbox has no user 'nobody'\n");
  });

  test("faults apply from the start, but not to the control endpoint", async () => {
    const result = await fixture.run(
      `svc sandbox exec --fault errors=100%,status=500 --fault latency=1 -- bash -c '${svc} machines list --retries 0; echo $?; ${svc} sandbox faults -o name'`,
    );
    expect(result.stdout).toBe("12\nerrors=100%,status=500\nlatency=1\n");
  });

  /** Prints those of the processes in the file `pids` that do not end within 20 seconds. */
  const printRemaining = [
    "for count in $(seq 400); do kill -0 $(cat pids) 2>/dev/null || break; sleep 0.05; done",
    'for pid in $(cat pids); do kill -0 "$pid" 2>/dev/null && echo "$pid"; done; true',
  ];

  test("if svc is killed, the command and its children end", async () => {
    // Without job control, as in CI scripts, the command's processes are in svc's group.
    const script = [
      "svc sandbox exec -- bash -c 'echo $$ >> pids; sleep 300 & echo $! >> pids; (sleep 301; true) & echo $! >> pids; (trap : TERM; while :; do sleep 0.1; done) & echo $! >> pids; (sleep 302 & echo $! >> pids); (setsid sleep 303 & echo $! >> pids); wait' & svc=$!",
      'until [ "$(wc -l < pids 2>/dev/null)" = 6 ]; do sleep 0.05; done',
      `kill -KILL "$(ps -o pid= --ppid $svc | head -n 1 | grep . || echo $svc)" $svc`,
      "wait $svc",
      ...printRemaining,
    ].join("\n");
    const result = await fixture.run(script);
    expect(result.stdout).toBe("");
  });

  test("if svc is killed as soon as the command starts, the command ends", async () => {
    const script = [
      "svc sandbox exec -- sh -c 'kill -KILL $PPID; echo $$ >> pids; sleep 300 & echo $! >> pids; wait'",
      'until [ "$(wc -l < pids 2>/dev/null)" = 2 ]; do sleep 0.05; done',
      ...printRemaining,
    ].join("\n");
    const result = await fixture.run(script);
    expect(result.stdout).toBe("");
  });

  test.each(["TERM", "HUP", "INT"])("SIG%s ends the children of the command too", async (signal) => {
    const script = [
      "svc sandbox exec -- bash -c 'echo $$ >> pids; sleep 300 & echo $! >> pids; (setsid sleep 301 & echo $! >> pids); sleep 302 & echo $! >> pids; wait' & svc=$!",
      'until [ "$(wc -l < pids 2>/dev/null)" = 4 ]; do sleep 0.05; done',
      // Shells start background commands with SIGINT ignored, so the signal goes to svc's own pid.
      `kill -${signal} "$(ps -o pid= --ppid $svc | head -n 1 | grep . || echo $svc)"`,
      "wait $svc",
      ...printRemaining,
    ].join("\n");
    const result = await fixture.run(script);
    expect(result.stdout).toBe("");
  });

  test("after its end nothing listens, even if the command left processes running", async () => {
    const result = await fixture.run(
      `svc sandbox exec -- bash -c '(sleep 30 > /dev/null 2>&1 & echo $! > left); echo $SVC_URL'`,
    );
    const remainingPid = Number(readFileSync(join(fixture.folder, "left"), "utf8"));
    try {
      expect([result.code, await answers(result.stdout.trim())]).toEqual([0, false]);
    } finally {
      process.kill(remainingPid, "SIGKILL");
    }
  });
});
