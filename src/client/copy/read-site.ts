import { loadGroup } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import {
  type CopyRecord,
  configRead,
  type SiteRead,
  siteReadName,
  siteReads,
  snapshotFormat,
} from "../../catalogue/site-copy.ts";
import { Failure, isSignal } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { chunksOf, inOrder } from "../../core/parallel.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import { mayHoldSecret } from "../../core/secrets/text.ts";
import type { Client, Values } from "../http/call.ts";
import { openElements } from "../json/elements.ts";
import { notJson } from "../json/tokens.ts";
import { readCurrentUser } from "../service/facts.ts";
import { documentedItems, isSecretItem, nameAtService, namesInRefusal } from "../values/config-names.ts";
import { withoutSecrets } from "./without-secrets.ts";

interface SiteCopyOptions {
  readonly client: Client;
  /** Requests at once, where a list needs one for each object. */
  readonly parallel: number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Receives what is being read, and how many objects of it have arrived. */
  readonly onProgress?: (subject: string, count: number) => void;
}

/** Of objects that are read one by one, such as boot resources: more are reported as not read. */
const maxSingleReads = 2_000;

/**
 * What a service answers to GET requests, as the lines of a snapshot: element by element, with a mask in the place of
 * secrets. What may not be read is reported as a line. Throws the `Failure` of an answer that breaks off.
 */
export async function* readSite(copying: SiteCopyOptions): AsyncGenerator<CopyRecord> {
  let lines = 0;
  for await (const record of recordsOf(copying)) {
    lines += 1;
    yield record;
  }
  yield { end: true, lines };
}

async function* recordsOf(copying: SiteCopyOptions): AsyncGenerator<CopyRecord> {
  const { client, signal } = copying;
  const currentUser = await readCurrentUser(client, { signal });
  const isAdministrator = currentUser?.["is_superuser"] === true;
  yield {
    ...snapshotFormat,
    url: plainUrl(client.endpoint.baseUrl),
    time: new Date(copying.nowMs).toISOString(),
    user: { username: String(currentUser?.["username"] ?? "operator"), is_superuser: isAdministrator },
  };
  const idsByRead = new Map<string, string[]>();
  for (const read of siteReads) {
    if (read.unless !== undefined && idsByRead.has(read.unless)) continue;
    const operation = (await loadGroup(read.group)).operations[read.id];
    if (operation === undefined) continue;
    try {
      if (read.each === undefined) yield* copyList(copying, read, operation, isAdministrator, idsByRead);
      else yield* readEach(copying, read, operation, idsByRead.get(read.each.of) ?? []);
    } catch (error) {
      yield { unread: siteReadName(read), reason: refusalOf(error) };
    }
  }
  yield* copyConfiguration(copying);
}

const plainUrl = (text: string): string => {
  const url = new URL(text);
  url.username = "";
  url.password = "";
  return url.href;
};

/** Throws the error unless it means that the service or this user lacks these objects. */
function refusalOf(error: unknown): string {
  if (!(error instanceof Failure) || isSignal(error)) throw error;
  const { status } = error.details;
  if (error.kind === "forbidden") return "you may not read them";
  if (error.kind === "notFound" || status === 400 || status === 410) return "the service has none";
  if (error === notList) return error.message;
  throw error;
}

const notList = new Failure("other", "the service's answer is not a list");

type Reading = Pick<SiteCopyOptions, "client" | "signal">;

/** The elements of a list; keeps the members by which further requests find them. */
async function* copyList(
  copying: SiteCopyOptions,
  read: SiteRead,
  operation: Operation,
  isAdministrator: boolean,
  idsByRead: Map<string, string[]>,
): AsyncGenerator<CopyRecord> {
  const values = { ...read.values, ...(isAdministrator ? read.adminValues : {}) };
  const name = siteReadName(read);
  const members = siteReads.flatMap(({ each }) => (each?.of === read.id ? [each.member] : []));
  const ids: string[] = [];
  let count = 0;
  copying.onProgress?.(name, count);
  for await (const value of elementsOf(copying, read, operation, values)) {
    count += 1;
    copying.onProgress?.(name, count);
    for (const member of members) {
      const id = isRecord(value) ? value[member] : undefined;
      if (typeof id === "string" || typeof id === "number") ids.push(String(id));
    }
    yield { read: read.id, value };
  }
  idsByRead.set(read.id, ids);
}

async function* elementsOf(
  { client, signal }: Reading,
  read: SiteRead,
  operation: Operation,
  values: Values,
): AsyncGenerator<unknown> {
  const answer = await client.call(readOnly(operation), values, { signal });
  const elements = await openElements(answer.bytes({ isFollowed: true }), read.rows);
  if (!elements.list) throw notList;
  const clean = createMasker(client, read, operation);
  for await (const { json } of elements.each) yield clean(json);
}

/** Guards against a table entry that would change the service: a copy only reads. */
function readOnly(operation: Operation): Operation {
  if (operation.method !== "GET") throw new Error(`a copy sends GET requests only, not ${operation.path}`);
  return operation;
}

/** Parses JSON and masks its secrets. A scan of the bytes skips the many elements without secrets. */
function createMasker(
  { endpoint }: Client,
  read: SiteRead,
  { sensitive }: Operation,
): (json: Buffer) => unknown {
  const keyParts = Object.values(endpoint.credentials ?? {}).filter((part) => part !== "");
  const rules = {
    sensitive,
    hasContents: read.hasContents === true,
    keyParts,
    hasFingerprints: read.isKeyedBySecret === true,
  };
  return (json) => {
    const value = parseElement(json);
    const text = json.toString("latin1");
    const isPlain =
      sensitive === undefined && !rules.hasContents && !mayHoldSecret(text) && !/user_?data/.test(text);
    return isPlain && !keyParts.some((part) => text.includes(part)) ? value : withoutSecrets(value, rules);
  };
}

function parseElement(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString("utf8"));
  } catch (error) {
    throw notJson(error);
  }
}

/** One request for each element, or each few. What one of them refuses is left out. */
async function* readEach(
  copying: SiteCopyOptions,
  read: SiteRead,
  operation: Operation,
  ids: readonly string[],
): AsyncGenerator<CopyRecord> {
  const { client, signal, parallel } = copying;
  const { field = "", together = 1 } = read.each ?? {};
  const pieces = chunksOf(ids, together).slice(0, maxSingleReads);
  const clean = createMasker(client, read, operation);
  const readPiece = async (piece: readonly string[]): Promise<readonly CopyRecord[] | Failure> => {
    try {
      const values = { [field]: together === 1 ? (piece[0] ?? "") : piece };
      const of = piece[0] ?? "";
      const answer = await client.call(readOnly(operation), values, { signal });
      const elements = await openElements(answer.bytes({ isFollowed: true }), undefined);
      if (!elements.list) return [{ read: read.id, of, value: clean(await elements.readAll()) }];
      const records: CopyRecord[] = [];
      for await (const { json } of elements.each) records.push({ read: read.id, of, value: clean(json) });
      return records;
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  };
  let count = 0;
  let refused: string | undefined;
  for await (const [piece, records] of inOrder(pieces, parallel, readPiece)) {
    count += piece.length;
    copying.onProgress?.(siteReadName(read), count);
    if (records instanceof Failure) refused ??= refusalOf(records);
    else if (records !== undefined) yield* records;
  }
  if (refused !== undefined) yield { unread: siteReadName(read), reason: refused };
  const omittedCount = ids.length - pieces.flat().length;
  if (omittedCount > 0)
    yield { unread: siteReadName(read), reason: `${omittedCount} are beyond the limit of a copy` };
}

async function* copyConfiguration(copying: SiteCopyOptions): AsyncGenerator<CopyRecord> {
  const { client, signal, parallel, onProgress } = copying;
  const operation = readOnly((await loadGroup(configRead.group)).operations[configRead.id] as Operation);
  const names = await itemNames(client, operation, signal);
  const keyParts = Object.values(client.endpoint.credentials ?? {});
  const readItem = async (name: string): Promise<{ readonly value: unknown } | Failure> => {
    try {
      const sensitive = isSecretItem(name) ? ({ sensitive: true } as const) : {};
      const answer = await client.call({ ...operation, ...sensitive }, { name }, { signal });
      return { value: await answer.value() };
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  };
  let count = 0;
  let refused = 0;
  for await (const [name, result] of inOrder(names, parallel, readItem)) {
    count += 1;
    onProgress?.("configuration", count);
    if (result instanceof Failure) {
      refusalOf(result);
      refused += 1;
      continue;
    }
    if (result === undefined) continue;
    const value = result.value ?? null;
    const isHidden = isSecretItem(name) || isSecretName(name);
    const rules = { sensitive: isHidden ? (true as const) : undefined, hasContents: false, keyParts };
    yield { read: configRead.id, of: name, value: withoutSecrets(plain(value), rules) };
  }
  if (refused > 0)
    yield { unread: "configuration", reason: `${refused} of ${names.length} items may not be read` };
}

const plain = (value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

/** A name that no service has: the refusal lists those that it has. */
async function itemNames(
  client: Client,
  operation: Operation,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const documented = documentedItems.map(({ name }) => nameAtService(name, client.endpoint.baseUrl));
  try {
    await (await client.call(operation, { name: "-" }, { signal })).value();
    return documented;
  } catch (error) {
    refusalOf(error);
    const names = namesInRefusal(error);
    return names.length === 0 ? documented : names;
  }
}
