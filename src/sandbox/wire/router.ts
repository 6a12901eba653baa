import type { OperationEntry } from "../../api/index.ts";
import type { Operation } from "../../api/operation.ts";
import { HttpError } from "./http-error.ts";

export interface Route {
  readonly id: string;
  readonly operation: Operation;
  /**
   * Deployed services serve this resource to anonymous callers too, and word their refusal
   * of others accordingly.
   */
  readonly sharesAnonymous: boolean;
}

interface Match {
  readonly route: Route;
  /** The names in braces, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

export interface Router {
  /**
   * The operation that a request is for. `path` is as sent, still percent-encoded; `op` is the query item of
   * that name. Throws a 404, 405, 410 or 400.
   */
  match(method: string, path: string, op: string | undefined): Match;
}

interface Pattern {
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly method: string;
  /** The operation in `?op=`; undefined for a path that stands by itself. */
  readonly op: string | undefined;
  readonly route: Route;
}

const version = "2.0";

/**
 * Routes from the catalogue's methods and paths, in both addressing forms: the suffix `op-<name>` as listed,
 * and `?op=<name>` on the path before it.
 */
export function makeRouter(entries: readonly OperationEntry[], segment: string): Router {
  const anonymous = new Set(
    entries
      .filter(({ operation }) => operation.who === "anonymous")
      .map(({ operation }) => resourceOf(operation.path)),
  );
  const bySize = new Map<number, Pattern[]>();
  const add = (pattern: Pattern, template: string) => {
    const size = template.split("/").length;
    const patterns = bySize.get(size);
    if (patterns === undefined) bySize.set(size, [pattern]);
    else patterns.push(pattern);
  };
  for (const { id, operation } of entries) {
    const route: Route = { id, operation, sharesAnonymous: anonymous.has(resourceOf(operation.path)) };
    for (const { template, op } of addresses(operation.path, segment)) {
      add({ ...compile(template, operation), method: operation.method, op, route }, template);
    }
  }

  return {
    match(method, path, op) {
      const found = (bySize.get(path.split("/").length) ?? []).flatMap((pattern) => {
        const match = pattern.expression.exec(path);
        return match === null ? [] : [{ pattern, match }];
      });
      if (found.length === 0) throw unknownPath(path, segment);
      // A path that spells its operation out needs no `op`; a plain one is chosen by it.
      const chosen = found.filter(({ pattern }) => pattern.op === undefined || pattern.op === op);
      const sameMethod = chosen.filter(({ pattern }) => pattern.method === method);
      const best =
        sameMethod.find(({ pattern }) => pattern.op !== undefined) ??
        sameMethod.find(({ pattern }) => op === undefined || pattern.route.operation.path.includes("op-"));
      if (best !== undefined) return { route: best.pattern.route, path: readNames(best.pattern, best.match) };
      if (op !== undefined) throw new HttpError(400, `Unrecognised signature: method=${method} op=${op}`);
      const allowed = [
        ...new Set(found.filter((each) => each.pattern.op === undefined).map((each) => each.pattern.method)),
      ];
      if (allowed.length === 0) throw new HttpError(400, `Unrecognised signature: method=${method} op=None`);
      throw new HttpError(405, "Method Not Allowed", { Allow: allowed.join(", ") });
    },
  };
}

/** The path without its operation: what several operations share. */
const resourceOf = (path: string) => path.replace(/op-[a-z_]+$/, "");

/** Every address of an operation. */
function addresses(path: string, segment: string): { template: string; op: string | undefined }[] {
  const base = `/${segment}/api/${version}`;
  if (path.startsWith("/api/"))
    // Deployed services answer it under a version too: a name in braces that is always the same.
    return [`/${segment}${path}`, `/${segment}/api/{version}${path.slice("/api".length)}`].map(
      (template) => ({ template, op: undefined }),
    );
  // The first segment of the configuration group follows the service's own, in lower case.
  const template = `${base}${path.replace(/^\/svc\//, `/${segment.toLowerCase()}/`)}`;
  const op = /^(.*?)(\/?)op-([a-z_]+)$/.exec(template);
  if (op === null) return [{ template, op: undefined }];
  const [, resource = "", slash = "", name] = op;
  const forms = [
    { template, op: undefined },
    { template: `${resource}${slash}`, op: name },
  ];
  // Partitions are listed without a slash before `op-`; clients that write one mean the same.
  return slash === "" ? [...forms, { template: `${resource}/op-${name}`, op: undefined }] : forms;
}

function compile(template: string, operation: Operation): Pick<Pattern, "expression" | "names"> {
  const names: string[] = [];
  const source = template
    .split(/[{}]/)
    .map((name, index) => {
      if (index % 2 === 0) return name.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      names.push(name);
      if (name === "version") return `(${version.replace(".", "\\.")})`;
      return operation.parameters?.find((each) => each.name === name)?.type === "integer"
        ? "(-?[0-9]+)"
        : "([^/]+)";
    })
    .join("");
  return { expression: new RegExp(`^${source}$`), names };
}

function readNames(pattern: Pattern, match: RegExpExecArray): Readonly<Record<string, string>> {
  const pairs = pattern.names.map((name, index) => {
    try {
      return [name, decodeURIComponent(match[index + 1] ?? "")] as const;
    } catch {
      throw new HttpError(400, "The path is badly percent-encoded.");
    }
  });
  return Object.fromEntries(pairs);
}

function unknownPath(path: string, segment: string): HttpError {
  try {
    decodeURIComponent(path);
  } catch {
    return new HttpError(400, "The path is badly percent-encoded.");
  }
  const asked = new RegExp(`^/${segment.replace(/[^A-Za-z0-9_-]/g, "\\$&")}/api/([^/]+)/`).exec(path)?.[1];
  if (asked !== undefined && asked !== version && asked !== "version")
    return new HttpError(
      410,
      `The API version ${asked} is not supported: this service answers at /${segment}/api/${version}/.`,
    );
  return new HttpError(404, "Not Found");
}
