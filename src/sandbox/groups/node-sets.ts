import { canSee } from "../model/nodes/access.ts";
import { isRegistered } from "../model/nodes/macs.ts";
import { findZone } from "../model/nodes/zones-and-pools.ts";
import type { NodeType } from "../state/node.ts";
import { nodeById } from "../state/nodes.ts";
import { parseMac } from "../values/mac.ts";
import { type Answer, empty, text } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { requiredMessage } from "../wire/form-reader.ts";
import { Refusal } from "../wire/http-error.ts";
import { requireUser, reservedForAdministrators } from "../wire/permissions.ts";

/** What the collections of machines, devices and nodes have in common. */

/** `op-is_registered`: `true` or `false` as text; 400 without a MAC address. */
export function answerIsRegistered(call: Call): Answer {
  const given = call.query.get("mac_address");
  if (given === undefined || given === "") throw new Refusal(400, "No provided mac_address!");
  const mac = parseMac(given);
  if (mac === undefined) throw new Refusal(400, { mac_address: [`'${given}' is not a valid MAC address.`] });
  return text(String(isRegistered(call.world, mac)));
}

/** `op-set_zone`: administrators move nodes of one type, or of any; all or none. */
export function answerSetZone(call: Call, type?: NodeType): Answer {
  const user = requireUser(call);
  const ids = call.form
    .all("nodes")
    .flatMap((value) => value.split(","))
    .map((id) => id.trim())
    .filter((id) => id !== "");
  const name = call.form.get("zone") ?? "";
  const missing = Object.entries({ nodes: ids.length === 0, zone: name === "" }).filter(([, is]) => is);
  if (missing.length > 0)
    throw new Refusal(400, Object.fromEntries(missing.map(([field]) => [field, [requiredMessage]])));
  if (!user.isAdministrator) throw new Refusal(403, reservedForAdministrators);
  const zone = findZone(call.world, name);
  const nodes = ids.map((id) => {
    const node = nodeById(call.world, id);
    if (node === undefined || (type !== undefined && node.nodeType !== type) || !canSee(call, node))
      throw new Refusal(400, {
        nodes: [`Select a valid choice. ${id} is not one of the available choices.`],
      });
    return node;
  });
  for (const node of nodes) node.zoneId = zone.id;
  return empty(204);
}
