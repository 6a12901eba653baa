import { StringDecoder } from "node:string_decoder";
import type { Context } from "../../context.ts";
import { escapeStyled } from "../output/escape.ts";
import { columnsOf, listenToKeys } from "./capabilities.ts";
import { forDrawing } from "./guarded-context.ts";
import { createKeyDecoder, type Key } from "./keys.ts";

/** Alternate screen, hidden cursor, no line wrap, marked pastes. */
const enter = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h\u001b[2J";
const leave = "\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l";
/** Synchronized output; terminals without it ignore the marks. */
const beginFrame = "\u001b[?2026h";
const endFrame = "\u001b[?2026l";
const resetStyle = "\u001b[0m";
const clearToEnd = "\u001b[K";

/** The rest of an escape sequence arrives within this time, in milliseconds. */
const escapeMs = 40;

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export interface ScreenListener {
  onKey(key: Key): void;
  /** Redraw everything: the size changed, or another program wrote to the terminal. */
  onResize(): void;
  /** The terminal is gone. */
  onEnd(): void;
}

export interface Screen {
  size(): ScreenSize;
  /** Writes only changed lines, from the top. Lines must fit the terminal. */
  draw(lines: readonly string[]): void;
  /** Draws everything next time. */
  forget(): void;
  /** Gives the terminal to another program; the returned function takes it back. */
  handOver(): () => void;
  /** Copies a text by way of the terminal, if that allows it. */
  copy(text: string): void;
  close(): void;
}

/** Takes the alternate screen and every key. Gives the terminal back while the process is stopped. */
export function openScreen(
  { stdin, stdout, clock, onSuspend }: Pick<Context, "stdin" | "stdout" | "clock" | "onSuspend">,
  listener: ScreenListener,
): Screen {
  const text = new StringDecoder("utf8");
  const decoder = createKeyDecoder();
  const out = forDrawing(stdout);
  let displayedLines: readonly string[] = [];
  let isOpen = true;
  let isAway = false;
  let waiting = new AbortController();

  const give = (keys: readonly Key[]) => {
    for (const key of keys) if (isOpen) listener.onKey(key);
  };
  const take = (chunk: Uint8Array | string) => {
    waiting.abort();
    give(decoder.push(typeof chunk === "string" ? chunk : text.write(Buffer.from(chunk))));
    if (!decoder.isOpen()) return;
    waiting = new AbortController();
    clock.sleep(escapeMs, waiting.signal).then(
      () => give(decoder.flush()),
      () => undefined,
    );
  };
  const forget = () => {
    displayedLines = [];
  };
  const resized = () => {
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
      if (!isAway) release();
    },
    () => {
      if (isAway) return;
      acquire();
      listener.onResize();
    },
  );
  const listen = () => {
    const dispose = listenToKeys(stdin, take, () => listener.onEnd());
    stdin.resume();
    return dispose;
  };

  acquire();
  let disposeKeys = listen();
  stdout.on("resize", resized);

  return {
    size: () => ({ columns: columnsOf(stdout), rows: Math.max(1, stdout.rows || 24) }),
    draw: (lines) => {
      if (!isOpen || isAway) return;
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
      isAway = true;
      waiting.abort();
      release();
      disposeKeys();
      return () => {
        isAway = false;
        if (!isOpen) return;
        acquire();
        disposeKeys = listen();
        listener.onResize();
      };
    },
    copy: (copied) => {
      if (isOpen && !isAway) out.write(`\u001b]52;c;${Buffer.from(copied).toString("base64")}\u0007`);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      waiting.abort();
      disposeSuspend?.();
      stdout.off("resize", resized);
      if (isAway) return;
      release();
      disposeKeys();
    },
  };
}
