import { configItems } from "../../catalogue/config-items.ts";
import { isRecord, primitiveText } from "../../core/json-record.ts";
import type { User } from "../state/users.ts";
import { allNodes, findUser } from "../state/world.ts";
import { callOperation, type Pairs, type PathValues, type Service } from "../wire/call.ts";
import { configMember, type SeedKind, seedKinds, setConfig, unknownNameText } from "./kinds.ts";
import { finishNode, prepareNode, setFleetSubnet } from "./nodes.ts";
import {
  addMissingNames,
  administrator,
  callAsAdmin,
  type Item,
  type ItemParameters,
  itemsIn,
  pathValuesFrom,
  readItem,
  reportRefusals,
  reportUnknownOwner,
  type SeedRun,
  typeNameOf,
  withSystemIds,
} from "./seed-run.ts";
import { readSource, type SeedProblem, type SeedSource } from "./source.ts";

const maxMachines = 10_000;

/** Rejects with a `SeedFileError` that lists all problems; the world is then unusable. */
export async function createSeedObjects(
  service: Service,
  source: SeedSource,
  hasNoFleet: boolean,
): Promise<void> {
  const { data, explain } = readSource(source);
  const problems = await applySeed(service, data, hasNoFleet);
  if (problems.length > 0) throw explain(problems);
}

async function applySeed(service: Service, data: unknown, hasNoFleet: boolean): Promise<SeedProblem[]> {
  const seedRun: SeedRun = { service, problems: [], missingNames: new Set(), finalSteps: [] };
  const memberNames = [...Object.keys(seedKinds), configMember];
  const members = data ?? {};
  if (!isRecord(members))
    return [
      { path: [], text: `a seed file is a mapping of lists (such as 'machines'), not ${typeNameOf(data)}` },
    ];
  for (const name of Object.keys(members))
    if (!memberNames.includes(name) && !name.startsWith("x-"))
      seedRun.problems.push({ path: [name], text: unknownNameText(name, memberNames) });
  const count = allNodes(service.world, "machine").length + [members["machines"] ?? []].flat().length;
  if (count > maxMachines)
    return [{ path: ["machines"], text: `a sandbox can have at most ${maxMachines} machines, not ${count}` }];
  for (const [name, kind] of Object.entries(seedKinds)) {
    for (const item of itemsIn(seedRun, { path: [], data: members }, name))
      await makeItem(seedRun, kind, item, {});
    if (name === "subnets" && hasNoFleet) setFleetSubnet(service.world);
  }
  await applyConfig(seedRun, members[configMember]);
  for (const step of seedRun.finalSteps) await step();
  return seedRun.problems;
}

const configNames = configItems.map(({ name }) => name);

async function applyConfig(seedRun: SeedRun, config: unknown): Promise<void> {
  if (config === undefined || config === null) return;
  if (!isRecord(config)) {
    seedRun.problems.push({ path: [configMember], text: "takes a mapping of configuration items to values" });
    return;
  }
  for (const [name, value] of Object.entries(config)) {
    if (!configNames.includes(name)) {
      seedRun.problems.push({ path: [configMember, name], text: unknownNameText(name, configNames) });
      continue;
    }
    const values = [value].flat();
    if (values.some((each) => typeof each === "object" && each !== null)) {
      seedRun.problems.push({ path: [configMember, name], text: "takes a value or a list of values" });
      continue;
    }
    const pairs: Pairs = [
      ["name", name],
      ["value", values.map(primitiveText).join()],
    ];
    await callAsAdmin(seedRun, { path: [configMember], data: config }, setConfig, {}, pairs);
  }
}

async function makeItem(seedRun: SeedRun, kind: SeedKind, item: Item, parent: PathValues): Promise<void> {
  const { problems, service, missingNames } = seedRun;
  const problemCount = problems.length;
  const isNode = kind === seedKinds["machines"] || kind === seedKinds["devices"];
  const parameters = readItem(seedRun, kind, isNode ? prepareNode(seedRun, item) : item);
  const user = ownerOf(seedRun, kind, item);
  // Continue even if an object has errors, to report all of them at once.
  if (problems.length > problemCount) addMissingNames(missingNames, item);
  if (user === undefined) return;
  const lastFields = new Set(kind.fieldsSetLast);
  const result = await reportRefusals(seedRun, item, async () => {
    const existing = await findExisting(seedRun, kind, item, parent);
    const [createPairs, updatePairs] = [[] as Pairs[], [] as Pairs[]];
    for (const [name, { pairs, isForCreation }] of parameters)
      if (!lastFields.has(name))
        (existing === undefined && isForCreation ? createPairs : updatePairs).push(pairs);
    const defaults = Object.entries(kind.defaults ?? {})
      .filter(([name]) => !parameters.has(name))
      .map(([name, value]) => [name, value.replace("*", primitiveText(item.data["username"]))] as const);
    const row =
      existing ??
      (await callOperation(service, kind.create, user, parent, [...defaults, ...createPairs.flat()]));
    const ids = pathValuesFrom(seedRun, kind.update, row, parent);
    if (updatePairs.length > 0 && kind.update !== undefined)
      await callOperation(service, kind.update, user, ids, [
        ...requiredPairs(seedRun, kind, parameters),
        ...updatePairs.flat(),
      ]);
    const lastPairs = [...parameters]
      .filter(([name]) => lastFields.has(name))
      .flatMap(([, { pairs }]) => pairs);
    if (lastPairs.length > 0)
      seedRun.finalSteps.push(async () => {
        await reportRefusals(seedRun, item, () =>
          callOperation(service, kind.update ?? "", user, ids, withSystemIds(seedRun, kind, lastPairs)),
        );
      });
    return row;
  });
  if (!isRecord(result)) return;
  if (isNode) await finishNode(seedRun, item, String(result["system_id"]));
  else
    for (const [name, child] of Object.entries(kind.children ?? {}))
      for (const each of itemsIn(seedRun, item, name))
        await makeItem(seedRun, child, each, { ...parent, [kind.parameter ?? ""]: String(result["id"]) });
}

function ownerOf(seedRun: SeedRun, kind: SeedKind, { data, path }: Item): User | undefined {
  const name = kind.isOwned ? data["owner"] : undefined;
  if (name === undefined || name === null) return administrator(seedRun);
  const user = findUser(seedRun.service.world, primitiveText(name));
  if (user === undefined) reportUnknownOwner(seedRun, path, primitiveText(name));
  return user;
}

/** An update must contain its required fields even if they do not change. */
function requiredPairs({ service }: SeedRun, { update = "" }: SeedKind, parameters: ItemParameters): Pairs {
  const requiredFields = service.operations.get(update)?.fields?.filter((each) => each.required) ?? [];
  return requiredFields.flatMap(({ name }) => {
    const parameter = parameters.get(name);
    return parameter?.isForCreation ? parameter.pairs : [];
  });
}

async function findExisting(seedRun: SeedRun, { existing }: SeedKind, { data }: Item, parent: PathValues) {
  if (existing === undefined || data[existing.field] === undefined) return undefined;
  const rows = await callOperation(seedRun.service, existing.list, administrator(seedRun), parent, []);
  return Array.isArray(rows)
    ? rows
        .filter(isRecord)
        .find((row) => primitiveText(row[existing.field]) === primitiveText(data[existing.field]))
    : undefined;
}
