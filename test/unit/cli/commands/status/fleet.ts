import { type StatusValue, statuses, statusValues } from "../../../../../src/catalogue/statuses.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import type { ServedRequest, Service } from "../../harness.ts";

/** A machine as it appears in a service's list. */
export const machine = (
  hostname: string,
  status: StatusValue,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  system_id: `id-${hostname}`,
  hostname,
  fqdn: `${hostname}.example`,
  status: statuses[status].id,
  status_name: statuses[status].name,
  power_state: "off",
  locked: false,
  owner: "",
  pool: { id: 0, name: "default" },
  zone: { id: 1, name: "north" },
  tag_names: [],
  ...more,
});

/** The event of a machine's change to a status, `minutesAgo` before `now`. */
export const changed = (hostname: string, status: StatusValue, minutesAgo: number, now: number) => ({
  id: 100_000 - minutesAgo,
  level: "INFO",
  type: statuses[status].name,
  description: "",
  hostname,
  node: `id-${hostname}`,
  created: new Date(now - minutesAgo * 60_000).toISOString(),
});

interface Answers {
  readonly machines: unknown;
  readonly events?: readonly unknown[] | Failure;
  readonly importing?: unknown;
}

/** The service that `svc status` reads; a `Failure` among the answers is thrown. */
export const serviceOf =
  ({ machines, events = [], importing = "false" }: Answers): Service =>
  ({ label, values }: ServedRequest) => {
    const thrown = (value: unknown) => {
      if (value instanceof Failure) throw value;
      return value;
    };
    if (label === "GET /machines/") return thrown(machines);
    if (label.includes("is_importing")) return thrown(importing);
    if (!label.startsWith("GET /events/")) return [];
    const ids = values["id"];
    const list: unknown = thrown(events);
    const rows = Array.isArray(list)
      ? list.filter(({ node }: { node: string }) => Array.isArray(ids) && ids.includes(node))
      : [];
    return { count: rows.length, events: rows };
  };

/** `size` machines in random statuses, pools and zones. */
export function mixedFleet(size: number, next: () => number) {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const names = ["web", "データベース", "a-very-long-name-of-a-machine-that-goes-on", "\u001b[31mred", "x"];
  return Array.from({ length: size }, (_, index) =>
    machine(`${pick(names)}-${index}`, pick(statusValues), {
      power_state: pick(["on", "off", "error", "unknown"]),
      locked: next() < 0.1,
      owner: pick(["", "admin", "bob", "Zoë"]),
      pool: { name: pick(["default", "web", "プール", "pool-of-a-very-long-name-indeed", "p1", "p2", "p3"]) },
      zone: { name: pick(["north", "south", "z".repeat(70)]) },
      error_description: pick([undefined, "PSU 2 is dead", "line\nbreak \u0007".repeat(9)]),
    }),
  );
}
