import { StringDecoder } from "node:string_decoder";
import type { Context, TextInput, TextOutput } from "../../context.ts";
import { once } from "../../core/once.ts";
import { createKnownSecrets } from "../../core/secrets/text.ts";
import { escapeStyled } from "../output/escape.ts";

type Streams = Pick<Context, "stdin" | "stderr" | "env">;

const isAutomated = ({ CI: ci = "" }: Context["env"]): boolean => ci !== "" && ci !== "0" && ci !== "false";

export const isInteractive = ({ stdin, stderr, env }: Streams): boolean =>
  stdin.isTTY === true && stderr.isTTY === true && !isAutomated(env);

export const canRedraw = ({ stderr, env }: Omit<Streams, "stdin">): boolean =>
  stderr.isTTY === true && stderr.columns !== 0 && env["TERM"] !== "dumb" && !isAutomated(env);

export const columnsOf = ({ columns }: TextOutput): number => Math.max(1, columns || 80);

export const mayPage = ({ stdout, env }: Pick<Context, "stdout" | "env">, isDisabled: boolean): boolean =>
  stdout.isTTY === true &&
  !isDisabled &&
  (stdout.rows ?? 0) > 1 &&
  env["TERM"] !== "dumb" &&
  !isAutomated(env);

/** Listens to keys until the returned function is called. `onEnd` is called when the terminal is closed. */
export function listenToKeys(
  stdin: TextInput,
  onKeys: (chunk: Uint8Array | string) => void,
  onEnd: () => void,
): () => void {
  const ends = ["end", "close", "error"] as const;
  setReference(stdin, "ref");
  stdin.on("data", onKeys);
  for (const event of ends) stdin.on(event, onEnd);
  return () => {
    stdin.off("data", onKeys);
    for (const event of ends) stdin.off(event, onEnd);
    stdin.pause();
    setReference(stdin, "unref");
  };
}

/** Reading from a terminal keeps the process alive; afterwards the process must be able to exit. */
function setReference(stdin: TextInput, name: "ref" | "unref"): void {
  const handle: { ref?: () => unknown; unref?: () => unknown } = stdin as object;
  handle[name]?.();
}

/** Keeps secrets of this run off standard error, and escapes control characters there and on terminals. */
export function guardContext(outer: Context): Context {
  const secrets = createKnownSecrets();
  secrets.add(outer.env["SVC_API_KEY"] ?? "");
  let isLineCut = false;
  const escapeOutput = (text: string) => {
    if (text !== "") isLineCut = !text.endsWith("\n");
    return escapeStyled(text);
  };
  return Object.create(outer, {
    conceal: { value: secrets.add },
    maskSecrets: { value: secrets.mask },
    stdout: {
      get: once(() =>
        outer.stdout.isTTY === true ? escapedStream(outer.stdout, outer.stdout, escapeOutput) : outer.stdout,
      ),
    },
    endCutLine: {
      value: () => {
        if (isLineCut && outer.stderr.isTTY === true) outer.stderr.write("\n");
      },
    },
    stderr: {
      get: once(() => escapedStream(outer.stderr, rewriteOutput(outer.stderr, secrets.redact))),
    },
  });
}

const drawingStreams = new WeakMap<TextOutput, TextOutput>();

/** Returns the stream that accepts cursor movements; the caller must escape texts. */
export const forDrawing = (stream: TextOutput): TextOutput => drawingStreams.get(stream) ?? stream;

function escapedStream(stream: TextOutput, target: TextOutput, rewrite = escapeStyled): TextOutput {
  const proxy = rewriteOutput(stream, rewrite, target);
  drawingStreams.set(proxy, target);
  return proxy;
}

function rewriteOutput(
  stream: TextOutput,
  rewrite: (text: string) => string,
  destination = stream,
): TextOutput {
  const originalWrite = destination.write;
  const decoder = new StringDecoder("utf8");
  let write: unknown = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk));
    return Reflect.apply(originalWrite, destination, [rewrite(text), ...rest]);
  };
  return new Proxy(stream, {
    get: (target, name) => {
      if (name === "write") return write;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
    // Spinners replace `write` and call the original, so the stream must keep its own.
    set: (target, name, value) => {
      if (name !== "write") return Reflect.set(target, name, value, target);
      write = value;
      return true;
    },
  });
}
