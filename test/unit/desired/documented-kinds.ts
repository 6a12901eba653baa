import { groupNames, loadGroup } from "../../../src/catalogue/index.ts";
import { type LoadedKind, loadKinds } from "../../../src/desired/kinds.ts";

/** The kinds of a service that describes nothing of itself. */
export const documentedKinds = (): Promise<ReadonlyMap<string, LoadedKind>> =>
  loadKinds(async (name) => {
    const known = groupNames.find((each) => each === name);
    return known === undefined ? undefined : await loadGroup(known);
  });

export function kindOf(kinds: ReadonlyMap<string, LoadedKind>, name: string): LoadedKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw new Error(`no kind is called ${name}`);
  return kind;
}
