import { memberName } from "../../catalogue/commands/library-text.ts";
import { kindOfNodes } from "../../catalogue/commands/name-source.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { groupBy } from "../../core/grouping.ts";
import { isRecord } from "../../core/json-record.ts";
import { inParallel } from "../../core/parallel.ts";
import { joinWithOr } from "../../core/text/word-lists.ts";
import { type Connection, connect } from "./connect.ts";
import { asSvcError, SvcError, withSite } from "./error.ts";
import { groupMembers, lazyList, type Method } from "./operation-call.ts";
import { typeName } from "./options.ts";
import type { ConnectOptions, List, SiteResult } from "./types.ts";

const maxParallelSites = 32;

type SiteConnections = ReadonlyMap<string, Connection>;

export async function connectAll(sites: readonly string[], options: ConnectOptions, env: Context["env"]) {
  const conflictingOption = (["profile", "url", "key"] as const).find((name) => options[name] !== undefined);
  if (conflictingOption !== undefined)
    throw usage(`connectAll has no option '${conflictingOption}': each site uses that of its profile`);
  const isList = Array.isArray(sites) && sites.every((site) => typeof site === "string" && site !== "");
  if (!isList || sites.length === 0) throw usage("connectAll takes the names of profiles, as an array");
  const open = async (site: string) => [site, await connect({ ...options, profile: site }, env)] as const;
  const connections: SiteConnections = new Map(await Promise.all([...new Set(sites)].map(open)));
  const close = async () => {
    await Promise.all([...connections.values()].map((connection) => connection.close()));
  };
  return {
    ...(await groupMembers((entry) => methodAt(connections, entry))),
    sites: [...connections.keys()],
    at: (site: string) => siteNamed(connections, site),
    each: <Result>(work: (svc: Connection, site: string) => Promise<Result>) => eachSite(connections, work),
    waitFor: (names: unknown, ...args: readonly unknown[]) => waitForAll(connections, names, args),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const usage = (message: string, hint?: string): SvcError =>
  asSvcError(new Failure("usage", message, { hint, outcome: "not_sent" }), (text) => text);

function siteNamed(connections: SiteConnections, site: string): Connection {
  const connection = connections.get(site);
  if (connection === undefined)
    throw usage(`'${site}' is not one of the sites`, `sites: ${[...connections.keys()].join(", ")}`);
  return connection;
}

async function eachSite<Result>(
  connections: SiteConnections,
  work: (svc: Connection, site: string) => Promise<Result>,
) {
  const workAt = async ([site, svc]: readonly [string, Connection]): Promise<SiteResult<Result>> => {
    try {
      return { site, value: await work(svc, site) };
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
      return { site, error };
    }
  };
  const results = await inParallel([...connections], maxParallelSites, workAt);
  return results.flatMap((result) => result ?? []);
}

/** A method on a node calls the node's site; a list has the rows of all sites. */
function methodAt(connections: SiteConnections, { group: { name }, operation }: OperationEntry): Method {
  const { parameters = [], verb, rows, method, sites } = operation;
  const [group, member] = [memberName(name), memberName(verb)];
  const call = (svc: Connection, args: readonly unknown[]) => methodOf(svc, group, member)(...args);
  const nodeIndex = parameters.findIndex(({ kind }) => kind !== undefined);
  const kind = parameters[nodeIndex]?.kind;
  if (kind !== undefined)
    return async (...args) => {
      const { site, svc, name: nodeName } = await locate(connections, args[nodeIndex], kind);
      return await withSiteInError(site, async () => await call(svc, args.with(nodeIndex, nodeName)));
    };
  if (method === "GET" && parameters.length === 0 && (verb === "list" || rows !== undefined))
    return (...args) =>
      joinedList([...connections].map(([site, svc]) => ({ site, open: () => call(svc, args) })));
  if (sites === "first") return (...args) => firstMatch(connections, (svc) => call(svc, args));
  return async () => {
    throw usage(
      `${group}.${member} works at one site`,
      `use at(${JSON.stringify([...connections.keys()][0])}).${group}`,
    );
  };
}

async function withSiteInError<Result>(site: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw withSite(error, site);
  }
}

function methodOf(svc: Connection, group: string, member: string): Method {
  const methods = svc[group];
  const method = isRecord(methods) ? methods[member] : undefined;
  if (typeof method !== "function") throw usage(`there is no ${group}.${member}`);
  return (...args) => Reflect.apply(method, undefined, args);
}

/** Finds the site of `east/web-01`, or of a name that only one site has. */
async function locate(connections: SiteConnections, nodeName: unknown, kind: IdentifierKind) {
  if (typeof nodeName !== "string") throw usage(`a name must be a string, not ${typeName(nodeName)}`);
  const slash = nodeName.indexOf("/");
  const site = nodeName.slice(0, Math.max(0, slash));
  const siteConnection = connections.get(site);
  if (siteConnection !== undefined) return { site, svc: siteConnection, name: nodeName.slice(slash + 1) };
  const read = async (svc: Connection) => await methodOf(svc, kindOfNodes(kind), "get")(nodeName);
  const lookups = await eachSite(connections, read);
  const failed = lookups.find((each) => "error" in each && each.error.kind !== "notFound");
  if (failed !== undefined && "error" in failed) throw withSite(failed.error, failed.site);
  const matchingSites = lookups.flatMap((each) => ("value" in each ? [each.site] : []));
  const [only, ...others] = matchingSites;
  if (others.length > 0)
    throw usage(
      `'${nodeName}' is at ${matchingSites.length} sites`,
      `use ${joinWithOr(matchingSites.map((each) => `${each}/${nodeName}`))}`,
    );
  const svc = connections.get(only ?? "");
  if (only !== undefined && svc !== undefined) return { site: only, svc, name: nodeName };
  const [firstLookup] = lookups;
  throw firstLookup !== undefined && "error" in firstLookup
    ? firstLookup.error
    : usage(`no site has '${nodeName}'`);
}

async function firstMatch(
  connections: SiteConnections,
  work: (svc: Connection) => unknown,
): Promise<unknown> {
  let lastError: unknown;
  for (const [site, svc] of connections) {
    try {
      const value = await work(svc);
      return isRecord(value) ? { ...value, site } : value;
    } catch (error) {
      lastError = withSite(error, site);
      if (!(error instanceof SvcError) || error.kind !== "conflict") throw lastError;
    }
  }
  throw lastError;
}

interface SiteRows {
  readonly site: string;
  open(): unknown;
}

/** Reads the sites when it is used. The error of a failed site follows the rows of the other sites. */
function joinedList(sources: readonly SiteRows[]): List<unknown> {
  async function* rowsAt({ site, open }: SiteRows): AsyncGenerator<unknown, void, undefined> {
    try {
      for await (const row of open() as AsyncIterable<unknown>)
        yield isRecord(row) ? { ...row, site } : { site, value: row };
    } catch (error) {
      throw withSite(error, site);
    }
  }
  async function* rows(): AsyncGenerator<unknown, void, undefined> {
    const errors: SvcError[] = [];
    for (const source of sources) {
      try {
        yield* rowsAt(source);
      } catch (error) {
        if (!(error instanceof SvcError)) throw error;
        errors.push(error);
      }
    }
    if (errors[0] !== undefined) throw errors[0];
  }
  const readAll = async () => {
    const lists = await inParallel(sources, maxParallelSites, async (source) => {
      const list: unknown[] = [];
      for await (const row of rowsAt(source)) list.push(row);
      return list;
    });
    return lists.flatMap((list) => list ?? []);
  };
  return lazyList(readAll, rows);
}

async function waitForAll(
  connections: SiteConnections,
  names: unknown,
  args: readonly unknown[],
): Promise<unknown> {
  const nameList = Array.isArray(names) ? names : [names];
  if (nameList.length === 0) throw usage("waitFor takes the name of a machine, or several");
  const locations = await Promise.all(nameList.map((name) => locate(connections, name, "machine")));
  const waits = [...groupBy(locations, ({ site }) => site)].map(async ([site, siteLocations]) => {
    const siteNames = siteLocations.map(({ name }) => name);
    const siteResults = await withSiteInError(site, () =>
      Reflect.apply(siteNamed(connections, site).waitFor, undefined, [siteNames, ...args]),
    );
    return [site, [siteResults].flat()] as const;
  });
  const bySite = new Map(await Promise.all(waits));
  // One result for each machine, even if several names mean the same.
  const results = locations.flatMap(({ site }): unknown[] => {
    const next = bySite.get(site)?.shift();
    return isRecord(next) ? [{ ...next, site }] : [];
  });
  return Array.isArray(names) ? results : results[0];
}
