import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { isCollection, isMap, isPair, LineCounter, parseDocument } from "yaml";
import { isSystemError, systemErrorText } from "../../core/failure.ts";

export type Path = readonly (string | number)[];

export interface SeedProblem {
  readonly path: Path;
  readonly text: string;
}

export interface SeedSource {
  readonly name: string;
  readonly text: string;
  readonly hasLocations: boolean;
}

export class SeedFileError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

const maxLength = 10_000_000;

export function readSeedFile(path: string): SeedSource {
  try {
    return seedSource(path, readFileSync(path));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new SeedFileError([`${path}: cannot be read (${systemErrorText(error)})`]);
  }
}

export function seedSource(name: string, bytes: Uint8Array): SeedSource {
  if (!isUtf8(bytes)) throw new SeedFileError([`${name}: is not text in UTF-8`]);
  return {
    name,
    text: Buffer.from(bytes)
      .toString("utf8")
      .replace(/^\uFEFF/, ""),
    hasLocations: true,
  };
}

export function readSource({ name, text, hasLocations }: SeedSource) {
  const lines = new LineCounter();
  const locationAt = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return hasLocations ? `${name}:${line}:${col}` : name;
  };
  if (text.length > maxLength) throw new SeedFileError([`${name}: is larger than 10 MB`]);
  try {
    const document = parseDocument(text, { merge: true, lineCounter: lines, prettyErrors: false });
    const [error] = document.errors;
    // Later errors are usually caused by the first.
    if (error !== undefined) throw new SeedFileError([`${locationAt(error.pos[0])}: ${messageOf(error)}`]);
    return {
      data: document.toJS() as unknown,
      explain: (problems: readonly SeedProblem[]): SeedFileError => {
        const locatedProblems = problems.map(({ path, text: why }) => ({
          at: offsetOf(document.contents, path),
          path,
          why,
        }));
        locatedProblems.sort((a, b) => a.at - b.at);
        const texts = locatedProblems.map(
          ({ at, path, why }) => `${locationAt(at)}: ${pathText(path)}${why}`,
        );
        return new SeedFileError([...new Set(texts)]);
      },
    };
  } catch (error) {
    if (error instanceof SeedFileError) throw error;
    // The file has too many aliases, or is nested too deeply.
    throw new SeedFileError([`${name}: ${messageOf(error)}`]);
  }
}

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return message.includes("call stack") ? "is nested too deeply" : message;
};

function pathText(path: Path): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return text === "" ? "" : `${text.replace(/^\./, "")}: `;
}

/** The offset of the member's key. If the member is missing or merged from an alias, the offset of the nearest parent. */
function offsetOf(contents: unknown, path: Path): number {
  let node = contents;
  let offset = 0;
  for (const step of path) {
    if (!isCollection(node)) return offset;
    const item: unknown = isMap(node)
      ? node.items.find(({ key }) => String(key) === String(step))
      : node.items[Number(step)];
    node = isPair(item) ? item.value : item;
    offset = startOf(isPair(item) ? item.key : item) ?? offset;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)
    ? node.range[0]
    : undefined;
}
