import { Binary, deserialize } from "bson";
import { maxDepth, tooDeep } from "../json/tokens.ts";

/** Throws a `Failure` if nested too deeply, another error if broken. Loads the bson package: import on use. */
export function readBsonDocument(bytes: Uint8Array): unknown {
  return asPlain(deserialize(bytes, { promoteBuffers: true }), maxDepth);
}

/** Binary values as UTF-8 text: they are XML documents. */
function asPlain(value: unknown, depth: number): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (value instanceof Binary) return Buffer.from(value.value()).toString("utf8");
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) throw tooDeep();
  if (Array.isArray(value)) return value.map((item) => asPlain(item, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asPlain(item, depth - 1)]));
}
