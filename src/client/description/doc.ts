import { plainLine } from "./words.ts";

/** A parameter as a text documents it. */
export interface DocParameter {
  readonly name: string;
  readonly required: boolean;
  /** As the text writes it, in lower case: `string`, `int`, `boolean`, `url`; empty where it says nothing. */
  readonly type: string;
  /** One line, without `Required.` and `(Default: x)`. */
  readonly text: string;
  readonly default?: string;
  /** Values that the text lists; there may be others. */
  readonly values: readonly string[];
}

/** What the text of an action says. */
export interface Doc {
  readonly title: string;
  /** Paragraphs between the title and the first parameter, a line each. */
  readonly prose: readonly string[];
  readonly parameters: readonly DocParameter[];
}

const maxDocLength = 50_000;
const maxTitleLength = 72;
const maxProseLength = 400;
const maxParagraphs = 6;
const maxTextLength = 300;
const maxParameters = 200;
const maxValues = 40;

/** Reads the text of an action; it takes any text, and no longer than in proportion to its length. */
export function readDoc(text: string): Doc {
  const lines = text.slice(0, maxDocLength).split(/\r?\n/);
  const starts = lines.flatMap((line, index) => (/^\s*:(?:param|type)\s/.test(line) ? [index] : []));
  const [title = "", ...prose] = paragraphs(lines.slice(0, starts[0] ?? lines.length));
  const blocks = starts.map((start, index) => lines.slice(start, starts[index + 1]).join("\n"));
  return {
    title: plainLine(title, maxTitleLength).replace(/\.$/, ""),
    prose: prose.map((each) => plainLine(each, maxProseLength)).slice(0, maxParagraphs),
    parameters: readParameters(blocks),
  };
}

/** Texts between blank lines; a title is one line, whatever follows it. */
function paragraphs(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return [];
  const rest = lines.slice(first + 1).join("\n");
  return [lines[first] ?? "", ...rest.split(/\n[ \t]*\n/).filter((each) => each.trim() !== "")];
}

/** Each name once: a text that has one several times, for several kinds of object, means one field. */
function readParameters(blocks: readonly string[]): readonly DocParameter[] {
  const parameters = new Map<string, DocParameter>();
  const types = new Map<string, string>();
  for (const block of blocks) {
    const [, kind, name = "", text = ""] = /^\s*:(param|type)\s+([^\s:]{1,64}):([\s\S]*)$/.exec(block) ?? [];
    if (kind === "type") {
      const type = text.trim().slice(0, 32).toLowerCase();
      // Described with several types, it is text.
      types.set(name, (types.get(name) ?? type) === type ? type : "string");
    } else if (kind === "param" && (parameters.has(name) || parameters.size < maxParameters)) {
      const read = readParameter(name, text);
      const earlier = parameters.get(name);
      parameters.set(name, earlier === undefined ? read : joined(earlier, read));
    }
  }
  return [...parameters.values()].map((each) => ({ ...each, type: types.get(each.name) ?? "" }));
}

/** It is required only where every mention says so. */
const joined = (one: DocParameter, other: DocParameter): DocParameter => ({
  ...other,
  ...one,
  required: one.required && other.required,
  values: [...new Set([...one.values, ...other.values])].slice(0, maxValues),
});

function readParameter(name: string, text: string): DocParameter {
  const [, word = ""] = /^\s*(required|optional)\b/i.exec(text) ?? [];
  const [, fallback] = /\(default:?\s*([^()]{1,80})\)/i.exec(text) ?? [];
  const said = text.replace(/^\s*(?:required|optional)\.?/i, "").replace(/\(default:?[^()]{0,80}\)/gi, "");
  return {
    name,
    required: word.toLowerCase() === "required",
    type: "",
    text: plainLine(said, maxTextLength)
      .replace(/(?<!\s)\s+\./g, ".")
      .replace(/\.\.(?!\.)/g, "."),
    ...(fallback === undefined ? {} : { default: plainLine(fallback, 80).replace(/^['"]|['"]$/g, "") }),
    values: valuesIn(text),
  };
}

/** The words in double backticks behind "Possible values are:", in a sentence or in a list. */
function valuesIn(text: string): readonly string[] {
  const start =
    /\b(?:possible|valid|allowed|acceptable|supported|available)\s+values?\b[^`.:\n]{0,80}:?/i.exec(text);
  if (start === null) return [];
  const behind = text.slice(start.index + start[0].length);
  const isList = /^\s*[-*][ \t]+``/.test(behind);
  const found = isList
    ? behind.matchAll(/^[ \t]*[-*][ \t]+``([^`\n]{1,64})``/gm)
    : (/^[^\n.]*(?:\n(?![\s]*\n)[^\n.]*)*|^/.exec(behind)?.[0] ?? "").matchAll(/``([^`\n]{1,64})``/g);
  const values = [...found].map(([, value = ""]) => value).filter((value) => /^[\w.+:/@-]+$/.test(value));
  return [...new Set(values)].slice(0, maxValues);
}
