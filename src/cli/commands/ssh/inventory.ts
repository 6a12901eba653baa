import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { jsonText } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { inventoryOf } from "../../ssh/inventory.ts";
import { takesLogins } from "../../ssh/machine.ts";
import { everyNode } from "../../typed/node-filters.ts";
import { readFleet, readWish } from "./fleet.ts";
import type { LoginOptions } from "./options.ts";

/** Ansible's inventory protocol: `--host` prints an empty object for an unknown host. */
export async function printInventory(
  invocation: Invocation<LoginOptions & { readonly host?: string }>,
): Promise<void> {
  const { options, context, messages } = invocation;
  refuseOtherForms(invocation);
  const wish = readWish(options);
  const isOpen = options.all !== true;
  const client = await invocation.connect();
  const machines = (await readFleet(client, options.where ?? everyNode, isOpen)).filter(
    (machine) => !isOpen || takesLogins(machine),
  );
  const { document, byName, nameless } = inventoryOf(machines, wish);
  const { host } = options;
  const answer =
    host === undefined ? document : (document._meta.hostvars[byName.get(host.toLowerCase()) ?? ""] ?? {});
  const indent = context.stdout.isTTY === true ? 2 : undefined;
  await writeWhole(context.stdout, `${jsonText(answer, indent)}\n`);
  if (nameless.length > 0)
    messages.warn(`left out because their names are not unique or not safe to use: ${nameless.join(", ")}`);
}

/** The protocol is JSON, even if the environment sets another format. */
function refuseOtherForms({ globals: { output }, context: { env } }: Invocation): void {
  if (output === undefined || output === "json" || output === env["SVC_OUTPUT"]) return;
  throw new Failure("usage", `an inventory is JSON, not ${output}`, { hint: "leave --output out" });
}
