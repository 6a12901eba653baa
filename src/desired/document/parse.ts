import {
  Composer,
  type CST,
  type Document,
  type ErrorCode,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  type YAMLError,
} from "yaml";
import type { Place } from "../item.ts";
import type { Problems } from "../problems.ts";
import type { Source } from "./sources.ts";

export interface SourceDocument {
  readonly contents: ParsedNode | null;
  placeOf(offset: number): Place;
}

/** Maximum nesting, which limits the recursion of the composer. */
const maxDepth = 50;
/** Maximum pieces from the lexer per source: parsing takes a hundred times the memory of the text. */
const maxPieces = 2_500_000;

/** Yields documents one at a time. Stops at the first syntax error, since later ones are usually its consequences. */
export function* documentsOf(source: Source, problems: Problems): Generator<SourceDocument> {
  const lines = new LineCounter();
  lines.addNewLine(0);
  // The parser does not report line ends in text that it cannot parse.
  for (const { index } of source.text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file: source.name, line, column: col };
  };
  const invalid = invalidCharacter(source.text);
  if (invalid !== undefined) {
    problems.add(placeOf(invalid.offset), invalid.problem);
    return;
  }
  for (const part of partsOf(source.text)) {
    if ("fault" in part) {
      problems.add(placeOf(part.offset), part.fault);
      return;
    }
    yield { contents: part.contents, placeOf };
  }
}

type Part = Pick<SourceDocument, "contents"> | { readonly fault: string; readonly offset: number };

function* partsOf(text: string): Generator<Part> {
  const parser = new Parser();
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
    for (const token of parser.next(piece)) yield* partsOfToken(token, composer, lastQuote);
    if (parser.stack.length > maxDepth)
      yield { offset: parser.offset, fault: `nested more deeply than ${maxDepth} levels` };
    pieces += 1;
    if (pieces > maxPieces)
      yield { offset: parser.offset, fault: "the source is too large: split it into several files" };
  }
  for (const token of parser.end()) yield* partsOfToken(token, composer, lastQuote);
  for (const document of composer.end(false, text.length)) yield partOf(document, lastQuote);
}

function* partsOfToken(token: CST.Token, composer: Composer, lastQuote: number): Generator<Part> {
  if (token.type === "error")
    yield { offset: token.offset, fault: faultText({ code: "UNEXPECTED_TOKEN", message: token.message }) };
  for (const document of composer.next(token)) yield partOf(document, lastQuote);
}

function partOf({ errors: [error], contents }: Document.Parsed, lastQuote: number): Part {
  if (error === undefined) return { contents };
  // The parser notices a missing quote only at the end of the source.
  const offset = error.message.startsWith("Missing closing") ? lastQuote : error.pos[0];
  return { offset, fault: faultText(error) };
}

export function invalidCharacter(
  text: string,
): { readonly offset: number; readonly problem: string } | undefined {
  const match = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|^\uFEFF/m.exec(text);
  if (match === null) return undefined;
  const [character] = match;
  const code = character.charCodeAt(0).toString(16).padStart(2, "0");
  const problem =
    character === "\uFEFF"
      ? "the text contains a byte order mark"
      : character === "\r"
        ? "a line ends with a carriage return alone, not a line feed"
        : `contains the control character U+${code.padStart(4, "0").toUpperCase()}; in double quotes it is written \\x${code}`;
  return { offset: match.index, problem };
}

const explanations: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing ['"]quote/, "a quoted text is not closed"],
  [/^Flow (?:map|sequence).*end with/, "a bracket is not closed, or its content is not indented"],
  [/^Missing ,/, "a comma is missing between two entries"],
  [/^Missing space after :/, "a space is missing after the colon"],
  [/^Unexpected (?:,|empty item)/, "a comma has nothing before it"],
  [/^Comments must be separated/, "a comment needs a space before its #"],
  [/^Tags and anchors must be separated/, "a tag or anchor needs a space after it"],
  [/^Implicit map keys need to be followed/, "a key needs a colon and a space after it"],
  [
    /^Sequence item without -/,
    "an entry of the list does not begin with '- ', or its line is not indented correctly",
  ],
  [
    /^All (?:mapping|sequence) items must start at the same column/,
    "its indentation differs from that of its siblings",
  ],
  [/^Block scalar/, "a block of text (| or >) is not indented correctly"],
  [/^Missing directives-end/, "a directive (%) needs a line with --- after it"],
  [/(?:flow-(?:map|seq|error)|map|seq)-end/, "a closing bracket has no opening bracket"],
  [/doc-end without|in YAML stream/, "this is outside the document"],
  [/block-seq-ind on same line/, "a list cannot begin on the line of its key"],
];

const explanationsByCode: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: "an alias (*name) can have neither a tag nor an anchor",
  BAD_ALIAS: "an anchor (&name) or alias (*name) needs a name; text that begins with & or * must be quoted",
  BAD_DIRECTIVE: "unknown directive (a line that begins with %)",
  BAD_DQ_ESCAPE: "an unknown escape after \\ in double quotes; in single quotes a backslash is literal",
  BAD_INDENT: "its indentation does not match the lines above",
  BAD_PROP_ORDER: "a tag or anchor must come after '- ' or '? ', not before it",
  BAD_SCALAR_START: "text that begins with this character must be quoted",
  BLOCK_AS_IMPLICIT_KEY: "two colons on one line; text that contains ': ' must be quoted",
  BLOCK_IN_FLOW: "indented lists and mappings cannot be inside [ ] or { }",
  KEY_OVER_1024_CHARS: "a key is longer than 1024 characters",
  MULTILINE_IMPLICIT_KEY: "a key must be on one line; perhaps a colon is missing",
  MULTIPLE_ANCHORS: "two anchors on one value",
  MULTIPLE_TAGS: "two tags on one value",
  TAB_AS_INDENT: "tabs cannot be used to indent; use spaces",
  TAG_RESOLVE_FAILED: "the tag does not fit the value",
  BAD_COLLECTION_TYPE: "the tag does not fit the value",
};

/** Explains a syntax error without repeating the source, which may hold secrets. */
function faultText({ code, message }: Pick<YAMLError, "code" | "message">): string {
  const explanation = explanations.find(([form]) => form.test(message))?.[1];
  return (
    explanation ?? explanationsByCode[code] ?? "this is not YAML: text with special characters must be quoted"
  );
}
