import { notFound } from "../../state/domain-error.ts";
import type { Revision, Snippet } from "../../state/networks.ts";
import { insert } from "../../state/table.ts";
import type { World } from "../../state/world.ts";

type NewSnippet = Partial<Snippet> & Pick<Snippet, "name"> & { readonly value: string };

const makeRevision = ({ state, clock }: World, value: string): Revision => ({
  id: state.networks.nextRevisionId++,
  value,
  created: clock.now(),
});

export const makeSnippet = (world: World, { value, ...given }: NewSnippet): Snippet =>
  insert(world.state.networks.snippets, (id) => ({
    id,
    description: "",
    enabled: true,
    node: null,
    subnetId: null,
    rangeId: null,
    history: [makeRevision(world, value)],
    ...given,
  }));

/** Puts a new value in use; the one before stays in the history. */
export function setSnippetValue(world: World, snippet: Snippet, value: string): void {
  if (snippet.history[0]?.value !== value) snippet.history.unshift(makeRevision(world, value));
}

/**
 * Goes back to a revision, by its id or by a negative number of steps; later revisions go. Not found
 * where the revision does not exist.
 */
export function revertSnippet(snippet: Snippet, to: number): void {
  const at = to < 0 ? -to : snippet.history.findIndex((revision) => revision.id === to);
  if (at < 0 || at >= snippet.history.length)
    throw notFound(`The snippet ${snippet.name} has no revision ${to}.`);
  snippet.history = snippet.history.slice(at);
}

/** Why a text is no DHCP server configuration; undefined where nothing is wrong with its form. */
export function configurationFault(value: string): string | undefined {
  let depth = 0;
  for (const character of value.replace(/"[^"\n]*"|#.*$/gm, "")) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return "Invalid DHCP configuration: a closing brace without an opening one.";
  }
  return depth === 0 ? undefined : "Invalid DHCP configuration: an opening brace without a closing one.";
}
