import { Composer, type CST, type Document, Lexer, LineCounter, type ParsedNode, Parser } from "yaml";
import type { Place } from "../item.ts";
import type { Problems } from "./problems.ts";
import type { Source } from "./sources.ts";
import { faultText } from "./yaml-faults.ts";

/** One YAML document of a source. */
export interface SourceDocument {
  readonly contents: ParsedNode | null;
  placeOf(offset: number): Place;
}

/** How deeply values may stand in one another: what composes them calls itself once for each level. */
const maxDepth = 50;
/** The pieces (words, signs, line ends) that one source may have: each takes a hundred times its own memory. */
const maxPieces = 2_500_000;

/**
 * The documents of a source, composed one after another. The first thing that is not YAML is noted in `problems`
 * and ends it: what follows it is seldom what was meant.
 */
export function* documentsOf(source: Source, problems: Problems): Generator<SourceDocument> {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file: source.name, line, column: col };
  };
  const strange = strangeCharacter(source.text);
  if (strange !== undefined) {
    addLines(lines, source.text.slice(0, strange.offset));
    problems.add(placeOf(strange.offset), strange.problem);
    return;
  }
  for (const part of partsOf(source.text, lines)) {
    if ("fault" in part) {
      problems.add(placeOf(part.offset), part.fault);
      return;
    }
    yield { contents: part.contents, placeOf };
  }
}

/** A document, or why there is none at an offset. */
type Part = Pick<SourceDocument, "contents"> | { readonly fault: string; readonly offset: number };

/** The documents of a text up to its first fault; `lines` hears of each line that begins. */
function* partsOf(text: string, lines: LineCounter): Generator<Part> {
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({
    uniqueKeys: false,
    prettyErrors: false,
    resolveKnownTags: false,
    intAsBigInt: true,
    logLevel: "error",
  });
  let lastQuote = 0;
  let pieces = 0;
  for (const piece of new Lexer().lex(text)) {
    if (piece.startsWith('"') || piece.startsWith("'")) lastQuote = parser.offset;
    for (const token of parser.next(piece)) yield* composed(token, composer, lastQuote);
    if (parser.stack.length > maxDepth)
      yield { offset: parser.offset, fault: `nested more deeply than ${maxDepth} levels` };
    pieces += 1;
    if (pieces > maxPieces)
      yield { offset: parser.offset, fault: "the source is too large: split it into several files" };
  }
  for (const token of parser.end()) yield* composed(token, composer, lastQuote);
  for (const document of composer.end(false, text.length)) yield partOf(document, lastQuote);
}

function* composed(token: CST.Token, composer: Composer, lastQuote: number): Generator<Part> {
  if (token.type === "error")
    yield { offset: token.offset, fault: faultText({ code: "UNEXPECTED_TOKEN", message: token.message }) };
  for (const document of composer.next(token)) yield partOf(document, lastQuote);
}

function partOf({ errors: [error], contents }: Document.Parsed, lastQuote: number): Part {
  if (error === undefined) return { contents };
  // That a quote is missing shows at the end of the source only.
  const offset = error.message.startsWith("Missing closing") ? lastQuote : error.pos[0];
  return { offset, fault: faultText(error) };
}

function addLines(lines: LineCounter, text: string): void {
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
}

/** The first character that YAML does not take as it is: control characters, and a byte order mark that begins a line. */
function strangeCharacter(text: string): { readonly offset: number; readonly problem: string } | undefined {
  const found = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|^\uFEFF/m.exec(text);
  if (found === null) return undefined;
  const [character] = found;
  const code = character.charCodeAt(0).toString(16).padStart(2, "0");
  const problem =
    character === "\uFEFF"
      ? "the text contains a byte order mark"
      : character === "\r"
        ? "a line ends with a carriage return alone; lines end with a line feed"
        : `contains the control character U+${code.padStart(4, "0").toUpperCase()}; in double quotes it is written \\x${code}`;
  return { offset: found.index, problem };
}
