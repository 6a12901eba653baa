import { type StatusValue, statuses } from "../../../../src/catalogue/statuses.ts";
import { type ClaimedMachine, claimedMachine } from "../../../../src/desired/claims/machines.ts";

/** A machine with a claim's mark. */
export function machine(
  systemId: string,
  status: StatusValue,
  more: Readonly<Record<string, unknown>> = {},
): ClaimedMachine {
  const { id, name } = statuses[status];
  const row = {
    ...{ system_id: systemId, hostname: `host-${systemId}`, fqdn: `host-${systemId}.lab`, owner: "me" },
    ...{ status: id, status_name: name, locked: false, agent_name: "claim/runners", ...more },
  };
  const read = claimedMachine(row);
  if (read === undefined) throw new Error("not a machine");
  return read;
}

/** Parses machines such as `a:deployed b:allocated`. */
export const machines = (text: string): readonly ClaimedMachine[] =>
  text
    .split(" ")
    .filter(Boolean)
    .map((word) => {
      const [id = "", status = ""] = word.split(":");
      return machine(id, status as StatusValue);
    });
