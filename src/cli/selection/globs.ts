import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Client } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { findNodes } from "../../client/names/found-nodes.ts";
import { listOperation, resolveNodes, uniqueNodes } from "../../client/names/resolve.ts";
import { Failure } from "../../core/failure.ts";
import { matchesAny } from "./patterns.ts";

/**
 * The nodes that names and patterns stand for, each once: those that are named, then those of the patterns in the
 * order of the service's list, which is read once. Throws a notFound failure for a pattern that matches none.
 */
export async function nodesOfPatterns(
  client: Client,
  kind: IdentifierKind,
  names: readonly string[],
  patterns: ReadonlySet<string>,
): Promise<readonly MachineView[]> {
  const plain = names.filter((name) => !patterns.has(name));
  const named = plain.length === 0 ? [] : await resolveNodes(client, kind, plain);
  const unmatched = new Set(patterns);
  const matching: MachineView[] = [];
  for (const { view, fqdn } of await findNodes(client, await listOperation(kind), {})) {
    const meant = [...patterns].filter((pattern) => matchesAny([pattern], { hostname: view.hostname, fqdn }));
    for (const pattern of meant) unmatched.delete(pattern);
    if (meant.length > 0) matching.push(view);
  }
  const [first, ...others] = unmatched;
  if (first !== undefined) {
    const quoted = [first, ...others].map((pattern) => `'${pattern}'`).join(", ");
    throw new Failure("notFound", `no ${kind} matches ${quoted}`, {
      hint: `svc ${kind}s list shows names; * matches any characters and ? matches one`,
    });
  }
  return uniqueNodes([...named, ...matching]);
}
