/** What undici calls of llhttp, its HTTP/1.1 parser, and is called by. Positions are offsets in the parser's memory. */
export interface Llhttp<Handle> {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Room for as many bytes as undici hands over at once. */
  malloc(size: number): number;
  free(at: number): void;
  llhttp_alloc(type: number): Handle;
  llhttp_free(handle: Handle): void;
  /** Parses bytes of the memory; answers one of `codes`, or the other number that a callback answered. */
  llhttp_execute(handle: Handle, at: number, length: number): number;
  llhttp_finish(handle: Handle): number;
  llhttp_resume(handle: Handle): void;
  /** Where what was not parsed begins, after an `llhttp_execute` that did not answer `codes.ok`. */
  llhttp_get_error_pos(handle: Handle): number;
  /** Where a text stands that ends with a zero byte; 0 where there is none. */
  llhttp_get_error_reason(handle: Handle): number;
}

/** Each answers 0 to go on. */
export interface Callbacks<Handle> {
  wasm_on_message_begin(handle: Handle): number;
  wasm_on_url(handle: Handle, at: number, length: number): number;
  wasm_on_status(handle: Handle, at: number, length: number): number;
  wasm_on_header_field(handle: Handle, at: number, length: number): number;
  wasm_on_header_value(handle: Handle, at: number, length: number): number;
  /** Answers 1 where no body follows, and 2 where the connection becomes another one. */
  wasm_on_headers_complete(handle: Handle, status: number, upgrade: number, keepAlive: number): number;
  wasm_on_body(handle: Handle, at: number, length: number): number;
  wasm_on_message_complete(handle: Handle): number;
}

/** Compiles llhttp itself, and makes the instance that calls back so. */
export type LlhttpLoader = (env: Callbacks<number>) => Llhttp<number>;

/** llhttp's numbers for how parsing went. */
export const codes = {
  ok: 0,
  invalidEndOfFile: 14,
  messageBegin: 16,
  headersComplete: 17,
  messageComplete: 18,
  paused: 21,
  pausedUpgrade: 22,
  user: 24,
} as const;
