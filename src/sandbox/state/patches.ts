import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../core/json-record.ts";
import type { Patch } from "./world.ts";

/** IP addresses share one `resource_uri`, so their key contains the address too. Returns undefined for values without a URI. */
export function keyOfAnswer(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { resource_uri: uri, ip, alloc_type: type } = value;
  if (typeof uri !== "string") return undefined;
  return type !== undefined && typeof ip === "string" ? `${uri}${ip}` : uri;
}

/** Members whose elements have a `resource_uri` and thus patches of their own. */
const nestedObjectLists: ReadonlySet<string> = new Set(["interface_set", "blockdevice_set", "vlans"]);

export function recordPatches(patches: Record<string, Patch>, model: unknown, site: unknown): void {
  const key = keyOfAnswer(model);
  const patch = differences(model, site);
  if (key !== undefined && patch.length > 0) patches[key] = patch;
  if (!isRecord(model) || !isRecord(site)) return;
  for (const name of nestedObjectLists) {
    const [modelList, siteList] = [model[name], site[name]];
    if (!Array.isArray(modelList) || !Array.isArray(siteList)) continue;
    for (const modelElement of modelList) {
      const siteElement = siteList.find((element) => elementKey(element) === elementKey(modelElement));
      if (siteElement !== undefined) recordPatches(patches, modelElement, siteElement);
    }
  }
}

type Difference = Patch[number];

export function differences(model: unknown, site: unknown, path: readonly string[] = []): Difference[] {
  if (model === site) return [];
  if (isRecord(model) && isRecord(site)) {
    const nested: Difference[] = [];
    // A missing member and an undefined member are the same in JSON.
    for (const name of new Set([...Object.keys(model), ...Object.keys(site)]))
      nested.push(...differences(memberOf(model, name), memberOf(site, name), [...path, name]));
    return nested;
  }
  const keys = sharedKeys(model, site);
  if (keys !== undefined && Array.isArray(model) && Array.isArray(site))
    return keys.flatMap((key, index) => differences(model[index], site[index], [...path, key]));
  const modelJson = model === undefined ? undefined : JSON.parse(JSON.stringify(model));
  return isDeepStrictEqual(modelJson, site) ? [] : [difference(path, modelJson, site)];
}

const difference = (path: readonly string[], from: unknown, to: unknown): Difference => ({
  path,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

function sharedKeys(a: unknown, b: unknown): readonly string[] | undefined {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return undefined;
  const keys = a.map(elementKey);
  const hasSameKeys = keys.every((key, index) => key !== undefined && key === elementKey(b[index]));
  return hasSameKeys && new Set(keys).size === keys.length ? (keys as readonly string[]) : undefined;
}

export function elementKey(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const id = value["id"] ?? value["system_id"] ?? value["name"];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

export function applyPatch(value: unknown, patch: Patch): boolean {
  let isChanged = false;
  for (const { path, from, to } of patch) {
    const memberName = path.at(-1);
    const container = path.slice(0, -1).reduce<unknown>(memberOf, value);
    if (memberName === undefined || !isRecord(container)) continue;
    const member = Object.hasOwn(container, memberName) ? container[memberName] : undefined;
    if (!isDeepStrictEqual(member, from)) continue;
    if (to === undefined) delete container[memberName];
    else container[memberName] = to;
    isChanged = true;
  }
  return isChanged;
}

function memberOf(container: unknown, step: string): unknown {
  if (Array.isArray(container)) return container.find((each) => elementKey(each) === step);
  return isRecord(container) && Object.hasOwn(container, step) ? container[step] : undefined;
}
