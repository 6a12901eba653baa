import { expect, test } from "vitest";
import { primitiveText } from "../../src/core/json-record.ts";
import { createRandom, seedsOfRun } from "../unit/random.ts";
import { json, replacedAnswers, svcAt } from "./live-service.ts";

/** The machine fields that svc reads or shows. */
const fields = {
  hostname: "web-01",
  fqdn: "web-01.lab",
  description: "",
  domain: { id: 0, name: "lab" },
  zone: { id: 1, name: "default" },
  pool: { id: 0, name: "default" },
  owner: "amy",
  tag_names: ["a"],
  status_name: "Ready",
  status_message: "Released",
  status_action: "",
  error_description: "",
  locked: false,
  power_type: "virsh",
  power_state: "off",
  osystem: "",
  distro_series: "",
  hwe_kernel: null,
  min_hwe_kernel: "",
  architecture: "amd64/generic",
  cpu_count: 4,
  memory: 8192,
  storage: 100000.5,
  ip_addresses: ["10.0.0.1"],
  boot_interface: { mac_address: "52:54:00:00:00:01", vlan: null },
  interface_set: [{ mac_address: "52:54:00:00:00:01", vlan: null }],
  node_type_name: "Machine",
};

const oddValues: readonly unknown[] = [
  null,
  "",
  "text",
  "12",
  0,
  -1,
  1.5,
  true,
  false,
  [],
  [null],
  ["text"],
  [{}],
  {},
  { name: "named" },
  { name: null },
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  { deep: { deeper: [1] } },
];

const shownWrong = /\[object|undefined|NaN|Invalid Date|TypeError|at \S+ \(/;

/** Random machines with fields that are missing, null, of another type, or unknown. */
function machines(seed: number, count: number) {
  const random = createRandom(seed);
  const names = Object.keys(fields);
  return Array.from({ length: count }, (_, index) => {
    const machine: Record<string, unknown> = { ...fields, hostname: `web-${index}` };
    for (let changes = random.below(6); changes >= 0; changes -= 1) {
      const name = random.pick(names);
      if (random.below(5) === 0) delete machine[name];
      else machine[name] = random.pick(oddValues);
    }
    machine["surplus"] = random.pick(oddValues);
    const entries = Object.entries(machine).sort(() => random.below(3) - 1);
    return {
      ...Object.fromEntries(entries),
      system_id: `odd${index}`,
      status: random.pick([4, 6, 8, 11, 22, 9]),
    };
  });
}

test.each(seedsOfRun(1, [1]))(
  "machines with odd fields can be listed, shown, explained and waited for: seed %i",
  async (seed) => {
    const all = machines(seed, 24);
    const byId = (id: string | undefined) => all.find(({ system_id }) => system_id === id);
    const live = await replacedAnswers({
      routes: {
        "GET machines/": ({ query }) => {
          const ids = query.getAll("id");
          const names = query.getAll("hostname");
          return json(
            all.filter(
              (machine) =>
                (ids.length === 0 || ids.includes(machine.system_id)) &&
                (names.length === 0 || names.includes(primitiveText(Object(machine)["hostname"]))),
            ),
          );
        },
        "GET machines/*/": ({ ids }) => json(byId(ids[0])),
        "GET events/ query": () =>
          json({ count: 0, events: [null, {}, { id: "x" }, { id: 5, type: 7, node: "odd1" }] }),
        "GET installation-results/": () =>
          json([null, {}, { name: 5 }, { name: "s", script_result: "1", node: null }]),
      },
    });
    const svc = svcAt(live);
    const outputOf = async (...argv: readonly string[]) => {
      const result = await svc(argv);
      const text = result.stdout + result.stderr;
      expect(text, argv.join(" ")).not.toMatch(shownWrong);
      return result;
    };
    for (const form of ["table", "wide", "csv"]) {
      const { code, stdout } = await outputOf("machines", "list", "-o", form, "--no-header");
      expect([code, stdout.trimEnd().split("\n").length], form).toEqual([0, all.length]);
    }
    const asJson = await svc(["machines", "list", "-o", "json"]);
    expect(JSON.parse(asJson.stdout)).toEqual(JSON.parse(JSON.stringify(all)));
    expect((await outputOf("machines", "issues")).code).toBe(0);
    for (const machine of all.slice(0, 5)) {
      const id = machine.system_id;
      expect((await outputOf("machines", "get", id, "-o", "wide")).code).toBe(0);
      const why = await outputOf("machines", "why", id);
      expect([why.code, why.stdout.includes("Message:")]).toEqual([0, false]);
      const wait = await outputOf("machines", "wait", id, "--wait-timeout", "1ms", "--poll-interval", "1s");
      const expected: Readonly<Record<number, number>> = { 9: 8, 11: 9, 22: 9 };
      expect([machine.status, wait.code]).toEqual([machine.status, expected[machine.status] ?? 0]);
    }
  },
);
