import type { Name } from "./name.ts";

/** What a list has shown. */
export interface Seen {
  readonly names: readonly Name[];
  /** The list held every object that the key may see: what it did not show is gone. */
  readonly isWhole: boolean;
  readonly nowMs: number;
}

/** What is kept of a kind. */
export interface Kept {
  readonly names: readonly Name[];
  /** When a list last held every object, in milliseconds since the epoch; 0 where none has. */
  readonly wholeAtMs: number;
}

export const nothingKept: Kept = { names: [], wholeAtMs: 0 };

/** A name that no list has shown for this long is forgotten, in milliseconds. */
export const maxUnseenMs = 30 * 24 * 3_600_000;

/** Names of one kind that are kept; those that were seen last stay. */
export const maxNames = 50_000;

/**
 * What is kept after a list: a whole list replaces everything, and a filtered one adds to it and takes nothing away.
 * Pure. An object is known again by its identifier, so that one that was renamed is not kept twice.
 */
export function merged(kept: Kept, { names, isWhole, nowMs }: Seen): Kept {
  const byIdentity = new Map<string, Name>();
  if (!isWhole)
    for (const name of kept.names) if (isRecent(name, nowMs)) byIdentity.set(identityOf(name), name);
  for (const name of names) {
    const earlier = byIdentity.get(identityOf(name));
    byIdentity.set(identityOf(name), name.about === "" && earlier ? { ...name, about: earlier.about } : name);
  }
  const all = withoutReplaced(byIdentity.values());
  return {
    names: all.length <= maxNames ? all : all.sort((a, b) => b.seenMs - a.seenMs).slice(0, maxNames),
    wholeAtMs: isWhole ? nowMs : Math.min(kept.wholeAtMs, nowMs),
  };
}

/** Of several objects that go by the same words, all but the last seen are gone: a machine that was enlisted anew. */
function withoutReplaced(names: Iterable<Name>): Name[] {
  const byWords = new Map<string, Name>();
  for (const name of names) {
    const words = `${name.word}\t${name.also[1]}`;
    const other = byWords.get(words);
    if (other === undefined || other.seenMs <= name.seenMs) byWords.set(words, name);
  }
  return [...byWords.values()];
}

/** How long it is taken for known that an object was seen, in milliseconds. */
const maxKnownMs = 24 * 3_600_000;

/** True where a list has shown something that is not kept in the same form, or not of late. */
export function isNews(kept: Kept, { names, isWhole, nowMs }: Seen): boolean {
  if (isWhole) return true;
  const known = new Map(kept.names.map((name) => [identityOf(name), name]));
  return names.some((name) => {
    const earlier = known.get(identityOf(name));
    return (
      earlier === undefined ||
      earlier.word !== name.word ||
      earlier.also[1] !== name.also[1] ||
      earlier.status !== name.status ||
      (name.about !== "" && earlier.about !== name.about) ||
      Math.abs(nowMs - earlier.seenMs) > maxKnownMs
    );
  });
}

const identityOf = ({ word, also }: Name): string => also[0] || word;

/** A clock that was set back makes names of the future, which are as good as new. */
const isRecent = ({ seenMs }: Name, nowMs: number): boolean => nowMs - seenMs < maxUnseenMs;
