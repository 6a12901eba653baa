import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { folderOfFile } from "../temporary-folder.ts";
import { node } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
const folder = folderOfFile();
const clone = join(folder, "a clone, überall");

/** Files that a clone does not have: packages, builds and measurements. */
const notCloned = /^(\.git|node_modules|dist(\..*)?|coverage|.*\.tgz)$/;

const inClone = (command: string) => {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, npm_config_update_notifier: "false" };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: clone, encoding: "utf8", env });
  return { status, stdout, stderr };
};

// Uses npm's cache, and the registry for packages that are not in it.
const needsNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|command not found|not found$/m;

describe("a clone that was never built", () => {
  let missing: string | undefined;
  beforeAll(() => {
    for (const name of readdirSync(root).filter((one) => !notCloned.test(one)))
      cpSync(join(root, name), join(clone, name), { recursive: true });
    const { status, stderr } = inClone("npm ci --omit=dev --prefer-offline --no-audit --no-fund");
    if (status === 0) return;
    if (!needsNetwork.test(stderr)) throw new Error(`npm ci --omit=dev ended with ${status}: ${stderr}`);
    missing = stderr.trim().split("\n")[0];
    console.warn(`npm or its registry is absent, and npm ci --omit=dev is not tried: ${missing}`);
  });

  test("runs after npm ci --omit=dev, which installs no development packages", ({ skip }) => {
    if (missing !== undefined) skip();
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(inClone(`"${node}" bin/svc.js --version`)).toEqual({
      status: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
    const list = inClone(
      `"${node}" bin/svc.js sandbox exec --instant -- "${node}" bin/svc.js machines list -o name`,
    );
    expect(list).toMatchObject({ status: 0, stderr: "" });
    expect(list.stdout.trim().split("\n")).toHaveLength(12);
    for (const name of ["vitest", "typescript", "@biomejs"])
      expect([name, existsSync(join(clone, "node_modules", name))]).toEqual([name, false]);
  });

  test("is packed with its build, and package.json stays unchanged", ({ skip }) => {
    if (missing !== undefined) skip();
    const before = readFileSync(join(clone, "package.json"), "utf8");
    const { status, stdout } = inClone("npm pack --json --pack-destination ..");
    expect(status).toBe(0);
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["bin/svc.js", "dist/svc.js", "dist/lib/index.js"]));
    expect(readFileSync(join(clone, "package.json"), "utf8")).toBe(before);
  });

  test("cannot be packed without build tools", ({ skip }) => {
    if (missing !== undefined) skip();
    const { status, stderr } = inClone("rm -rf dist node_modules && npm pack --json --pack-destination ..");
    expect(status).toBe(1);
    expect(stderr).toContain("esbuild is not installed: run 'npm ci'");
  });
});
