/** The quote that a word begins with; empty for none. */
export const quoteOf = (typed: string): string => /^["']/.exec(typed)?.[0] ?? "";

/** What bash makes of a word as it was typed: without quotes and backslashes; a quote may still be open. */
export function unquoted(typed: string): string {
  let text = "";
  let open = "";
  for (let at = 0; at < typed.length; at++) {
    const character = typed.charAt(at);
    const next = typed.charAt(at + 1);
    if (character === open) open = "";
    else if (open === "" && (character === "'" || character === '"')) open = character;
    else if (character === "\\" && open !== "'" && next !== "") {
      if (open === '"' && !/["\\$`]/.test(next)) text += character;
      text += next;
      at += 1;
    } else text += character;
  }
  return text;
}

/** How bash puts a word behind what is typed: in the quote that is open, or with backslashes. */
export function quotedFor(quote: string, text: string): string {
  // In double quotes bash keeps the backslash before an exclamation mark, and looks into its history without one.
  if (quote === '"') return text.replace(/["\\$`]/g, "\\$&").replaceAll("!", '"\\!"');
  if (quote === "'") return text.replaceAll("'", "'\\''");
  return text.replace(/[^A-Za-z0-9_.,:/@%+=\u0080-\uffff-]/g, "\\$&");
}
