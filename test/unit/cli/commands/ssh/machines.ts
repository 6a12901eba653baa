import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ReachableMachine, reachableMachine } from "../../../../../src/cli/commands/ssh/reachable.ts";
import { fitsInPath } from "../../../../../src/client/http/address.ts";
import { createRandom } from "../../../random.ts";

type Fields = Readonly<Record<string, unknown>>;

const recorded: Fields = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../../fixtures/machine.json"), "utf8"),
);

/** A recorded deployed machine with changed members. */
export const machineAnswer = (changed: Fields = {}): Fields => ({ ...recorded, ...changed });

export function machine(changed: Fields = {}): ReachableMachine {
  const read = reachableMachine(machineAnswer(changed));
  if (read === undefined) throw new Error("not a machine");
  return read;
}

/** An interface with one address in a subnet. */
export const port = (id: number, ip: string, subnet: Fields = {}): Fields => ({
  id,
  name: `eth${id}`,
  mac_address: `52:54:00:00:00:0${id}`,
  links: [{ id: id + 100, mode: "auto", ip_address: ip, subnet: { name: `net${id}`, ...subnet } }],
  discovered: null,
});

/** Texts with a special meaning in shells, ssh, Ansible or terminals. */
const hostile = [
  ...["-oProxyCommand=touch x", "$(touch x)", "`id`", "a b", "a;b", "a\nHost *\n  ProxyCommand x", "%h"],
  "%%",
  ...['"', "'", "\\", "{{ x }}", "{% x %}", "*", "?", "!web", "#x", "a,b", "a:b", "[a]", "../x", "~root"],
  ...["\u001b[31m", "\u202e", "\u0000", "\u2028", "é", "名前"],
  "",
  ...[" ", ".", "-", "all", "localhost", "ungrouped"],
  ...["127.0.0.1", "::1", "fe80::1%eth0", "10.0.0.1; id", "10.0.0.1 -oX=y", "0x7f.1", "10.0.0.1\n"],
  "010.0.0.1",
  ...["constructor", "__proto__", "toString", "_meta", "tag_ssd", "web-01", "WEB-01", "db.svc", "10.10.0.9"],
];

/** Machines whose id no URL can contain are passed over. */
const hostileId = (text: string): string => (fitsInPath(text) ? text : "x");

/** Random machines with hostile texts. */
export function hostileMachines(seed: number, count: number): readonly ReachableMachine[] {
  const random = createRandom(seed);
  const text = () =>
    random.below(3) === 0 ? `${random.pick(hostile)}${random.pick(hostile)}` : random.pick(hostile);
  return Array.from({ length: count }, (_, index) =>
    machine({
      system_id: random.below(4) === 0 ? hostileId(text()) : `id${index}`,
      hostname: text(),
      fqdn: text(),
      status: random.pick([6, 6, 6, 16, 4, 99]),
      osystem: random.pick(["ubuntu", "custom", text()]),
      distro_series: text(),
      owner: text(),
      pool: { name: text() },
      zone: random.below(2) === 0 ? text() : { name: text() },
      tag_names: [text(), text()],
      workload_annotations: { [text()]: text(), password: text() },
      ip_addresses: [text(), text(), 7],
      interface_set: [port(index % 9, text(), { name: text(), cidr: text() }), null, text()],
      default_gateways: random.pick<unknown>([null, { ipv4: { gateway_ip: text() } }, text()]),
    }),
  );
}
