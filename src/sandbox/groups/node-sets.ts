import { canSee } from "../model/nodes/access.ts";
import { isRegistered } from "../model/nodes/macs.ts";
import { findZone } from "../model/nodes/zones-and-pools.ts";
import { nodeById } from "../state/access.ts";
import { invalid, invalidField, requiredMessage } from "../state/domain-error.ts";
import type { NodeType } from "../state/node.ts";
import { parseMac } from "../values/mac.ts";
import { type Answer, empty, text } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";

/** What the collections of machines, devices and nodes have in common. */

/** `op-is_registered`: `true` or `false` as text; 400 without a MAC address. */
export function answerIsRegistered(call: Call): Answer {
  const given = call.query.get("mac_address");
  if (given === undefined || given === "") throw invalid("No provided mac_address!");
  const mac = parseMac(given);
  if (mac === undefined) throw invalidField("mac_address", `'${given}' is not a valid MAC address.`);
  return text(String(isRegistered(call.world, mac)));
}

/** `op-set_zone`: administrators move nodes of one type, or of any; all or none. */
export function answerSetZone(call: Call, type?: NodeType): Answer {
  const ids = call.form
    .all("nodes")
    .flatMap((value) => value.split(","))
    .map((id) => id.trim())
    .filter((id) => id !== "");
  const name = call.form.get("zone") ?? "";
  const missing = Object.entries({ nodes: ids.length === 0, zone: name === "" }).filter(([, is]) => is);
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(([field]) => [field, [requiredMessage]])));
  const zone = findZone(call.world, name);
  const nodes = ids.map((id) => {
    const node = nodeById(call.world, id);
    if (node === undefined || (type !== undefined && node.nodeType !== type) || !canSee(call.user, node))
      throw invalidField("nodes", `Select a valid choice. ${id} is not one of the available choices.`);
    return node;
  });
  for (const node of nodes) node.zoneId = zone.id;
  return empty(204);
}
