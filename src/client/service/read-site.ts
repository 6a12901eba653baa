import { isUtf8 } from "node:buffer";
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
import { asFailure, Failure, isSignal, resultOrFailure } from "../../core/failure.ts";
import { isRecord, primitiveText } from "../../core/json-record.ts";
import { chunksOf, resultsInOrder } from "../../core/parallel.ts";
import { maskWithFingerprint } from "../../core/secrets/fingerprint.ts";
import { isSecretName, mask } from "../../core/secrets/names.ts";
import { maskByForm, maskKnown, mayHoldSecret, redactText } from "../../core/secrets/text.ts";
import { fitsInPath } from "../http/address.ts";
import type { Client, Values } from "../http/call.ts";
import { openElements } from "../json/elements.ts";
import { notJson } from "../json/tokens.ts";
import { isSecretItem, readItemNames } from "../values/config-names.ts";
import { readCurrentUser } from "./facts.ts";

interface SecretRules {
  /** Members that the catalogue marks as secret; `true` for all members. */
  readonly sensitive: true | readonly string[] | undefined;
  /** True if texts may be whole documents, perhaps in Base64. */
  readonly mayHoldDocuments: boolean;
  /** The parts of the API key in use, which are masked in every text. */
  readonly keyParts: readonly string[];
  /** If true, masks contain fingerprints, so that different secrets can be told apart. */
  readonly hasFingerprints?: boolean;
}

const alwaysMaskedNames: ReadonlySet<string> = new Set(["user_data", "userdata"]);

/** Replaces each secret by a mask. Returns the same value if it contains none. */
export const withoutSecrets = (value: unknown, rules: SecretRules): unknown =>
  maskSecrets(value, rules, rules.sensitive === true);

function maskSecrets(value: unknown, rules: SecretRules, isSecret: boolean): unknown {
  if (typeof value === "string") {
    if (value === "" || !isSecret) return maskText(value, rules);
    return rules.hasFingerprints === true ? maskWithFingerprint(value) : mask;
  }
  if (typeof value === "number") return isSecret ? mask : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => maskSecrets(item, rules, isSecret));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  let maskedMembers: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const maskedMember = maskSecrets(member, rules, isSecret || isSecretMember(name, rules));
    if (maskedMember === member) continue;
    maskedMembers ??= { ...value };
    maskedMembers[name] = maskedMember;
  }
  return maskedMembers ?? value;
}

const isSecretMember = (name: string, { sensitive }: SecretRules): boolean =>
  isSecretName(name) ||
  alwaysMaskedNames.has(name) ||
  (sensitive !== undefined && sensitive !== true && sensitive.includes(name));

function maskText(text: string, { mayHoldDocuments, keyParts }: SecretRules): string {
  const masked = maskByForm(maskKnown(text, keyParts));
  if (!mayHoldDocuments) return masked;
  const content = decodeBase64Text(masked);
  if (content === undefined) return redactText(masked, "document");
  const maskedContent = maskKnown(redactText(content, "document"), keyParts);
  return maskedContent === content ? masked : Buffer.from(maskedContent).toString("base64");
}

const minBase64Length = 16;

function decodeBase64Text(text: string): string | undefined {
  if (text.length < minBase64Length || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return undefined;
  const bytes = Buffer.from(text, "base64");
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

interface SiteCopyOptions {
  readonly client: Client;
  readonly parallel: number;
  readonly signal?: AbortSignal | undefined;
  readonly nowMs: number;
  /** `subject` is the list that is being read, `count` the number of objects so far. */
  readonly onProgress?: (subject: string, count: number) => void;
}

/** At most this many objects of a list are read one by one, such as boot resources. The others are reported as unread. */
const maxSingleReads = 2_000;

/** Yields the lines of a snapshot with secrets masked. A list that the user may not read becomes an `unread` line. */
export async function* readSite(options: SiteCopyOptions): AsyncGenerator<CopyRecord> {
  let lines = 0;
  for await (const record of recordsOf(options)) {
    lines += 1;
    yield record;
  }
  yield { end: true, lines };
}

async function* recordsOf(options: SiteCopyOptions): AsyncGenerator<CopyRecord> {
  const { client, signal } = options;
  const currentUser = await readCurrentUser(client, { signal });
  const isAdministrator = currentUser?.["is_superuser"] === true;
  yield {
    ...snapshotFormat,
    url: plainUrl(client.endpoint.baseUrl),
    time: new Date(options.nowMs).toISOString(),
    user: { username: primitiveText(currentUser?.["username"] ?? "operator"), is_superuser: isAdministrator },
  };
  const idsByRead = new Map<string, string[]>();
  let notListCount = 0;
  for (const read of siteReads) {
    if (read.unless !== undefined && idsByRead.has(read.unless)) continue;
    const operation = (await loadGroup(read.group)).operations[read.id];
    if (operation === undefined) continue;
    try {
      if (read.each === undefined) yield* copyList(options, read, operation, isAdministrator, idsByRead);
      else yield* readOneByOne(options, read, operation, idsByRead.get(read.each.of) ?? []);
    } catch (error) {
      const reason = refusalOf(error);
      if (error === notList) notListCount += 1;
      if (read.id === "machines.list" || notListCount > maxNotLists) throw copyFailure(error, read, client);
      yield { unread: siteReadName(read), reason };
    }
  }
  yield* copyConfiguration(options);
}

const plainUrl = (text: string): string => {
  const url = new URL(text);
  url.username = "";
  url.password = "";
  return url.href;
};

function refusalOf(error: unknown): string {
  if (!(error instanceof Failure) || isSignal(error)) throw error;
  const { status } = error.details;
  if (error.kind === "forbidden") return "no permission to read them";
  if (error.kind === "notFound" || status === 400 || status === 410) return "the service has none";
  if (error === notList) return error.message;
  throw error;
}

const notList = new Failure("other", "the service's answer is not a list");

/** If more answers are not lists, the address is probably not that of a service. */
const maxNotLists = 3;

function copyFailure(error: unknown, read: SiteRead, { endpoint }: Client): Failure {
  const { kind, message, details } = asFailure(error);
  return new Failure(kind, `the site cannot be copied: ${siteReadName(read)}: ${message}`, {
    hint: `is ${plainUrl(endpoint.baseUrl)} the address of the service?`,
    ...details,
  });
}

async function* copyList(
  options: SiteCopyOptions,
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
  options.onProgress?.(name, count);
  for await (const value of elementsOf(options, read, operation, values)) {
    count += 1;
    options.onProgress?.(name, count);
    for (const member of members) {
      const id = isRecord(value) ? value[member] : undefined;
      if (fitsInPath(primitiveText(id))) ids.push(primitiveText(id));
    }
    yield { read: read.id, value };
  }
  idsByRead.set(read.id, ids);
}

async function* elementsOf(
  { client, signal }: SiteCopyOptions,
  read: SiteRead,
  operation: Operation,
  values: Values,
): AsyncGenerator<unknown> {
  const answer = await client.call(readOnly(operation), values, { signal });
  const elements = await openElements(answer.bytes({ readerChecksBrackets: true }), read.rows);
  if (!elements.isList) throw notList;
  const maskElement = createMasker(client, read, operation);
  for await (const { json } of elements.rows) yield maskElement(json);
}

/** A copy must only read, so a wrong table entry must not change the service. */
function readOnly(operation: Operation): Operation {
  if (operation.method !== "GET") throw new Error(`a copy sends GET requests only, not ${operation.path}`);
  return operation;
}

/** Skips elements without secrets after a scan of their bytes, because masking is slow. */
function createMasker(
  { endpoint }: Client,
  read: SiteRead,
  { sensitive }: Operation,
): (json: Buffer) => unknown {
  const keyParts = Object.values(endpoint.credentials ?? {}).filter((part) => part !== "");
  const rules = {
    sensitive,
    mayHoldDocuments: read.mayHoldDocuments === true,
    keyParts,
    hasFingerprints: read.isKeyedBySecret === true,
  };
  return (json) => {
    const value = parseElement(json);
    const text = json.toString("latin1");
    const hasNoSecret =
      sensitive === undefined && !rules.mayHoldDocuments && !mayHoldSecret(text) && !/user_?data/.test(text);
    return hasNoSecret && !keyParts.some((part) => text.includes(part))
      ? value
      : withoutSecrets(value, rules);
  };
}

function parseElement(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString("utf8"));
  } catch (error) {
    throw notJson(error);
  }
}

async function* readOneByOne(
  options: SiteCopyOptions,
  read: SiteRead,
  operation: Operation,
  ids: readonly string[],
): AsyncGenerator<CopyRecord> {
  const { client, signal, parallel } = options;
  const { field = "", batchSize = 1 } = read.each ?? {};
  const chunks = chunksOf(ids, batchSize).slice(0, maxSingleReads);
  const maskElement = createMasker(client, read, operation);
  const readChunk = (chunk: readonly string[]): Promise<readonly CopyRecord[] | Failure> =>
    resultOrFailure(async () => {
      const [firstId = ""] = chunk;
      const values = { [field]: batchSize === 1 ? firstId : chunk };
      const answer = await client.call(readOnly(operation), values, { signal });
      const elements = await openElements(answer.bytes({ readerChecksBrackets: true }), undefined);
      if (!elements.isList)
        return [{ read: read.id, of: firstId, value: maskElement(await elements.readAll()) }];
      const records: CopyRecord[] = [];
      for await (const { json } of elements.rows)
        records.push({ read: read.id, of: firstId, value: maskElement(json) });
      return records;
    });
  let count = 0;
  let reason: string | undefined;
  for await (const [chunk, records] of resultsInOrder(chunks, parallel, readChunk)) {
    count += chunk.length;
    options.onProgress?.(siteReadName(read), count);
    if (records instanceof Failure) reason ??= refusalOf(records);
    else if (records !== undefined) yield* records;
  }
  if (reason !== undefined) yield { unread: siteReadName(read), reason };
  const omittedCount = ids.length - chunks.flat().length;
  if (omittedCount > 0)
    yield {
      unread: siteReadName(read),
      reason: `a copy has room for only ${ids.length - omittedCount}; ${omittedCount} are left out`,
    };
}

async function* copyConfiguration(options: SiteCopyOptions): AsyncGenerator<CopyRecord> {
  const { client, signal, parallel, onProgress } = options;
  const operation = readOnly((await loadGroup(configRead.group)).operations[configRead.id] as Operation);
  const names = await readItemNames(client, operation, { signal });
  const keyParts = Object.values(client.endpoint.credentials ?? {});
  const readItem = (name: string): Promise<{ readonly value: unknown } | Failure> =>
    resultOrFailure(async () => {
      const sensitive = isSecretItem(name) ? ({ sensitive: true } as const) : {};
      const answer = await client.call({ ...operation, ...sensitive }, { name }, { signal });
      return { value: await answer.value() };
    });
  let count = 0;
  let refusedCount = 0;
  for await (const [name, result] of resultsInOrder(names, parallel, readItem)) {
    count += 1;
    onProgress?.("configuration", count);
    if (result instanceof Failure) {
      refusalOf(result);
      refusedCount += 1;
      continue;
    }
    if (result === undefined) continue;
    const value = result.value ?? null;
    const isHidden = isSecretItem(name) || isSecretName(name);
    const rules = { sensitive: isHidden ? (true as const) : undefined, mayHoldDocuments: false, keyParts };
    yield { read: configRead.id, of: name, value: withoutSecrets(bigintAsText(value), rules) };
  }
  if (refusedCount > 0)
    yield {
      unread: "configuration",
      reason: `no permission to read ${refusedCount} of ${names.length} items`,
    };
}

const bigintAsText = (value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
