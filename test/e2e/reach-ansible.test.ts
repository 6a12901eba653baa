import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { sandboxOfFile } from "../sandboxes.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { runHere } from "./run-in-process.ts";
import { launcher, node, runInShell } from "./terminal.ts";

const hasAnsible = spawnSync("ansible-inventory", ["--version"]).status === 0;
if (!hasAnsible) console.warn("ansible-inventory is absent: the inventory is not read by Ansible itself");

const folder = folderOfFile();
const sandbox = await sandboxOfFile({ instant: true });
beforeAll(async () => {
  writeFileSync(join(folder, "fleet"), `#!/bin/sh\nexec '${node}' '${launcher}' inventory "$@"\n`);
  chmodSync(join(folder, "fleet"), 0o755);
});

const options = () => ({
  folder,
  env: { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator, LC_ALL: "C.UTF-8" },
});
const run = (command: string) => runHere(command, options());
/** Ansible runs the built svc. */
const runAnsible = (command: string) => runInShell(command, options());
const json = async (command: string, runner = run) => {
  const { stdout, stderr, code } = await runner(command);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
};

describe("svc inventory", () => {
  test("--list equals the output without options, with any output format in the environment", async () => {
    const { stdout } = await run("svc inventory");
    expect((await run("svc inventory --list")).stdout).toBe(stdout);
    expect((await run("SVC_OUTPUT=yaml svc inventory --list")).stdout).toBe(stdout);
    expect((await run("svc inventory -o json")).stdout).toBe(stdout);
    const { _meta, ...groups } = JSON.parse(stdout);
    expect(Object.keys(_meta.hostvars)).toEqual(["app-01", "app-02"]);
    expect(groups.status_deployed.hosts).toEqual(["app-01", "app-02"]);
  });

  test("--host prints the variables of a host by any of its names, and nothing for an unknown one", async () => {
    const { ansible_host, ansible_user, svc_pool } = await json("svc inventory --host app-02");
    expect({ ansible_host, ansible_user, svc_pool }).toEqual({
      ansible_host: "10.10.0.5",
      ansible_user: "ubuntu",
      svc_pool: "web",
    });
    expect(await json("svc inventory --host APP-02.svc -l root")).toMatchObject({ ansible_user: "root" });
    expect(await json("svc inventory --host nosuch")).toEqual({});
  });

  test("--all adds the other machines, without addresses", async () => {
    const { _meta, status_ready } = await json("svc inventory --all");
    expect(Object.keys(_meta.hostvars)).toHaveLength(12);
    expect(status_ready.hosts).toContain("web-01");
    expect(_meta.hostvars["web-01"]).not.toHaveProperty("ansible_host");
  });

  test("--where selects machines", async () => {
    expect(Object.keys((await json("svc inventory --where pool=web"))._meta.hostvars)).toEqual(["app-02"]);
    expect(await json("svc inventory --where pool=web,status=ready")).toEqual({
      all: { children: ["ungrouped"] },
      _meta: { hostvars: {} },
    });
  });

  test.each([
    ["svc inventory -o yaml", 2],
    ["svc inventory --list --host x", 2],
    ["svc inventory --where nosuch=1", 2],
    ["SVC_API_KEY=a:b:c svc inventory", 4],
  ])("%s ends with %i and prints nothing", async (command, code) => {
    expect(await run(command)).toMatchObject({ code, stdout: "" });
  });
});

describe.skipIf(!hasAnsible)("Ansible", () => {
  test("reads the inventory: groups, hosts and variables", async () => {
    const { _meta, status_deployed, tag_ssd } = await json("ansible-inventory -i fleet --list", runAnsible);
    expect(status_deployed.hosts).toEqual(["app-01", "app-02"]);
    expect(tag_ssd.hosts).toEqual(["app-01"]);
    expect(_meta.hostvars["app-01"]).toMatchObject({ ansible_host: "10.10.0.4", svc_tags: ["ssd"] });
    const { stderr } = await runAnsible("ansible-inventory -i fleet --graph");
    expect(stderr).toBe("");
  });

  test("does not evaluate templates in annotations", async () => {
    const pwned = join(folder, "pwned");
    await run(`svc machines set-workload-annotations app-01 'note={{ lookup("pipe", "touch ${pwned}") }}'`);
    const result = await runAnsible("ansible app-01 -i fleet -c local -m debug -a var=svc_annotations");
    expect(result.stdout).toContain('{{ lookup(\\"pipe\\"');
    expect(result.code).toBe(0);
    expect(existsSync(pwned)).toBe(false);
  });
});
