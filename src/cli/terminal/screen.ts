import type { Context } from "../../context.ts";
import { escapeStyled } from "../output/escape.ts";
import { type Key, readKeys } from "./keys.ts";
import { columnsOf, forDrawing } from "./streams.ts";

/** Alternate screen, hidden cursor, no line wrap, marks around pasted text. */
const enterSequence = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h\u001b[2J";
const leaveSequence = "\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l";
/** Marks of synchronized output; terminals without it ignore them. */
const beginFrame = "\u001b[?2026h";
const endFrame = "\u001b[?2026l";
const resetStyle = "\u001b[0m";
const clearToEnd = "\u001b[K";

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

interface ScreenListener {
  onKey(key: Key): void;
  /** Called when everything must be redrawn: the size changed, or another program wrote to the terminal. */
  onRedraw(): void;
  onEnd(): void;
}

export type Screen = ReturnType<typeof openScreen>;

/** Uses the alternate screen and receives every key. Restores the terminal while the process is stopped. */
export function openScreen(
  { stdin, stdout, clock, onSuspend }: Pick<Context, "stdin" | "stdout" | "clock" | "onSuspend">,
  listener: ScreenListener,
) {
  const out = forDrawing(stdout);
  let displayedLines: readonly string[] = [];
  let isOpen = true;
  let isHandedOver = false;
  /** False while another program has the terminal, or the process is stopped. */
  let isActive = false;

  const invalidate = () => {
    displayedLines = [];
  };
  const onResize = () => {
    invalidate();
    listener.onRedraw();
  };
  const acquire = () => {
    stdin.setRawMode?.(true);
    out.write(enterSequence);
    isActive = true;
    invalidate();
  };
  const release = () => {
    isActive = false;
    out.write(leaveSequence);
    stdin.setRawMode?.(false);
  };
  const disposeSuspend = onSuspend?.(
    () => {
      if (!isHandedOver) release();
    },
    () => {
      if (isHandedOver) return;
      acquire();
      listener.onRedraw();
    },
  );
  const listen = () => readKeys({ stdin, clock }, listener.onKey, listener.onEnd);

  acquire();
  let disposeKeys = listen();
  stdout.on("resize", onResize);

  return {
    size: (): ScreenSize => ({ columns: columnsOf(stdout), rows: Math.max(1, stdout.rows || 24) }),
    /** Writes only changed lines, from the top. Lines must fit the terminal. */
    draw: (lines: readonly string[]) => {
      if (!isActive) return;
      const changes = Array.from({ length: Math.max(lines.length, displayedLines.length) }, (_, row) => {
        const line = lines[row] ?? "";
        return line === displayedLines[row]
          ? ""
          : `\u001b[${row + 1};1H${clearToEnd}${escapeStyled(line)}${resetStyle}`;
      }).join("");
      displayedLines = lines;
      if (changes !== "") out.write(`${beginFrame}${changes}${endFrame}`);
    },
    /** Makes the next `draw` write every line. */
    invalidate,
    /** Gives the terminal to another program; call the returned function to take it back. */
    handOver: () => {
      isHandedOver = true;
      release();
      disposeKeys();
      return () => {
        isHandedOver = false;
        if (!isOpen) return;
        acquire();
        disposeKeys = listen();
        listener.onRedraw();
      };
    },
    /** Asks the terminal to copy a text to the clipboard; some terminals ignore it. */
    copy: (text: string) => {
      if (isActive) out.write(`\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      disposeSuspend?.();
      stdout.off("resize", onResize);
      if (isHandedOver) return;
      release();
      disposeKeys();
    },
  };
}
