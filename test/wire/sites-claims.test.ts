import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { profileOf, refusedProfile, svcWith, writeProfiles } from "./sites-fixture.ts";

const folder = folderOfFile();
const svc = svcWith(folder);
let resetSandboxes: () => void;

beforeAll(async () => {
  const first = await startSandbox({ machines: 4, seed: 3, instant: true });
  const second = await startSandbox({ machines: 3, seed: 4, instant: true });
  writeProfiles(folder, {
    east: profileOf(first),
    refused: refusedProfile,
    first: profileOf(first),
    second: profileOf(second),
  });
  resetSandboxes = () => {
    first.reset();
    second.reset();
  };
  return async () => {
    await first.stop();
    await second.stop();
  };
});
beforeEach(() => resetSandboxes());

describe("claims with sites", () => {
  const claim = (count: string, sites = "[first, second]") =>
    `claims: [{name: ci, sites: ${sites}, count: ${count}, allocate: {arch: [amd64]}}]\n`;
  const run = (line: string, input: string) => svc(`${line} - -p east -q -o csv`, { input });
  const rows = ({ stdout }: { readonly stdout: string }) =>
    stdout
      .trim()
      .split("\n")
      .slice(1)
      .map((row) =>
        row
          .split(",")
          .filter((_, at) => [0, 2, 4].includes(at))
          .join(" "),
      );

  test("have the outcome of all sites if one refuses", async () => {
    for (const _ of [1, 2, 3]) await svc("machines allocate -p second");
    const { code, stderr } = await svc("apply --yes - -p east -q -o json", { input: claim("5") });
    expect([code, JSON.parse(stderr).error]).toMatchObject([6, { outcome: "partial" }]);
  });

  test("fill up from the next site and stay within their total", async () => {
    const short = await run(`apply --yes`, claim("9"));
    expect(short).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("claim second/ci: 3 of 5 machines"),
    });
    const afterShortage = rows(short);
    expect(afterShortage.filter((row) => row.startsWith("first"))).toHaveLength(4);
    expect(rows(await run(`apply --yes`, claim("7")))).toEqual(afterShortage);
    const withRefusedSite = await run(`apply --yes`, claim("1", "[first, refused, second]"));
    expect(withRefusedSite).toMatchObject({
      code: 10,
      stderr: expect.stringContaining("refused: http://127.0.0.1:1"),
    });
    expect(rows(withRefusedSite)).toEqual(afterShortage);
    const afterKeep = await run(`apply --yes --keep second/web-02`, claim("{first: 1, second: 1}"));
    expect(afterKeep).toMatchObject({ code: 0, stderr: "" });
    expect(rows(afterKeep).map((row) => row.replace(/\S+ Deployed/, ""))).toEqual(["first ", "second "]);
    expect(rows(afterKeep)).toContain("second web-02 Deployed");
    const lists = await svc("claims list -p first,second -o csv --columns SITE,NAME,DEPLOYED");
    expect(lists.stdout).toBe("SITE,NAME,DEPLOYED\nfirst,ci,1\nsecond,ci,1\n");
    const other = (await svc("machines allocate --deploy -p first -o name")).stdout.trim();
    const adopt = async (count: string, sites?: string) => {
      writeFileSync(join(folder, "ci.yaml"), claim(count, sites));
      const words = `${other} -p first --file ${join(folder, "ci.yaml")} --dry-run`;
      return (await svc(`claims adopt ci ${words}`)).stderr;
    };
    expect(await adopt("{first: 1, second: 9}")).toContain("count of claim ci is 1, but it would have 2");
    expect(await adopt("2")).toContain("count of claim ci is 1, but it would have 2");
    expect(await adopt("3")).toBe("dry run: not sent\n");
    expect(await adopt("3", "[second]")).toContain(
      "has no claim ci at this site\nhint: its claims: second/ci",
    );
    const plan = await run("plan --exit-code", claim("0"));
    expect(plan).toMatchObject({ code: 14, stdout: expect.stringMatching(/first\/ci[\s\S]*second\/ci/) });
    expect(await svc("claims release ci -p first,second --yes")).toMatchObject({ code: 0 });
  });

  test.each([
    ["apply --yes --rehearse", claim("1"), 2, /--rehearse copies only one site/],
    ["plan", claim("1", "[first, nope]"), 3, /no profile is called 'nope'/],
    ["plan", claim("1", "[refused]"), 11, /refused: .*refuses connections/],
    ["plan", claim("1", "[first, first]"), 2, /'first' is repeated/],
    ["plan --keep east/web-01", claim("1"), 2, /--keep east\/web-01: no claim has this site/],
  ])("%s %s", async (line, input, code, message) => {
    expect(await run(line, input)).toMatchObject({ code, stderr: expect.stringMatching(message) });
  });
});
