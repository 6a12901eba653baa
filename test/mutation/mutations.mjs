/**
 * The places of a TypeScript source where one small change makes another program: operators, numbers, booleans,
 * conditions and table entries. Strings, templates, regular expressions and comments stay as they are, except for
 * whole table entries.
 *
 * @param {string} source
 * @returns {{ at: number, length: number, text: string, what: string }[]} in the order of the source
 */
export function mutationsOf(source) {
  const code = codeOnly(source);
  const found = [];
  for (const [pattern, replace] of operators) {
    for (const match of code.matchAll(pattern)) {
      const text = replace(match[0]);
      found.push({
        at: match.index,
        length: match[0].length,
        text,
        what: `${match[0].trim()} -> ${text.trim()}`,
      });
    }
  }
  for (const match of code.matchAll(/\bif (?=\()/g)) {
    const at = match.index + match[0].length;
    const length = closingBracket(code, at) + 1 - at;
    found.push({ at, length, text: `(!${source.slice(at, at + length)})`, what: "if (...) -> if (!(...))" });
  }
  // A member of a list of strings on one line: `["a", "b"]` without its "b".
  for (const list of source.matchAll(/\[("[^"\n]+"(?:, "[^"\n]+")+)\]/g)) {
    if (code[list.index] !== "[") continue;
    for (const member of list[1].matchAll(/, "[^"\n]+"/g)) {
      const at = list.index + 1 + member.index;
      found.push({ at, length: member[0].length, text: "", what: `without ${member[0].slice(2)}` });
    }
  }
  // A line of its own in a table: an entry of a list, or a property with a plain value. Sentences are for people.
  for (const { index, 0: line, 1: key } of source.matchAll(tableEntry)) {
    const isCode =
      key !== undefined || code[index + line.search(/\S/)] !== " " || line.trim().startsWith('"');
    if (!isCode || texts.has(key) || /^\s+"[^"]* /.test(line)) continue;
    found.push({ at: index, length: line.length, text: "", what: `without ${line.trim()}` });
  }
  return found.sort((one, other) => one.at - other.at);
}

/** Where the bracket that opens at a place of the code closes. */
function closingBracket(code, opening) {
  let depth = 0;
  for (const { 0: bracket, index } of code.slice(opening).matchAll(/[()]/g)) {
    depth += bracket === "(" ? 1 : -1;
    if (depth === 0) return opening + index;
  }
  throw new Error(`the bracket at ${opening} does not close`);
}

// A parameter looks like an entry, but its value is a type.
const tableEntry =
  /^ {2,}(?:(\w+): )?(?:(?!(?:string|number|boolean|unknown|[A-Z]\w*),)\w+|"[^"\n]*"|\[[^\]\n]*\]|\{[^{}\n]*\}),\n/gm;

/** Properties that are texts for people: leaving one out changes no outcome. */
const texts = new Set(["summary", "notes", "example", "examplePreparation", "help", "description"]);

const swap = (pairs) => (text) => {
  const trimmed = text.trim();
  return text.replace(trimmed, pairs[trimmed]);
};

const operators = [
  [/ (===|!==) /g, swap({ "===": "!==", "!==": "===" })],
  [/ (<=|>=|<|>) (?=[\w(-])/g, swap({ "<": "<=", "<=": "<", ">": ">=", ">=": ">" })],
  [/ (&&|\|\|) /g, swap({ "&&": "||", "||": "&&" })],
  [/ (\+|-) (?=[\w(])/g, swap({ "+": "-", "-": "+" })],
  [/ (\*|\/) (?=[\w(])/g, swap({ "*": "/", "/": "*" })],
  [/\b(true|false)\b(?=[,;)\s])/g, swap({ true: "false", false: "true" })],
  [/(?<![\w.$"'])\d[\d_]*(?![\w.])/g, (text) => String(Number(text.replaceAll("_", "")) * 2 || 1)],
];

/** The source with everything that is not code blanked out, so that positions stay. */
function codeOnly(source) {
  const skip =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=[=(,:?&|!]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
  const blank = source.replace(skip, (text) => text.replace(/[^\n]/g, " "));
  // Types are gone when the program runs: a change there is the compiler's business alone.
  return blank
    .replace(/^import [\s\S]*?;$/gm, (text) => text.replace(/[^\n]/g, " "))
    .replace(/^(export )?(interface|type) [\s\S]*?^(?=\S)/gm, (text) => text.replace(/[^\n]/g, " "));
}
