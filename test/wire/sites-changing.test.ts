import { describe, expect, test } from "vitest";
import { startSvc } from "../svc-run.ts";
import { useSites } from "./sites-fixture.ts";

const { folder, sites, svc } = useSites();

describe("changing at several sites", () => {
  test("machines are changed by name, and standard input accepts names with sites", async () => {
    const names = (await svc("machines list -p east,west -o name --hostname web-01")).stdout;
    const locked = await svc("machines allocate -p east,west --name db-01 -o csv --columns site,hostname");
    expect(locked).toMatchObject({ code: 0, stdout: "SITE,HOSTNAME\neast,db-01\n" });
    const result = await svc("machines set-owner-data - role=web -o csv --columns site,hostname,ok", {
      input: names,
    });
    expect(result.stderr).not.toMatch(/is not/);
    const fixed = await svc("machines mark-broken - --yes -o csv --columns site,hostname,ok", {
      input: names,
    });
    expect(fixed.stderr).toBe("");
    expect(fixed).toMatchObject({
      code: 0,
      stdout: "SITE,HOSTNAME,OK\neast,web-01,true\nwest,web-01,true\n",
    });
    const back = await svc("machines mark-fixed east/web-01 west/web-01 -o name");
    expect(back.stdout).toMatch(/^east\/\w+\nwest\/\w+\n$/);
  });

  test.each([
    [
      "a name at two sites is refused",
      "machines lock db-01 -p east,west --yes",
      2,
      /east\/db-01\n {2}west\/db-01/,
    ],
    [
      "a pattern leaves out a silent site, and the question says so",
      "machines mark-broken web-* -p east,refused,west",
      13,
      /^svc: east: .*, west: .*not confirmed\n.*\n? *refused: left out/m,
    ],
    [
      "a name may be at a silent site",
      "machines mark-broken gpu-01 -p east,refused --yes",
      10,
      /refused: http/,
    ],
    [
      "sites given by profiles must be confirmed",
      "machines mark-broken gpu-01 -p east,west",
      13,
      /east: mark-broken|east: machines mark-broken/,
    ],
    ["a pattern must be confirmed too", "machines mark-broken web-* -p east,west", 13, /east: .*, west: /],
    [
      "a read-only profile stops all",
      "machines mark-broken east/gpu-01 readonly/web-01 --yes",
      2,
      /'readonly' is read-only/,
    ],
    [
      "a protected profile that is not confirmed stops all",
      "machines mark-broken east/gpu-01 protected/web-01",
      13,
      /'protected' is protected/,
    ],
    [
      "the question says that a value is cleared",
      "config set theme -p east,west",
      13,
      /^svc: east: no value: clear theme, west: no value: clear theme: not confirmed/,
    ],
    ["an unknown name stops all", "machines mark-broken gpu-01 nope -p east,west --yes", 3, /nope/],
    [
      "an unknown name at one site stops the other",
      "machines mark-broken east/gpu-01 west/nope --yes",
      3,
      /west: no machine is called 'nope'/,
    ],
    [
      "an unknown name at a single site names the site",
      "machines mark-broken west/nope --yes",
      3,
      /^svc: west: no machine is called .nope./,
    ],
  ])("%s", async (_, line, code, message) => {
    const statuses = async () =>
      (await svc("machines list -p east,west -o csv --columns site,name,status_name")).stdout;
    const before = await statuses();
    const result = await svc(line);
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(await statuses()).toBe(before);
  });

  test("a change that one site carries out and another refuses is partial", async () => {
    await svc("tags create --name half -p west --yes");
    const { code, stderr } = await svc("tags create --name half -p east,west --yes -o json");
    expect([code, JSON.parse(stderr).error]).toMatchObject([10, { outcome: "partial" }]);
  });

  test.each([
    ["devices create --parent east/web-01 --mac-addresses 52:54:00:aa:00:01 --dry-run", 0, /parent/],
    [
      "events query --id east/web-01,west/web-01 --limit 1",
      0,
      /"site":"west","value":\[\]|"site":"(?:east|west)"/,
    ],
    ["machines list --id west/web-01,east/gpu-01", 0, /"site":"west".*"web-01.*"site":"east".*"gpu-01/],
    [
      "machines clone --source east/web-01 --destinations west/web-02 --dry-run",
      2,
      /--source names no machine at west/,
    ],
    [
      "devices create -p east,west --parent east/web-01 --mac-addresses 52:54:00:aa:00:01",
      2,
      /no machine at west/,
    ],
    [
      "devices update west/x --parent east/web-01",
      2,
      /--parent names a machine at east, but the command is for west/,
    ],
  ])("%s", async (line, code, message) => {
    const { stdout, stderr, code: actual } = await svc(`${line} -o json`);
    expect(stdout + stderr).toMatch(message);
    expect(actual).toBe(code);
  });

  test("names with a site are refused if SVC_URL is set", async () => {
    const { url, keys } = sites().east;
    const env = { SVC_URL: url, SVC_API_KEY: keys.administrator };
    expect(await svc("machines get east/web-01", { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("SVC_URL is for one service"),
    });
  });

  test("one confirmation covers all sites", async () => {
    const running = startSvc(["machines", "mark-broken", "web-*", "-p", "east,west", "-o", "name"], {
      env: { SVC_CONFIG_DIR: folder },
      isTyped: true,
      terminal: { isTTY: true, columns: 200, rows: 40 },
    });
    running.type("y\r");
    const result = await running.ended;
    expect(result.code).toBe(0);
    expect(result.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
  });

  test("allocate uses the first site with a match", async () => {
    const line = "machines allocate -p west,east --name gpu-01 -o csv --columns site,hostname";
    const result = await svc(line);
    expect(result).toMatchObject({ code: 0, stdout: "SITE,HOSTNAME\neast,gpu-01\n" });
    expect(result.stderr).toContain("done at east");
    expect(await svc(line)).toMatchObject({ code: 6, stdout: "" });
  });
});
