import type { Callbacks, Llhttp, LlhttpLoader } from "./interface.ts";

/** llhttp itself, told of the memory and the connections of its caller. */
export interface WholeLlhttp<Connection> {
  readonly llhttp: Llhttp<number>;
  /** Makes a parser for a connection; nobody is called back for the beginning that it is given. */
  takeOver(connection: Connection, type: number, beginning: string): number;
  execute(own: number, memory: ArrayBuffer, at: number, length: number): number;
  /** In the memory of the last `execute`. */
  errorPosition(own: number): number;
  errorReason(own: number): string | undefined;
  free(own: number): void;
}

/** Compiles llhttp, which calls back with connections and positions in their memory. */
export function compileWhole<Connection>(
  load: LlhttpLoader,
  callbacks: Callbacks<Connection>,
): WholeLlhttp<Connection> {
  const connections = new Map<number, Connection>();
  let room = { at: 0, size: 0 };
  /** How far the memory of the caller is from the room that its bytes are copied to. */
  let distance = 0;
  const env = callbacksFor(
    callbacks,
    (own) => connections.get(own),
    (at) => at + distance,
  );
  const llhttp = load(env);
  const execute = (own: number, memory: ArrayBufferLike, at: number, length: number): number => {
    if (length > room.size) {
      if (room.size > 0) llhttp.free(room.at);
      room = { at: llhttp.malloc(length), size: length };
    }
    distance = at - room.at;
    new Uint8Array(llhttp.memory.buffer, room.at, length).set(new Uint8Array(memory, at, length));
    return llhttp.llhttp_execute(own, room.at, length);
  };
  return {
    llhttp,
    takeOver(connection, type, beginning) {
      const own = llhttp.llhttp_alloc(type);
      const { buffer, byteOffset, length } = Buffer.from(beginning, "latin1");
      if (length > 0) execute(own, buffer, byteOffset, length);
      connections.set(own, connection);
      return own;
    },
    execute,
    errorPosition: (own) => llhttp.llhttp_get_error_pos(own) + distance,
    errorReason(own) {
      const at = llhttp.llhttp_get_error_reason(own);
      if (at === 0) return undefined;
      const text = new Uint8Array(llhttp.memory.buffer, at);
      return Buffer.from(text.subarray(0, text.indexOf(0))).toString("latin1");
    },
    free(own) {
      connections.delete(own);
      llhttp.llhttp_free(own);
    },
  };
}

function callbacksFor<Connection>(
  callbacks: Callbacks<Connection>,
  connectionOf: (own: number) => Connection | undefined,
  toCaller: (at: number) => number,
): Callbacks<number> {
  const call = (own: number, callback: (connection: Connection) => number) => {
    const connection = connectionOf(own);
    return connection === undefined ? 0 : callback(connection);
  };
  type Span = (connection: Connection, at: number, length: number) => number;
  const span = (callback: Span) => (own: number, at: number, length: number) =>
    call(own, (connection) => callback(connection, toCaller(at), length));
  return {
    wasm_on_url: () => 0,
    wasm_on_message_begin: (own: number) => call(own, callbacks.wasm_on_message_begin),
    wasm_on_status: span(callbacks.wasm_on_status),
    wasm_on_header_field: span(callbacks.wasm_on_header_field),
    wasm_on_header_value: span(callbacks.wasm_on_header_value),
    wasm_on_headers_complete: (own: number, status: number, upgrade: number, keepAlive: number) =>
      call(own, (connection) => callbacks.wasm_on_headers_complete(connection, status, upgrade, keepAlive)),
    wasm_on_body: span(callbacks.wasm_on_body),
    wasm_on_message_complete: (own: number) => call(own, callbacks.wasm_on_message_complete),
  };
}
