import { type Callbacks, codes, type Llhttp } from "../../../../../src/client/http/llhttp/interface.ts";

/** Parses pieces as undici does, and gives all that a parser told: callbacks, codes, positions and reasons. */
export function parsed<Handle>(
  open: (env: Callbacks<Handle>) => Llhttp<Handle>,
  pieces: readonly Buffer[],
  answerTo: (event: string) => number,
): readonly string[] {
  const log: string[] = [];
  const told = (text: string, answer: number): number => {
    log.push(`${text} -> ${answer}`);
    return answer;
  };
  const span = (name: string, mayAnswer: boolean) => (_: Handle, at: number, length: number) => {
    // llhttp passes an empty piece of a body on where it is resumed inside one.
    if (mayAnswer && length === 0) return 0;
    const text = Buffer.from(new Uint8Array(llhttp.memory.buffer, at, length)).toString("latin1");
    return told(`${name} ${text}`, mayAnswer ? answerTo(name) : 0);
  };
  const llhttp = open({
    wasm_on_url: () => 0,
    wasm_on_status: span("status", false),
    wasm_on_header_field: span("field", false),
    wasm_on_header_value: span("value", false),
    wasm_on_body: span("body", true),
    wasm_on_message_begin: () => told("begin", answerTo("begin")),
    wasm_on_headers_complete: (_, ...facts) => told(`headers ${facts}`, answerTo("headers")),
    wasm_on_message_complete: () => told("complete", answerTo("complete")),
  });
  const response = 2;
  const handle = llhttp.llhttp_alloc(response);
  const reason = () => {
    const at = llhttp.llhttp_get_error_reason(handle);
    const text = new Uint8Array(llhttp.memory.buffer, at);
    return at === 0 ? "" : Buffer.from(text.subarray(0, text.indexOf(0))).toString();
  };
  const size = 4096;
  const room = llhttp.malloc(size);
  const left = [...pieces];
  let isBroken = false;
  for (let piece = left.shift(); piece !== undefined && !isBroken; piece = left.shift()) {
    new Uint8Array(llhttp.memory.buffer, room, size).set(piece);
    const code = llhttp.llhttp_execute(handle, room, piece.length);
    if (code === codes.ok) continue;
    const at = llhttp.llhttp_get_error_pos(handle) - room;
    log.push(`code ${code} at ${at}${code === codes.paused ? "" : ` ${reason()}`}`);
    isBroken = code !== codes.paused;
    llhttp.llhttp_resume(handle);
    if (!isBroken) left.unshift(piece.subarray(at));
  }
  const end = llhttp.llhttp_finish(handle);
  const isFailure = end !== codes.ok && end !== codes.paused && !isBroken;
  log.push(`finish ${end}${isFailure && end > 0 ? ` ${reason()}` : ""}`);
  llhttp.llhttp_free(handle);
  llhttp.free(room);
  return log;
}
