import type { OperationIdOf } from "../../api/index.ts";
import { canSee } from "../model/nodes/access.ts";
import { resultsOf, resultTypes } from "../serialize/script-results.ts";
import { allNodes } from "../state/nodes.ts";
import { json } from "../wire/answers.ts";
import type { Handler } from "../wire/call.ts";
import { Refusal } from "../wire/http-error.ts";
import { requireUser } from "../wire/permissions.ts";

/** Document 2, "Installation results". */
export const handlers = {
  "installation-results.list": (call) => {
    requireUser(call);
    const systemIds = new Set(call.query.all("system_id"));
    const wanted = call.query.get("result_type") || undefined;
    const type = wanted === undefined ? undefined : resultType(wanted);
    const filter = { names: call.query.all("name"), type };
    return json(
      allNodes(call.world, "machine")
        .filter((node) => (systemIds.size === 0 || systemIds.has(node.systemId)) && canSee(call, node))
        .flatMap((node) => resultsOf(call.world, node, filter)),
    );
  },
} satisfies Record<OperationIdOf<"installation-results">, Handler>;

/** The number of a type, given as number or word; which values a service takes, the documents do not show. */
function resultType(text: string): number {
  const found = Object.entries(resultTypes).find(
    ([name, number]) => name === text.toLowerCase() || String(number) === text,
  );
  if (found !== undefined) return found[1];
  throw new Refusal(400, { result_type: [`'${text}' is not a result type: 0, 1 or 2.`] });
}
