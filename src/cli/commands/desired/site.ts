import { defaults } from "../../../catalogue/defaults.ts";
import { loadGroup } from "../../../catalogue/index.ts";
import type { Group } from "../../../catalogue/operation.ts";
import type { Client } from "../../../client/http/call.ts";
import { Failure } from "../../../core/failure.ts";
import type { Plan } from "../../../desired/change.ts";
import { type ClaimPlan, planClaims } from "../../../desired/claims/plan-claims.ts";
import { readDocuments } from "../../../desired/document/read.ts";
import type { Claim } from "../../../desired/item.ts";
import { type LoadedKind, loadKinds } from "../../../desired/kinds.ts";
import { type Observation, observe } from "../../../desired/observe.ts";
import { makePlan } from "../../../desired/plan.ts";
import { makeProblems, throwProblems } from "../../../desired/problems.ts";
import { markValues, type ValueMarks } from "../../../desired/saved-plan.ts";
import type { ShownStep } from "../../../desired/shown-change.ts";
import { readServiceCatalogue } from "../../described/fetch-description.ts";
import { refuseSingleServiceSettings } from "../../invocation/globals.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { readStandardInput } from "../../values/inputs.ts";
import type { PlanOptions } from "./options.ts";

export interface PlanRequest {
  /** Files, folders, and `-` for standard input. */
  readonly names: readonly string[];
  readonly prunes: boolean;
  readonly replacesFailed: boolean;
  /** Names of machines that are never released, in lower case. */
  readonly keep: ReadonlySet<string>;
}

export interface PlannedSite {
  readonly request: PlanRequest;
  readonly client: Client;
  readonly observation: Observation;
  readonly plan: Plan;
  readonly claims: readonly ClaimPlan[];
  /** By site; the key `undefined` has the client of the service in use. */
  readonly clients: ReadonlyMap<string | undefined, Client>;
  /** Set if the claims of some sites could not be read. */
  readonly siteFailure: Failure | undefined;
  /** Plans again from the same files and the present state of the service, without warnings. */
  readonly planAgain: () => Promise<PlannedSite>;
}

export async function serviceKinds(invocation: Invocation, builtinKinds?: ReadonlyMap<string, LoadedKind>) {
  const { absent } = await readServiceCatalogue(invocation, false);
  const kinds = builtinKinds ?? (await loadKinds(loadGroup));
  return new Map([...kinds].filter(([, { group }]) => listsObjects(group, absent)));
}

function listsObjects({ operations }: Group, absent: readonly string[]): boolean {
  const lists = Object.values(operations).filter(({ verb }) => verb === "list");
  return !lists.some(
    ({ source, method, path }) => source === "deployed" && absent.includes(`${method} ${path}`),
  );
}

export async function planSite(invocation: Invocation, request: PlanRequest): Promise<PlannedSite> {
  const client = await invocation.connect();
  const documents = await readDesired(invocation, request.names);
  return await planDesired(invocation, { request, client, ...documents }, invocation.messages.warn);
}

/** Reports mistakes in the files before any request to the service. */
export async function readDesired(invocation: Invocation, names: readonly string[]) {
  const { context } = invocation;
  const builtinKinds = await loadKinds(loadGroup);
  const desired = await readDocuments(names, {
    kinds: builtinKinds,
    env: context.env,
    readStandardInput: () => readStandardInput(context, "-"),
    conceal: (secret) => context.conceal?.(secret),
  });
  const kinds = await serviceKinds(invocation, builtinKinds);
  const problems = makeProblems();
  for (const { kind, place } of desired.items)
    if (!kinds.has(kind)) problems.add(place, `this service does not offer ${kind}`);
  problems.throwAny();
  return { kinds, desired: { ...desired, scopes: desired.scopes.filter(({ kind }) => kinds.has(kind)) } };
}

interface Documents extends Pick<PlannedSite, "request" | "client"> {
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  readonly desired: Awaited<ReturnType<typeof readDocuments>>;
}

async function planDesired(invocation: Invocation, documents: Documents, warn: (text: string) => void) {
  const { request, client, kinds, desired } = documents;
  const { context, options } = invocation;
  const reader = { client, parallel: options["parallel"] ?? defaults.parallel };
  const observation = await observe(reader, kinds, desired, request.prunes);
  const plan = makePlan(desired, observation, request.prunes);
  for (const warning of plan.warnings) warn(warning);
  const clients = await clientsOf(desired.claims, client, invocation);
  const finderAt = (site: string | undefined) => ({
    client: clients.get(site) ?? client,
    random: context.random,
  });
  const {
    plans: claims,
    warnings,
    failures,
  } = await planClaims(desired.claims, request, finderAt, reader.parallel);
  throwProblems(claims.flatMap(({ problems }) => problems));
  for (const warning of [...warnings, ...claims.flatMap((each) => each.warnings)]) warn(warning);
  const planAgain = () => planDesired(invocation, documents, () => {});
  const siteFailure = failureOfSites(failures, plan.steps.length + claims.length === 0);
  return { request, client, observation, plan, claims, clients, siteFailure, planAgain };
}

async function clientsOf(
  claims: readonly Claim[],
  client: Client,
  { context, globals, messages, multiSiteRun, open }: Invocation,
): Promise<ReadonlyMap<string | undefined, Client>> {
  const clients = new Map<string | undefined, Client>([[undefined, client]]);
  const sites = new Set(claims.flatMap(({ site }) => site ?? []));
  if (sites.size === 0) return clients;
  if (multiSiteRun !== undefined)
    throw new Failure("usage", "the claims name their own sites: use only one profile");
  const { apiKeyFile, apiKeyStdin, url } = globals;
  refuseSingleServiceSettings(
    { url, "api-key-file": apiKeyFile, "api-key-stdin": apiKeyStdin || undefined },
    context.env,
  );
  const { effectiveConnection } = await import("../../invocation/connection.ts");
  for (const site of sites) {
    const connection = await effectiveConnection(context, { ...globals, profile: site }, messages, "signed");
    clients.set(site, await open(connection));
  }
  return clients;
}

function failureOfSites(failures: ReadonlyMap<string, Failure>, hasNoChanges: boolean): Failure | undefined {
  const kinds = new Set([...failures.values()].map(({ kind }) => kind));
  const [kind] = kinds;
  if (kind === undefined) return undefined;
  return new Failure(
    hasNoChanges && kinds.size === 1 ? kind : "someFailed",
    "the claims of some sites could not be read",
    {
      lines: [...failures].map(([site, { message }]) => `${site}: ${message}`),
      hint: "run the same command again when these sites answer",
    },
  );
}

export const sourcesOf = ({
  options,
  arguments: { file: names },
}: Invocation<PlanOptions, { readonly file: readonly string[] }>): PlanRequest => ({
  names,
  prunes: options["prune"] === true,
  replacesFailed: options["replace-failed"] === true,
  keep: new Set((options["keep"] ?? []).flatMap((word) => word.toLowerCase().split(","))),
});

export const claimStepsOf = ({ claims }: Pick<PlannedSite, "claims">): readonly ShownStep[] =>
  claims.flatMap(({ step }) => step ?? []);

export const marksOf = ({ plan, claims, client }: PlannedSite, salt: string): ValueMarks | undefined =>
  markValues(
    plan,
    claims.map(({ claim }) => claim),
    { salt, secret: client.endpoint.credentials?.tokenSecret },
  );
