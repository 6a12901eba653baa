import type { Socket } from "node:net";
import symbols from "undici/lib/core/symbols.js";

/** Workarounds for undici 7.30.2. A test fails when a newer release no longer needs them. */

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

/** Patches the prototype of a socket's parser, which all later connections share. */
export function patchParser(socket: Socket): void {
  const parser = (socket as { [symbols.kParser]?: Parser })[symbols.kParser];
  if (parser === undefined || isPatched) return;
  isPatched = true;
  const prototype: Parser = Object.getPrototypeOf(parser);
  const { finish, onHeadersComplete } = prototype;

  /** 1. undici treats a body as complete if a reset cut it off. 2. It fails if a slow reader pauses the parser. */
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

  /** 3. undici treats an unexpected 100 (Continue) as a broken answer, but skips other 1xx answers. */
  prototype.onHeadersComplete = function (status, upgrade, shouldKeepAlive) {
    return onHeadersComplete.call(this, status === 100 ? 102 : status, upgrade, shouldKeepAlive);
  };
}

function resume(parser: Parser): void {
  parser.llhttp.llhttp_resume(parser.ptr);
  parser.paused = false;
}
