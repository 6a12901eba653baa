import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import type { Client, Value, Values } from "../http/call.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import { wordsOf } from "../values/words.ts";
import { isSystemId, lookUpBeforeChange } from "./names.ts";
import { matchNames, requireSingleMatches, uniqueNodes } from "./resolve.ts";

export interface Resolved {
  readonly values: Values;
  /** The nodes that the operation works on, in the path and in lists, except nodes that it only reads from. */
  readonly nodes: readonly MachineView[];
  readonly isUnverified: boolean;
}

interface Name {
  readonly field: string;
  readonly kind: IdentifierKind;
  readonly place: "path" | "filter" | "list" | "one";
  readonly trustsIds: boolean;
}

function namesOf(operation: Operation): readonly Name[] {
  const identifiers = (operation.parameters ?? []).flatMap(({ name, kind }): readonly Name[] =>
    kind === undefined ? [] : [{ field: name, kind, place: "path", trustsIds: true }],
  );
  const fields = (operation.fields ?? []).flatMap(
    ({ name, kind, required, type, repeatable, isSplittable }): readonly Name[] => {
      if (kind === undefined) return [];
      const isFilter = operation.method === "GET" && required !== true;
      const isList = type === "list" || repeatable === true;
      const place = isFilter ? "filter" : isList ? "list" : "one";
      return [{ field: name, kind, place, trustsIds: isSplittable === true && operation.verb === "list" }];
    },
  );
  return [...identifiers, ...fields];
}

/** A system_id without a match is still sent in a filter, or for any kind of node: lists may not show controllers. */
export async function resolveValues(
  operation: Operation,
  values: Values,
  client: Client,
  mode: "trust" | "verify",
): Promise<Resolved> {
  const names = namesOf(operation);
  const needsNoLookup = ({ trustsIds }: Name, word: string) =>
    word === "" || (mode === "trust" && trustsIds && isSystemId(word));
  const changed: Record<string, Value> = {};
  const nodes: MachineView[] = [];
  for (const kind of new Set(names.map((name) => name.kind))) {
    const places = names.filter((name) => name.kind === kind);
    const lookupWords = places.flatMap((name) =>
      wordsOf(values[name.field]).filter((word) => !needsNoLookup(name, word)),
    );
    if (lookupWords.length === 0) continue;
    const matches = await matchNames(client, kind, [...new Set(lookupWords)]);
    const acceptedIds = new Set(
      places
        .filter(({ place }) => place === "filter" || (kind === "node" && place === "one"))
        .flatMap(({ field }) => wordsOf(values[field]))
        .filter((word) => isSystemId(word) && matches.get(word)?.length === 0),
    );
    await lookUpBeforeChange(operation, async () =>
      requireSingleMatches(kind, new Map([...matches].filter(([word]) => !acceptedIds.has(word)))),
    );
    for (const { field, place } of places) {
      const value = values[field];
      const views = wordsOf(value).flatMap((word) => matches.get(word)?.[0]?.view ?? []);
      const ids = wordsOf(value).map((word) => matches.get(word)?.[0]?.view.systemId ?? word);
      const [first] = ids;
      if (Array.isArray(value)) changed[field] = [...new Set(ids)];
      else if (first !== undefined) changed[field] = first;
      if (place === "path" || place === "list") nodes.push(...views);
    }
  }
  const isUnverified = names.some((name) =>
    wordsOf(values[name.field]).some((word) => word !== "" && needsNoLookup(name, word)),
  );
  return { values: { ...values, ...changed }, nodes: uniqueNodes(nodes), isUnverified };
}
