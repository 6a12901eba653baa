/** A header's value with its parameters, such as `form-data; name="a"`. */
export interface HeaderValue {
  /** In lower case, without surrounding space. */
  readonly value: string;
  /** By their names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Takes a header apart (RFC 9110, section 5.6.6; RFC 8187 for names that end in `*`). Undefined where a quote
 * is not closed, a parameter is given twice, or a parameter is not `name=value`.
 */
export function parseHeaderValue(text: string): HeaderValue | undefined {
  const end = text.indexOf(";");
  const value = (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  let at = end < 0 ? text.length : end + 1;
  while (at < text.length) {
    const item = readParameter(text, at);
    if (item === undefined) return undefined;
    at = item.end;
    if (item.name === "") continue;
    if (parameters.has(item.name)) return undefined;
    parameters.set(item.name, item.value);
  }
  for (const [name, encoded] of parameters) {
    if (!name.endsWith("*")) continue;
    const decoded = decodeExtended(encoded);
    if (decoded === undefined) return undefined;
    parameters.set(name.slice(0, -1), decoded);
  }
  return { value, parameters };
}

/** One parameter from `at`, and where the next one begins; a nameless one stands for a blank between two `;`. */
function readParameter(text: string, at: number): { name: string; value: string; end: number } | undefined {
  const separator = text.indexOf(";", at);
  const next = separator < 0 ? text.length : separator;
  const equals = text.indexOf("=", at);
  if (equals < 0 || equals > next)
    return text.slice(at, next).trim() === "" ? { name: "", value: "", end: next + 1 } : undefined;
  const name = text.slice(at, equals).trim().toLowerCase();
  if (name === "") return undefined;
  let start = equals + 1;
  while (text[start] === " " || text[start] === "\t") start += 1;
  if (text[start] !== '"') return { name, value: text.slice(start, next).trim(), end: next + 1 };
  return readQuoted(text, start + 1, name);
}

/** A backslash escapes a quote and a backslash; before anything else, as in a path of Windows, it is itself. */
function readQuoted(text: string, start: number, name: string) {
  const pieces: string[] = [];
  let from = start;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\" && (text[at + 1] === '"' || text[at + 1] === "\\")) {
      pieces.push(text.slice(from, at));
      from = at + 1;
      at += 1;
    } else if (character === '"') {
      pieces.push(text.slice(from, at));
      const separator = text.indexOf(";", at);
      const end = separator < 0 ? text.length : separator;
      return text.slice(at + 1, end).trim() === ""
        ? { name, value: pieces.join(""), end: end + 1 }
        : undefined;
    }
  }
  return undefined;
}

function decodeExtended(text: string): string | undefined {
  const [charset = "", , ...rest] = text.split("'");
  if (rest.length === 0 || charset.toLowerCase() !== "utf-8") return undefined;
  try {
    return decodeURIComponent(rest.join("'"));
  } catch {
    return undefined;
  }
}
