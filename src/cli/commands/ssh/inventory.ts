import { Failure } from "../../../core/failure.ts";
import type { Invocation, SitePart } from "../../invocation/invocation.ts";
import { jsonText } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { noFilters } from "../../parsing/node-filters.ts";
import { inventoryOf } from "../../ssh/inventory.ts";
import { acceptsLogins, type ReachableMachine } from "../../ssh/machine.ts";
import { readMachines, readPreferences } from "./fleet.ts";
import type { LoginOptions } from "./options.ts";

type InventoryOptions = LoginOptions & { readonly host?: string };

/** Ansible's inventory protocol: `--host` prints an empty object for an unknown host. */
export async function printInventory(invocation: Invocation<InventoryOptions>): Promise<void> {
  const { options, globals, multiSiteRun } = invocation;
  refuseOtherFormats(invocation);
  readPreferences(options);
  const loginsOnly = options.all !== true;
  const client = await invocation.connect();
  const machines = (await readMachines(client, options.where ?? noFilters, loginsOnly)).filter(
    (machine) => !loginsOnly || acceptsLogins(machine),
  );
  if (multiSiteRun === undefined) return await writeInventory(machines, invocation);
  multiSiteRun.add(machines.map((machine): ReachableMachine => ({ ...machine, site: globals.site })));
}

export const joinInventory = (
  parts: readonly SitePart[],
  invocation: Invocation<InventoryOptions>,
): Promise<void> =>
  writeInventory(
    parts.flatMap(({ value }) => value as readonly ReachableMachine[]),
    invocation,
  );

async function writeInventory(
  machines: readonly ReachableMachine[],
  { options, context, messages }: Invocation<InventoryOptions>,
): Promise<void> {
  const { document, byName, nameless } = inventoryOf(machines, readPreferences(options));
  const { host } = options;
  const answer =
    host === undefined ? document : (document._meta.hostvars[byName.get(host.toLowerCase()) ?? ""] ?? {});
  const indent = context.stdout.isTTY === true ? 2 : undefined;
  await writeWhole(context.stdout, `${jsonText(answer, indent)}\n`);
  if (nameless.length > 0)
    messages.warn(`left out because their names are not unique or not safe to use: ${nameless.join(", ")}`);
}

/** An inventory is always JSON; a format from the environment is ignored. */
function refuseOtherFormats({ globals: { output }, context: { env } }: Invocation): void {
  if (output === undefined || output === "json" || output === env["SVC_OUTPUT"]) return;
  throw new Failure("usage", `an inventory is JSON, not ${output}`, { hint: "omit --output" });
}
