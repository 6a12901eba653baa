import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namesFolder } from "../../../../src/cli/names-cache/freshness.ts";
import { parseKey } from "../../../../src/client/profiles/credentials.ts";
import { sandboxOfFile } from "../../../sandboxes.ts";
import { runSvc } from "../../../svc-run.ts";
import { folderOfTest } from "../../../temporary-folder.ts";

const sandbox = await sandboxOfFile({ instant: true });

/** Runs lines against the sandbox with a new cache. */
function operator() {
  const env = {
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
    SVC_CACHE_DIR: folderOfTest(),
  };
  const folder =
    namesFolder(env, { baseUrl: sandbox.url, credentials: parseKey(sandbox.keys.administrator, "") }) ?? "";
  return {
    /** Makes all cache files `minutes` older. */
    pass: (minutes: number) => {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        const { mtimeMs } = statSync(path);
        const time = mtimeMs / 1000 - minutes * 60;
        utimesSync(path, time, time);
      }
    },
    run: async (line: string) => {
      const result = await runSvc(line.split(" "), { env });
      expect(result).toMatchObject({ code: 0, stderr: "" });
      return result.stdout;
    },
    /** The cached words of a kind. */
    cachedWords: (kind: string) =>
      readFileSync(join(folder, kind), "utf8")
        .split("\n")
        .slice(1, -1)
        .map((line) => line.split("\t")[0]),
    /** Identifies the current version of a cache file. */
    mark: (kind: string) => {
      const { ino, mtimeMs } = statSync(join(folder, kind));
      return `${ino} ${mtimeMs}`;
    },
  };
}

test.each(["table", "wide", "json", "ndjson", "yaml", "csv", "name"])(
  "a list as %s keeps the names that it shows",
  async (form) => {
    const { run, cachedWords } = operator();
    await run(`machines list -o ${form}`);
    expect(cachedWords("machines")).toEqual(
      (await run("machines list -o json --query [].hostname")).match(/[\w-]+/g),
    );
  },
);

test.each(["--limit 2", "web-01 web-02", "web-*", "--status ready", "--mine", "--owner bob", "--os jammy"])(
  "a list with %s takes nothing away",
  async (filter) => {
    const { run, pass, cachedWords } = operator();
    await run("machines list");
    const all = cachedWords("machines");
    pass(20);
    await run(`machines list ${filter}`);
    expect(cachedWords("machines").sort()).toEqual(all.sort());
  },
);

test("lists within a quarter of an hour write nothing", async () => {
  const { run, pass, mark } = operator();
  await run("machines list");
  pass(14);
  const first = mark("machines");
  for (const line of ["machines list", "machines ls -o json", "machines ls web-01", "machines ls --mine"]) {
    await run(line);
    expect(mark("machines")).toBe(first);
  }
  pass(2);
  const older = mark("machines");
  await run("machines list");
  expect(mark("machines")).not.toBe(older);
});

test("objects that svc has changed are listed again at once", async () => {
  const { run, cachedWords, mark } = operator();
  await run("domains list");
  await run("fabrics list");
  const fabrics = mark("fabrics");
  await run("domains create --name new.example");
  await run("domains list");
  await run("fabrics list");
  expect(cachedWords("domains")).toContain("new.example");
  expect(mark("fabrics")).toBe(fabrics);
});

test("lists work if nothing can be stored", async () => {
  for (const SVC_CACHE_DIR of ["/dev/null/cache", "/proc/cache"]) {
    const env = { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator, SVC_CACHE_DIR };
    for (const line of ["machines list", "machines list --mine -o json", "domains list"])
      expect(await runSvc(line.split(" "), { env })).toMatchObject({ code: 0, stderr: "" });
  }
});
