import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import type { Redactor } from "../../core/secrets/text.ts";
import { answerBytes, readValue } from "./answer.ts";
import type { AnswerFacts } from "./answer-faults.ts";
import type { Incoming } from "./attempt.ts";
import type { Answer, WireRequest } from "./call.ts";
import { collect, received } from "./received.ts";
import { type TraceSink, traceBody } from "./trace.ts";

/** What an answer is read by. */
export interface AnswerContext {
  readonly request: WireRequest;
  /** Undefined for a raw request. */
  readonly operation: Operation | undefined;
  /** The method and path, for messages. */
  readonly label: string;
  readonly changes: boolean;
  readonly trace: TraceSink | undefined;
  readonly redact: Redactor;
}

/**
 * Resolves to the answer of another attempt where a body broke off and the request may be sent again; else
 * throws the failure. `hasBytes`: a part of the body has been passed on.
 */
type Recover = (error: unknown, hasBytes: boolean) => Promise<Answer>;

/** A 2xx answer whose body is read when it is asked for. */
export function openAnswer(incoming: Incoming, context: AnswerContext, recover: Recover): Answer {
  const { operation } = context;
  const { status, headers } = incoming;
  const contentType = headers["content-type"];
  const facts: AnswerFacts = {
    contentType,
    status,
    request: context.label,
    changes: context.changes,
    mayBeContent: operation?.mayAnswerContent === true,
    mayBeText: operation?.mayAnswerText === true,
    answersWith: operation?.answersWith,
    emptyAnswer: operation?.emptyAnswer,
    isSecret: operation?.sensitive !== undefined,
    mayBeBytes: operation?.described === true && operation.method === "GET",
  };
  const bytes = () => received(incoming, bodyTracer(status, context));
  return {
    status,
    contentType,
    headers,
    bytes: (options) =>
      passedOn(() => answerBytes(bytes(), { ...facts, ...options }, operation?.result), recover),
    async value() {
      let whole: Buffer;
      try {
        whole = await collect(bytes());
      } catch (error) {
        return await (await recover(error, false)).value();
      }
      const rawResult = /\bbson\b/i.test(contentType ?? "") ? "bson" : "none";
      return await readValue({ ...facts, bytes: whole }, operation?.result ?? rawResult);
    },
  };
}

/** Bytes as they come; where they break off before the first of them, those of another answer. */
async function* passedOn(
  bytes: () => AsyncIterable<Uint8Array>,
  recover: Recover,
): AsyncIterable<Uint8Array> {
  let hasBytes = false;
  try {
    for await (const piece of bytes()) {
      hasBytes = true;
      yield piece;
    }
  } catch (error) {
    // What was read whole and is not an answer would be the same again.
    if (error instanceof Failure && error.details.request !== undefined) throw error;
    yield* (await recover(error, hasBytes)).bytes();
  }
}

function bodyTracer(
  status: number,
  { trace, redact, operation, request }: AnswerContext,
): ((start: Buffer, size: number) => void) | undefined {
  if (trace === undefined) return undefined;
  const isSecret = isSecretAnswer(operation, request);
  return (start, size) => traceBody(trace, { status, start, size, isSecret }, redact);
}

/** A configuration item is named in the query, and answered as nothing but its value. */
function isSecretAnswer(operation: Operation | undefined, { url }: WireRequest): boolean {
  const item = /[?&]name=([^&]*)/.exec(url)?.[1];
  return operation?.sensitive !== undefined || (item !== undefined && isSecretName(item));
}
