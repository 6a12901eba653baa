import { Document, type ScalarTag, type ToStringOptions, visit } from "yaml";
import { tooDeep } from "./tokens.ts";

/** Writes YAML 1.2 that YAML 1.1 readers understand in the same way. Throws a `Failure` if nested too deeply. */
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

export function formatDocument(document: Document, options: ToStringOptions = {}): string {
  visit(document, {
    Scalar: (_, node) => {
      const { value: text } = node;
      if (typeof text === "string" && needsQuotes(text, node === document.contents))
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

/** YAML 1.1 rejects these characters or reads them as line ends or marks; some change the direction of text. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}\p{Bidi_Control}]/u;
const everyUnprintable = new RegExp(unprintable, "gu");

/** True for text that YAML 1.1 would read differently without quotes. A block scalar cannot be the whole document. */
const needsQuotes = (text: string, isWholeDocument: boolean): boolean =>
  text === "=" || unprintable.test(text) || (text.includes("\n") ? isWholeDocument : text.includes("\t"));

/** Writes exponents as YAML 1.1 requires them, with a dot and a sign. */
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
