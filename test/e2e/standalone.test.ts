import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { nodes } from "../nodes.ts";
import { folderOfFile } from "../temporary-folder.ts";

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
  });

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
      expect(existsSync(join(buildFolder, name)), name).toBe(true);
    const license = readFileSync(join(buildFolder, "NODE-LICENSE.txt"), "utf8");
    expect(license).toContain(`contains Node.js ${versionOf(maker ?? "")}`);
  });

  withTool(
    "is the same in every build, and holds nothing of the environment and machine that built it",
    () => {
      const again = join(folder, "again");
      const { SVC_API_KEY, SVC_URL } = ofTheBuild;
      expect(build(process.execPath, "--node", maker ?? "", again).status).toBe(0);
      const bytes = readFileSync(join(buildFolder, "svc"));
      expect(readFileSync(join(again, "svc")).equals(bytes)).toBe(true);
      for (const text of [SVC_API_KEY, SVC_URL, root, folder, `${maker}/`])
        expect(bytes.includes(text), text).toBe(false);
      expect(inShell("SVC_CONFIG_DIR=none svc machines list")).toMatchObject({ status: 4, stdout: "" });
    },
  );

  withTool("starts a sandbox around a command, which finds svc and works with it", () => {
    const work = [
      "svc machines list -o json >whole; svc machines list -o json | (sleep 1; cat) | cat - whole | wc -c; wc -c <whole",
      "svc machines list | head -1 >head; svc machines list -o name | wc -l",
      "svc machines allocate --tags ssd --deploy --wait --quiet --columns NAME,STATUS",
      "svc describe --quiet > /dev/null; svc zones list --columns name | head -2",
      'echo "$SVC_API_KEY" | svc login lab "$SVC_URL" --api-key-stdin --quiet -o name',
      "svc files create --filename notes --file - --quiet --profile lab && svc files get notes",
      "exit 7",
    ].join("\n");
    const result = inShell(
      `svc sandbox exec --instant --machines 300 -- sh -c '${work}'`,
      "from standard input\n",
    );
    const [both = "", whole = "", ...others] = result.stdout.split("\n");
    expect(Number(whole)).toBeGreaterThan(100_000);
    expect(Number(both)).toBe(2 * Number(whole));
    expect(others.join("\n")).toMatch(
      /^\s*300\nNAME +\S+\nSTATUS +Deployed\nNAME\ndefault\nlab\n[\s\S]*from standard input\n$/,
    );
    expect(result.status).toBe(7);
    expect(inShell("svc machines gte web-01")).toMatchObject({ status: 2, stdout: "" });
  });

  withTool("starts a sandbox in the background, and stops it", () => {
    expect(inShell("svc sandbox start --detach --port 0 --instant --state lab.json")).toMatchObject({
      status: 0,
    });
    try {
      const missing = inShell("NODE_OPTIONS=--no-deprecation svc machines get nope --profile sandbox");
      expect(missing).toMatchObject({ status: 3, stdout: "" });
    } finally {
      expect(inShell("svc sandbox stop")).toMatchObject({ status: 0 });
    }
  });

  withTool("has the help and the completions of an installation", () => {
    // The description is cached by earlier tests, so use an empty folder.
    const launched = spawnSync(process.execPath, [join(root, "bin/svc.js"), "machines", "deploy", "--help"], {
      encoding: "utf8",
      env: { HOME: home, SVC_CACHE_DIR: join(home, "none") },
    });
    expect(inShell("SVC_CACHE_DIR=none svc machines deploy --help")).toEqual({
      status: 0,
      stdout: launched.stdout,
      stderr: "",
    });
    expect(inShell("SVC_CACHE_DIR=none svc completion bash").stdout).toBe(
      readFileSync(join(root, "completions/svc.bash"), "utf8"),
    );
  });
});
