import type { NamedSource } from "../../catalogue/commands/name-source.ts";
import type { Context } from "../../context.ts";
import { type Asker, namesFolder } from "../names-cache/folder.ts";
import { changedAtMs } from "../names-cache/freshness.ts";
import { lineOf } from "../names-cache/name.ts";
import { askedAtMs, readLines } from "../names-cache/store.ts";
import { aliasOffers, expandedWords } from "./alias-offers.ts";
import { answerText, expansionText } from "./answer-text.ts";
import { filterOffers, filterPart } from "./filter-offers.ts";
import { kindsOf, type Offer, offersFrom, seriesFrom, type Wanted } from "./offers.ts";
import { profileOffers } from "./profile-offers.ts";
import { quoteOf, unquoted } from "./quoting.ts";
import { type CompletionRequest, type ExpansionRequest, readExpansion, readRequest } from "./request.ts";
import { type FoundService, serviceOf } from "./service.ts";

/** Names that are older are asked for again, in milliseconds. */
const maxAgeMs = 3_600_000;

/** After it has asked in vain, completion does not ask again for this time, in milliseconds. */
const pauseMs = { withNames: 600_000, withoutNames: 60_000 };

/**
 * Answers a completion script on standard output; nothing where there is nothing to offer, or anything is wrong.
 * Standard error stays empty: it would be written into the line that is being typed. `endMs` is when the answer has
 * to be there, by the monotonic clock.
 */
export async function answerCompletion(context: Context, endMs: number): Promise<void> {
  const args = context.argv.slice(1);
  const request = readRequest(args);
  const expansion = readExpansion(args);
  const finding =
    request === undefined ? findExpansion(expansion, context) : findAnswer(request, context, endMs);
  const text = await finding.catch(() => "");
  if (text !== "") await new Promise<void>((done) => context.stdout.write(text, () => done()));
}

async function findExpansion(asked: ExpansionRequest | undefined, context: Context): Promise<string> {
  const words = asked && (await expandedWords(asked.words, context));
  return asked === undefined || words === undefined ? "" : expansionText(asked.shell, words);
}

async function findAnswer(request: CompletionRequest, context: Context, endMs: number): Promise<string> {
  const { shell, of, typed, isList } = request;
  const quote = shell === "bash" ? quoteOf(typed) : "";
  const raw = typed.slice(quote.length);
  const cut = of === "where" ? filterPart(raw) : isList ? raw.lastIndexOf(",") + 1 : 0;
  const head = raw.slice(0, cut);
  const plain = (text: string) => (shell === "bash" ? unquoted(quote + text) : text);
  const offers = await findOffers(request, plain(head), plain(raw.slice(cut)), context, endMs);
  const fit = isList || of === "where" ? offers.filter(({ word }) => !word.includes(",")) : offers;
  return answerText(shell, { quote, head }, fit);
}

async function findOffers(
  { of, words, isList, statuses }: CompletionRequest,
  head: string,
  part: string,
  context: Context,
  endMs: number,
): Promise<readonly Offer[]> {
  const taken = new Set([...words, ...(isList ? head.split(",") : [])]);
  const wanted: Wanted = { part, taken, statuses };
  if (of === "aliases") return aliasOffers(words, part, context);
  if (of === "profiles") return profileOffers(words, part, context);
  if (of !== "where") return await namedOffers(of, wanted, words, context, endMs);
  const filter = filterOffers(head, part);
  if (filter.offers !== undefined) return filter.offers;
  return await namedOffers(filter.of, { ...wanted, taken: new Set() }, words, context, endMs);
}

/** Offers from what is kept of the service that the line means, which is asked first where that is too old. */
async function namedOffers(
  of: NamedSource,
  wanted: Wanted,
  words: readonly string[],
  context: Context,
  endMs: number,
): Promise<readonly Offer[]> {
  const service = await serviceOf(words, context);
  const folder = service === undefined ? undefined : namesFolder(context.env, asker(service));
  if (service === undefined || folder === undefined) return [];
  const kinds = kindsOf(of);
  const nowMs = context.clock.now();
  const kept = kinds.map((kind) => ({ kind, ...readLines(folder, kind) }));
  const old = kept.filter(({ kind, wholeAtMs, lines }) => {
    const pause = lines.length > 1 ? pauseMs.withNames : pauseMs.withoutNames;
    return !isWithin(maxAgeMs, wholeAtMs, nowMs) && !isWithin(pause, askedAtMs(folder, kind), nowMs);
  });
  let lines = kept.flatMap((each) => each.lines);
  if (old.length > 0) {
    const { askForNames } = await import("./ask.ts");
    const asked = old.map(({ kind }) => kind);
    const found = await askForNames(service, folder, asked, context, endMs);
    lines = kinds.flatMap((kind) => {
      const { lines: now } = readLines(folder, kind);
      // A folder that cannot be written keeps nothing.
      return now.length > 0 ? now : (found.get(kind) ?? []).map(lineOf);
    });
  }
  if (of === "series") return seriesFrom(lines, wanted);
  const changedAt = kinds.map((kind) => changedAtMs(folder, kind));
  return offersFrom(lines, wanted, { nowMs, changedAtMs: Math.max(...changedAt) });
}

const asker = ({ connection: { endpoint } }: FoundService): Asker => endpoint;

/** A clock that was set back makes a time of the future, which says nothing. */
const isWithin = (ms: number, atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) <= ms;
