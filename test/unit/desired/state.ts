import { loadGroup } from "../../../src/catalogue/index.ts";
import type { Plan } from "../../../src/desired/change.ts";
import { makeEntryIndex } from "../../../src/desired/entry-index.ts";
import { type LoadedKind, loadKinds } from "../../../src/desired/kinds.ts";
import { makePlan } from "../../../src/desired/plan.ts";
import { readRow, type ServiceObject } from "../../../src/desired/service-objects.ts";
import { shownStep } from "../../../src/desired/shown-change.ts";
import { desiredSite, type Site } from "./site.ts";

export const kinds = await loadKinds(loadGroup);

export function kindOf(name: string): LoadedKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Error(`no kind is called ${name}`);
  return kind;
}

/** List rows by kind; rows of a nested kind are under the name of its parent. */
export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The plan for a site if the service has these rows. */
export function planFor(site: Site, rows: Rows, isPruned = false): Plan {
  const desired = desiredSite(kinds, site);
  const objects = new Map<string, ServiceObject[]>();
  for (const [name, list] of Object.entries(rows)) {
    const kind = kindOf(name);
    for (const row of list) {
      const { kind: above, parameter } = kind.spec.parent ?? {};
      const parent = objects.get(above ?? "")?.find(({ id }) => id === String(row[parameter ?? ""]));
      const object = readRow(kind, row, parent);
      if (object === undefined) throw new Error(`${name} is not a row: ${JSON.stringify(row)}`);
      objects.set(name, [...(objects.get(name) ?? []), object]);
    }
  }
  const state = { objects, nodes: new Map<string, string>() };
  const entryIndex = makeEntryIndex(kinds, desired.items, state);
  return makePlan(desired, { state, entryIndex }, isPruned);
}

/** The steps of a plan as `action kind name: field, ...`. */
export const stepsOf = ({ steps }: Plan): readonly string[] =>
  steps.map(({ step }) => {
    const { action, kind, name, fields } = shownStep(step);
    const changed = action === "update" || action === "replace" ? `: ${Object.keys(fields).join(", ")}` : "";
    return `${action} ${kind} ${name}${changed}`;
  });
