import { countOccurrences } from "../../core/grouping.ts";
import { isPlainName, type ReachableMachine } from "./machine.ts";

/** Names with a special meaning to ssh or Ansible, in lower case. */
const reservedNames = new Set(["all", "ungrouped", "localhost", "_meta"]);

/** A name that two machines share is given to neither. `isReserved` excludes names with another meaning. */
export function nameMachines(
  machines: readonly ReachableMachine[],
  isReserved: (name: string) => boolean = () => false,
) {
  const candidates = machines.map((machine) => ({
    machine,
    names: [
      ...new Set([machine.view.hostname, machine.fqdn ?? "", nameWithSite(machine), machine.view.systemId]),
    ].filter((name) => isPlainName(name) && !reservedNames.has(name.toLowerCase()) && !isReserved(name)),
  }));
  const counts = countOccurrences(candidates.flatMap(({ names }) => [...new Set(names.map(lowerCase))]));
  const uniquelyNamed = candidates.map(({ machine, names }) => ({
    machine,
    names: names.filter((name) => counts.get(lowerCase(name)) === 1),
  }));
  return {
    namedMachines: uniquelyNamed.filter(({ names }) => names.length > 0),
    nameless: uniquelyNamed.flatMap(({ machine, names }) =>
      names.length > 0 ? [] : [machine.view.systemId],
    ),
  };
}

const nameWithSite = ({ site, view }: ReachableMachine): string =>
  site === undefined ? "" : `${site}-${view.hostname}`;

const lowerCase = (name: string): string => name.toLowerCase();
