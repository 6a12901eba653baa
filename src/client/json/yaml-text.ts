import { Document, type ScalarTag, type ToStringOptions, visit } from "yaml";
import { tooDeep } from "./tokens.ts";

/** YAML 1.2 that YAML 1.1 readers understand the same way. Throws a `Failure` if nested too deeply. Import on use. */
export function yamlText(value: unknown): string {
  try {
    return formatDocument(
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

/** Quotes texts that some readers would interpret differently. */
export function formatDocument(document: Document, options: ToStringOptions = {}): string {
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

/** Characters that YAML 1.1 rejects or treats as line ends or marks, and those that change the direction of text. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}\p{Bidi_Control}]/u;
const everyUnprintable = new RegExp(unprintable, "gu");

/** True for text that YAML 1.1 reads differently without quotes; a block scalar needs a parent. */
const wantsQuotes = (text: string, isWholeDocument: boolean): boolean =>
  text === "=" || unprintable.test(text) || (text.includes("\n") ? isWholeDocument : text.includes("\t"));

/** YAML 1.1 requires a dot and a signed exponent. */
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
