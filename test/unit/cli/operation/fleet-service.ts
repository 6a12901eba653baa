import type { Operation } from "../../../../src/catalogue/operation.ts";
import { type StatusValue, statuses } from "../../../../src/catalogue/statuses.ts";
import type { Invocation } from "../../../../src/cli/invocation/invocation.ts";
import { execute } from "../../../../src/cli/operation/execute.ts";
import type { Client, Values } from "../../../../src/client/http/call.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { jsonAnswer } from "../../client/lifecycle/fake-service.ts";
import { endpoint, entryOf } from "../command-line.ts";
import { waitingHarness } from "../harness.ts";
import type { TerminalOptions } from "../terminal/terminal.ts";

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
      const answer = await service.before(operation, values);
      if (answer !== undefined) return jsonAnswer(answer);
      if (operation.path.endsWith("op-get_config")) return jsonAnswer(false);
      if (/^\/(machines|devices|nodes)\/$/.test(operation.path))
        return jsonAnswer(objects.filter((each) => fits(each, values)));
      if (!operation.path.includes("{system_id}")) return jsonAnswer([]);
      const machine = objects.find((each) => each.system_id === id);
      if (machine === undefined) throw new Failure("notFound", "no such machine", { status: 404 });
      return jsonAnswer(machine);
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
  ...answer
}: FleetMachine) => ({
  locked: false,
  owner: null,
  ...answer,
  fqdn: `${answer.hostname}.${domain}`,
  status: statuses[status].id,
  status_name: statuses[status].name,
  pool: { id: 1, name: pool },
  zone: { id: 1, name: "default" },
  interface_set: macs.map((mac_address) => ({ mac_address })),
});

function fits(object: ReturnType<typeof objectOf>, filters: Values): boolean {
  const has: Readonly<Record<string, (value: string) => boolean>> = {
    id: (value) => object.system_id === value,
    hostname: (value) => object.hostname === value,
    mac_address: (value) => object.interface_set.some(({ mac_address }) => mac_address === value),
    pool: (value) => object.pool.name === value,
    status: (value) => object.status === statuses[value as StatusValue]?.id,
  };
  return Object.entries(filters).every(([name, value]) => {
    const filterValues = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
    return filterValues.some((each) => has[name]?.(each) === true);
  });
}

/** One ready machine and two deployed ones. */
export const three: readonly FleetMachine[] = [
  { system_id: "aaaaaa", hostname: "web-01" },
  { system_id: "bbbbbb", hostname: "web-02", status: "deployed", owner: "bob" },
  { system_id: "cccccc", hostname: "web-03", status: "deployed", owner: "amy" },
];

/** Prepares a run of `svc <operation> <names...>` with an in-memory service. */
export function harness(
  service: FleetService,
  id: string,
  names: readonly string[],
  line: {
    readonly options?: Invocation["options"];
    readonly globals?: object;
    readonly values?: Readonly<Record<string, string | boolean>>;
    readonly terminal?: TerminalOptions;
  } = {},
) {
  const opened = waitingHarness(
    service,
    { options: line.options ?? {}, globals: line.globals ?? {} },
    line.terminal ?? { isTTY: false },
  );
  const run = () => execute(entryOf(id), { system_id: [...names], ...line.values }, opened.invocation);
  return { ...opened, run };
}

export const posted = ({ sent: requests }: FleetService) =>
  requests.filter((request) => !request.startsWith("GET "));

export function fleetOf(count: number) {
  const machines = Array.from({ length: count }, (_, index) => ({
    system_id: `id${String(index).padStart(4, "0")}`,
    hostname: `node-${index}`,
  }));
  return { service: fleetService(...machines), names: machines.map(({ hostname }) => hostname) };
}
