import { StringDecoder } from "node:string_decoder";
import type { Context } from "../../context.ts";
import { escapeStyled } from "../output/escape.ts";
import { columnsOf, forDrawing, listenToKeys } from "./streams.ts";

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
  let incomplete = "";
  let pastedText: string | undefined;
  /** `text` may begin with the rest of an incomplete key. */
  const push = (text: string): readonly Key[] => {
    const keys: Key[] = [];
    let rest = incomplete + text;
    incomplete = "";
    while (rest !== "") {
      if (pastedText !== undefined) {
        const end = rest.indexOf(pasteEnd);
        const pasteLength = end === -1 ? rest.length - partialEndLength(rest) : end;
        pastedText = (pastedText + rest.slice(0, pasteLength)).slice(0, maxPasteLength);
        if (end === -1) {
          incomplete = rest.slice(pasteLength);
          return keys;
        }
        keys.push(`paste:${pastedText}`);
        pastedText = undefined;
        rest = rest.slice(end + pasteEnd.length);
        continue;
      }
      if (rest.startsWith(pasteStart)) {
        pastedText = "";
        rest = rest.slice(pasteStart.length);
        continue;
      }
      const { key, length } = firstKey(rest);
      if (length === 0) {
        incomplete = rest;
        return keys;
      }
      if (key !== undefined) keys.push(key);
      rest = rest.slice(length);
    }
    return keys;
  };
  return {
    push,
    /** True after Escape or an incomplete sequence. */
    isIncomplete: () => incomplete !== "" && pastedText === undefined,
    /** Called after a pause, when an escape character must have been the Escape key. */
    flush: (): readonly Key[] => {
      const rest = incomplete;
      if (pastedText !== undefined || rest === "") return [];
      incomplete = "";
      return rest === escapeCharacter
        ? ["escape"]
        : ["escape", ...push(rest.slice(1).replaceAll(escapeCharacter, ""))];
    },
  };
}

function partialEndLength(text: string): number {
  for (let length = Math.min(pasteEnd.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(pasteEnd.slice(0, length))) return length;
  return 0;
}

/** Length 0 means that the key is incomplete. Keys without a name are ignored. */
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

/** Alternate screen, hidden cursor, no line wrap, marks around pasted text. */
const enter = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h\u001b[2J";
const leave = "\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l";
/** Marks of synchronized output; terminals without it ignore them. */
const beginFrame = "\u001b[?2026h";
const endFrame = "\u001b[?2026l";
const resetStyle = "\u001b[0m";
const clearToEnd = "\u001b[K";

/** Milliseconds within which the rest of an escape sequence arrives. */
const escapeMs = 40;

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

interface ScreenListener {
  onKey(key: Key): void;
  /** Called when everything must be redrawn: the size changed, or another program wrote to the terminal. */
  onResize(): void;
  onEnd(): void;
}

export interface Screen {
  size(): ScreenSize;
  /** Writes only changed lines, from the top. Lines must fit the terminal. */
  draw(lines: readonly string[]): void;
  forget(): void;
  /** Gives the terminal to another program; call the returned function to take it back. */
  handOver(): () => void;
  /** Copies a text to the clipboard through the terminal, if that supports it. */
  copy(text: string): void;
  close(): void;
}

/** Uses the alternate screen and receives every key. Restores the terminal while the process is stopped. */
export function openScreen(
  { stdin, stdout, clock, onSuspend }: Pick<Context, "stdin" | "stdout" | "clock" | "onSuspend">,
  listener: ScreenListener,
): Screen {
  const text = new StringDecoder("utf8");
  const decoder = createKeyDecoder();
  const out = forDrawing(stdout);
  let displayedLines: readonly string[] = [];
  let isOpen = true;
  let isHandedOver = false;
  let escapeWait = new AbortController();

  const passKeys = (keys: readonly Key[]) => {
    for (const key of keys) if (isOpen) listener.onKey(key);
  };
  const decodeChunk = (chunk: Uint8Array | string) => {
    escapeWait.abort();
    passKeys(decoder.push(typeof chunk === "string" ? chunk : text.write(Buffer.from(chunk))));
    if (!decoder.isIncomplete()) return;
    escapeWait = new AbortController();
    clock.sleep(escapeMs, escapeWait.signal).then(
      () => passKeys(decoder.flush()),
      () => undefined,
    );
  };
  const forget = () => {
    displayedLines = [];
  };
  const onResize = () => {
    forget();
    listener.onResize();
  };
  const acquire = () => {
    stdin.setRawMode?.(true);
    out.write(enter);
    forget();
  };
  const release = () => {
    out.write(leave);
    stdin.setRawMode?.(false);
  };
  const disposeSuspend = onSuspend?.(
    () => {
      if (!isHandedOver) release();
    },
    () => {
      if (isHandedOver) return;
      acquire();
      listener.onResize();
    },
  );
  const listen = () => {
    const dispose = listenToKeys(stdin, decodeChunk, () => listener.onEnd());
    stdin.resume();
    return dispose;
  };

  acquire();
  let disposeKeys = listen();
  stdout.on("resize", onResize);

  return {
    size: () => ({ columns: columnsOf(stdout), rows: Math.max(1, stdout.rows || 24) }),
    draw: (lines) => {
      if (!isOpen || isHandedOver) return;
      const changes = Array.from({ length: Math.max(lines.length, displayedLines.length) }, (_, row) => {
        const line = lines[row] ?? "";
        return line === displayedLines[row]
          ? ""
          : `\u001b[${row + 1};1H${clearToEnd}${escapeStyled(line)}${resetStyle}`;
      }).join("");
      displayedLines = lines;
      if (changes !== "") out.write(`${beginFrame}${changes}${endFrame}`);
    },
    forget,
    handOver: () => {
      isHandedOver = true;
      escapeWait.abort();
      release();
      disposeKeys();
      return () => {
        isHandedOver = false;
        if (!isOpen) return;
        acquire();
        disposeKeys = listen();
        listener.onResize();
      };
    },
    copy: (copied) => {
      if (isOpen && !isHandedOver) out.write(`\u001b]52;c;${Buffer.from(copied).toString("base64")}\u0007`);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      escapeWait.abort();
      disposeSuspend?.();
      stdout.off("resize", onResize);
      if (isHandedOver) return;
      release();
      disposeKeys();
    },
  };
}
