import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sandboxOfTest } from "../sandboxes.ts";
import { runHere } from "./run-in-process.ts";
import { sandboxFixture } from "./sandbox-fixture.ts";

const svc = '"$SVC_NODE" "$SVC_LAUNCHER"';

describe("a copy of a site", () => {
  const fixture = sandboxFixture();

  async function startSite(...faults: readonly string[]) {
    const methods: string[] = [];
    const watch = { onEvents: () => {} };
    const site = await sandboxOfTest({
      faults,
      onExchange({ method, operation }) {
        methods.push(method);
        if (operation === "events.query") watch.onEvents();
      },
    });
    const login = await fixture.runBuilt(`svc login prod "$SITE" --api-key-stdin -q <<< "$KEY"`, {
      ...{ SITE: site.url, KEY: site.keys.administrator },
    });
    expect(login.code).toBe(0);
    methods.length = 0;
    return { site, methods, watch };
  }

  test("runs a command in the copy, reports changes, and starts from a snapshot without the site", async () => {
    const { site, methods } = await startSite();
    // The environment names another service.
    const result = await fixture.run(
      `svc sandbox exec --from prod --snapshot prod.ndjson --instant -- bash -c '${svc} zones create --name z9 -q >/dev/null; echo done'`,
      { SVC_URL: "http://127.0.0.1:1/SVC", SVC_API_KEY: "a:b:c" },
    );
    expect(result).toEqual({
      code: 0,
      stdout: "done\n",
      stderr: "changes in the copy:\n+ zones z9\n1 created\n",
    });
    expect(new Set(methods)).toEqual(new Set(["GET"]));
    const file = join(fixture.folder, "prod.ndjson");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, "utf8");
    expect(site.keys.administrator.split(":").filter((part) => text.includes(part))).toEqual([]);
    await site.stop();
    const again = await fixture.run(
      `svc sandbox exec --from prod.ndjson -o json --exit-code -- bash -c '${svc} zones create --name z8 -q; echo text'`,
    );
    expect([again.code, JSON.parse(again.stdout)]).toEqual([
      14,
      [{ action: "created", kind: "zones", id: expect.any(String), name: "z8", what: "" }],
    ]);
    expect(again.stderr).toContain("text");
  });

  test("that fails or is interrupted leaves nothing behind, and runs nothing", async () => {
    const { site } = await startSite("half=1,on=machines.list");
    const failed = await fixture.run("svc sandbox exec --from prod --snapshot s --retries 0 -- touch ran");
    expect(failed.code).toBe(11);
    const broken = await fixture.run("svc sandbox exec --from prod --snapshot s -- touch ran");
    expect([broken.code, broken.stdout]).toEqual([11, ""]);
    site.world.faults.replace(["latency=60000,on=machines.list"]);
    const interrupted = await fixture.run(
      `set -m; ${svc} sandbox exec --from prod --snapshot s -- touch ran & pid=$!; until ls s.* 2>/dev/null; do sleep 0.05; done; sleep 0.3; kill -INT $pid; wait $pid`,
    );
    expect(interrupted.code).toBe(130);
    expect(readdirSync(fixture.folder).filter((name) => /^(?:s|s\..*|ran)$/.test(name))).toEqual([]);
  });

  test("an unknown profile or file, and options without effect, are usage errors", async () => {
    for (const [line, code, text] of [
      ["--from nowhere", 3, "no profile and no file is called 'nowhere'"],
      ["--from x --machines 3", 2, "--machines has no effect with --from"],
      ["--snapshot x", 2, "--snapshot"],
      ["--exit-code", 2, "--exit-code has no effect without --from"],
      ["--timeout 5", 2, "--timeout has no effect without --from"],
      ["-o csv", 2, "--output has no effect without --from"],
    ] as const) {
      const result = await runHere(`svc sandbox exec ${line} -- true`, fixture);
      expect([result.code, result.stdout], line).toEqual([code, ""]);
      expect(result.stderr).toContain(text);
    }
  });

  test("svc apply --rehearse changes the site only after a rehearsal without failures", async () => {
    const { site, methods, watch } = await startSite();
    writeFileSync(join(fixture.folder, "good.yaml"), "zones: [{name: z1}]\n");
    const bad = "zones: [{name: z2}]\nsubnets: [{cidr: 10.10.0.0/24, gateway_ip: 1.2.3.4}]\n";
    writeFileSync(join(fixture.folder, "bad.yaml"), bad);
    const refused = await fixture.run("svc apply bad.yaml --rehearse --yes -p prod");
    expect(refused.code).toBe(10);
    expect(refused.stderr).toContain("the rehearsal failed: ");
    const unanswered = await fixture.run("svc apply good.yaml --rehearse -p prod < /dev/null");
    expect(unanswered.code).toBe(13);
    // Only the copy reads events, after zones.
    watch.onEvents = () => {
      const north = site.world.state.places.zones.find(({ name }) => name === "north");
      if (north !== undefined) north.description = "changed meanwhile";
    };
    writeFileSync(join(fixture.folder, "north.yaml"), "zones: [{name: north, description: new}]\n");
    const moved = await fixture.run("svc apply north.yaml --rehearse --yes -p prod");
    expect([moved.code, moved.stdout]).toEqual([6, ""]);
    expect(moved.stderr).toContain(
      "parts of the site that the plan touches have changed since the rehearsal\n  zones north: ",
    );
    expect(methods.filter((method) => method !== "GET")).toEqual([]);
    const applied = await fixture.run("svc apply good.yaml --rehearse --yes -p prod -o json");
    expect([applied.code, JSON.parse(applied.stdout).changes[0].result]).toEqual([0, "done"]);
    expect(methods.filter((method) => method !== "GET")).toEqual(["POST"]);
    expect(site.world.state.places.zones.map(({ name }) => name)).toContain("z1");
  });
});
