/** Texts as people order them: `web-2` before `web-10`, `10.0.0.9` before `10.0.0.10`; the same everywhere. */
export function compareTexts(a: string, b: string): number {
  const [first, second] = [piecesOf(a), piecesOf(b)];
  for (const [index, piece] of first.entries()) {
    const other = second[index];
    if (other === undefined) return 1;
    const difference = comparePieces(piece, other);
    if (difference !== 0) return difference;
  }
  return first.length - second.length || compareWords(a, b);
}

const piecesOf = (text: string): readonly string[] =>
  text
    .slice(0, 500)
    .toLowerCase()
    .match(/\d+|\D+/g) ?? [];

function comparePieces(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return compareWords(a, b);
  const [first, second] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
  return first.length - second.length || compareWords(first, second);
}

const compareWords = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
