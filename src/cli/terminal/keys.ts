import { StringDecoder } from "node:string_decoder";
import type { Context } from "../../context.ts";
import { startTimer } from "../../core/clock.ts";
import { listenToKeys } from "./streams.ts";

/**
 * Such as `up` or `ctrl-c`, or a character. Pasted text is one key, `paste:TEXT`, so that it is never read as commands.
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

const keysByFinalCharacter: Readonly<Record<string, Key>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  Z: "backtab",
};

const keysByNumber: Readonly<Record<string, Key>> = {
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
/** Maximum characters of pasted text. */
const maxPasteLength = 1_000;
const maxSequenceLength = 32;

export function createKeyDecoder() {
  let undecodedText = "";
  let pastedText: string | undefined;
  /** True after Escape or an incomplete sequence. */
  const isIncomplete = () => undecodedText !== "" && pastedText === undefined;
  /** `text` may begin with the rest of an incomplete key. */
  function* decode(text: string): Generator<Key> {
    undecodedText += text;
    while (undecodedText !== "") {
      if (pastedText !== undefined) {
        const end = undecodedText.indexOf(pasteEnd);
        const pasteLength = end === -1 ? undecodedText.length - partialEndLength(undecodedText) : end;
        const pasteText: string = (pastedText + undecodedText.slice(0, pasteLength)).slice(0, maxPasteLength);
        undecodedText = undecodedText.slice(end === -1 ? pasteLength : end + pasteEnd.length);
        pastedText = end === -1 ? pasteText : undefined;
        if (end === -1) return;
        yield `paste:${pasteText}`;
      } else if (undecodedText.startsWith(pasteStart)) {
        pastedText = "";
        undecodedText = undecodedText.slice(pasteStart.length);
      } else {
        const { key, length } = firstKey(undecodedText);
        if (length === 0) return;
        undecodedText = undecodedText.slice(length);
        if (key !== undefined) yield key;
      }
    }
  }
  return {
    decode,
    isIncomplete,
    /** Called after a pause, when an escape character must have been the Escape key. */
    *flush(): Generator<Key> {
      if (!isIncomplete()) return;
      const text =
        undecodedText === escapeCharacter ? "" : undecodedText.slice(1).replaceAll(escapeCharacter, "");
      undecodedText = "";
      yield "escape";
      yield* decode(text);
    },
    /** The text that has not been decoded. */
    rest: () => undecodedText,
  };
}

/** Returns how many characters at the end of `text` may begin `pasteEnd`. */
function partialEndLength(text: string): number {
  for (let length = Math.min(pasteEnd.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(pasteEnd.slice(0, length))) return length;
  return 0;
}

/** Length 0 means that the key is incomplete. Keys without a name are ignored. */
function firstKey(text: string): { readonly key?: Key | undefined; readonly length: number } {
  if (!text.startsWith(escapeCharacter)) {
    const [character = ""] = text;
    if (text.startsWith("\r\n")) return { key: "enter", length: 2 };
    const control = controls[character];
    if (control !== undefined) return { key: control, length: 1 };
    return character < " " ? { length: 1 } : { key: character, length: character.length };
  }
  const second = text[1];
  if (second === undefined) return { length: 0 };
  if (second === escapeCharacter) return { key: "escape", length: 1 };
  if (second === "O") {
    const final = text[2];
    return final === undefined ? { length: 0 } : { key: keysByFinalCharacter[final], length: 3 };
  }
  // Ignores a character typed with Alt.
  if (second !== "[") return { length: 1 + String.fromCodePoint(text.codePointAt(1) ?? 0).length };
  for (let at = 2; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character >= "@" && character <= "~") {
      const number = /^\d*/.exec(text.slice(2, at))?.[0] ?? "";
      return {
        key: character === "~" ? keysByNumber[number] : keysByFinalCharacter[character],
        length: at + 1,
      };
    }
    if (character < " " || at >= maxSequenceLength) return { length: at };
  }
  return { length: 0 };
}

const maxTypedLength = 200;

/** Returns the line after a key; undefined if the key changes no text. */
export function editLine(line: string, key: Key, maxLength = maxTypedLength): string | undefined {
  if (key === "backspace") return [...line].slice(0, -1).join("");
  if (key === "ctrl-u") return "";
  if (key === "ctrl-w") return line.trimEnd().replace(/[^ ]*$/, "");
  const text = key.startsWith("paste:")
    ? key.slice("paste:".length)
    : [...key].length === 1
      ? key
      : undefined;
  if (text === undefined) return undefined;
  return (line + text.replace(/[\u0000-\u001f\u007f]+/g, " ")).slice(0, maxLength);
}

/** Milliseconds within which the rest of an escape sequence arrives. */
const escapeMs = 40;

/** Reads keys until the returned function is called, which leaves later keys for the next reader. */
export function readKeys(
  { stdin, clock }: Pick<Context, "stdin" | "clock">,
  onKey: (key: Key) => void,
  onEnd: () => void,
): () => void {
  const utf8Decoder = new StringDecoder("utf8");
  const decoder = createKeyDecoder();
  let isReading = true;
  let stopTimer = () => {};
  const passKeys = (keys: Iterable<Key>) => {
    for (const key of keys) {
      onKey(key);
      if (!isReading) return;
    }
  };
  const decodeChunk = (chunk: Uint8Array | string) => {
    stopTimer();
    passKeys(decoder.decode(typeof chunk === "string" ? chunk : utf8Decoder.write(Buffer.from(chunk))));
    if (!isReading || !decoder.isIncomplete()) return;
    stopTimer = startTimer(clock, escapeMs, () => passKeys(decoder.flush()));
  };
  const dispose = listenToKeys(stdin, decodeChunk, onEnd);
  stdin.resume();
  return () => {
    if (!isReading) return;
    isReading = false;
    stopTimer();
    dispose();
    if (decoder.rest() !== "" && !stdin.readableEnded && !stdin.destroyed)
      stdin.unshift(Buffer.from(decoder.rest()));
  };
}
