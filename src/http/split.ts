import type { Operation } from "../api/operation.ts";
import { Failure } from "../failure.ts";
import { parseExact } from "../json/exact.ts";
import type { Answer, Endpoint, Value, Values } from "./call.ts";
import { collect } from "./received.ts";
import { buildRequest } from "./request.ts";

/** Bytes of an address; services seen take request lines of 8 KB (field notes, "Answers"). */
export const longestAddress = 7_500;

/**
 * Fields whose values each name rows of their own, so that the rows of the pieces together are the rows of
 * the whole.
 */
const divisible = ["id", "system_id", "mac_address", "hostname"];

/**
 * The values of one GET as those of several where its address would be too long: halves of the longest
 * repeated field that names rows. One element where it fits, or where nothing can be divided.
 */
export function splitValues(operation: Operation, values: Values, endpoint: Endpoint): readonly Values[] {
  if (operation.method !== "GET" || operation.result !== "json") return [values];
  const longest = divisible
    .map((name) => [name, values[name]] as const)
    .filter((entry): entry is readonly [string, readonly string[]] => isRepeated(entry[1]))
    .sort(([, one], [, other]) => other.length - one.length)[0];
  if (longest === undefined) return [values];
  if (buildRequest(operation, values, endpoint).url.length <= longestAddress) return [values];
  const [name, items] = longest;
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)].flatMap((half) =>
    splitValues(operation, { ...values, [name]: half }, endpoint),
  );
}

function isRepeated(value: Value | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 1;
}

/**
 * The answers to the pieces as one: arrays joined, objects merged, byte by byte. The first is asked for at
 * once, each further one when the bytes before it have been read.
 */
export async function callInPieces(
  pieces: readonly Values[],
  call: (values: Values) => Promise<Answer>,
): Promise<Answer> {
  const [piece, ...others] = pieces;
  const first = await call(piece ?? {});
  const joined = () => join(first, others, call);
  return {
    status: first.status,
    contentType: first.contentType,
    headers: first.headers,
    bytes: joined,
    async value() {
      return parseExact((await collect(joined())).toString("utf8"));
    },
  };
}

async function* join(
  first: Answer,
  others: readonly Values[],
  call: (values: Values) => Promise<Answer>,
): AsyncIterable<Uint8Array> {
  const start = await inside(first);
  yield Buffer.from(start.open + start.text);
  let isEmpty = start.text === "";
  for (const values of others) {
    const { text } = await inside(await call(values));
    if (text !== "") yield Buffer.from(isEmpty ? text : `,${text}`);
    isEmpty &&= text === "";
  }
  yield Buffer.from(start.close);
}

/** What stands between the brackets of an array or object, as the service wrote it. */
async function inside(answer: Answer): Promise<{ open: string; text: string; close: string }> {
  const json = (await collect(answer.bytes())).toString("utf8").trim();
  const open = json.slice(0, 1);
  const close = json.slice(-1);
  if (`${open}${close}` !== "[]" && `${open}${close}` !== "{}") {
    throw new Failure("other", "the service's answer is neither a list nor an object", {
      status: answer.status,
    });
  }
  return { open, text: json.slice(1, -1).trim(), close };
}
