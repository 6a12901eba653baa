import type { Client } from "../../../src/client/http/call.ts";
import { exportDocuments } from "../../../src/desired/export.ts";
import type { LoadedKind } from "../../../src/desired/kinds.ts";

interface Exporting {
  readonly client: Client;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
}

/** Exports the named kinds, or all, and returns the documents, notes and variable names. */
export async function written({ client, kinds }: Exporting, ...names: readonly string[]) {
  const notes: string[] = [];
  const exportedKinds = names.flatMap((name) => kinds.get(name) ?? []);
  const variables = new Set<string>();
  const note = (line: string) => notes.push(line);
  let text = "";
  const context = { reader: { client, parallel: 4 }, kinds, variables, note };
  for await (const piece of exportDocuments(exportedKinds, context)) text += piece;
  return { text, notes, variables: [...variables] };
}
