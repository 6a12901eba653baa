import type { ErrorCode, YAMLError } from "yaml";

/** What is wrong with a text that is not YAML, by what the parser says begins with; the first that fits counts. */
const sayings: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing ['"]quote/, "a quoted text does not end"],
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
  [/^Block scalar/, "a block of lines (| or >) is not indented correctly"],
  [/^Missing directives-end/, "a directive (%) needs a line with --- after it"],
  [/(?:flow-(?:map|seq|error)|map|seq)-end/, "a bracket is closed that was not opened"],
  [/doc-end without|in YAML stream/, "this is outside of any document"],
  [/block-seq-ind on same line/, "a list cannot begin on the line of its key"],
];

const byCode: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: "an alias (*name) takes neither a tag nor an anchor",
  BAD_ALIAS: "an anchor (&name) or alias (*name) needs a name; text that begins with & or * must be quoted",
  BAD_DIRECTIVE: "a line that begins with % is a directive, and this one is not known",
  BAD_DQ_ESCAPE: "an unknown escape after \\ in double quotes; single quotes take a backslash as it is",
  BAD_INDENT: "its indentation does not match the lines above",
  BAD_PROP_ORDER: "a tag or anchor comes before '- ' or '? ' and has to come after it",
  BAD_SCALAR_START: "text that begins with this character must be quoted",
  BLOCK_AS_IMPLICIT_KEY: "two colons on one line; text that contains ': ' must be quoted",
  BLOCK_IN_FLOW: "indented lists and mappings cannot be inside [ ] or { }",
  KEY_OVER_1024_CHARS: "a key is longer than 1024 characters",
  MULTILINE_IMPLICIT_KEY: "a key has to be on one line; perhaps a colon is missing",
  MULTIPLE_ANCHORS: "two anchors on one value",
  MULTIPLE_TAGS: "two tags on one value",
  TAB_AS_INDENT: "tabs cannot indent; use spaces",
  TAG_RESOLVE_FAILED: "the tag does not fit the value",
  BAD_COLLECTION_TYPE: "the tag does not fit the value",
};

/**
 * What is wrong with a source that is not YAML, in words of its writer. Nothing of the source is repeated, as it may
 * hold secrets.
 */
export function faultText({ code, message }: Pick<YAMLError, "code" | "message">): string {
  const saying = sayings.find(([form]) => form.test(message))?.[1];
  return saying ?? byCode[code] ?? "this is not YAML: text with special characters must be quoted";
}
