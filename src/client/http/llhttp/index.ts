import { type Callbacks, codes, type Llhttp, type LlhttpLoader } from "./interface.ts";
import { createPlain, madeUpBeginning, type Plain, parsePlain } from "./plain-parser.ts";
import { compileWhole, type WholeLlhttp } from "./whole.ts";

/**
 * Stands in for `WebAssembly` where undici makes an instance of llhttp. Compiling llhttp takes three milliseconds of each short
 * command, and on Node 20 a hundred: what nearly all services send, an answer in the usual form, is parsed here. llhttp itself is
 * compiled, and takes a connection over, with the first byte that is not of that form.
 */
export function Module(load: LlhttpLoader): { readonly load: LlhttpLoader } {
  return { load };
}

export function Instance(
  { load }: ReturnType<typeof Module>,
  { env }: { readonly env: Callbacks<Connection> },
): { readonly exports: Llhttp<Connection> } {
  return { exports: createLlhttp(env, load) };
}

/** What undici has for llhttp's pointer to the parser of a connection. */
export interface Connection {
  readonly type: number;
  readonly plain: Plain;
  /** What stopped the parsing, until it is resumed. */
  stopped: { readonly code: number; readonly position: number; readonly reason: string } | undefined;
  /** llhttp's own pointer, where it has taken the connection over. */
  own: number | undefined;
}

/** Texts of errors stand in front of the bytes to parse. */
const textAt = 8;
const bytesAt = 512;

function createLlhttp(env: Callbacks<Connection>, load: LlhttpLoader): Llhttp<Connection> {
  let memory = new ArrayBuffer(bytesAt);
  let whole: WholeLlhttp<Connection> | undefined;
  const execute = (connection: Connection, at: number, length: number): number => {
    if (connection.own !== undefined && whole !== undefined)
      return whole.execute(connection.own, memory, at, length);
    if (connection.stopped !== undefined) return connection.stopped.code;
    const parsed = parsePlain(connection, Buffer.from(memory, at, length), at, env);
    const { code, reason, isOdd } = parsed;
    const position = at + parsed.position;
    if (isOdd) {
      whole ??= compileWhole(load, env);
      connection.own = whole.takeOver(connection, connection.type, madeUpBeginning(connection.plain));
      return whole.execute(connection.own, memory, position, length - parsed.position);
    }
    if (code !== codes.ok) connection.stopped = { code, position, reason };
    return code;
  };
  return {
    memory: {
      get buffer() {
        return memory;
      },
    },
    malloc(size) {
      memory = new ArrayBuffer(bytesAt + size);
      return bytesAt;
    },
    free: () => undefined,
    llhttp_alloc: (type) => ({ type, plain: createPlain(), stopped: undefined, own: undefined }),
    llhttp_free({ own }) {
      if (own !== undefined) whole?.free(own);
    },
    llhttp_execute: execute,
    llhttp_finish({ own, stopped, plain }) {
      if (own !== undefined && whole !== undefined) return whole.llhttp.llhttp_finish(own);
      return stopped === undefined && plain.step !== "start" ? codes.invalidEndOfFile : codes.ok;
    },
    llhttp_resume(connection) {
      if (connection.own !== undefined) whole?.llhttp.llhttp_resume(connection.own);
      else if (connection.stopped?.code === codes.paused) connection.stopped = undefined;
    },
    llhttp_get_error_pos: ({ own, stopped }) =>
      own === undefined ? (stopped?.position ?? 0) : (whole?.errorPosition(own) ?? 0),
    llhttp_get_error_reason({ own, stopped }) {
      const reason = own === undefined ? (stopped?.reason ?? "Invalid EOF state") : whole?.errorReason(own);
      if (reason === undefined) return 0;
      Buffer.from(memory).write(`${reason}\0`, textAt, "latin1");
      return textAt;
    },
  };
}
