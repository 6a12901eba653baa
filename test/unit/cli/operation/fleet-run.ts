import type { Invocation } from "../../../../src/cli/invocation/invocation.ts";
import { execute } from "../../../../src/cli/operation/execute.ts";
import { entryOf } from "../command-line.ts";
import type { TerminalOptions } from "../terminal/terminal.ts";
import { waitingHarness } from "../waiting-harness.ts";
import type { FleetMachine, FleetService } from "./fleet-service.ts";

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
