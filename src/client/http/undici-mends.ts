import { channel } from "node:diagnostics_channel";
import symbols from "undici/lib/core/symbols.js";

/** What is used of undici's HTTP/1.1 parser, of which there is one for each connection. */
export interface Parser {
  readonly ptr: unknown;
  readonly socket: { readonly errored: Error | null; read(): Buffer | null };
  readonly llhttp: { llhttp_resume(ptr: unknown): void };
  paused: boolean;
  execute(chunk: Buffer): void;
  finish(): Error | null;
  onHeadersComplete(status: number, upgrade: boolean, shouldKeepAlive: boolean): number;
}

const nothing = Buffer.alloc(0);
let isMended = false;

/**
 * Mends undici's parser as the first connection is made; the class is exported nowhere. Each mend is one of
 * undici 7.30: a test fails when a newer one no longer needs it.
 */
export function mendParser(): void {
  if (isMended) return;
  isMended = true;
  const connected = channel("undici:client:connected");
  const mendFirst = (message: unknown): void => {
    const parser = parserOf(message);
    if (parser === undefined) return;
    connected.unsubscribe(mendFirst);
    mend(Object.getPrototypeOf(parser));
  };
  connected.subscribe(mendFirst);
}

function parserOf(message: unknown): Parser | undefined {
  if (typeof message !== "object" || message === null || !("socket" in message)) return undefined;
  const { socket } = message;
  if (typeof socket !== "object" || socket === null) return undefined;
  return (socket as { [symbols.kParser]?: Parser })[symbols.kParser];
}

/** Exported for tests. */
export function mend(parser: Parser): void {
  const { finish, onHeadersComplete } = parser;

  parser.finish = function (this: Parser) {
    // A connection that was reset may have lost the rest of a body that ends with its connection.
    if (this.socket.errored !== null) return this.socket.errored;
    // A parser that waits for a slow reader reads what is left first: undici asserts that it is not paused.
    let chunk: Buffer = nothing;
    for (let isFirst = true; this.paused && (isFirst || chunk.length > 0); isFirst = false) {
      resume(this);
      chunk = this.socket.read() ?? nothing;
      this.execute(chunk);
    }
    if (this.paused) resume(this);
    return finish.call(this);
  };

  // undici takes a 100 (Continue) that it did not ask for as a broken answer; any other 1xx is skipped.
  parser.onHeadersComplete = function (this: Parser, status, upgrade, shouldKeepAlive) {
    return onHeadersComplete.call(this, status === 100 ? 102 : status, upgrade, shouldKeepAlive);
  };
}

function resume(parser: Parser): void {
  parser.llhttp.llhttp_resume(parser.ptr);
  parser.paused = false;
}
