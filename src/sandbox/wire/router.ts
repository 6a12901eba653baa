import type { Operation } from "../../catalogue/operation.ts";
import { addTo } from "../../core/grouping.ts";
import { forbidden } from "../state/service-error.ts";
import type { User } from "../state/users.ts";
import { HttpError } from "./answers.ts";
import { allowsAnonymous, type ServedOperation } from "./call.ts";
import { percentDecode, readUtf8 } from "./form.ts";

export interface Route {
  readonly id: string;
  readonly operation: Operation;
  /** If the path also has anonymous operations, live services answer 400 to a caller without a key. */
  readonly hasAnonymousSibling: boolean;
}

export type LocateTarget = ReturnType<typeof makeRouter>;
export type Target = ReturnType<LocateTarget>;

interface Resource {
  readonly matchPath: MatchPath;
  readonly fixedParameters: Readonly<Record<string, string>>;
  readonly entries: { readonly method: string; readonly op: string | undefined; readonly route: Route }[];
}

const version = "2.0";

export function makeRouter(entries: readonly ServedOperation[], segment: string) {
  const byName = new Map<string, Resource[]>();
  for (const [address, resource] of resourcesOf(entries, segment))
    addTo(byName, resourceNameIn(address), resource);

  return (method: string, path: string) => {
    const matches = findResources(byName.get(resourceNameIn(path)) ?? [], path);
    if (matches.length === 0) throw unknownPath(path, segment);
    const candidates = matches.flatMap(({ resource, parameters, pathOp }) =>
      resource.entries.map((entry) => ({
        ...entry,
        path: { ...parameters, ...resource.fixedParameters },
        pathOp,
      })),
    );
    return {
      pathOp: matches[0]?.pathOp,
      routes: candidates.filter((each) => each.method === method).map(({ route }) => route),
      choose: (op: string | undefined) => chooseRoute(candidates, method, op),
    };
  };
}

function resourcesOf(entries: readonly ServedOperation[], segment: string): ReadonlyMap<string, Resource> {
  const resources = new Map<string, Resource>();
  const anonymousTemplates = new Set(
    entries
      .filter((each) => allowsAnonymous(each))
      .map(({ operation }) => splitAddress(operation.path).template),
  );
  for (const { id, operation } of entries) {
    const { template, op } = splitAddress(operation.path);
    const route: Route = { id, operation, hasAnonymousSibling: anonymousTemplates.has(template) };
    // In a path without a final slash, only its digits distinguish an id from an operation.
    const isInteger = (name: string) =>
      template.endsWith(`{${name}}`) &&
      operation.parameters?.some((each) => each.name === name && each.type === "integer") === true;
    for (const { address, fixedParameters = {} } of addressesOf(template, segment)) {
      const matchPath = compilePath(address, isInteger);
      const resource = resources.get(address) ?? { matchPath, fixedParameters, entries: [] };
      resources.set(address, resource);
      resource.entries.push({ method: operation.method, op, route });
    }
  }
  return resources;
}

interface Candidate {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly method: string;
  readonly op: string | undefined;
  readonly pathOp: string | undefined;
}

function chooseRoute(candidates: readonly Candidate[], method: string, requestedOp: string | undefined) {
  const match = candidates.find((each) => each.method === method && each.op === (requestedOp ?? each.pathOp));
  if (match !== undefined) return { route: match.route, path: match.path };
  const allowedMethods = new Set(candidates.map((each) => each.method));
  if (allowedMethods.has(method))
    throw new HttpError(400, `Unrecognised signature: method=${method} op=${requestedOp ?? "None"}`);
  throw new HttpError(405, "Method Not Allowed", { Allow: [...allowedMethods].join(", ") });
}

const resourceNameIn = (address: string): string => address.split("/", 5)[4] ?? "";

function findResources(resources: readonly Resource[], path: string) {
  const opSuffix = /(\/?)op-([a-z_]+)$/.exec(path);
  return resources.flatMap((resource) => {
    const { matchPath } = resource;
    const parameters = matchPath(path);
    const fullMatch = parameters === undefined ? [] : [{ resource, parameters, pathOp: undefined }];
    const [, slash = "", pathOp] = opSuffix ?? [];
    if (opSuffix === null || !resource.entries.some(({ op }) => op === pathOp)) return fullMatch;
    const pathBeforeOp = path.slice(0, opSuffix.index);
    // The paths of partitions and scripts have no slash before `op-`; accept both forms.
    const opParameters = matchPath(pathBeforeOp + slash) ?? matchPath(pathBeforeOp);
    return opParameters === undefined
      ? fullMatch
      : [...fullMatch, { resource, parameters: opParameters, pathOp }];
  });
}

function splitAddress(path: string) {
  const match = /op-([a-z_]+)$/.exec(path);
  return match === null
    ? { template: path, op: undefined }
    : { template: path.slice(0, match.index), op: match[1] };
}

function addressesOf(
  template: string,
  segment: string,
): readonly { readonly address: string; readonly fixedParameters?: Readonly<Record<string, string>> }[] {
  const base = `/${segment}/api/${version}`;
  // Live services also serve the version resource below the API version.
  if (template.startsWith("/api/"))
    return [
      { address: `/${segment}${template}` },
      { address: `${base}${template.slice("/api".length)}`, fixedParameters: { version } },
    ];
  // The first path segment of the configuration is the service's segment in lower case.
  return [{ address: `${base}${template.replace(/^\/svc\//, `/${segment.toLowerCase()}/`)}` }];
}

function unknownPath(path: string, segment: string): HttpError {
  const root = `/${segment}/api/`;
  if (path === `${root}version`)
    return new HttpError(301, "Moved Permanently", { Location: `${root}version/` });
  const requestedVersion = path.startsWith(root)
    ? /^([^/]+)\//.exec(path.slice(root.length))?.[1]
    : undefined;
  if (requestedVersion !== undefined && requestedVersion !== version && requestedVersion !== "version")
    return new HttpError(
      410,
      `The API version ${requestedVersion} is not supported: this service answers at ${root}${version}/.`,
    );
  return path.startsWith(`${root}${version}/`) ? unknownEndpoint(path) : new HttpError(404, "Not Found");
}

export const unknownEndpoint = (path: string) => new HttpError(404, `Unknown API endpoint: ${path}.`);

/**
 * Throws a 401 for a missing key and a 403 for a missing permission. If a resource also has anonymous
 * operations, live services answer 400 instead of 401. Permissions on a node are checked when it is
 * found.
 */
export function requirePermission(
  { id, operation, hasAnonymousSibling }: Route,
  user: User | undefined,
  op: string | undefined,
  asDeployed: boolean,
): void {
  if (user === undefined && !allowsAnonymous({ id, operation }, asDeployed)) {
    if (hasAnonymousSibling && asDeployed)
      throw new HttpError(400, `Unrecognised signature: method=${operation.method} op=${op ?? "None"}`);
    throw new HttpError(401, "Authorization Error: no OAuth credentials were given.", {
      "WWW-Authenticate": "OAuth",
    });
  }
  const refusal = user?.isAdministrator === true ? undefined : refusalText(id, operation);
  if (refusal !== undefined) throw forbidden(refusal);
}

export const reservedForAdministrators = "This method is reserved for admin users.";

const reservedResource = /^\/(?:boot-sources|commissioning-scripts|license-keys?)\//;

const refusedWithEmptyBody: readonly string[] = ["tags.create", "resource-pools.create"];

function refusalText(id: string, { who, path }: Operation): string | undefined {
  if (who !== "admin" || path.includes("{system_id}")) return undefined;
  if (reservedResource.test(path)) return "User is not allowed access to this API.";
  return refusedWithEmptyBody.includes(id) ? "" : reservedForAdministrators;
}

export function readPath(path: string): string {
  const bytes = percentDecode(path, false);
  if (bytes === undefined) throw badPath();
  return decodeUtf8(bytes).replace(/\/{2,}/g, "/");
}

const badPath = () => new HttpError(400, "The path has invalid percent-encoding.");

function decodeUtf8(bytes: Buffer): string {
  try {
    return readUtf8(bytes);
  } catch {
    throw badPath();
  }
}

type MatchPath = (path: string) => Readonly<Record<string, string>> | undefined;

/** Also accepts a CIDR such as `10.10.0.0/24`, whose slash is already decoded. */
const subnetPattern = "([^/]+(?:/[0-9]{1,3})?)";

function compilePath(template: string, isInteger: (name: string) => boolean): MatchPath {
  const names: string[] = [];
  const source = template
    .split(/[{}]/)
    .map((piece, index, pieces) => {
      if (index % 2 === 0) return piece.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      names.push(piece);
      if (pieces[index - 1]?.endsWith("/subnets/") === true) return subnetPattern;
      return isInteger(piece) ? "(-?[0-9]+)" : piece === "filename" ? "(.+)" : "([^/]+)";
    })
    .join("");
  const expression = new RegExp(`^${source}$`, "s");
  return (path) => {
    const match = expression.exec(path);
    return match === null
      ? undefined
      : Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""]));
  };
}
