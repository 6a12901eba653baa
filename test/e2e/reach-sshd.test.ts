import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { runInShell } from "./terminal.ts";

const sshd = ["/usr/sbin/sshd", "/usr/bin/sshd", "/usr/local/sbin/sshd"].find((path) => existsSync(path));
const folder = folderOfFile();
const { username, uid } = userInfo();

/** The folder that sshd uses for privilege separation when root starts it. */
const emptyFolder = "/run/sshd";

interface Daemon {
  readonly port: number;
  readonly process: ChildProcess;
  readonly madeFolder: boolean;
}

/** An sshd on a free loopback port that accepts a key of this user, and an ssh configuration for it. */
const daemon = sshd === undefined ? undefined : await startDaemon(sshd);
const letsIn = daemon !== undefined && (await tries("ssh -F ssh_config 10.10.0.4 true"));
if (!letsIn) console.warn("there is no sshd that lets this user in: machines ssh is not tried against one");

async function startDaemon(program: string): Promise<Daemon> {
  for (const name of ["host_key", "user_key"])
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
  const publicKey = readFileSync(join(folder, "user_key.pub"), "utf8");
  writeFileSync(join(folder, "authorized_keys"), publicKey, { mode: 0o600 });
  const madeFolder = uid === 0 && !existsSync(emptyFolder);
  if (madeFolder) mkdirSync(emptyFolder, { mode: 0o755 });
  const port = await freePort();
  const at = (name: string) => join(folder, name);
  const settings = [
    ...[`ListenAddress 127.0.0.1:${port}`, `HostKey ${at("host_key")}`, `PidFile ${at("sshd.pid")}`],
    ...[`AuthorizedKeysFile ${at("authorized_keys")}`, "StrictModes no", "UsePAM no", "PrintMotd no"],
    ...["PermitRootLogin prohibit-password", "PasswordAuthentication no", "MaxStartups 100"],
  ];
  writeFileSync(at("sshd_config"), `${settings.join("\n")}\n`);
  const [type = "", key = ""] = readFileSync(at("host_key.pub"), "utf8").split(" ");
  const knownHosts = ["fleet", "bastion"].map((name) => `${name} ${type} ${key}\n`);
  writeFileSync(at("known_hosts"), knownHosts.join(""));
  writeFileSync(at("known_nobody"), "");
  const common = [
    `HostName 127.0.0.1`,
    `Port ${port}`,
    `IdentityFile ${at("user_key")}`,
    "IdentitiesOnly yes",
  ];
  const hosts = [
    ["Host bastion", "HostKeyAlias bastion", `User ${username}`],
    ["Host 10.10.0.*", "HostKeyAlias fleet"],
    ["Host *", `UserKnownHostsFile ${at("known_hosts")}`, "StrictHostKeyChecking yes", ...common],
  ];
  writeFileSync(at("ssh_config"), `${hosts.map((lines) => lines.join("\n  ")).join("\n")}\n`);
  const process = spawn(program, ["-D", "-e", "-f", at("sshd_config")], { stdio: "ignore" });
  await answering(port, process);
  return { port, process, madeFolder };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Resolves when the port is open or the process has ended. */
async function answering(port: number, process: ChildProcess): Promise<void> {
  while (process.exitCode === null && process.signalCode === null) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.unref();
    });
    if (isThere) return;
    await new Promise((resume) => setTimeout(resume, 25));
  }
}

async function tries(command: string): Promise<boolean> {
  return (await runInShell(command, { folder })).code === 0;
}

afterAll(async () => {
  if (daemon === undefined) return;
  const { process, madeFolder } = daemon;
  if (process.exitCode === null) {
    const exit = once(process, "close");
    process.kill("SIGTERM");
    await exit;
  }
  if (madeFolder) rmdirSync(emptyFolder);
});

describe.skipIf(!letsIn)("machines ssh and a real sshd", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ instant: true });
  });
  afterAll(() => sandbox.stop());

  const run = (command: string) =>
    runInShell(command, { folder, env: { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator } });
  /** Runs `svc machines ssh` as this user. Arguments after `--` are passed to ssh. */
  const ssh = `svc machines ssh -l ${username}`;
  const config = "-F ssh_config";

  test("logs in as the user of -l, and ends without a message", async () => {
    expect(await run(`${ssh} app-01 -- ${config} id -un`)).toEqual({
      stdout: `${username}\n`,
      stderr: "",
      code: 0,
    });
  });

  test.each([0, 1, 7, 127, 255])("svc exits with exit code %i of the command", async (code) => {
    expect(await run(`${ssh} app-01 -- ${config} 'exit ${code}'`)).toEqual({ stdout: "", stderr: "", code });
  });

  test("a command in one word reaches the machine's shell unchanged", async () => {
    const command = `printf '%s|' 'a  b' "it's" '$HOME' "*" '\\' | tr -d '\\n'`;
    const quoted = `'${command.replaceAll("'", `'\\''`)}'`;
    expect((await run(`${ssh} app-01 -- ${config} ${quoted}`)).stdout).toBe("a  b|it's|$HOME|*|\\|");
    // ssh joins several words into one line for the machine's shell.
    expect((await run(`${ssh} app-01 -- ${config} echo a '  ' b '"c  d"'`)).stdout).toBe("a b c  d\n");
  });

  test("standard input reaches the machine byte for byte", async () => {
    writeFileSync(
      join(folder, "bytes"),
      Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256)),
    );
    const result = await run(`${ssh} app-01 -- ${config} cat < bytes | cmp - bytes && echo same`);
    expect(result).toEqual({ stdout: "same\n", stderr: "", code: 0 });
  });

  test("connects through a jump host", async () => {
    const result = await run(`${ssh} -J bastion app-01 -- ${config} 'echo $SSH_CONNECTION; exit 3'`);
    expect(result).toMatchObject({ stderr: "", code: 3 });
    expect(result.stdout).toMatch(/^127\.0\.0\.1 \d+ 127\.0\.0\.1 \d+\n$/);
    const lost = await run(`${ssh} -J nobody@bastion app-01 -- ${config} true`);
    expect(lost).toMatchObject({ stdout: "", code: 255 });
    expect(lost.stderr).toContain("Permission denied");
  });

  test("ssh refuses an unknown host key, on one machine and on several", async () => {
    const unknown = "-o UserKnownHostsFile=known_nobody";
    const one = await run(`${ssh} ${unknown} app-01 -- ${config} true`);
    expect(one).toMatchObject({ stdout: "", code: 255 });
    expect(one.stderr).toContain("Host key verification failed.");
    const several = await run(`${ssh} ${unknown} app-01 app-02 -- ${config} true`);
    expect(several).toMatchObject({ stdout: "", code: 10 });
    expect(several.stderr).toMatch(/^app-01: .*Host key verification failed\.$/ms);
    expect(readFileSync(join(folder, "known_nobody"), "utf8")).toBe("");
  });

  test("ssh reports that a login was refused", async () => {
    const result = await run(`svc machines ssh -l nobody -o BatchMode=yes app-01 -- ${config} true`);
    expect(result).toMatchObject({ stdout: "", code: 255 });
    expect(result.stderr).toContain("Permission denied");
  });

  test("runs on several machines, with the machine's name before each line", async () => {
    const result = await run(`${ssh} app-01 app-02 -- ${config} 'echo out; echo err >&2; exit 4'`);
    expect(result.stdout.split("\n").sort()).toEqual(["", "app-01: out", "app-02: out"]);
    expect(result.stderr).toMatch(/^app-01: err$/m);
    expect(result.stderr).toMatch(/^app-02: err$/m);
    expect(result.code).toBe(10);
  });

  test("a signal ends ssh and the command too, and decides the exit code", async () => {
    const result = await run(
      `"$SVC_NODE" "$SVC_LAUNCHER" machines ssh -l ${username} app-01 -- ${config} -tt 'echo $$ > shell; exec sleep 60' > /dev/null 2>&1 & svc=$!
      until [ -s "$HOME/shell" ] || [ -s ~${username}/shell ]; do sleep 0.05; done
      cat "$HOME/shell" ~${username}/shell 2>/dev/null > shell.pid; rm -f ~${username}/shell; kill -TERM $svc; wait $svc; code=$?
      for count in $(seq 400); do kill -0 "$(cat shell.pid)" 2>/dev/null || break; sleep 0.05; done
      kill -0 "$(cat shell.pid)" 2>/dev/null && echo left; exit $code`,
    );
    expect(result).toEqual({ stdout: "", stderr: "", code: 143 });
  });
});
