import { isKindId, type KindId, type NamedKind, namedKinds } from "../../catalogue/named.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import type { Failure } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { choiceHint, nearest } from "../../core/text/word-lists.ts";
import { hasFlag, type ScannedLine } from "../line/scan.ts";
import { namesFolder } from "../names-cache/freshness.ts";
import { nameIn, readNames } from "../names-cache/names.ts";
import { escapeLine } from "../output/escape.ts";
import { canRedraw } from "../terminal/streams.ts";
import { commandOf, completableValues, identifiersOf, nextArgument } from "./completable-values.ts";
import { namedOffers } from "./named-offers.ts";
import { serviceOf } from "./typed-line.ts";

/** Milliseconds; a person can wait longer for a list than completion can. */
const maxListMs = 15_000;

/** Lets a person choose the missing name from a list; otherwise throws the failure. */
export async function withMissingName(
  scannedLine: ScannedLine,
  failure: Failure,
  context: Context,
): Promise<ScannedLine> {
  if (!canRedraw(context) || hasFlag(scannedLine, "yes")) throw failure;
  const { operands, path, tree, optionValues } = scannedLine;
  const command = commandOf(scannedLine);
  const line = { ...scannedLine, words: [...path, ...operands], rest: undefined };
  const next = command.spec && nextArgument(line, command.spec);
  const values = next && (await completableValues(next, command, tree));
  if (values?.kind !== "names") throw failure;
  const { source, statuses } = values.source;
  const offers = await namedOffers(
    source,
    { part: "", excludedWords: new Set(), statuses },
    {
      words: context.argv,
      identifiers: identifiersOf(line, command),
      context,
      endMs: context.clock.monotonic() + maxListMs,
      mustReadAgain: true,
    },
  );
  if (offers.length === 0) throw failure;
  const { pickOne } = await import("../terminal/picker.ts");
  const title = escapeLine([...path, ...operands].join(" "));
  const { word } = await pickOne(context, title, offers);
  if (optionValues["quiet"] === undefined) context.stderr.write(`${title}: ${escapeLine(word)}\n`);
  return { ...scannedLine, operands: [...operands, word], words: [...scannedLine.words, word] };
}

/** More names would delay the failure for the sake of a hint. */
const maxComparedNames = 20_000;

/** Finds the system_id in an address of the web interface, such as `/SVC/r/machine/abc123/summary`. */
const idInAddress = /^https?:\/\/.*\/(?:machine|device|node)s?\/([a-z0-9]{6})(?:[/?#]|$)/;

export async function withObjectHint(
  error: Failure,
  group: string,
  { parameters = [] }: Operation,
  context: Context,
): Promise<Failure> {
  const parents = parameters.map(({ name }) => `${name.toUpperCase()} `).join("");
  const hint = `svc ${group} list ${parents}shows all ${group}`;
  const [, word = ""] = /^[A-Z]+ \/.*\/([^/?]+)\/?$/.exec(error.details.request ?? "") ?? [];
  if (!isKindId(group)) return error.with({ hint });
  const { descriptionMember }: NamedKind = namedKinds[group];
  const names = (await cachedNames([group], context)).flatMap(({ word, otherNames, description }) =>
    [word, ...otherNames, ...(descriptionMember === "name" ? [description] : [])].filter(
      (name) => !/^\d*$/.test(name),
    ),
  );
  const suggestion = choiceHint(word, [...new Set(names)]);
  return error.with({ hint: suggestion === undefined ? hint : `${suggestion} ${hint}` });
}

/** Sends no request and never rejects. */
async function cachedNames(kinds: readonly KindId[], context: Context, site?: string) {
  const service = await serviceOf(context.argv, context, site).catch(() => undefined);
  const folder = service && namesFolder(context.env, service.connection.endpoint);
  if (folder === undefined) return [];
  return kinds
    .flatMap((kind) => readNames(folder, kind).lines.slice(0, maxComparedNames))
    .flatMap((line) => nameIn(line) ?? []);
}

/** The message begins with the site typed before the name, or ends with the sites where the name was looked up. */
const unknownNode = /^(?:(\S+): )?no (machine|device|node) is called '([^']+)'(?: at (.+))?$/;

export async function withNodeHint(error: Failure, context: Context): Promise<Failure> {
  const [, typedSite, kind, word, sites] = unknownNode.exec(error.message) ?? [];
  if (kind === undefined || word === undefined) return error;
  const [, id] = idInAddress.exec(word) ?? [];
  if (id !== undefined) return error.with({ hint: `did you mean ${id}?` });
  const kinds = (kind === "node" ? ["nodes", "machines", "devices"] : [`${kind}s`]).filter(isKindId);
  for (const site of sites?.split(", ") ?? [typedSite]) {
    const names = (await cachedNames(kinds, context, site)).map((name) => name.word);
    const nearest = names.includes(word) ? undefined : nearestName(word, names);
    if (nearest === undefined) continue;
    const name = shellWord(site === undefined ? nearest : `${site}/${nearest}`);
    return error.with({ hint: `did you mean ${name}? ${error.details.hint ?? ""}`.trim() });
  }
  return error;
}

/** Numbers must be equal (`web-02` is not a typo of `web-01`), and only letters are compared (nor is `arm-01` one of `app-01`). */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const numbers = numbersIn(word);
  const byLetters = new Map(
    names.filter((name) => numbersIn(name) === numbers).map((name) => [lettersIn(name), name]),
  );
  return byLetters.get(nearest(lettersIn(word.toLowerCase()), byLetters.keys()) ?? "");
}

const lettersIn = (name: string): string => name.replace(/\d+/g, "");

const numbersIn = (name: string): string => (name.match(/\d+/g) ?? []).map(Number).join(" ");
