export const quoteOf = (word: string): string => /^["']/.exec(word)?.[0] ?? "";

export function unquoted(word: string): string {
  let text = "";
  let openQuote = "";
  for (let at = 0; at < word.length; at++) {
    const character = word.charAt(at);
    const next = word.charAt(at + 1);
    if (character === openQuote) openQuote = "";
    else if (openQuote === "" && (character === "'" || character === '"')) openQuote = character;
    else if (character === "\\" && openQuote !== "'" && next !== "") {
      if (openQuote === '"' && !/["\\$`]/.test(next)) text += character;
      text += next;
      at += 1;
    } else text += character;
  }
  return text;
}

export function quotedFor(quote: string, text: string): string {
  // In double quotes bash keeps the backslash before `!`, but expands history without it.
  if (quote === '"') return text.replace(/["\\$`]/g, "\\$&").replaceAll("!", '"\\!"');
  if (quote === "'") return text.replaceAll("'", "'\\''");
  return text.replace(/[^A-Za-z0-9_.,:/@%+=\u0080-\uffff-]/g, "\\$&");
}
