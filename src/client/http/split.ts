import { Readable } from "node:stream";
import type { Operation } from "../../catalogue/operation.ts";
import { doubtHint, Failure, isInDoubt } from "../../core/failure.ts";
import { isRecord, primitiveText } from "../../core/json-record.ts";
import { createMemberReader, openElements } from "../json/elements.ts";
import { parseExact, stringifyExact } from "../json/exact.ts";
import { readWholeBody } from "./answer-body.ts";
import type { Answer, Endpoint, Value, Values } from "./call.ts";
import { buildRequest, maxFormFields } from "./request.ts";

/** In bytes. Live services accept request lines of 8 KB. */
export const maxAddressLength = 7_500;

/** Halves the longest list of values until each request fits. Returns one element if nothing must be split. */
export function splitValues(operation: Operation, values: Values, endpoint: Endpoint): readonly Values[] {
  if (operation.method === "GET" && operation.result !== "json") return [values];
  const longest = (operation.fields ?? [])
    .filter(({ isSplittable }) => isSplittable)
    .map(({ name }) => [name, values[name]] as const)
    .filter((entry): entry is readonly [string, readonly string[]] => isRepeated(entry[1]))
    .sort(([, one], [, other]) => other.length - one.length)[0];
  if (longest === undefined) return [values];
  if (fitsOneRequest(operation, values, endpoint)) return [values];
  const [name, repeated] = longest;
  // A value that is in two pieces would select its rows twice.
  const items = [...new Set(repeated)];
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)].flatMap((half) =>
    splitValues(operation, { ...values, [name]: half }, endpoint),
  );
}

function fitsOneRequest(operation: Operation, values: Values, endpoint: Endpoint): boolean {
  if (operation.method === "GET")
    return buildRequest(operation, values, endpoint).url.length <= maxAddressLength;
  return Object.values(values).flat().length <= maxFormFields;
}

const isRepeated = (value: Value | undefined): value is readonly string[] =>
  Array.isArray(value) && value.length > 1;

export interface PieceRequests {
  readonly operation: Operation;
  readonly call: (values: Values) => Promise<Answer>;
  readonly retriesBrokenAnswers: boolean;
}

/** Joins the answers: lists without repeated rows, objects with distinct members, pages of events by id. */
export async function callInPieces(pieces: readonly Values[], requests: PieceRequests): Promise<Answer> {
  const [piece = {}, ...others] = pieces;
  const { operation, call } = requests;
  if (operation.method !== "GET") return await changeInPieces(pieces, requests);
  const first = await call(piece);
  const joinedBytes = () =>
    operation.rows === undefined
      ? joinAnswers(first, pieces, requests)
      : mergePages(first, [piece, ...others], operation.rows, requests);
  return {
    status: first.status,
    contentType: first.contentType,
    headers: first.headers,
    bytes: joinedBytes,
    async value() {
      return parseExact((await readWholeBody(joinedBytes())).toString("utf8"));
    },
  };
}

async function changeInPieces(pieces: readonly Values[], { operation, call }: PieceRequests) {
  const [piece = {}, ...others] = pieces;
  const field = operation.fields?.find(({ isSplittable }) => isSplittable);
  const count = (some: readonly Values[]) => some.flatMap((values) => values[field?.name ?? ""] ?? []).length;
  let answer = await call(piece);
  let value = await answer.value();
  for (const [at, values] of others.entries()) {
    try {
      answer = await call(values);
      value = await answer.value();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const isUnclear = isInDoubt(error);
      const next = `the next ${count([values])} ${isUnclear ? "got no clear answer" : "failed"}`;
      throw error.with(
        isUnclear
          ? { hint: `${doubtHint}; the same command sends all changes again` }
          : { outcome: "partial", hint: "run the same command again to change the rest" },
        `${count(pieces.slice(0, at + 1))} of ${count(pieces)} ${field?.kind ?? "value"}s were changed; ${next}: ${error.message}`,
      );
    }
  }
  const text = value === undefined ? "" : stringifyExact(value);
  return { ...answer, bytes: () => Readable.from([Buffer.from(text)]), value: async () => value };
}

async function* joinAnswers(
  first: Answer,
  [piece = {}, ...others]: readonly Values[],
  requests: PieceRequests,
) {
  const start = splitBrackets(await textOf(first, piece, requests), first);
  const seenKeys = new Set<string>();
  const text = await withoutDuplicates(start, seenKeys, first);
  yield Buffer.from(start.open + text);
  let isEmpty = text === "";
  for (const values of others) {
    const answer = await requests.call(values);
    const next = splitBrackets(await textOf(answer, values, requests), answer);
    if (next.open !== start.open) throw notJoined(answer);
    const nextText = await withoutDuplicates(next, seenKeys, answer);
    if (nextText !== "") yield Buffer.from(isEmpty ? nextText : `,${nextText}`);
    isEmpty &&= nextText === "";
  }
  yield Buffer.from(start.close);
}

/** Merges pages, newest event first. A page with `after` contains the oldest events that follow that id. */
async function* mergePages(
  first: Answer,
  [piece = {}, ...others]: readonly Values[],
  rows: string,
  requests: PieceRequests,
): AsyncIterable<Uint8Array> {
  const byId = new Map<number, unknown>();
  const addRows = async (answer: Answer, values: Values) => {
    for (const row of rowsOf(parseExact(await textOf(answer, values, requests)), rows, answer))
      byId.set(Number(primitiveText(row["id"])), row);
  };
  await addRows(first, piece);
  for (const values of others) await addRows(await requests.call(values), values);
  const newestFirst = [...byId].sort(([one], [other]) => other - one).map(([, row]) => row);
  const limit = limitOf(requests.operation, piece);
  const limitedRows = piece["after"] === undefined ? newestFirst.slice(0, limit) : newestFirst.slice(-limit);
  yield Buffer.from(stringifyExact({ count: limitedRows.length, [rows]: limitedRows }));
}

function limitOf(operation: Operation, values: Values): number {
  const limit = values["limit"] ?? operation.fields?.find(({ name }) => name === "limit")?.default;
  return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
}

function rowsOf(value: unknown, name: string, answer: Answer): readonly Record<string, unknown>[] {
  const rows: unknown = isRecord(value) ? value[name] : undefined;
  if (!Array.isArray(rows) || !rows.every((row) => isRecord(row) && Number.isSafeInteger(row["id"])))
    throw notJoined(answer);
  return rows;
}

async function textOf(answer: Answer, values: Values, { call, retriesBrokenAnswers }: PieceRequests) {
  const read = async (from: Answer) => (await readWholeBody(from.bytes())).toString("utf8").trim();
  try {
    return await read(answer);
  } catch (error) {
    const isBroken = error instanceof Failure && error.kind === "unreachable";
    if (!isBroken || !retriesBrokenAnswers) throw error;
    return await read(await call(values));
  }
}

interface Brackets {
  readonly open: string;
  readonly text: string;
  readonly close: string;
}

function splitBrackets(json: string, answer: Answer): Brackets {
  const open = json.slice(0, 1);
  const close = json.slice(-1);
  if (`${open}${close}` !== "[]" && `${open}${close}` !== "{}") {
    const { status } = answer;
    throw new Failure("other", "the service's answer is neither a list nor an object", { status });
  }
  return { open, text: json.slice(1, -1).trim(), close };
}

const readIdentity = createMemberReader(["system_id", "id"]);

/** Drops rows that earlier answers contained: two filters may select the same row. Throws for objects that share a member. */
async function withoutDuplicates({ open, text, close }: Brackets, seenKeys: Set<string>, answer: Answer) {
  const json = Buffer.from(`${open}${text}${close}`);
  const elements = await openElements(Readable.from([json]), undefined);
  if (!elements.isList) {
    const value = parseExact(json.toString());
    for (const name of isRecord(value) ? Object.keys(value) : []) {
      if (seenKeys.has(name)) throw notJoined(answer);
      seenKeys.add(name);
    }
    return text;
  }
  const rows: string[] = [];
  for await (const element of elements.rows) {
    const row = readIdentity(element);
    const id = isRecord(row) ? (row["system_id"] ?? row["id"]) : undefined;
    const key = primitiveText(id);
    if (seenKeys.has(key)) continue;
    if (key !== "") seenKeys.add(key);
    rows.push(element.json.toString());
  }
  return rows.join(",");
}

const notJoined = (answer: Answer): Failure =>
  new Failure("other", "the answers to several requests cannot be joined into one", {
    status: answer.status,
    hint: "give fewer values in one command: the URL would be too long for one request",
  });
