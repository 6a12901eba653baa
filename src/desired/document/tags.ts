import { meantHint } from "../../core/text/nearest.ts";
import type { Place } from "../item.ts";
import { type Problems, shown } from "./problems.ts";
import type { BytesNode, FileNode, VariableNode } from "./tree.ts";

const core = "tag:yaml.org,2002:";

/** Tags that say what a value is by its spelling anyway. */
const known: Readonly<Record<"scalar" | "list" | "map", readonly string[]>> = {
  scalar: ["!", ...["str", "int", "float", "bool", "null"].map((name) => core + name)],
  list: ["!", `${core}seq`],
  map: ["!", `${core}map`],
};

/** The tags of svc, and the one of YAML that has a meaning here. */
const ownTags = ["!file", "!env", "!!binary"];

export const isTextTag = (tag: string | undefined): boolean => tag === "!" || tag === `${core}str`;

/** What is wrong with a tag on a value of this form; undefined where nothing is. */
export function tagProblem(tag: string | undefined, form: "scalar" | "list" | "map"): string | undefined {
  if (tag === undefined || known[form].includes(tag)) return undefined;
  const spelled = tag.startsWith(core) ? `!!${tag.slice(core.length)}` : tag;
  if (ownTags.includes(spelled)) {
    const takes = { "!file": "the path of a file", "!env": "the name of a variable", "!!binary": "base64" };
    return `${spelled} takes ${takes[spelled as keyof typeof takes]}, not ${form === "list" ? "a list" : "a mapping"}`;
  }
  // A text that begins with ! is taken for a tag, and may be a secret.
  const named = spelled.startsWith("!!") ? ` '${shown(spelled)}'` : "";
  const otherwise = `there are ${ownTags.slice(0, -1).join(", ")} and ${ownTags.at(-1)}; text that begins with ! must be quoted`;
  return `unknown tag${named}; ${meantHint(spelled, ownTags, otherwise)}`;
}

/** `!file path`, which stands at `location`. */
export function fileNode(path: string, location: string, place: Place, problems: Problems): FileNode {
  if (path.trim() === "") problems.add(place, "!file takes the path of a file");
  return { form: "file", place, path, location };
}

/** What is not a name may be the secret itself, so it is not repeated. */
export function variableNode(name: string, place: Place, problems: Problems): VariableNode {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(name))
    problems.add(place, "!env takes the name of a variable: letters, digits and _");
  return { form: "variable", place, name };
}

export function binaryNode(text: string, place: Place, problems: Problems): BytesNode {
  const digits = text.replace(/\s/g, "");
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits))
    problems.add(place, "!!binary takes base64");
  return { form: "bytes", place, bytes: Buffer.from(digits, "base64") };
}
