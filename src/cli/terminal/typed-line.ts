import { StringDecoder } from "node:string_decoder";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { forDrawing } from "./guarded-context.ts";
import { holdProcess } from "./held-input.ts";
import { onTerminationSignal, terminationFailure } from "./signals.ts";

/** In characters: no question of svc has a longer answer. */
const maxLineLength = 4096;

const enter = new Set(["\r", "\n"]);
const backspace = new Set(["\u0008", "\u007f"]);
const interrupt = "\u0003";
const endOfInput = "\u0004";
const eraseLine = "\u0015";

/** Cursor keys, and the marks that a terminal puts around pasted text. */
const escapeSequence = /\u001b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?/g;

/** What the keys typed so far come to. */
interface Typing {
  readonly text: string;
  /** Set where the line has ended: by Enter, by Ctrl-D or the end of the input, or by Ctrl-C. */
  readonly end?: "entered" | "closed" | "interrupted";
  /** What was typed after the end. */
  readonly rest: string;
}

/** Adds keys to a line: erasing, ending, and leaving out what is not text. A pure function. */
export function typeKeys(text: string, keys: string): Typing {
  const characters = [...text];
  const typed = [...keys.replace(escapeSequence, "")];
  for (const [index, key] of typed.entries()) {
    const rest = () => typed.slice(index + 1).join("");
    if (enter.has(key)) {
      const ahead = rest();
      const isPair = key === "\r" && ahead.startsWith("\n");
      return { text: characters.join(""), end: "entered", rest: isPair ? ahead.slice(1) : ahead };
    }
    if (key === interrupt) return { text: "", end: "interrupted", rest: "" };
    if (key === endOfInput) return { text: characters.join(""), end: "closed", rest: rest() };
    if (backspace.has(key)) characters.pop();
    else if (key === eraseLine) characters.length = 0;
    else if (key >= " ") characters.push(key);
  }
  return { text: characters.join(""), rest: "" };
}

/**
 * Asks `question` and reads one line from the terminal, key by key, so that a hidden one is never echoed (the
 * terminal is made silent before the question shows) and Ctrl-C is seen here. Undefined where the input ends
 * before anything was typed. Throws a `Failure`: interrupted, terminated, or notConfirmed for an endless
 * line. The terminal is left as it was, without listeners, paused, and not keeping the process alive.
 */
export function readTypedLine(
  { stdin, stderr, onSignal }: Pick<Context, "stdin" | "stderr" | "onSignal">,
  question: string,
  echo: "hidden" | "shown",
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const decoder = new StringDecoder("utf8");
    let text = "";

    const release = () => {
      stdin.off("data", take);
      stdin.off("end", close);
      stdin.off("close", close);
      stdin.off("error", close);
      disposeSignals();
      stdin.setRawMode?.(false);
      stdin.pause();
      holdProcess(stdin, false);
      stderr.write("\n");
    };
    const close = () => {
      release();
      resolve(text === "" ? undefined : text);
    };
    const fail = (failure: Failure) => {
      release();
      reject(failure);
    };
    const take = (chunk: Uint8Array | string) => {
      const keys = typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk));
      const typing = typeKeys(text, keys);
      if (echo === "shown") forDrawing(stderr).write(echoOf(text, typing.text));
      text = typing.text;
      if (typing.end === "interrupted") fail(terminationFailure("interrupted"));
      else if (text.length > maxLineLength) fail(new Failure("notConfirmed", "the answer is too long"));
      else if (typing.end === "closed") close();
      else if (typing.end === "entered") {
        release();
        if (typing.rest !== "") stdin.unshift(Buffer.from(typing.rest));
        resolve(text);
      }
    };

    const disposeSignals = onTerminationSignal({ onSignal }, (termination) =>
      fail(terminationFailure(termination)),
    );
    if (stdin.readableEnded || stdin.destroyed) {
      close();
      return;
    }
    stdin.setRawMode?.(true);
    holdProcess(stdin, true);
    stdin.on("end", close);
    stdin.on("close", close);
    stdin.on("error", close);
    stdin.on("data", take);
    stderr.write(question);
    stdin.resume();
  });
}

/** What makes a terminal show `after` where it shows `before`. */
function echoOf(before: string, after: string): string {
  if (after.startsWith(before)) return after.slice(before.length);
  return `${"\b \b".repeat([...before].length)}${after}`;
}
