import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import symbols from "undici/lib/core/symbols.js";

/**
 * Workarounds for undici 7.30.2, which exports none of what they change. A test fails when a newer release no longer needs them.
 */

/** What is used of undici's HTTP/1.1 parser, of which there is one for each connection. */
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

/** Patches the parser that a socket is read by, for all later ones too. */
export function patchParser(socket: Socket): void {
  const parser = (socket as { [symbols.kParser]?: Parser })[symbols.kParser];
  if (parser === undefined || isPatched) return;
  isPatched = true;
  const prototype: Parser = Object.getPrototypeOf(parser);
  const { finish, onHeadersComplete } = prototype;

  /**
   * 1. A body that ends with its connection counts as whole where the connection is reset, although a part may be missing.
   * 2. Where the connection ends while a slow reader pauses the parser, an assertion fails: what has arrived is read first.
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

  /** 3. A 100 (Continue) that was not asked for counts as a broken answer; any other 1xx is skipped. */
  prototype.onHeadersComplete = function (status, upgrade, shouldKeepAlive) {
    return onHeadersComplete.call(this, status === 100 ? 102 : status, upgrade, shouldKeepAlive);
  };
}

function resume(parser: Parser): void {
  parser.llhttp.llhttp_resume(parser.ptr);
  parser.paused = false;
}

/**
 * Calls back with the first connection, for which undici compiles its WebAssembly parser. Node 20 optimizes that in the background as
 * soon as it is used, which takes 100 ms of the processor. The flags are restored: V8 takes its cached code only under those that it
 * was made under.
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
