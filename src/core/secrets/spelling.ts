import { mask } from "./names.ts";

/** A secret as it stands in plain text, in JSON, in a query, and in HTML. */
export function formsOf(secret: string): readonly string[] {
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      html,
      html.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
      html.replaceAll('"', "&quot;").replaceAll("'", "&#x27;"),
    ]),
  ];
}

/** The text without these secrets. */
export function maskKnown(text: string, secrets: Iterable<string>): string {
  let shown = text;
  for (const secret of secrets) if (secret !== "") shown = shown.replaceAll(secret, mask);
  return shown;
}

/** A shorter beginning of a secret may end a text by chance. */
const minCutOff = 8;

/** The text without the beginning of a secret with which it breaks off. */
export function maskCutOff(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = secret.length - 1; length >= minCutOff; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + mask;
    }
  }
  return text;
}
