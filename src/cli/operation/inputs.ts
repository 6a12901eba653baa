import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { Content } from "../../http/call.ts";

/** The most that is held of a value from a file or standard input, in bytes. */
const maximumBytes = 64 * 1024 * 1024;

/**
 * A typed value: `@file` and `@-` stand for the text of a file or of standard input, `@@` for a literal `@`.
 */
export async function readText(typed: string, context: Context, label: string): Promise<string> {
  if (!typed.startsWith("@")) return typed;
  if (typed.startsWith("@@")) return typed.slice(1);
  const bytes =
    typed === "@-"
      ? await readStandardInput(context, label)
      : await readSmallFile(typed.slice(1), label, "write @@ for a value that begins with @");
  return Buffer.from(bytes).toString("utf8");
}

/**
 * Standard input to its end; a second reader in one line is a usage error, since there is nothing left for
 * it.
 */
export async function readStandardInput(context: Context, label: string): Promise<Uint8Array> {
  if (context.stdin.readableEnded || context.stdin.destroyed) {
    throw new Failure("usage", `${label}: standard input is read already`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of context.stdin) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
    size += bytes.byteLength;
    if (size > maximumBytes) throw new Failure("usage", `${label}: more than 64 MiB on standard input`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

async function readSmallFile(path: string, label: string, hint: string): Promise<Uint8Array> {
  const content = await openFile(path, label, hint);
  if (content.size > maximumBytes) throw new Failure("usage", `${label}: ${path} is larger than 64 MiB`);
  return await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, label, error, hint);
  });
}

/** A file as content that can be sent, and sent again; it is opened when it is needed. */
async function openFile(path: string, label: string, hint?: string): Promise<Content> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, label, error, hint);
  });
  if (facts.isDirectory()) throw new Failure("usage", `${label}: ${path} is a folder`);
  return {
    filename: basename(path),
    path,
    size: facts.size,
    open: () => createReadStream(path),
  };
}

function unreadable(path: string, label: string, error: NodeJS.ErrnoException, hint?: string): Failure {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file",
    EACCES: "not readable",
  };
  const reason = reasons[error.code ?? ""] ?? error.message;
  return new Failure("usage", `${label}: cannot read '${path}': ${reason}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}

/** `name=value` apart; a usage failure where there is no name. */
export function splitPair(pair: string, label: string): readonly [string, string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new Failure("usage", `${label} takes name=value, not '${pair}'`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** The bytes of a file, or of standard input for `-`, as content that can be sent; `@file` is a file too. */
export async function openContent(path: string, context: Context, label: string): Promise<Content> {
  if (path !== "-") return await openFile(path.startsWith("@") ? path.slice(1) : path, label);
  const bytes = await readStandardInput(context, label);
  return {
    filename: "stdin",
    size: bytes.byteLength,
    open: async function* () {
      yield bytes;
    },
  };
}
