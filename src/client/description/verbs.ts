import type { Dropped } from "../../catalogue/described.ts";
import type { Method } from "../../catalogue/operation.ts";
import { isItemPath } from "./families.ts";
import { type Action, isInherited } from "./read.ts";
import { kebabWord } from "./spelling.ts";

const plainVerbs: Readonly<Record<Method, string>> = {
  GET: "get",
  POST: "create",
  PUT: "update",
  DELETE: "delete",
};

/**
 * The verb of each action of a group, none of them in `taken`. Plain methods come before operations, and those of
 * single objects before those of the collection: as with the documented `power-parameters` and
 * `power-parameters-many`, the collection's gets `-many` where both have the same name.
 */
export function verbsOf(
  actions: readonly Action[],
  taken: ReadonlySet<string>,
): { readonly verbs: ReadonlyMap<Action, string>; readonly dropped: readonly Dropped[] } {
  const used = new Set(taken);
  const verbs = new Map<Action, string>();
  const dropped: Dropped[] = [];
  for (const action of [...actions].sort((a, b) => precedence(a) - precedence(b))) {
    const verb = candidates(action).find((each) => isVerb(each) && !used.has(each));
    if (verb === undefined) {
      dropped.push({ what: labelOf(action), reason: "its name is that of another command of the group" });
      continue;
    }
    used.add(verb);
    verbs.set(action, verb);
  }
  return { verbs, dropped };
}

/** Method and path as the catalogue writes them. */
export const labelOf = ({ method, path, op }: Action): string =>
  `${method} ${path}${op === undefined ? "" : `op-${op}`}`;

const precedence = ({ op, path }: Action): number => (op === undefined ? 0 : 2) + (isItemPath(path) ? 0 : 1);

function candidates({ method, op, path }: Action): readonly string[] {
  const isItem = isItemPath(path);
  const verb = op !== undefined ? kebabWord(op) : method === "GET" && !isItem ? "list" : plainVerbs[method];
  // `GET op-x` and `POST op-x` may be two operations.
  return [
    verb,
    `${verb}-${isItem ? "one" : "many"}`,
    `${verb}-${method.toLowerCase()}`,
    `${verb}-${method.toLowerCase()}-${isItem ? "one" : "many"}`,
  ];
}

const isVerb = (word: string): boolean => /^[a-z][a-z0-9-]{0,70}$/.test(word) && !isInherited(word);
