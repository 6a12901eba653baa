/**
 * Lists the small changes that alter the behaviour of a TypeScript source: of operators, numbers, booleans,
 * conditions and table entries. Strings, templates, regular expressions and comments are not changed, but table
 * entries that contain them may be removed.
 *
 * @param {string} source
 * @returns {{ at: number, length: number, text: string, label: string }[]} sorted by position
 */
export function mutationsOf(source) {
  const code = codeOnly(source);
  const mutations = [];
  for (const [pattern, replace] of operators) {
    for (const match of code.matchAll(pattern)) {
      const text = replace(match[0]);
      mutations.push({
        at: match.index,
        length: match[0].length,
        text,
        label: `${match[0].trim()} -> ${text.trim()}`,
      });
    }
  }
  for (const match of code.matchAll(/\bif (?=\()/g)) {
    const at = match.index + match[0].length;
    const length = closingBracket(code, at) + 1 - at;
    mutations.push({
      at,
      length,
      text: `(!${source.slice(at, at + length)})`,
      label: "if (...) -> if (!(...))",
    });
  }
  // An element of a list of strings on one line: `["a", "b"]` without its "b".
  for (const list of source.matchAll(/\[("[^"\n]+"(?:, "[^"\n]+")+)\]/g)) {
    if (code[list.index] !== "[") continue;
    for (const member of list[1].matchAll(/, "[^"\n]+"/g)) {
      const at = list.index + 1 + member.index;
      mutations.push({ at, length: member[0].length, text: "", label: `without ${member[0].slice(2)}` });
    }
  }
  // A table entry on its own line: a list element, or a property with a plain value. Help texts are skipped.
  for (const { index, 0: line, 1: key } of source.matchAll(tableEntry)) {
    const isCode =
      key !== undefined || code[index + line.search(/\S/)] !== " " || line.trim().startsWith('"');
    if (!isCode || texts.has(key) || /^\s+"[^"]* /.test(line)) continue;
    mutations.push({ at: index, length: line.length, text: "", label: `without ${line.trim()}` });
  }
  return mutations.sort((one, other) => one.at - other.at);
}

/** The position of the bracket that closes the one at `opening`. */
function closingBracket(code, opening) {
  let depth = 0;
  for (const { 0: bracket, index } of code.slice(opening).matchAll(/[()]/g)) {
    depth += bracket === "(" ? 1 : -1;
    if (depth === 0) return opening + index;
  }
  throw new Error(`the bracket at ${opening} does not close`);
}

// A parameter looks like a table entry, but its value is a type.
const tableEntry =
  /^ {2,}(?:(\w+): )?(?:(?!(?:string|number|boolean|unknown|[A-Z]\w*),)\w+|"[^"\n]*"|\[[^\]\n]*\]|\{[^{}\n]*\}),\n/gm;

/** Properties with texts for people: removing one changes no behaviour. */
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

/** The source with everything except code replaced by spaces, so that positions stay the same. */
function codeOnly(source) {
  const skip =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=[=(,:?&|!]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
  const blank = source.replace(skip, (text) => text.replace(/[^\n]/g, " "));
  // Types do not exist at run time, so only the compiler could notice a change.
  return blank
    .replace(/^import [\s\S]*?;$/gm, (text) => text.replace(/[^\n]/g, " "))
    .replace(/^(export )?(interface|type) [\s\S]*?^(?=\S)/gm, (text) => text.replace(/[^\n]/g, " "));
}
