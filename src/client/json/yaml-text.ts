import { Document, type ScalarTag, type ToStringOptions, visit } from "yaml";
import { tooDeep } from "./tokens.ts";

/**
 * A value as YAML 1.2 that a reader of YAML 1.1 understands the same way (`"on"` stays text); bigints stay
 * whole. A `Failure` where it is nested more deeply than the yaml package can go. Loads that package: import
 * this file where it is needed.
 */
export function yamlText(value: unknown): string {
  try {
    return writtenDocument(
      new Document(value, {
        aliasDuplicateObjects: false,
        compat: "yaml-1.1",
        customTags: (tags) => [exponentNumber, ...tags],
      }),
    );
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

/** A document as text of which every reader makes the same: texts stand in quotes wherever one would not. */
export function writtenDocument(document: Document, options: ToStringOptions = {}): string {
  visit(document, {
    Scalar: (_, node) => {
      const { value: text } = node;
      if (typeof text === "string" && wantsQuotes(text, node === document.contents))
        node.type = "QUOTE_DOUBLE";
    },
  });
  return document
    .toString({ lineWidth: 0, doubleQuotedAsJSON: true, ...options })
    .replace(everyUnprintable, (character) => {
      const code = character.charCodeAt(0).toString(16);
      return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
    });
}

/** What YAML 1.1 does not take as it is or takes for a line end or a mark, and what turns text round. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}\p{Bidi_Control}]/u;
const everyUnprintable = new RegExp(unprintable, "gu");

/** A text that YAML 1.1 reads otherwise without quotes; a block of lines has to stand below something. */
const wantsQuotes = (text: string, isWholeDocument: boolean): boolean =>
  text === "=" || unprintable.test(text) || (text.includes("\n") ? isWholeDocument : text.includes("\t"));

/** A number with an exponent: YAML 1.1 asks for a dot and the exponent's sign. */
const exponentNumber: ScalarTag = {
  identify: (value) => typeof value === "number" && String(value).includes("e"),
  default: true,
  tag: "tag:yaml.org,2002:float",
  test: /^-?\d+(?:\.\d+)?e[-+]\d+$/,
  resolve: Number,
  stringify: ({ value }) => {
    const [mantissa = "", exponent] = String(value).split("e");
    return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}e${exponent}`;
  },
};
