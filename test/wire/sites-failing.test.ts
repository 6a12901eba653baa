import { describe, expect, onTestFinished, test } from "vitest";
import { startSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { answer, rawServer } from "./raw-server.ts";
import { otherKey, profile, profileOf, useSites, writeProfiles } from "./sites-fixture.ts";

const { folder, sites, svc } = useSites();

describe("failing sites", () => {
  test.each([
    ["refused", /refused: http:\/\/127\.0\.0\.1:1 refuses connections/],
    ["wrongkey", /wrongkey: .*(?:signature|token|key)/i],
    ["page", /page: .*(?:HTML|page)/i],
    ["silent", /silent: .*(?:no answer|in time|within)/i],
  ])("%s does not affect the others", async (site, message) => {
    const result = await svc(`machines list -p ${site},east -o json --timeout 1`);
    expect(result.code).toBe(10);
    expect(result.stderr).toMatch(message);
    const [first, second] = JSON.parse(result.stdout);
    expect(first).toMatchObject({ site, error: { message: expect.any(String) } });
    expect(second).toMatchObject({ site: "east", value: { length: 4 } });
  });

  test("an inventory in JSON is one object", async () => {
    const { stdout, code } = await svc("inventory -p refused,east --all -o json");
    expect(code).toBe(10);
    expect(JSON.parse(stdout)).toMatchObject({ site_east: { hosts: expect.any(Array) } });
  });

  test.each([
    ["no site answers", "machines list -p refused,silent --timeout 1", 11],
    ["no site has the name", "machines get nope -p east,west", 3],
    ["an unknown profile", "machines list -p east,nope", 3],
    ["a pattern without a profile", "machines list -p x*", 3],
    ["a command for one", "apply -p east,west x.yaml", 2],
    ["an address for all", "machines list -p east,west --url http://127.0.0.1:1/SVC", 2],
    ["a site without a name", "machines get east/", 2],
    ["a word with a slash", "machines get nope/web-01", 3],
  ])("%s", async (_, line, code) => {
    expect(await svc(line)).toMatchObject({ code, stdout: "" });
  });

  test("Ctrl-C interrupts a wait for a silent site", async () => {
    const running = startSvc(["machines", "list", "-p", "silent,east"], { env: { SVC_CONFIG_DIR: folder } });
    await expect.poll(() => running.signal("SIGINT")).toBe(true);
    expect(await running.ended).toMatchObject({ code: 130 });
  });

  test("a site that fails at first is followed as soon as it answers", async () => {
    let status = 503;
    const late = await rawServer((socket) => socket.write(answer(status, '{"events":[{"id":1}]}')));
    onTestFinished(late.close);
    const profiles = folderOfTest();
    writeProfiles(profiles, {
      ...{ east: profileOf(sites().east), late: profile(late.baseUrl, otherKey("late")) },
    });
    const line = "events query --follow -p east,late --poll-interval 1 -o ndjson";
    const running = startSvc(line.split(" "), { env: { SVC_CONFIG_DIR: profiles }, isMerged: true });
    await expect.poll(running.shown).toContain("late: could not read the machines, still watching");
    status = 200;
    await expect.poll(running.shown).toContain('"site":"late"');
    running.signal("SIGINT");
    expect(await running.ended).toMatchObject({ code: 130 });
  });

  test("a key is sent only to its own service", async () => {
    const { east, west, page, plain } = sites();
    const before = plain.requests.length;
    await svc("machines list -p east,page,plain,west -o json --timeout 1");
    expect(plain.requests).toHaveLength(before + 1);
    for (const [name, { requests }] of Object.entries({ page, plain }))
      for (const { headers } of requests) {
        expect(headers["authorization"]).toContain(otherKey(name).split(":")[1]);
        for (const { keys } of [east, west])
          expect(headers["authorization"]).not.toContain(keys.administrator.split(":")[1]);
      }
    expect(
      await svc("machines list -p east,west", { env: { SVC_API_KEY: otherKey("other") } }),
    ).toMatchObject({ code: 2, stderr: expect.stringContaining("SVC_API_KEY is for one service") });
  });
});
