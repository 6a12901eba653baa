import { Composer, type Document, Lexer, LineCounter, type ParsedNode, Parser } from "yaml";
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
export function* documentsOf({ name, text }: Source, problems: Problems): Generator<SourceDocument> {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file: name, line, column: col };
  };
  const strange = strangeCharacter(text);
  if (strange !== undefined) {
    for (let at = text.indexOf("\n"); at !== -1 && at < strange.offset; at = text.indexOf("\n", at + 1))
      lines.addNewLine(at + 1);
    problems.add(placeOf(strange.offset), strange.problem);
    return;
  }
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({
    uniqueKeys: false,
    prettyErrors: false,
    resolveKnownTags: false,
    intAsBigInt: true,
    logLevel: "error",
  });
  const sound = (document: Document.Parsed): boolean => {
    const [error] = document.errors;
    if (error !== undefined) {
      // That a quote is missing shows at the end of the source only.
      const offset = error.message.startsWith("Missing closing") ? lastQuote : error.pos[0];
      problems.add(placeOf(offset), faultText(error));
    }
    return error === undefined;
  };
  let lastQuote = 0;
  let pieces = 0;
  for (const piece of new Lexer().lex(text)) {
    if (piece.startsWith('"') || piece.startsWith("'")) lastQuote = parser.offset;
    for (const token of parser.next(piece)) {
      if (token.type === "error") {
        problems.add(placeOf(token.offset), faultText({ code: "UNEXPECTED_TOKEN", message: token.message }));
        return;
      }
      for (const document of composer.next(token)) {
        if (!sound(document)) return;
        yield { contents: document.contents, placeOf };
      }
    }
    if (parser.stack.length > maxDepth) {
      problems.add(placeOf(parser.offset), `nested more deeply than ${maxDepth} levels`);
      return;
    }
    pieces += 1;
    if (pieces > maxPieces) {
      problems.add(placeOf(parser.offset), "the source holds too much: divide it among several files");
      return;
    }
  }
  for (const token of parser.end())
    for (const document of composer.next(token)) {
      if (!sound(document)) return;
      yield { contents: document.contents, placeOf };
    }
  for (const document of composer.end(false, text.length)) {
    if (!sound(document)) return;
    yield { contents: document.contents, placeOf };
  }
}

/** The first character that YAML does not take as it is: control characters, and a byte order mark that begins a line. */
function strangeCharacter(text: string): { readonly offset: number; readonly problem: string } | undefined {
  const found = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|^\uFEFF/m.exec(text);
  if (found === null) return undefined;
  const [character] = found;
  const code = character.charCodeAt(0).toString(16).padStart(2, "0");
  const problem =
    character === "\uFEFF"
      ? "a byte order mark stands within the text"
      : character === "\r"
        ? "a line ends with a carriage return alone; lines end with a line feed"
        : `holds the control character U+${code.padStart(4, "0").toUpperCase()}; in double quotes it is written \\x${code}`;
  return { offset: found.index, problem };
}
