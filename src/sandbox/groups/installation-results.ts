import { canSee } from "../model/nodes/access.ts";
import { resultTypes, scriptResultsOf } from "../model/nodes/script-results.ts";
import { serializeScriptResult } from "../serialize/script-results.ts";
import { allNodes } from "../state/access.ts";
import { invalidField } from "../state/domain-error.ts";
import { json } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";

export const handlers = {
  "installation-results.list"({ world, user, query }) {
    const systemIds = query.all("system_id");
    const wanted = query.get("result_type");
    const type = wanted ? resultType(wanted) : undefined;
    const nodes = allNodes(world, "machine").filter(
      (node) => (systemIds.length === 0 || systemIds.includes(node.systemId)) && canSee(user, node),
    );
    return json(
      nodes.flatMap((node) =>
        scriptResultsOf(world, node, query.all("name"), type).map((result) =>
          serializeScriptResult(world, node, result),
        ),
      ),
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
