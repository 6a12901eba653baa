import { type KindId, kindsOfFields, type NamedKind, namedKinds } from "../../catalogue/named.ts";
import type { LookupList } from "../../catalogue/number-lists.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { type Client, type Values, wordsOf } from "../../client/http/call.ts";
import { buildRawRequest } from "../../client/http/request.ts";
import { createMemberReader, elementsOf } from "../../client/json/elements.ts";
import type { Failure } from "../../core/failure.ts";
import { isRecord, primitiveText } from "../../core/json-record.ts";
import { choiceHint, nameList } from "../../core/text/word-lists.ts";

/** Milliseconds to read one list of names. */
const requestLimits = { maxTimeoutMs: 5_000, retries: 0 };

/** Kinds whose lists are too long to be read for a hint. */
const longLists: ReadonlySet<string> = new Set(["machines", "devices", "nodes", "vm-hosts", "users"]);

/** Returns the failure unchanged if the value exists or the list cannot be read. */
export async function withKnownNames(
  failure: Failure,
  { fields = [] }: Operation,
  values: Values,
  client: Client,
): Promise<Failure> {
  const text = [failure.message, ...(failure.details.lines ?? [])].join("\n");
  for (const field of fields) {
    const kind = kindOf(field);
    const value = values[field.name];
    if (kind === undefined || (typeof value !== "string" && !Array.isArray(value))) continue;
    const quotedWords = wordsOf(value).filter((word) => word !== "" && text.includes(word));
    if (quotedWords.length === 0) continue;
    const objects = await (typeof kind === "object"
      ? readListedNames(kind, values, client)
      : readNamesOfKind(kind, client)
    ).catch(() => []);
    const unknownWord = quotedWords.find((word) => !objects.some((each) => isCalled(word, each)));
    if (objects.length === 0 || unknownWord === undefined) continue;
    const names = [...new Set(objects.flatMap(([name]) => name ?? []))];
    const namesText = `${nounOf(kind)} here: ${nameList(names)}`;
    // Names of disks and interfaces differ by one letter, so similarity means nothing.
    const suggestion = typeof kind === "object" ? undefined : choiceHint(unknownWord, names);
    return failure.with({ hint: [suggestion, namesText].filter(Boolean).join(" ") });
  }
  return failure;
}

function kindOf({ name, secret, type, list }: Field) {
  const kind = Object.hasOwn(kindsOfFields, name) ? kindsOfFields[name] : list;
  const isLong = typeof kind === "string" && longLists.has(kind);
  return secret === true || type === "map" || isLong ? undefined : kind;
}

function nounOf(kind: NonNullable<ReturnType<typeof kindOf>>): string {
  if (typeof kind === "object") return `${kind.noun}s`;
  return kind === "series" ? "releases" : kind.replace(/^resource/, "");
}

async function readListedNames(list: LookupList, values: Values, client: Client) {
  const { namesOfRow, readNumberList, rowsOf } = await import("../../client/execute/listed-fields.ts");
  const rows = rowsOf((await readNumberList(list, values, client, requestLimits)) ?? [], list);
  return rows.map((row) => [...namesOfRow(row, list), primitiveText(row["id"])]);
}

const isCalled = (word: string, names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase() === word.toLowerCase());

/** The names of each object; the first is shown. */
async function readNamesOfKind(
  kind: KindId | "series",
  client: Client,
): Promise<readonly (readonly string[])[]> {
  const { path, nameMember, otherMembers, descriptionMember }: NamedKind =
    kind === "series"
      ? { path: namedKinds["boot-resources"].path, nameMember: "name", otherMembers: [] }
      : namedKinds[kind];
  const members = [nameMember, ...otherMembers, ...(descriptionMember === "name" ? ["name"] : [])];
  const request = buildRawRequest({ method: "GET", path: path.slice(1) }, client.endpoint);
  const answer = await client.send(request, requestLimits);
  const read = createMemberReader(members);
  const rows: (readonly string[])[] = [];
  for await (const element of elementsOf(answer)) {
    const row = read(element);
    const names = isRecord(row) ? members.map((member) => row[member]) : [];
    const texts = names.filter((name) => typeof name === "string" || typeof name === "number").map(String);
    rows.push(kind === "series" ? texts.flatMap((text) => [...text.split("/").slice(1), text]) : texts);
  }
  return rows;
}
