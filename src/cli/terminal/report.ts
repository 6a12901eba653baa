import type { Ledger } from "../../client/http/ledger.ts";
import type { Context, TextOutput } from "../../context.ts";
import {
  asFailure,
  type ChangeOutcome,
  doubtHint,
  type ExitKind,
  exitCodes,
  Failure,
} from "../../core/failure.ts";
import { withShortLists } from "../../core/text/word-lists.ts";
import { escapeLine, escapeText, jsonText } from "../output/escape.ts";
import { coloredPalette } from "../output/palette.ts";
import { asciiMeasure, fold, measureFor, type TextMeasure, terminalWidth } from "../output/text-width.ts";

export interface Messages {
  /** Not shown with `--quiet`. */
  note(text: string): void;
  warn(text: string): void;
  /** Shown only with `--verbose` or `--debug`. */
  detail(text: string): void;
  /** Sends messages to `listener` while another part of svc uses the terminal; undefined restores standard error. */
  redirect?(listener: ((text: string) => void) | undefined): void;
}

const indent = "  ";
const nonBreakingSpace = "\u00a0";

/** Keeps a command on one line if it fits, because half of it, pasted into a shell, would run. */
const withNonBreakingSpaces = (words: string, room: number): string =>
  words.length <= room
    ? words.trimEnd().replaceAll(" ", nonBreakingSpace) + (words.endsWith(" ") ? " " : "")
    : words;

export function foldMessage(
  line: string,
  width: number,
  measure: TextMeasure = asciiMeasure,
): readonly string[] {
  if (measure.widthOf(line) <= width) return [line];
  const [margin = ""] = /^ */.exec(line) ?? [];
  const room = width - margin.length - indent.length;
  const text = line.replace(/\bsvc [^;,?]+/g, (words) => withNonBreakingSpaces(words, room));
  return fold(text, room, measure, true).map(
    (each, index) => margin + (index === 0 ? "" : indent) + each.replaceAll(nonBreakingSpace, " "),
  );
}

export function messageText(stream: TextOutput, text: string): string {
  const line = escapeLine(text);
  const width = terminalWidth(stream);
  return `${(width === undefined ? [line] : foldMessage(line, width)).join("\n")}\n`;
}

export function makeMessages(
  context: Context,
  globals: { readonly quiet: boolean; readonly verbose: boolean; readonly debug: boolean },
): Messages {
  let redirectTarget: ((text: string) => void) | undefined;
  const write = (message: string) => {
    const text = shortenWords(message);
    if (redirectTarget === undefined) context.stderr.write(messageText(context.stderr, text));
    else redirectTarget(text);
  };
  return {
    note: (text) => {
      if (!globals.quiet) write(text);
    },
    warn: (text) => write(`warning: ${text}`),
    detail: (text) => {
      if (globals.verbose || globals.debug) write(text);
    },
    redirect: (listener) => {
      redirectTarget = listener;
    },
  };
}

/** Maximum characters of the service's answer in a JSON error. */
const maxBodyLength = 16_384;
/** Maximum characters of a line for people, which may contain a service's text. */
const maxLineLength = 2_000;

interface ReportSettings {
  readonly format: string | undefined;
  readonly isDebug?: boolean;
  readonly isColorless?: boolean;
}

/** Returns the exit code. */
export async function reportFailure(
  error: unknown,
  context: Context,
  ledger: Ledger,
  { format, isDebug = false, isColorless = false }: ReportSettings,
): Promise<number> {
  const failure = shorten(withOutcome(asFailure(error), ledger.outcome()));
  if (failure.details.isReported) return failure.exitCode;
  const isJson = format === "json" || format === "ndjson";
  const text = isJson ? failureJson(failure) : await formatLines(failureLines(failure), context, isColorless);
  context.endCutLine?.();
  context.stderr.write(`${text}\n`);
  if (isDebug)
    context.stderr.write(
      `${escapeText((error instanceof Error ? error.stack : undefined) ?? String(error))}\n`,
    );
  return failure.exitCode;
}

/** In characters; longer words of a message are shortened. */
const maxWordLength = 1_000;
const shortLength = 200;

const shortenWords = (text: string): string =>
  text.length <= maxWordLength
    ? text
    : text.replace(/\S+/g, (word) =>
        word.length <= maxWordLength ? word : `${word.slice(0, shortLength)}... (${word.length} characters)`,
      );

function shorten(failure: Failure): Failure {
  const { lines, request } = failure.details;
  return failure.with(
    { lines: lines?.map(shortenWords), request: request && shortenWords(request) },
    shortenWords(failure.message),
  );
}

/** Failures after a change that was carried out. */
const kindsAfterChange: ReadonlySet<ExitKind> = new Set(["operationFailed", "stillInProgress", "someFailed"]);

/** Exit codes 2 and 13 promise that nothing was sent, so after a change the kind becomes `other`. */
function withOutcome(failure: Failure, changeOutcome: ChangeOutcome): Failure {
  const { kind, message, details } = failure;
  if (kind === "usage" || kind === "notConfirmed") {
    if (changeOutcome === "not_sent") return failure.with({ outcome: changeOutcome });
    const { usage: _usage, hint: _hint, ...rest } = details;
    return withOutcome(new Failure("other", message, rest), changeOutcome);
  }
  const outcome = details.outcome ?? changeOutcome;
  const mentionsOutcome = [message, details.hint].some((text) => text?.includes("carried out"));
  const impliesOutcome = kindsAfterChange.has(kind) || (details.outcome !== undefined && message !== kind);
  const hints = details.hint === undefined ? [] : [details.hint];
  if (outcome === "unknown" && !mentionsOutcome) hints.unshift(doubtHint);
  if (outcome === "done" && !mentionsOutcome && !impliesOutcome)
    hints.unshift("the operation was carried out");
  return failure.with({ outcome, hint: hints.length === 0 ? undefined : hints.join("; ") });
}

function shortLine(text: string): string {
  const line = withShortLists(text, "-o json shows all");
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}...` : line;
}

function failureLines({ message, details }: Failure): readonly string[] {
  const cause = [details.request, details.status].filter((part) => part !== undefined).join(" -> ");
  return [
    `${messagePrefix} ${shortLine(message)}${cause === "" ? "" : ` (${cause})`}`,
    ...(details.lines ?? []).map((line) => `  ${shortLine(line)}`),
    ...(details.hint === undefined ? [] : [`hint: ${details.hint}`]),
    ...(details.usage === undefined ? [] : [`usage: ${details.usage}`]),
  ].map(escapeLine);
}

const messagePrefix = "svc:";

async function formatLines(
  lines: readonly string[],
  { stderr, env }: Pick<Context, "stderr" | "env">,
  isPlain: boolean,
): Promise<string> {
  const width = terminalWidth(stderr);
  if (width === undefined) return lines.join("\n");
  const measure = await measureFor([lines]);
  const text = lines.flatMap((line) => foldMessage(line, width, measure)).join("\n");
  const hasColor = !isPlain && !env["NO_COLOR"] && env["TERM"] !== "dumb" && text.startsWith(messagePrefix);
  if (!hasColor) return text;
  return (await coloredPalette()).removed(messagePrefix) + text.slice(messagePrefix.length);
}

function failureJson({ kind, message, details, exitCode }: Failure): string {
  const { hint, status, request, usage, outcome, machines } = details;
  const lines = details.lines?.length === 0 ? undefined : details.lines;
  const body = boundedJson(details.body, maxBodyLength);
  return jsonText({
    error: {
      kind,
      exit_code: exitCode,
      meaning: exitCodes[kind].meaning,
      message,
      outcome,
      machines,
      status,
      request,
      hint,
      lines,
      body,
      usage,
    },
  });
}

const maxDepth = 20;
const ellipsis = "...";

/** Limits a value to about `maxLength` characters of JSON: shortens long texts and replaces the rest by a marker. */
export function boundedJson(value: unknown, maxLength: number): unknown {
  let remaining = maxLength;
  const shortenText = (text: string): string => {
    const shortText = text.length <= remaining ? text : `${text.slice(0, Math.max(0, remaining))}${ellipsis}`;
    remaining -= shortText.length + 2;
    return shortText;
  };
  const bound = (inner: unknown, depth: number): unknown => {
    if (typeof inner === "string") return shortenText(inner);
    if (typeof inner !== "object" || inner === null) {
      remaining -= String(inner).length;
      return inner;
    }
    if (depth === 0) return ellipsis;
    if (Array.isArray(inner)) {
      const items: unknown[] = [];
      for (const item of inner) {
        if (remaining <= 0) return [...items, `${ellipsis} ${inner.length - items.length} more`];
        remaining -= 1;
        items.push(bound(item, depth - 1));
      }
      return items;
    }
    const members: [string, unknown][] = [];
    const entries = Object.entries(inner);
    for (const [name, member] of entries) {
      if (remaining <= 0) {
        members.push([ellipsis, `${entries.length - members.length} more`]);
        break;
      }
      remaining -= 4;
      members.push([shortenText(name), bound(member, depth - 1)]);
    }
    return Object.fromEntries(members);
  };
  return bound(value, maxDepth);
}
