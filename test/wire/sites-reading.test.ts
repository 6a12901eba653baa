import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOfTest } from "../temporary-folder.ts";
import { useSites } from "./sites-fixture.ts";

const { svc } = useSites();

describe("reading at several sites", () => {
  test.each([
    ["csv", "machines list -p east,west -o csv --columns site,name", /^SITE,NAME\neast,[\s\S]*\nwest,/],
    ["names", "machines list -p east,west -o name", /^east\/\w{6}\n[\s\S]*\nwest\/\w{6}\n$/],
    [
      "ndjson",
      "machines list -p east,west -o ndjson",
      /^\{"site":"east","system_id"[\s\S]*\n\{"site":"west",/,
    ],
    ["yaml", "resourcepools list -p east,west -o yaml", /^- site: east\n {2}value:\n[\s\S]*\n- site: west\n/],
    ["a limit for all", "machines list -p east,west -o name --limit 5", /^(?:east\/\w+\n){4}west\/\w+\n$/],
    [
      "sorting of all",
      "machines list -p west,east -o tsv --columns site,name --sort name,site --no-header",
      /^east\tdb-01\.svc\nwest\tdb-01\.svc\n/,
    ],
    ["a query of all", "machines list -p east,west --query length([].value[]) -o json", /^7\n$/],
    ["a profile twice", "machines list -p west,west -o name", /^(?:west\/\w+\n){3}$/],
    ["a pattern", "machines list -p e*t,wes? -o name --limit 5", /^(?:east\/\w+\n){4}west\/\w+\n$/],
    ["words of lists", "machines list west/web-01 east/db-01 -o name", /^west\/\w{6}\neast\/\w{6}\n$/],
    [
      "names of one",
      "machines get west/web-01 east/db-01 -o csv --columns site,hostname",
      /^SITE,HOSTNAME\neast,db-01\nwest,web-01\n$|^SITE,HOSTNAME\nwest,web-01\neast,db-01\n$/,
    ],
    [
      "a name everywhere",
      "machines get db-01 -p east,west -o csv --columns site,hostname",
      /^SITE,HOSTNAME\neast,db-01\nwest,db-01\n$/,
    ],
    ["a name at one", "machines get gpu-01 -p east,west -o name", /^east\/\w+\n$/],
    ["a word alone", "machines get west/web-01 -o csv --columns hostname", /^HOSTNAME\nweb-01\n$/],
    [
      "a page",
      "status -p east,west",
      /^==> east <==\n[\s\S]*\n==> west <==\n[\s\S]*\n==> total of 2 sites <==\n7 machines, /,
    ],
    [
      "issues",
      "machines issues -p east,west -o json",
      /^\[\{"site":"east","value":\[\]\},\{"site":"west","value":\[\]\}\]\n$/,
    ],
    ["an inventory", "inventory -p east,west --all", /"site_east":\{"hosts":\[[^\]]*"east-db-01"/],
    [
      "a plan",
      `plan -p east,west ${join(import.meta.dirname, "../fixtures/site.yaml")} -o json`,
      /^\[\{"site":"east","value":\{"changes"/,
    ],
  ])("reads from all sites: %s", async (_, line, stdout) => {
    const result = await svc(line);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringMatching(stdout) });
  });

  test("JSON contains the services' answers unchanged", async () => {
    const both = JSON.parse((await svc("machines list -p east,west -o json")).stdout);
    for (const site of ["east", "west"]) {
      const alone = JSON.parse((await svc(`machines list -p ${site} -o json`)).stdout);
      expect(both.find((each: { site: string }) => each.site === site).value).toEqual(alone);
    }
  });

  test("events are merged by time, the newest first", async () => {
    const { stdout } = await svc("events query -p east,west -o ndjson --level DEBUG");
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const times = events.map(({ created }) => Date.parse(`${created}Z`) || Date.parse(created));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(new Set(events.map(({ site }) => site))).toEqual(new Set(["east", "west"]));
  });

  test("a warning about the command is shown once", async () => {
    const { stderr } = await svc("commissioning-scripts list -p east,west -o name");
    expect(stderr).toMatch(/^warning: commissioning-scripts list is deprecated[^\n]*\n$/);
  });

  test("one profile prints the same as svc without -p", async () => {
    const plain = await svc("machines list");
    expect(await svc("machines list -p east")).toEqual(plain);
    expect(plain.stdout).toMatch(/^NAME /);
  });

  test.each(["get gxpu-01 -p west,east", "lock gxpu-01 -p west,east", "get east/gxpu-01"])(
    "an unknown name gets a near one, even if only one of the sites has it: machines %s",
    async (words) => {
      await svc("machines list -p west,east");
      expect((await svc(`machines ${words}`)).stderr).toContain("hint: did you mean east/gpu-01?");
    },
  );

  test("--all-profiles skips sandboxes and further profiles with the same key", async () => {
    const { stdout } = await svc("machines list --all-profiles -o json --timeout 1 -q");
    const sites = JSON.parse(stdout).map(({ site }: { site: string }) => site);
    expect(sites).toEqual(["again", "east", "page", "plain", "refused", "silent", "wrongkey"]);
  });

  test("an export writes a folder for each site", async () => {
    const into = folderOfTest();
    expect(await svc(`export -p east,west --into ${into} resourcepools`)).toMatchObject({
      code: 0,
      stdout: "",
    });
    for (const site of ["east", "west"])
      expect(readFileSync(join(into, site, "export.yaml"), "utf8")).toMatch(/^resourcepools:\n/);
  });

  test("an export that fails leaves no folders", async () => {
    const into = join(folderOfTest(), "new");
    expect((await svc(`export -p refused --into ${into}/deeper resourcepools`)).code).toBe(11);
    expect(existsSync(into)).toBe(false);
    expect((await svc(`export -p refused,wrongkey --into ${into} resourcepools`)).code).toBe(11);
    expect(existsSync(into)).toBe(false);
    expect(await svc("export -p east --into /dev/null/x zones")).toMatchObject({
      code: 1,
      stderr: "svc: cannot create '/dev/null/x': not a directory\n",
    });
    const file = await svc("export --into /dev/null zones -p plain");
    expect([file.code, file.stderr.split("\n")[0]]).toEqual([2, "svc: '/dev/null' is not a folder"]);
  });
});
