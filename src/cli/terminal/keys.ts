/**
 * A key by its name, such as `up`, `enter` or `ctrl-c`, or the character that it types. What is pasted is one key that
 * begins with `paste:`, so that text is never taken for commands.
 */
export type Key = string;

const controls: Readonly<Record<string, Key>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u007f": "backspace",
  "\u0008": "backspace",
  "\u0002": "pageup",
  "\u0003": "ctrl-c",
  "\u0004": "ctrl-d",
  "\u0006": "pagedown",
  "\u000c": "ctrl-l",
  "\u0015": "ctrl-u",
  "\u0017": "ctrl-w",
  "\u001a": "ctrl-z",
};

const byFinal: Readonly<Record<string, Key>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  Z: "backtab",
};

const byNumber: Readonly<Record<string, Key>> = {
  1: "home",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
};

const escapeCharacter = "\u001b";
const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";
/** Of a pasted text: nothing that is typed here is longer. */
const maxPasteLength = 1_000;
/** Of a sequence that no terminal sends, and of what cannot become one any more. */
const maxSequenceLength = 32;

/** What a terminal sends, as keys. */
export interface KeyDecoder {
  /** The keys in this text and what was left of the one before. */
  push(text: string): readonly Key[];
  /** True where the text ended with what may be the Escape key or the beginning of another one. */
  isOpen(): boolean;
  /** Nothing more came for a while: an escape character was the Escape key. */
  flush(): readonly Key[];
}

export function createKeyDecoder(): KeyDecoder {
  let left = "";
  let pasted: string | undefined;
  const push = (text: string): readonly Key[] => {
    const keys: Key[] = [];
    let rest = left + text;
    left = "";
    while (rest !== "") {
      if (pasted !== undefined) {
        const end = rest.indexOf(pasteEnd);
        const held = end === -1 ? rest.length - openEnd(rest) : end;
        pasted = (pasted + rest.slice(0, held)).slice(0, maxPasteLength);
        if (end === -1) {
          left = rest.slice(held);
          return keys;
        }
        keys.push(`paste:${pasted}`);
        pasted = undefined;
        rest = rest.slice(end + pasteEnd.length);
        continue;
      }
      if (rest.startsWith(pasteStart)) {
        pasted = "";
        rest = rest.slice(pasteStart.length);
        continue;
      }
      const { key, length } = firstKey(rest);
      if (length === 0) {
        left = rest;
        return keys;
      }
      if (key !== undefined) keys.push(key);
      rest = rest.slice(length);
    }
    return keys;
  };
  return {
    push,
    isOpen: () => left !== "" && pasted === undefined,
    flush: () => {
      const rest = left;
      if (pasted !== undefined || rest === "") return [];
      left = "";
      return rest === escapeCharacter
        ? ["escape"]
        : ["escape", ...push(rest.slice(1).replaceAll(escapeCharacter, ""))];
    },
  };
}

/** How much of the end of a pasted text may be the beginning of its end mark. */
function openEnd(text: string): number {
  for (let length = Math.min(pasteEnd.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(pasteEnd.slice(0, length))) return length;
  return 0;
}

/** The first key of a text and its length; no length where more has to come, no key for what means nothing here. */
function firstKey(text: string): { readonly key?: Key | undefined; readonly length: number } {
  if (!text.startsWith(escapeCharacter)) {
    const [character = ""] = text;
    const control = controls[character];
    if (control !== undefined) return { key: control, length: 1 };
    return character < " " ? { length: 1 } : { key: character, length: character.length };
  }
  const second = text[1];
  if (second === undefined) return { length: 0 };
  if (second === escapeCharacter) return { key: "escape", length: 1 };
  if (second === "O") {
    const final = text[2];
    return final === undefined ? { length: 0 } : { key: byFinal[final], length: 3 };
  }
  // Alt and a character: it means nothing here.
  if (second !== "[") return { length: 1 + String.fromCodePoint(text.codePointAt(1) ?? 0).length };
  for (let at = 2; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character >= "@" && character <= "~") {
      const number = /^\d*/.exec(text.slice(2, at))?.[0] ?? "";
      return { key: character === "~" ? byNumber[number] : byFinal[character], length: at + 1 };
    }
    if (character < " " || at >= maxSequenceLength) return { length: at };
  }
  return { length: 0 };
}
