import type { OperationEntry } from "../../catalogue/index.ts";
import type { Method } from "../../catalogue/operation.ts";
import { groupBy } from "../../core/grouping.ts";
import { type Action, type DropListener, isPrototypeKey } from "./read.ts";
import { kebabWord, parameterNames, pathTemplate, plural, singular } from "./words.ts";

/** The actions on one kind of resource: on its list and on its objects. */
export interface Family {
  readonly group: string;
  readonly aliases: readonly string[];
  readonly actions: readonly Action[];
  readonly itemParameter: string | undefined;
  readonly parents: readonly string[];
}

type UnnamedFamily = ReturnType<typeof unnamedFamilies>[number];

/** A family with a documented path belongs to its group. Other families are named after the end of their path. */
export function familiesOf(
  actions: readonly Action[],
  documented: readonly OperationEntry[],
  reservedNames: ReadonlySet<string>,
  drop: DropListener,
): readonly Family[] {
  const groupOf = new Map(
    documented.map(({ operation, group }) => [keyOf(resourcePath(operation.path)), group.name]),
  );
  const usedNames = new Set(reservedNames);
  const familiesWithGroup: (UnnamedFamily & { readonly group: string })[] = [];
  for (const family of unnamedFamilies(actions)) {
    const group = groupOf.get(family.key) ?? namesFor(family).find((name) => isFree(name, usedNames));
    if (group === undefined) {
      drop({ subject: `/${family.key}/`, reason: "its name is already used in svc" });
      continue;
    }
    usedNames.add(group);
    familiesWithGroup.push({ ...family, group });
  }
  return familiesWithGroup.map((family): Family => {
    const aliases = groupOf.has(family.key)
      ? []
      : [...new Set([singular(family.group), ...family.spellings.map(kebabWord)])].filter((alias) =>
          isFree(alias, usedNames),
        );
    for (const alias of aliases) usedNames.add(alias);
    const item = family.actions.map(({ path }) => path).find(isItemPath);
    return { ...family, aliases, itemParameter: item && parameterNames(item).at(-1) };
  });
}

const isItemPath = (path: string): boolean => pathTemplate(path).endsWith("{}");

/** Removes the operation's name, and `/api` from `/api/version/`. */
export const resourcePath = (path: string): string =>
  path.replace(/^\/api\//, "/").replace(/(?<=[/}])op-\w+$/, "");

function unnamedFamilies(actions: readonly Action[]) {
  return [...groupBy(actions, ({ path }) => keyOf(path))]
    .map(([key, familyActions]) => {
      const words = familyActions.map(({ path }) => staticWords(path));
      return {
        key,
        actions: familyActions,
        spellings: [...new Set(words.flatMap((each) => each.slice(-1)))],
        parents: words[0]?.slice(0, -1) ?? [],
      };
    })
    .sort((a, b) => a.parents.length - b.parents.length || (a.key < b.key ? -1 : 1));
}

function keyOf(path: string): string {
  const segments = pathTemplate(path).split("/").slice(1);
  while (segments.at(-1) === "{}") segments.pop();
  const last = segments.pop() ?? "";
  return [...segments, singular(kebabWord(last))].join("/");
}

const staticWords = (path: string): readonly string[] =>
  path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));

function namesFor({ spellings, actions, parents }: UnnamedFamily): readonly string[] {
  const words = spellings.map(kebabWord);
  const pluralName = words.find((word) => singular(word) !== word);
  const [first = ""] = words;
  const name = pluralName ?? (actions.some(({ path }) => isItemPath(path)) ? plural(first) : first);
  const names = [name];
  for (const parent of [...parents].reverse()) names.push(`${singular(kebabWord(parent))}-${names.at(-1)}`);
  return names;
}

const isFree = (name: string, usedNames: ReadonlySet<string>): boolean =>
  /^[a-z][a-z0-9-]{0,59}$/.test(name) && !usedNames.has(name) && !isPrototypeKey(name);

const plainVerbs: Readonly<Record<Method, string>> = {
  GET: "get",
  POST: "create",
  PUT: "update",
  DELETE: "delete",
};

/** Plain methods come before operations, and objects before the list, whose verbs get `-many` in a conflict. */
export function verbsOf(
  actions: readonly Action[],
  reservedVerbs: ReadonlySet<string>,
  drop: DropListener,
): ReadonlyMap<Action, string> {
  const usedVerbs = new Set(reservedVerbs);
  const verbs = new Map<Action, string>();
  for (const action of [...actions].sort((a, b) => precedence(a) - precedence(b))) {
    const verb = candidateVerbs(action).find((each) => isVerb(each) && !usedVerbs.has(each));
    if (verb === undefined) {
      drop({ subject: labelOf(action), reason: "another command of the group has its name" });
      continue;
    }
    usedVerbs.add(verb);
    verbs.set(action, verb);
  }
  return verbs;
}

export const labelOf = ({ method, path, op }: Action): string =>
  `${method} ${path}${op === undefined ? "" : `op-${op}`}`;

const precedence = ({ op, path }: Action): number => (op === undefined ? 0 : 2) + (isItemPath(path) ? 0 : 1);

function candidateVerbs({ method, op, path }: Action): readonly string[] {
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

const isVerb = (word: string): boolean => /^[a-z][a-z0-9-]{0,70}$/.test(word) && !isPrototypeKey(word);
