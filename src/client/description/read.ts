import type { DroppedPart } from "../../catalogue/group.ts";
import { type Method, methods } from "../../catalogue/operation.ts";
import { primitiveText } from "../../core/json-record.ts";
import { plainLine } from "./words.ts";

export interface Action {
  readonly method: Method;
  /** The path under `/api/2.0`, with names in braces: `/zones/{name}/`. */
  readonly path: string;
  readonly op: string | undefined;
  readonly doc: string;
  readonly who: readonly ("auth" | "anon")[];
}

const maxResources = 2_000;
const maxActions = 5_000;
const maxPathLength = 200;
const maxParameters = 6;
const apiRoot = "/api/2.0/";

/** A segment of a path: `zones` or `{name}`, but not `op-name`, which is an operation. */
const segmentPattern = /^(?:\{[A-Za-z]\w{0,39}\}|(?!op-)[A-Za-z0-9][\w-]{0,59})$/;

export type DropListener = (part: DroppedPart) => void;

/** Never throws, whatever JSON it gets: drops parts that are malformed or exceed a limit, with the reason. */
export function readDescription(value: unknown, onDrop: DropListener) {
  const drop = (subject: string, reason: string) => onDrop({ subject, reason });
  const actions = new Map<string, Action>();
  const resources = listAt(value, "resources");
  if (resources.length > maxResources) drop("resources", `there are more than ${maxResources}`);
  for (const resource of resources.slice(0, maxResources)) {
    for (const who of ["auth", "anon"] as const) {
      for (const action of handlerActions(memberOf(resource, who), who, drop)) {
        const key = `${action.path} ${action.method} ${action.op ?? ""}`;
        const earlierAction = actions.get(key);
        if (earlierAction === undefined && actions.size >= maxActions)
          drop(key, `there are more than ${maxActions} actions`);
        else actions.set(key, { ...(earlierAction ?? action), who: [...(earlierAction?.who ?? []), who] });
      }
    }
  }
  const hash = textAt(value, "hash");
  return {
    hash: /^[\w.+/=-]{1,128}$/.test(hash) ? hash : "",
    actions: [...actions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, action]) => action),
  };
}

function* handlerActions(
  handler: unknown,
  who: "auth" | "anon",
  drop: (subject: string, reason: string) => void,
): Generator<Action> {
  if (handler === null || handler === undefined) return;
  const describedPath = textAt(handler, "path");
  const path = pathOf(describedPath);
  const actions = listAt(handler, "actions");
  if (path === undefined) return drop(describedPath || "a resource", "its path is not an API path");
  for (const action of actions.slice(0, maxActions)) {
    const method = textAt(action, "method");
    const op = memberOf(action, "op");
    const label = `${method} ${path}${op === null || op === undefined ? "" : `op-${primitiveText(op)}`}`;
    if (!methods.some((each) => each === method)) drop(label, "its method is not GET, POST, PUT or DELETE");
    else if (op !== null && op !== undefined && !isName(op))
      drop(label, "its name is not a valid operation name");
    else if (typeof op === "string" && !/[/}]$/.test(path))
      drop(label, "an operation cannot be addressed on a path without a trailing slash");
    else {
      const name = typeof op === "string" ? op : undefined;
      yield { method: method as Method, path, op: name, doc: textAt(action, "doc"), who: [who] };
    }
  }
}

/** Paths of the configuration begin with the service's segment (`/METAL/api/2.0/metal/`), which becomes `svc`. */
function pathOf(described: string): string | undefined {
  const at = described.length > maxPathLength ? -1 : described.indexOf(apiRoot);
  if (at === -1) return undefined;
  const segments = described.slice(at + apiRoot.length).split("/");
  const hasSlash = segments.at(-1) === "";
  if (hasSlash) segments.pop();
  const names = segments.filter((segment) => segment.startsWith("{")).map((segment) => segment.slice(1, -1));
  const isValid =
    segments.length > 0 &&
    segments.every((segment) => segmentPattern.test(segment)) &&
    names.length <= maxParameters &&
    new Set(names).size === names.length &&
    names.every((name) => !isPrototypeKey(name)) &&
    !segments[0]?.startsWith("{");
  if (!isValid) return undefined;
  const serviceSegment = described.slice(0, at).split("/").at(-1)?.toLowerCase() || "svc";
  const [first, ...others] = segments;
  return `/${[first === serviceSegment ? "svc" : first, ...others].join("/")}${hasSlash ? "/" : ""}`;
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Za-z]\w{0,59}$/.test(value) && !isPrototypeKey(value);

/** True for a name that every object inherits, so that no record may have it as a key. */
export const isPrototypeKey = (name: string): boolean => name in {};

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

const textAt = (value: unknown, name: string): string => {
  const text = memberOf(value, name);
  return typeof text === "string" ? text : "";
};

const listAt = (value: unknown, name: string): readonly unknown[] => {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
};

export interface DocParameter {
  readonly name: string;
  readonly required: boolean;
  /** The documented type in lower case: `string`, `int`, `boolean`, `url`; may be empty. */
  readonly type: string;
  /** The help text as one line, without `Required.` and `(Default: x)`. */
  readonly text: string;
  readonly default?: string;
  readonly values: readonly string[];
}

const maxDocLength = 50_000;
const maxTitleLength = 72;
const maxProseLength = 400;
const maxParagraphs = 6;
const maxTextLength = 300;
const maxDocParameters = 200;
const maxValues = 40;

/** Accepts any text, and takes linear time. */
export function readDoc(text: string) {
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

function paragraphs(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return [];
  const rest = lines.slice(first + 1).join("\n");
  return [lines[first] ?? "", ...rest.split(/\n[ \t]*\n/).filter((each) => each.trim() !== "")];
}

/** A parameter that is documented for several kinds of object becomes one field. */
function readParameters(blocks: readonly string[]): readonly DocParameter[] {
  const parameters = new Map<string, DocParameter>();
  const types = new Map<string, string>();
  for (const block of blocks) {
    const [, kind, name = "", text = ""] = /^\s*:(param|type)\s+([^\s:]{1,64}):([\s\S]*)$/.exec(block) ?? [];
    if (kind === "type") {
      const type = text.trim().slice(0, 32).toLowerCase();
      const earlier = types.get(name) ?? type;
      // A field that is also in the path has the type URL there. If a field has several other types, it is text.
      const others = [earlier, type].filter((each) => each !== "url");
      const [only = "url", another] = new Set(others);
      types.set(name, another === undefined ? only : "string");
    } else if (kind === "param" && (parameters.has(name) || parameters.size < maxDocParameters)) {
      const parameter = readParameter(name, text);
      const earlier = parameters.get(name);
      parameters.set(name, earlier === undefined ? parameter : mergeMentions(earlier, parameter));
    }
  }
  return [...parameters.values()].map((each) => ({ ...each, type: types.get(each.name) ?? "" }));
}

const mergeMentions = (one: DocParameter, other: DocParameter): DocParameter => ({
  ...other,
  ...one,
  required: one.required && other.required,
  values: [...new Set([...one.values, ...other.values])].slice(0, maxValues),
});

function readParameter(name: string, text: string): DocParameter {
  const [, word = ""] = /^\s*(required|optional)\b/i.exec(text) ?? [];
  const [, fallback] = /\(default:?\s*([^()]{1,80})\)/i.exec(text) ?? [];
  const description = text
    .replace(/^\s*(?:required|optional)\.?/i, "")
    .replace(/\(default:?[^()]{0,80}\)/gi, "");
  return {
    name,
    required: word.toLowerCase() === "required",
    type: "",
    text: plainLine(description, maxTextLength)
      .replace(/(?<!\s)\s+\./g, ".")
      .replace(/\.\.(?!\.)/g, "."),
    ...(fallback === undefined ? {} : { default: plainLine(fallback, 80).replace(/^['"]|['"]$/g, "") }),
    values: valuesIn(text),
  };
}

function valuesIn(text: string): readonly string[] {
  const start =
    /\b(?:possible|valid|allowed|acceptable|supported|available)\s+values?\b[^`.:\n]{0,80}:?/i.exec(text);
  if (start === null) return [];
  const listText = text.slice(start.index + start[0].length);
  const isList = /^\s*[-*][ \t]+``/.test(listText);
  const matches = isList
    ? listText.matchAll(/^[ \t]*[-*][ \t]+``([^`\n]{1,64})``/gm)
    : (/^[^\n.]*(?:\n(?![\s]*\n)[^\n.]*)*|^/.exec(listText)?.[0] ?? "").matchAll(/``([^`\n]{1,64})``/g);
  const values = [...matches].map(([, value = ""]) => value).filter((value) => /^[\w.+:/@-]+$/.test(value));
  return [...new Set(values)].slice(0, maxValues);
}
