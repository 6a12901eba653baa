import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sandboxFixture } from "./sandbox-fixture.ts";

describe("a fleet from a seed file", () => {
  const fixture = sandboxFixture();
  const write = (text: string) => writeFileSync(join(fixture.folder, "fleet.yaml"), text);
  const names = async () =>
    (await fixture.run("svc machines list -o tsv --columns hostname,status --no-header")).stdout;

  test("is created, saved, changed and restored, also from a file", async () => {
    write("machines:\n  - { hostname: one }\n  - { hostname: two, status: deployed }\n");
    const started = await fixture.json("cat fleet.yaml | svc sandbox start --detach --seed-file - -o json");
    expect(started).toMatchObject({ machines: 2 });
    const before = await names();
    await fixture.json("svc sandbox save clean --file lab.json -o json");
    await fixture.run("svc machines delete one -y");
    expect(await names()).not.toBe(before);
    await fixture.json("svc sandbox restore clean -o json");
    expect(await names()).toBe(before);
    expect((await fixture.run("svc sandbox saved -o name")).stdout).toBe("clean\n");
    expect(statSync(join(fixture.folder, "lab.json")).mode & 0o777).toBe(0o600);
    await fixture.run("svc sandbox stop");
    await fixture.json("svc sandbox start --detach --state lab.json -o json");
    expect(await names()).toBe(before);
    const unknown = await fixture.run("svc sandbox restore claen");
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining("saved: clean")]);
    expect((await fixture.run("svc sandbox saved delete clean -o name")).stdout).toBe("");
  });

  test.each(["svc sandbox start", "svc sandbox start --detach", "svc sandbox exec"])(
    "with errors starts nothing: %s",
    async (command) => {
      write("machines:\n  - { hostnme: one }\n  - { zone: east }\n");
      const end = command.endsWith("exec") ? "-- true" : "";
      const refused = await fixture.run(`${command} --seed-file fleet.yaml ${end}`);
      expect([refused.code, refused.stdout]).toEqual([2, ""]);
      expect(refused.stderr).toContain(
        "svc: fleet.yaml:2:7: machines[0].hostnme: unknown; did you mean hostname?\n",
      );
      expect(refused.stderr).toContain("\n  fleet.yaml:3:7: machines[1].zone: ");
      expect((await fixture.run("svc sandbox status")).code).toBe(3);
    },
  );
});
