import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { nodes } from "../nodes.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { hasTerminal } from "./terminal-process.ts";

const root = join(import.meta.dirname, "../..");
const folder = folderOfFile();
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** The only programs on PATH besides the executable. */
const programs = join(folder, "programs");
mkdirSync(programs);
for (const name of ["sh", "cat", "head", "sleep", "wc"]) {
  const path = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
  symlinkSync(path, join(programs, name));
}

const versionOf = (node: string) => spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
const makesExecutables = (node: string) => Number.parseInt(versionOf(node).slice(1), 10) >= 26;

/** The Node that is built into the executable. */
const maker = nodes.find(makesExecutables);
const builder = join(root, ".ci/build-standalone.mjs");

/** Values in the build's environment that must not occur in the executable. */
const ofTheBuild = {
  SVC_API_KEY: "key-of:the:build",
  SVC_URL: "http://service-of-the-build.example/SVC",
  SVC_OUTPUT: "yaml",
  NO_COLOR: "1",
};

function build(node: string, ...words: readonly string[]) {
  const env = { ...process.env, ...ofTheBuild };
  const { status, stdout, stderr } = spawnSync(node, [builder, ...words], { encoding: "utf8", env });
  return { status, stdout, stderr };
}

test.skipIf(makesExecutables(process.execPath))(
  "an older Node says in one line which one makes the executable",
  () => {
    const executable = join(folder, "by an older one");
    const result = build(process.execPath, executable);
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toMatch(
      /^standalone: not built: Node 26 builds it, [^\n]*npx [^\n]* --node PATH'\n$/,
    );
    expect(existsSync(executable)).toBe(false);
  },
);

test("a missing Node is reported", () => {
  const result = build(process.execPath, "--node", join(folder, "none"), join(folder, "of none"));
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(/^standalone: not built: \S*none cannot be run: [^\n]*\n$/);
});

describe("the standalone executable", () => {
  const home = join(folder, "home, überall");
  const bin = join(home, "bin");
  const buildFolder = join(home, "made");
  let lack: string | undefined = "SVC_TEST_NODES names no Node 26";

  beforeAll(() => {
    mkdirSync(bin, { recursive: true });
    if (maker !== undefined) {
      const { status, stdout, stderr } = build(process.execPath, "--node", maker, buildFolder);
      [, lack] = /^standalone: not built: (.*)$/m.exec(stderr) ?? [];
      if (lack === undefined) expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: "" });
    }
    if (lack !== undefined) console.warn(`no standalone executable is made: ${lack}`);
    // Like an installation into a folder of PATH.
    symlinkSync("../made/svc", join(bin, "svc"));
  }, 180_000);

  /** Runs a shell command without Node and without the user's files. */
  function inShell(command: string, input = "") {
    const env = { PATH: `${bin}${delimiter}${programs}`, HOME: home };
    const { status, stdout, stderr } = spawnSync(join(programs, "sh"), ["-c", command], {
      cwd: home,
      encoding: "utf8",
      env,
      input,
    });
    return { status, stdout, stderr };
  }

  const withTool = (name: string, work: () => void) =>
    test(name, ({ skip }) => {
      if (lack !== undefined) skip();
      work();
    });

  withTool("is one file with the licences beside it, and needs no Node", () => {
    expect(inShell("command -v node").status).not.toBe(0);
    expect(inShell("svc --version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
    for (const name of ["LICENSE", "THIRD-PARTY-NOTICES.txt", "NODE-LICENSE.txt"])
      expect([name, existsSync(join(buildFolder, name))]).toEqual([name, true]);
    const license = readFileSync(join(buildFolder, "NODE-LICENSE.txt"), "utf8");
    expect(license).toContain(`contains Node.js ${versionOf(maker ?? "")}`);
  });

  withTool("holds nothing of the environment that it was made in", () => {
    const bytes = readFileSync(join(buildFolder, "svc"));
    for (const value of [ofTheBuild.SVC_API_KEY, ofTheBuild.SVC_URL, root])
      expect([value, bytes.includes(value)]).toEqual([value, false]);
    expect(inShell("svc machines list")).toMatchObject({ status: 4, stdout: "" });
  });

  withTool("is the same in every build, and names no folder of the machine that built it", () => {
    const again = join(folder, "again");
    expect(build(process.execPath, "--node", maker ?? "", again).status).toBe(0);
    const bytes = readFileSync(join(buildFolder, "svc"));
    expect(readFileSync(join(again, "svc")).equals(bytes)).toBe(true);
    for (const path of [root, folder, maker ?? root])
      expect([path, bytes.includes(`${path}/`)]).toEqual([path, false]);
  });

  withTool("asks for the time and for random numbers at each run, and waits", () => {
    const work = `svc status | head -1; echo "$SVC_SANDBOX_EXEC"`;
    const runs = [1, 2].map(() => inShell(`svc sandbox exec -- sh -c '${work}'`).stdout.split("\n"));
    const [[head = "", word] = [], [, other] = []] = runs;
    const time = Date.parse(head.slice(head.search(/\S+ \S+$/)));
    expect(Math.abs(time - Date.now())).toBeLessThan(600_000);
    expect(word).toMatch(/^\w{32}$/);
    expect(other).not.toBe(word);
    const wait = "svc machines deploy web-01 --wait --quiet --columns STATUS";
    expect(inShell(`svc sandbox exec --speed 60 -- ${wait}`)).toEqual({
      status: 0,
      stdout: "STATUS  Deployed\n",
      stderr: "",
    });
  });

  withTool("looks at its terminal at each run", () => {
    if (!hasTerminal) return console.warn("no terminal is tried: there is no script of util-linux");
    const env = { PATH: `${bin}${delimiter}${process.env["PATH"]}`, HOME: home, TERM: "xterm" };
    const listIn = (columns: number, more = {}) => {
      const line = `stty cols ${columns}; exec svc sandbox exec -- svc machines list`;
      const words = ["-qec", line, "/dev/null"];
      return spawnSync("script", words, { encoding: "utf8", env: { ...env, ...more } }).stdout;
    };
    expect(listIn(60)).toMatch(/hidden: widen the window.*\r\n\u001b\[1mNAME/);
    expect(listIn(200)).not.toContain("hidden");
    expect(listIn(200, { NO_COLOR: "1" })).toMatch(/^NAME +STATUS/m);
  });

  withTool("starts a sandbox around a command, which finds svc and works with it", () => {
    const work = [
      "svc machines list -o name | wc -l",
      "svc machines allocate --tags ssd --deploy --wait --quiet --columns NAME,STATUS",
      "svc machines list --status ready -o name | svc machines power-on - -o ndjson | wc -l",
      "svc describe --quiet > /dev/null; svc zones list --columns name | head -2",
      'echo "$SVC_API_KEY" | svc login lab "$SVC_URL" --api-key-stdin --quiet -o name',
      "svc events query --limit 2 -o yaml --profile lab | head -1",
    ].join("\n");
    const result = inShell(`svc sandbox exec --instant -- sh -c '${work}'`);
    expect(result.stdout).toMatch(
      /^\s*12\nNAME +\S+\nSTATUS +Deployed\n\s*4\nNAME\ndefault\nlab\ncount: 2\n$/,
    );
    expect(result.status).toBe(0);
  });

  withTool("passes pipes, exit codes and standard input on", () => {
    const many = "svc sandbox exec --instant --machines 300 --";
    expect(inShell(`${many} sh -c 'svc machines list -o json | cat | wc -c'`).stdout).toMatch(
      /^\s*\d{6,}\n$/,
    );
    expect(inShell(`${many} sh -c 'svc machines list | head -1'`)).toMatchObject({ status: 0, stderr: "" });
    const work =
      "svc machines list -o json >whole; svc machines list -o json | (sleep 1; cat) | cat - whole | wc -c; wc -c <whole";
    const [both = 0, wholeMs] = inShell(`${many} sh -c '${work}'`).stdout.trim().split(/\s+/).map(Number);
    expect(both / 2).toBe(wholeMs);
    expect(inShell("svc sandbox exec -- sh -c 'exit 7'").status).toBe(7);
    expect(inShell("svc machines gte web-01")).toMatchObject({ status: 2, stdout: "" });
    const file = inShell(
      "svc sandbox exec -- sh -c 'svc files create --filename notes --file - --quiet && svc files get notes'",
      "from standard input\n",
    );
    expect(file.stdout).toContain("from standard input");
  });

  withTool("starts a sandbox in the background, and stops it", () => {
    expect(inShell("svc sandbox start --detach --port 0 --instant --state lab.json")).toMatchObject({
      status: 0,
    });
    try {
      expect(inShell("svc machines list --profile sandbox -o name | wc -l").stdout.trim()).toBe("12");
      const missing = inShell("NODE_OPTIONS=--no-deprecation svc machines get nope --profile sandbox");
      expect(missing).toMatchObject({ status: 3, stdout: "" });
    } finally {
      expect(inShell("svc sandbox stop")).toMatchObject({ status: 0 });
    }
  });

  withTool("has the help and the completions of an installation", () => {
    // The description is cached by earlier tests, so use an empty folder.
    for (const words of ["--help", "machines deploy --help", "help exit-codes", "operations -o json"]) {
      const launched = spawnSync(process.execPath, [join(root, "bin/svc.js"), ...words.split(" ")], {
        encoding: "utf8",
        env: { HOME: home, SVC_CACHE_DIR: join(home, "none") },
      });
      expect(inShell(`SVC_CACHE_DIR=none svc ${words}`)).toEqual({
        status: 0,
        stdout: launched.stdout,
        stderr: "",
      });
    }
    const completions = { bash: "svc.bash", zsh: "_svc", fish: "svc.fish" };
    for (const [shell, name] of Object.entries(completions))
      expect(inShell(`SVC_CACHE_DIR=none svc completion ${shell}`).stdout).toBe(
        readFileSync(join(root, "completions", name), "utf8"),
      );
  });
});
