import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import symbols from "undici/lib/core/symbols.js";

/**
 * Workarounds for undici 7.30.2, which exports none of what they change. A test fails when a newer release no longer needs them.
 */

/** The used part of undici's HTTP/1.1 parser, one for each connection. */
interface Parser {
  readonly ptr: unknown;
  readonly socket: { readonly errored: Error | null; read(): Buffer | null };
  readonly llhttp: { llhttp_resume(ptr: unknown): void };
  paused: boolean;
  execute(chunk: Buffer): void;
  finish(): Error | null;
  onHeadersComplete(status: number, upgrade: boolean, shouldKeepAlive: boolean): number;
}

const nothing = Buffer.alloc(0);
let isPatched = false;

/** Patches the parser of a socket, and thereby all later ones. */
export function patchParser(socket: Socket): void {
  const parser = (socket as { [symbols.kParser]?: Parser })[symbols.kParser];
  if (parser === undefined || isPatched) return;
  isPatched = true;
  const prototype: Parser = Object.getPrototypeOf(parser);
  const { finish, onHeadersComplete } = prototype;

  /**
   * 1. A body without length counts as complete even if the connection is reset. 2. If the connection ends while a
   * slow reader pauses the parser, an assertion fails: read what has arrived first.
   */
  prototype.finish = function () {
    if (this.socket.errored !== null) return this.socket.errored;
    let chunk: Buffer = nothing;
    for (let isFirst = true; this.paused && (isFirst || chunk.length > 0); isFirst = false) {
      resume(this);
      chunk = this.socket.read() ?? nothing;
      this.execute(chunk);
    }
    if (this.paused) resume(this);
    return finish.call(this);
  };

  /** 3. An unexpected 100 (Continue) counts as a broken answer; other 1xx are skipped. */
  prototype.onHeadersComplete = function (status, upgrade, shouldKeepAlive) {
    return onHeadersComplete.call(this, status === 100 ? 102 : status, upgrade, shouldKeepAlive);
  };
}

function resume(parser: Parser): void {
  parser.llhttp.llhttp_resume(parser.ptr);
  parser.paused = false;
}

/**
 * Calls back with the first connection, for which undici compiles its WebAssembly parser. Node 20 would
 * optimize it in the background, which takes 100 ms of CPU. The flags are restored: V8 accepts cached code only
 * under the flags it was made with.
 */
export function compileParser(connected: () => void): void {
  const isSlow = !isPatched;
  const flags = isSlow ? ["wasm-dynamic-tiering", "wasm-tier-up", "wasm-lazy-compilation"] : [];
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    connected();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}
