/** Control characters of terminals, of both sets, and those that turn the direction of text round. */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/** Marks of reStructuredText around words. */
const markup = /``|\*\*/g;

/**
 * Text of a service as one line that is safe to show: without control characters and marks of markup, and cut
 * at a word where it is longer than `maxLength` characters.
 */
export function plainLine(text: string, maxLength: number): string {
  const line = text.replace(unprintable, " ").replace(markup, "").replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return wellFormed(line);
  const cut = line.slice(0, maxLength - 3);
  const space = cut.lastIndexOf(" ");
  return `${wellFormed(space > maxLength / 2 ? cut.slice(0, space) : cut)}...`;
}

/** Without halves of surrogate pairs, which no encoding can write. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "");

/** The first sentence of a line, without its full stop. */
export function firstSentence(line: string): string {
  const end = line.search(/\.(?:\s|$)/);
  return end === -1 ? line : line.slice(0, end);
}
