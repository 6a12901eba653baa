import type { Context, TextOutput } from "../../context.ts";
import { rememberSecrets } from "../../core/secrets/known.ts";

/**
 * The context with a standard error that shows no secret of this run, whoever writes to it: messages,
 * questions, progress, `--debug`, or the words of a service that repeats what it was sent.
 */
export function withoutSecrets(outer: Context): Context {
  const secrets = rememberSecrets();
  secrets.add(outer.env["SVC_API_KEY"] ?? "");
  let stderr: TextOutput | undefined;
  return Object.create(outer, {
    conceal: { value: secrets.add },
    maskKnown: { value: secrets.mask },
    stderr: {
      get: () => {
        stderr ??= redacted(outer.stderr, secrets.redact);
        return stderr;
      },
    },
  });
}

function redacted(stream: TextOutput, redact: (text: string) => string): TextOutput {
  const original = stream.write;
  let write: unknown = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
    Reflect.apply(original, stream, [typeof chunk === "string" ? redact(chunk) : chunk, ...rest]);
  return new Proxy(stream, {
    get: (target, name) => {
      if (name === "write") return write;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
    // A spinner puts a hook in the place of `write` and calls what stood there: the stream itself keeps its own.
    set: (target, name, value) => {
      if (name !== "write") return Reflect.set(target, name, value, target);
      write = value;
      return true;
    },
  });
}
