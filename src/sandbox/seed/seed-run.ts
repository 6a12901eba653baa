import { isRecord, primitiveText } from "../../core/json-record.ts";
import type { User } from "../state/users.ts";
import { allNodes, findUser } from "../state/world.ts";
import { callOperation, type Pairs, type PathValues, Refusal, type Service } from "../wire/call.ts";
import {
  fieldsOf,
  type KindField,
  ownerField,
  pairsOrProblem,
  type SeedKind,
  unknownNameText,
} from "./kinds.ts";
import type { Path, SeedProblem } from "./source.ts";

export interface SeedRun {
  readonly service: Service;
  readonly problems: SeedProblem[];
  /** Names of objects that could not be created. References to them are not reported as further problems. */
  readonly missingNames: Set<string>;
  readonly finalSteps: (() => Promise<void>)[];
}

export interface Item {
  readonly path: Path;
  readonly data: Readonly<Record<string, unknown>>;
}

export type ItemParameters = ReadonlyMap<string, { readonly pairs: Pairs; readonly isForCreation: boolean }>;

export function typeNameOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value === null || value === undefined) return "nothing";
  return isRecord(value) ? "a mapping" : "text";
}

export function itemsIn({ problems }: SeedRun, parent: Item, name: string): readonly Item[] {
  const list = parent.data[name];
  const path = [...parent.path, name];
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) {
    problems.push({ path, text: `takes a list, not ${typeNameOf(list)}` });
    return [];
  }
  return list.flatMap((data: unknown, index): Item[] => {
    if (isRecord(data)) return [{ path: [...path, index], data }];
    problems.push({ path: [...path, index], text: `takes a mapping, not ${typeNameOf(data)}` });
    return [];
  });
}

export function administrator({ service: { world } }: SeedRun): User {
  const admin = findUser(world, "admin");
  if (admin === undefined) throw new Error("the sandbox has no administrator");
  return admin;
}

export function readItem(
  { problems, service }: SeedRun,
  kind: SeedKind,
  { path, data }: Item,
): ItemParameters {
  const fields = fieldsOf(kind, service.operations);
  const children = Object.keys(kind.children ?? {});
  const parameters = new Map<string, { readonly pairs: Pairs; readonly isForCreation: boolean }>();
  for (const [name, value] of Object.entries(data)) {
    if (children.includes(name)) continue;
    const field = fields.get(name);
    if (field === undefined)
      problems.push({ path: [...path, name], text: unknownNameText(name, [...fields.keys(), ...children]) });
    else if (value !== null) {
      const pairs = pairsOrProblem(field.field, value);
      if (typeof pairs === "string") problems.push({ path: [...path, name], text: pairs });
      else if (isOperationField(kind, field))
        parameters.set(name, { pairs, isForCreation: field.isForCreation });
      else if (field.field.choices?.includes(String(value)) === false)
        problems.push({
          path: [...path, name],
          text: `'${String(value).slice(0, 60)}' is not one of ${field.field.choices.join(", ")}`,
        });
    }
  }
  return parameters;
}

const isOperationField = (kind: SeedKind, { field }: KindField): boolean =>
  field !== ownerField && kind.derivedFields?.includes(field) !== true;

/** Reports nothing if the service refused this user, or the owner is not text, because that is already reported. */
export function reportUnknownOwner({ problems, missingNames }: SeedRun, path: Path, name: string): void {
  const ownerPath = [...path, "owner"];
  if (missingNames.has(name) || problems.some((each) => isWithin(each.path, ownerPath))) return;
  problems.push({ path: ownerPath, text: `no user is called ${name}` });
}

export async function reportRefusals<Result>(
  seedRun: SeedRun,
  item: Item,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const [field, reason] of error.reasons) reportRefusal(seedRun, item, field, reason);
    addMissingNames(seedRun.missingNames, item);
    return undefined;
  }
}

export const callAsAdmin = (seedRun: SeedRun, item: Item, id: string, path: PathValues, pairs: Pairs) =>
  reportRefusals(seedRun, item, () =>
    callOperation(seedRun.service, id, administrator(seedRun), path, pairs),
  );

function reportRefusal(
  { problems, missingNames }: SeedRun,
  { path, data }: Item,
  field: string,
  reason: string,
): void {
  const name = Object.keys(data).find((each) => field === each || field.startsWith(`${each}_`));
  const values = name === undefined ? [] : [data[name]].flat();
  const problemPath = name === undefined ? path : [...path, name];
  if (name !== undefined && problems.some((each) => isWithin(each.path, problemPath))) return;
  if (values.some((value) => missingNames.has(primitiveText(value)))) return;
  const text = field === "__all__" || field === name ? reason : `${field}: ${reason}`;
  problems.push({ path: problemPath, text });
}

const isWithin = (path: Path, parentPath: Path): boolean =>
  parentPath.every((step, index) => path[index] === step);

export function addMissingNames(missingNames: Set<string>, { data }: Item): void {
  for (const name of ["name", "username", "hostname", "cidr"])
    if (data[name] !== undefined) missingNames.add(primitiveText(data[name]));
}

export function pathValuesFrom(
  { service }: SeedRun,
  id: string | undefined,
  row: unknown,
  parent: PathValues,
): PathValues {
  const { parameters = [] } = service.operations.get(id ?? "") ?? {};
  const members = isRecord(row) ? row : {};
  return Object.fromEntries(
    parameters.map(({ name }) => [name, parent[name] ?? String(members[name] ?? "")]),
  );
}

export function withSystemIds({ service }: SeedRun, kind: SeedKind, pairs: Pairs): Pairs {
  const fields = fieldsOf(kind, service.operations);
  return pairs.map(([name, value]) => {
    if (fields.get(name)?.field.kind === undefined) return [name, value];
    const node = allNodes(service.world).find(({ hostname }) => hostname === value);
    return [name, node?.systemId ?? value];
  });
}
