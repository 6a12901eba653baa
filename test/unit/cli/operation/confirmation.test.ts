import { describe, expect, it } from "vitest";
import { type StatusValue, statuses } from "../../../../src/catalogue/statuses.ts";
import { effectTexts } from "../../../../src/cli/operation/confirmation.ts";
import { operationSpec } from "../../../../src/cli/tree/operation-spec.ts";
import type { Values } from "../../../../src/client/http/call.ts";
import { machineView } from "../../../../src/client/lifecycle/machine-view.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { rejection } from "../../rejection.ts";
import { entryOf, operations } from "../command-line.ts";
import { fleetService, harness, posted, three } from "./fleet-service.ts";

describe("what destroys or interrupts", () => {
  const release = (names: readonly string[], line: Parameters<typeof harness>[3] = {}) => {
    const service = fleetService(...three, {
      system_id: "dddddd",
      hostname: "safe",
      status: "deployed",
      locked: true,
    });
    return { service, ...harness(service, "machine.release", names, line) };
  };

  it("is not sent if nobody can answer, and lists the machines", async () => {
    const { service, run } = release(["web-02", "web-03"]);
    const failure = await rejection(run);
    expect(failure).toMatchObject({ exitCode: 13, message: "release 2 machines: not confirmed" });
    expect(failure.details.lines).toEqual([
      "web-02 (bbbbbb), owner bob, Deployed",
      "web-03 (cccccc), owner amy (not you), Deployed",
      "owners: 1 of bob, 1 of amy (not you)",
    ]);
    expect(posted(service)).toEqual([]);
  });

  it("is refused for all where one is locked, also with --yes", async () => {
    const { service, run } = release(["web-02", "safe"], { globals: { yes: true } });
    expect(await rejection(run)).toMatchObject({
      kind: "forbidden",
      message: "cannot release: safe is locked; nothing was sent",
    });
    expect(posted(service)).toEqual([]);
  });

  it("is not asked about if nothing is at risk", async () => {
    const { service, run } = release(["web-01"]);
    await run();
    expect(posted(service)).toHaveLength(1);
  });

  it("is asked about where disks are erased, whatever the status", async () => {
    for (const erase of [true, "true", "1"]) {
      const { service, run } = release(["web-01"], { values: { erase } });
      expect(await rejection(run)).toMatchObject({ exitCode: 13 });
      expect(posted(service)).toEqual([]);
    }
  });

  it.each([
    ["y\r", "web-02", 1],
    ["yes\r", "web-02", 1],
    ["n\r", "web-02", 0],
    ["\r", "web-02", 0],
    ["\u0004", "web-02", 0],
    ["2\r", "several", 2],
    ["y\r", "several", 0],
    ["3\r", "several", 0],
    ["\r", "several", 0],
  ])("takes %j for %s", async (keys, names, expected) => {
    const { service, run, terminal } = release(names === "several" ? ["web-02", "web-03"] : [names], {
      terminal: { isTTY: true },
    });
    terminal.type(keys);
    const outcome = run();
    if (expected === 0) expect(await rejection(() => outcome)).toMatchObject({ exitCode: 13 });
    else await outcome;
    expect(posted(service)).toHaveLength(expected);
    expect(terminal.shown.stderr).toContain("  web-02 (bbbbbb), owner bob, Deployed\n");
    if (names === "several")
      expect(terminal.shown.stderr).toContain("release 2 machines, 2 of them deployed? Type 2 to continue: ");
  });

  it("Ctrl-C at the question is 130, and nothing is sent", async () => {
    const { service, run, terminal } = release(["web-02"], { terminal: { isTTY: true } });
    terminal.type("\u0003");
    expect(await rejection(run)).toMatchObject({ exitCode: 130 });
    expect(posted(service)).toEqual([]);
  });

  it("shows no control characters of the service in its question", async () => {
    const service = fleetService({
      system_id: "aaaaaa",
      hostname: "web\u001b[2J",
      status: "deployed",
      owner: "b\u0007",
    });
    const { run, terminal } = harness(service, "machine.release", ["aaaaaa"], { terminal: { isTTY: true } });
    terminal.type("n\r");
    await rejection(run);
    expect(terminal.shown.stderr).not.toContain("\u001b");
    expect(terminal.shown.stderr).not.toContain("\u0007");
  });

  it("--yes sends without a question", async () => {
    const { service, run } = release(["web-02", "web-03"], { globals: { yes: true } });
    await run();
    expect(posted(service)).toHaveLength(2);
  });
});

const cutsPower = "power is cut without a shutdown (--stop-mode soft shuts down first)";

describe("what an operation does beyond its name", () => {
  const fleet = () =>
    fleetService(
      {
        system_id: "aaaaaa",
        hostname: "new-01",
        status: "allocated",
        owner: "amy",
        distro_series: "jammy",
        power_state: "off",
      },
      { system_id: "bbbbbb", hostname: "web-02", status: "deployed", owner: "bob", power_state: "off" },
      { system_id: "cccccc", hostname: "web-03", status: "deployed", owner: "bob", power_state: "on" },
    );
  const line = (
    id: string,
    names: readonly string[],
    more: Parameters<typeof harness>[3] = {},
    service = fleet(),
  ) => ({ service, ...harness(service, id, names, more) });

  it.each([
    ["machine.power_on", ["new-01"], {}, "power-on new-01", "the service will deploy it (jammy)"],
    [
      "machine.power_on",
      ["new-01", "web-02"],
      {},
      "power-on 2 machines",
      "the service will deploy 1 of them",
    ],
    ["machine.power_off", ["web-02"], { stop_mode: "soft" }, "power-off web-02", ""],
    ["machine.power_off", ["web-02"], {}, "power-off web-02", cutsPower],
    ["machine.mark_broken", ["web-02"], {}, "mark-broken web-02", "the service will release it first"],
    ["machine.test", ["web-02"], {}, "test web-02", "the service will reboot it"],
    ["machine.rescue_mode", ["web-02"], {}, "rescue-mode web-02", "the service will reboot it"],
  ] as const)("is in the question: %s %j %j", async (id, names, values, action, effect) => {
    const { service, run } = line(id, names, { values });
    const message = `${action}: not confirmed${effect === "" ? "" : `; ${effect}`}`;
    expect(await rejection(run)).toMatchObject({ exitCode: 13, message });
    expect(posted(service)).toEqual([]);
  });

  it.each([
    ["machine.power_on", "web-02"],
    ["machine.test", "new-01"],
  ])("is not asked about where it does not happen: %s %s", async (id, name) => {
    const { service, run } = line(id, [name]);
    await run();
    expect(posted(service)).toHaveLength(1);
  });

  it("is in the dry run", async () => {
    const { run, terminal } = line("machine.power_on", ["new-01"], { options: { "dry-run": true } });
    await run();
    expect(terminal.shown.stderr).toContain("the service will deploy it (jammy)\n");
  });

  it("sends nothing to a machine that is on already, but with --force", async () => {
    const one = line("machine.power_on", ["web-03"]);
    await one.run();
    expect(posted(one.service)).toEqual([]);
    expect(one.terminal.shown.stderr).toContain("web-03 is already on: skipped (use --force to send anyway)");
    const several = line("machine.power_on", ["web-02", "web-03"]);
    await several.run();
    expect(posted(several.service)).toEqual(["POST /machines/bbbbbb/op-power_on"]);
    expect(several.printed[0]).toMatchObject([
      { hostname: "web-02", ok: true, outcome: "done" },
      { hostname: "web-03", ok: true, outcome: "not_sent", status: "Deployed" },
    ]);
    const forced = line("machine.power_on", ["web-03"], { options: { force: true } });
    await forced.run();
    expect(posted(forced.service)).toHaveLength(1);
    const dry = line("machine.power_on", ["web-02", "web-03"], { options: { "dry-run": true } });
    await dry.run();
    expect(dry.printed[0]).toMatchObject([{ nodes: ["web-02 (bbbbbb)"] }]);
  });
});

describe("--dry-run", () => {
  it("shows method, address, names and fields, masks secrets, and sends nothing", async () => {
    const service = fleetService(...three);
    const { run, printed } = harness(service, "machine.update", ["web-01", "bbbbbb"], {
      options: { "dry-run": true },
      values: { pool: "ci", power_pass: "hush" },
    });
    await run();
    expect(printed[0]).toMatchObject([
      {
        method: "PUT",
        url: "http://rack.example:5240/SVC/api/2.0/machines/aaaaaa/",
        nodes: ["web-01 (aaaaaa)"],
        fields: ["pool=ci", "power_pass=********"],
      },
      { nodes: ["web-02 (bbbbbb)"] },
    ]);
    expect(posted(service)).toEqual([]);
  });

  it("--curl asks the service nothing where system ids are given", async () => {
    const service = fleetService(...three);
    const { run, terminal } = harness(service, "machine.release", ["aaaaaa", "bbbbbb"], {
      globals: { curl: true },
    });
    await run();
    expect(service.sent).toEqual([]);
    expect(terminal.shown.stdout).toContain("/machines/bbbbbb/op-release");
  });
});

it.each([
  ["jammy", "power-on web-01: not confirmed; the service will deploy it (jammy)"],
  [new Failure("forbidden", "no"), "power-on web-01: not confirmed; the service will deploy it"],
])("power-on names the default release where the service says it: %s", async (value, message) => {
  const service = fleetService({ system_id: "aaaaaa", hostname: "web-01", status: "allocated", owner: "me" });
  service.before = ({ path }) => {
    if (!path.endsWith("op-get_config")) return undefined;
    if (value instanceof Failure) throw value;
    return value;
  };
  expect(await rejection(harness(service, "machine.power_on", ["web-01"]).run)).toMatchObject({
    exitCode: 13,
    message,
  });
});

function machine(status: StatusValue, more: Readonly<Record<string, unknown>> = {}) {
  const view = machineView({ system_id: "aaaaaa", status: statuses[status].id, ...more });
  if (view === undefined) throw new Error(status);
  return view;
}

const erasing = "enable_disk_erasing_on_release";
const commissions =
  "the service will commission the machine if you are an administrator (--no-commission prevents it)";
const deletesVirtual = "the service will delete the virtual machines on it";
const refusesKey = "this is the key that svc uses: further commands will be refused";
const allOfChassis = "the service will commission every machine of the chassis";

describe("what the service does beyond a command's name", () => {
  /** `virtual` is a ready machine on a VM host. */
  it.each<[string, Values, readonly (StatusValue | "virtual")[], string?]>([
    ["machine.deploy", {}, ["ready"], "the service will allocate it to you first"],
    ["machine.deploy", {}, ["allocated"]],
    ["machine.deploy", {}, ["ready", "allocated"], "the service will allocate 1 of them to you first"],
    ["machines.create", {}, [], commissions],
    ["machines.create", { commission: "false" }, []],
    ["machines.create", { deployed: "true" }, []],
    ["machines.accept", {}, ["new"], "the service will commission it"],
    ["machines.accept", {}, ["ready"]],
    ["machines.add_chassis", {}, []],
    ["machines.add_chassis", { accept_all: "true" }, [], allOfChassis],
    ["machine.abort", {}, ["deploying"], "this leaves it Allocated: svc machines release frees it"],
    ["machine.abort", {}, ["testing"]],
    ["machine.commission", { skip_networking: "1", skip_storage: "true" }, ["ready"]],
    ["machine.commission", {}, ["new"]],
    ["machine.release", {}, ["allocated"], `the service will erase all disks if ${erasing} is on`],
    ["machine.release", { erase: "true" }, ["allocated"]],
    ["machine.release", { erase: "true", force: "true" }, ["allocated"], deletesVirtual],
    ["machine.delete", {}, ["virtual"], "the VM host will delete it with all disks"],
    ["machine.delete", {}, ["ready", "ready"]],
    ["node.delete", {}, ["ready", "virtual"], "the VM host will delete 1 of them with all disks"],
    ["fabric.delete", {}, [], "its VLANs are deleted too; fails if subnets or interfaces are on them"],
    ["zone.delete", {}, [], "its nodes move to the default zone"],
    ["subnet.delete", {}, [], "its IP ranges, DHCP snippets and static routes are deleted too"],
    ["block-device.delete", {}, [], "its partitions are deleted too"],
    ["account.delete_authorisation_token", { token_key: "other" }, []],
    ["account.delete_authorisation_token", { token_key: "mine" }, [], refusesKey],
  ])("%s %j %j", (id, values, names, expected) => {
    const { effects = [] } = entryOf(id).operation;
    const machines = names.map((name, index) =>
      name === "virtual"
        ? machine("ready", { pod: { id: 1, name: "lab-host" } })
        : machine(name, index === 0 ? {} : { pod: null }),
    );
    const texts = effectTexts({ effects, values, machines }, new Map(), "mine");
    expect(texts).toEqual(expected === undefined ? [] : [expected]);
  });

  it("is not known for an unknown status", () => {
    const { effects = [] } = entryOf("machine.power_on").operation;
    const unknown = { ...machine("allocated"), status: 99 };
    expect(effectTexts({ effects, values: {}, machines: [unknown] })).toEqual([]);
  });

  it.each([
    ["true", [`the service will erase all disks (${erasing} is on)`]],
    ["false", []],
  ])("follows the configuration: %s", (value, expected) => {
    const call = { ...entryOf("machine.release").operation, values: {}, machines: [machine("deployed")] };
    expect(effectTexts(call, new Map([[erasing, value]]))).toEqual(expected);
  });

  it.each(operations.filter(({ operation }) => operation.effects !== undefined))(
    "$id says it in its help",
    (entry) => {
      const { effects = [], fields = [] } = entry.operation;
      const notes = operationSpec(entry).notes?.join("\n") ?? "";
      expect(notes).not.toMatch(/\{(them|release)/);
      for (const { template, when = {}, currentKeyField } of effects) {
        expect(notes.toLowerCase()).toContain(template.split("{")[0]?.toLowerCase());
        const mentionedFields = [
          ...Object.keys(when),
          ...(currentKeyField === undefined ? [] : [currentKeyField]),
        ];
        expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(mentionedFields));
      }
    },
  );
});
