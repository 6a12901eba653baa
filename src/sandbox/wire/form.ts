import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import type { Parameters } from "./call.ts";
import { HttpError } from "./http-error.ts";

interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly content: Uint8Array;
}

const bounds = { fields: 10_000, files: 100, parts: 10_000, fieldNameSize: 1000, headerPairs: 100 };

/** Parameters from pairs of names and values, in their order. */
export function makeParameters(
  pairs: readonly (readonly [name: string, value: string])[],
  files: readonly FilePart[] = [],
): Parameters {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const list = values.get(name);
    if (list === undefined) values.set(name, [value]);
    else list.push(value);
  }
  const names = [...new Set([...values.keys(), ...files.map((each) => each.name)])];
  return {
    names,
    values,
    has: (name) => names.includes(name),
    get: (name) => values.get(name)?.at(-1),
    all: (name) => values.get(name) ?? [],
    file: (name) => files.findLast((each) => each.name === name),
    files: () => files,
  };
}

export const noParameters = makeParameters([]);
const badForm = (why: string) => new HttpError(400, `The form cannot be read: ${why}`);

/** A query or a urlencoded body as pairs; bad percent-encoding is a 400. */
export function parsePairs(text: string): [name: string, value: string][] {
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part.replaceAll("+", " "));
    } catch {
      throw new HttpError(400, "The query is badly percent-encoded.");
    }
  };
  return text
    .split("&")
    .filter((item) => item !== "")
    .map((item) => {
      const at = item.indexOf("=");
      return at < 0 ? [decode(item), ""] : [decode(item.slice(0, at)), decode(item.slice(at + 1))];
    });
}

/**
 * The parts of a multipart body. A body of any other kind is ignored in silence, as deployed services do; a
 * broken or endless one is a 400.
 */
export async function parseForm(contentType: string | undefined, body: Uint8Array): Promise<Parameters> {
  if (contentType === undefined || !/^multipart\/form-data\b/i.test(contentType)) return noParameters;
  const pairs: [string, string][] = [];
  const files: FilePart[] = [];
  const headers: BusboyHeaders = { "content-type": contentType };
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({ headers, limits: { ...bounds, fieldSize: body.length + 1 }, isPartAFile });
  } catch (error) {
    throw badForm(error instanceof Error ? error.message : "it is not a multipart form");
  }
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(badForm(why));
    parser.on("field", (name, value) => {
      if (name === undefined) fail("a part has no name");
      else pairs.push([name, value]);
    });
    parser.on("file", (name, stream, filename) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", (error: Error) => fail(error.message));
      stream.on("end", () => files.push({ name: name ?? "", filename, content: Buffer.concat(chunks) }));
    });
    for (const limit of ["fieldsLimit", "filesLimit", "partsLimit"] as const)
      parser.on(limit, () => fail("it has too many parts"));
    parser.on("error", (error) => fail(error instanceof Error ? error.message : String(error)));
    parser.on("finish", () => resolve());
    parser.end(body);
  });
  return makeParameters(pairs, files);
}

/** A part is a file when it has a file name, whatever its content type: documents send text parts only. */
const isPartAFile = (_name: string | undefined, _type: string | undefined, filename: string | undefined) =>
  filename !== undefined;
