import type { Operation } from "../../../../src/catalogue/operation.ts";
import { type StatusValue, statuses } from "../../../../src/catalogue/statuses.ts";
import type { Client, Values } from "../../../../src/client/http/call.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { jsonAnswer } from "../../client/lifecycle/fake-service.ts";
import { endpoint } from "../command-line.ts";

export interface FleetMachine {
  readonly system_id: string;
  readonly hostname: string;
  readonly domain?: string;
  readonly status?: StatusValue;
  readonly locked?: boolean;
  readonly owner?: string;
  readonly macs?: readonly string[];
  readonly pool?: string;
  readonly power_state?: string;
  readonly distro_series?: string;
}

export interface FleetService extends Client {
  readonly calls: { readonly path: string; readonly method: string; readonly values: Values }[];
  /** `METHOD path` with the system_id filled in. */
  readonly sent: string[];
  /** Runs before each answer: throws to fail the request, or returns the answer. */
  before: (operation: Operation, values: Values) => unknown;
}

/** A service that finds machines by the documented filters and accepts every operation on them. */
export function fleetService(...machines: readonly FleetMachine[]): FleetService {
  const objects = machines.map(objectOf);
  const service: FleetService = {
    calls: [],
    sent: [],
    before: () => undefined,
    endpoint,
    call: async (operation, values) => {
      service.calls.push({ path: operation.path, method: operation.method, values });
      const id = String(values["system_id"]);
      service.sent.push(`${operation.method} ${operation.path.replace("{system_id}", id)}`);
      await Promise.resolve();
      const given = await service.before(operation, values);
      if (given !== undefined) return jsonAnswer(given);
      if (operation.path.endsWith("op-get_config")) return jsonAnswer(false);
      if (/^\/(machines|devices|nodes)\/$/.test(operation.path))
        return jsonAnswer(objects.filter((each) => fits(each, values)));
      if (!operation.path.includes("{system_id}")) return jsonAnswer([]);
      const found = objects.find((each) => each.system_id === id);
      if (found === undefined) throw new Failure("notFound", "no such machine", { status: 404 });
      return jsonAnswer(found);
    },
    send: async ({ url }) => {
      if (!url.endsWith("/users/?op=whoami")) throw new Error(`no raw request is expected: ${url}`);
      return jsonAnswer({ username: "bob" });
    },
    clockSkewMs: () => undefined,
    close: async () => undefined,
  };
  return service;
}

/** Fails changes to the machine `id`, or to all machines. */
export const refusing =
  (failure: Failure, id?: string): FleetService["before"] =>
  ({ method }, { system_id }) => {
    if (method === "POST" && (id === undefined || system_id === id)) throw failure;
    return undefined;
  };

const objectOf = ({
  macs = [],
  pool = "default",
  domain = "rack1",
  status = "ready",
  ...given
}: FleetMachine) => ({
  locked: false,
  owner: null,
  ...given,
  fqdn: `${given.hostname}.${domain}`,
  status: statuses[status].id,
  status_name: statuses[status].name,
  pool: { id: 1, name: pool },
  zone: { id: 1, name: "default" },
  interface_set: macs.map((mac_address) => ({ mac_address })),
});

function fits(object: ReturnType<typeof objectOf>, filters: Values): boolean {
  const has: Readonly<Record<string, (wanted: string) => boolean>> = {
    id: (wanted) => object.system_id === wanted,
    hostname: (wanted) => object.hostname === wanted,
    mac_address: (wanted) => object.interface_set.some(({ mac_address }) => mac_address === wanted),
    pool: (wanted) => object.pool.name === wanted,
    status: (wanted) => object.status === statuses[wanted as StatusValue]?.id,
  };
  return Object.entries(filters).every(([name, value]) => {
    const wanted = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
    return wanted.some((each) => has[name]?.(each) === true);
  });
}
