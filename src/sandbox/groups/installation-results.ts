import { canSee } from "../model/nodes/access.ts";
import { resultsOf, resultTypes } from "../serialize/script-results.ts";
import { allNodes } from "../state/access.ts";
import { invalidField } from "../state/domain-error.ts";
import { json } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";

/** Document 2, "Installation results". */
export const handlers = {
  "installation-results.list": (call) => {
    const systemIds = new Set(call.query.all("system_id"));
    const wanted = call.query.get("result_type") || undefined;
    const type = wanted === undefined ? undefined : resultType(wanted);
    const filter = { names: call.query.all("name"), type };
    return json(
      allNodes(call.world, "machine")
        .filter((node) => (systemIds.size === 0 || systemIds.has(node.systemId)) && canSee(call.user, node))
        .flatMap((node) => resultsOf(call.world, node, filter)),
    );
  },
} satisfies HandlersOf<"installation-results">;

/** The number of a type, given as number or word; which values a service takes, the documents do not show. */
function resultType(text: string): number {
  const found = Object.entries(resultTypes).find(
    ([name, number]) => name === text.toLowerCase() || String(number) === text,
  );
  if (found !== undefined) return found[1];
  throw invalidField("result_type", `'${text}' is not a result type: 0, 1 or 2.`);
}
