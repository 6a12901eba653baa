import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { folderOfFile } from "../temporary-folder.ts";
import { copyProject, npm, packInto } from "./package-fixture.ts";
import { node } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
const folder = folderOfFile();
const clone = join(folder, "a clone, überall");

const inClone = (command: string) => {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, npm_config_update_notifier: "false" };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: clone, encoding: "utf8", env });
  return { status, stdout, stderr };
};

// Uses npm's cache, and the registry for packages that are not in it.
const needsNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|command not found|not found$/m;

/** The files of a build by path. */
const buildIn = (project: string) =>
  new Map(
    readdirSync(join(project, "dist"), { recursive: true, encoding: "utf8" })
      .filter((name) => !/^(?:standalone|packages)\b/.test(name))
      .sort()
      .filter((name) => statSync(join(project, "dist", name)).isFile())
      .map((name) => [name, readFileSync(join(project, "dist", name))] as const),
  );

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const hashesOf = (files: ReadonlyMap<string, Buffer>) =>
  [...files].map(([name, bytes]) => [name, hashOf(bytes)]);

describe("a clone that was never built", () => {
  let missing: string | undefined;
  beforeAll(() => {
    copyProject(clone);
    const { status, stderr } = inClone("npm ci --omit=dev --prefer-offline --no-audit --no-fund");
    if (status === 0) return;
    if (!needsNetwork.test(stderr)) throw new Error(`npm ci --omit=dev ended with ${status}: ${stderr}`);
    missing = stderr.trim().split("\n")[0];
    console.warn(`npm or its registry is absent, and npm ci --omit=dev is not tried: ${missing}`);
    // A copy, because links to other folders would be followed.
    expect(inClone(`rm -rf node_modules && cp -al '${root}/node_modules' .`)).toMatchObject({ status: 0 });
    expect(inClone(`"${node}" .ci/prepare.mjs`)).toMatchObject({ status: 0 });
  });

  test("runs after npm ci --omit=dev, which installs no development packages", ({ skip }) => {
    if (missing !== undefined) skip();
    const list = inClone(
      `"${node}" bin/svc.js sandbox exec --instant -- "${node}" bin/svc.js machines list -o name`,
    );
    expect(list).toMatchObject({ status: 0, stderr: "" });
    expect(list.stdout.trim().split("\n")).toHaveLength(12);
    for (const name of ["vitest", "typescript", "@biomejs"])
      expect(existsSync(join(clone, "node_modules", name)), name).toBe(false);
  });

  test("has the same build as any other copy, byte for byte, which does not mention the machine", () => {
    const build = buildIn(clone);
    expect(build.size).toBeGreaterThan(20);
    expect(hashesOf(build)).toEqual(hashesOf(buildIn(root)));
    const ofMachine = [root, folder, `${homedir()}/`, hostname()].filter((text) => text.length > 4);
    const naming = [...build].flatMap(([name, bytes]) =>
      ofMachine.filter((text) => bytes.includes(text)).map((text) => [name, text]),
    );
    expect(naming).toEqual([]);
  });

  test.skipIf(npm === undefined)(
    "is packed with its build, always the same, and stays unchanged",
    async () => {
      const before = readFileSync(join(clone, "package.json"), "utf8");
      const { status, stdout } = inClone("npm pack --json --pack-destination ..");
      expect(status).toBe(0);
      const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
      const paths = files.map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(["bin/svc.js", "dist/svc.js", "dist/lib/index.js"]));
      expect(readFileSync(join(clone, "package.json"), "utf8")).toBe(before);
      const ofClone = hashOf(readFileSync(join(folder, filename)));
      expect(hashOf(readFileSync(join(folder, (await packInto(folder)).filename)))).toBe(ofClone);
    },
  );

  test.skipIf(npm === undefined)("cannot be packed without build tools", () => {
    const move = "mkdir ../aside && mv dist node_modules ../aside";
    const { status, stderr } = inClone(
      `${move} && npm pack --pack-destination ..; code=$?; mv ../aside/* .; exit $code`,
    );
    expect(status).toBe(1);
    expect(stderr).toContain("esbuild is not installed: run 'npm ci'");
  });
});
