import type { Key } from "./keys.ts";

const maxTypedLength = 200;

/** Applies a key to a line; undefined if the key changes no text. */
export function withKey(line: string, key: Key): string | undefined {
  if (key === "backspace") return [...line].slice(0, -1).join("");
  if (key === "ctrl-u") return "";
  if (key === "ctrl-w") return line.trimEnd().replace(/[^ ]*$/, "");
  const text = key.startsWith("paste:")
    ? key.slice("paste:".length)
    : [...key].length === 1
      ? key
      : undefined;
  if (text === undefined) return undefined;
  return (line + text.replace(/[\u0000-\u001f\u007f]+/g, " ")).slice(0, maxTypedLength);
}
