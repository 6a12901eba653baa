/** Parts of a word: plain, in single quotes, in double quotes, or one escaped character. */
const piece = /([\w@%+=:,./-]+)|'([^']*)'|"([^"$`\\]*)"|\\([^\n])/y;

/** The words of a line in which a shell would only remove quotes; undefined for other lines. */
export function plainWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; ) {
    if (line[at] === " ") {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
      continue;
    }
    piece.lastIndex = at;
    const match = piece.exec(line);
    if (match === null) return undefined;
    word = (word ?? "") + match.slice(1).find((part) => part !== undefined);
    at = piece.lastIndex;
  }
  if (word !== undefined) words.push(word);
  return words;
}
