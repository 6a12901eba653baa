/**
 * The types found at each path of a JSON value. `[]` is an element of a list, `*` a key that is data;
 * `nothing` marks keys that some objects lack.
 */
export type JsonShape = ReadonlyMap<string, ReadonlySet<string>>;

/** Paths of objects whose keys are data. */
const mapPaths = /(?:^|\.)(?:sets|files|owner_data|workload_annotations|constraints_by_type|parameters)$/;

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "list" : typeof value;

/** Merges the shapes of all values. */
export function shapeOf(values: readonly unknown[], hasDataKeys = false): JsonShape {
  const shape = new Map<string, Set<string>>();
  const objects = new Map<string, number>();
  const holders = new Map<string, number>();
  const count = (counts: Map<string, number>, path: string) => counts.set(path, (counts.get(path) ?? 0) + 1);
  const visit = (value: unknown, path: string) => {
    const types = shape.get(path) ?? new Set();
    shape.set(path, types.add(typeOf(value)));
    if (Array.isArray(value)) for (const each of value) visit(each, `${path}[]`);
    else if (typeof value === "object" && value !== null) {
      count(objects, path);
      const isMap = mapPaths.test(path) || (path === "" && hasDataKeys);
      for (const [key, each] of Object.entries(value)) {
        const inside = `${path}.${isMap ? "*" : key}`;
        count(holders, inside);
        visit(each, inside);
      }
    }
  };
  for (const value of values) visit(value, "");
  for (const [path, keyCount] of holders)
    if (keyCount < (objects.get(parentOf(path)) ?? 0)) shape.get(path)?.add("nothing");
  return shape;
}

const parentOf = (path: string): string => path.replace(/(?:\.[^.[\]]+|\[\])$/, "");

/**
 * Lists missing keys, additional keys and types that were not recorded. Below a path that was recorded only
 * as null or empty, anything is accepted.
 */
export function shapeDifferences(recorded: JsonShape, actual: JsonShape): string[] {
  const hasInside = (shape: JsonShape, path: string) =>
    [...shape.keys()].some((each) => each !== path && parentOf(each) === path);
  const isOpen = (path: string): boolean => {
    const types = recorded.get(path);
    if (types === undefined) return path === "" || isOpen(parentOf(path));
    return (types.size === 1 && types.has("null")) || !hasInside(recorded, path);
  };
  const messages: string[] = [];
  for (const [path, types] of actual) {
    const recordedTypes = recorded.get(path);
    if (recordedTypes === undefined) {
      if (!isOpen(parentOf(path))) messages.push(`${path} is more`);
      continue;
    }
    const other = [...types].filter((type) => !recordedTypes.has(type) && type !== "nothing");
    if (other.length > 0 && !(recordedTypes.size === 1 && recordedTypes.has("null")))
      messages.push(`${path} is ${other.join(", ")}, not ${[...recordedTypes].join(", ")}`);
  }
  for (const path of recorded.keys()) {
    const above = actual.get(parentOf(path));
    const isKey = !path.endsWith("[]") && !path.endsWith(".*") && path !== "";
    const isSometimes = recorded.get(path)?.has("nothing") === true;
    const isThere = actual.get(path)?.has("nothing") === false;
    if (isKey && above?.has("object") && !isSometimes && !isThere) messages.push(`${path} is missing`);
  }
  return messages.sort();
}
