import { resolve } from "node:path";
import { defaults } from "../../../catalogue/defaults.ts";
import type { Group } from "../../../catalogue/group.ts";
import { loadGroup } from "../../../catalogue/index.ts";
import type { Client } from "../../../client/http/call.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { type Action, type Change, isSettable, type Plan, type Step } from "../../../desired/change.ts";
import { type ClaimPlan, planClaims } from "../../../desired/claims/plan-claims.ts";
import { readDocuments } from "../../../desired/document/read.ts";
import type { Claim } from "../../../desired/item.ts";
import { type LoadedKind, loadKinds } from "../../../desired/kinds.ts";
import { type Observation, observe } from "../../../desired/observe.ts";
import { makePlan } from "../../../desired/plan.ts";
import { makeProblems, throwProblems } from "../../../desired/problems.ts";
import {
  hashValues,
  planText,
  type SavedPlan,
  savedSteps,
  type ValueHashes,
} from "../../../desired/saved-plan.ts";
import {
  changedTexts,
  type ShownField,
  type ShownStep,
  type ShownValue,
  shownStep,
} from "../../../desired/shown-change.ts";
import { readServiceCatalogue } from "../../described/fetch-description.ts";
import { refuseSingleServiceSettings } from "../../invocation/globals.ts";
import { type Invocation, printsPage } from "../../invocation/invocation.ts";
import { checkOutputFile, writeOutputFile } from "../../operation/content.ts";
import type { Shape } from "../../output/columns.ts";
import { escapeLine } from "../../output/escape.ts";
import { type Palette, paletteFor } from "../../output/palette.ts";
import { writeLines } from "../../output/sink.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import { readStandardInput } from "../../values/inputs.ts";
import type { PlanOptions } from "../options.ts";
import { lineDiff } from "./line-diff.ts";

/** The sources are files, folders, and `-` for standard input. */
export type PlanRequest = Pick<SavedPlan, "sources" | "prune" | "replaceFailed" | "keep">;

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
  /** Plans again from the same files and the current state of the service, without warnings. */
  readonly planAgain: () => Promise<PlannedSite>;
}

export async function readServiceKinds(
  invocation: Invocation,
  builtinKinds?: ReadonlyMap<string, LoadedKind>,
) {
  const { absent } = await readServiceCatalogue(invocation, false);
  const kinds = builtinKinds ?? (await loadKinds(loadGroup));
  return new Map([...kinds].filter(([, { group }]) => offersList(group, absent)));
}

function offersList({ operations }: Group, absent: readonly string[]): boolean {
  const lists = Object.values(operations).filter(({ verb }) => verb === "list");
  return !lists.some(
    ({ source, method, path }) => source === "deployed" && absent.includes(`${method} ${path}`),
  );
}

export async function planSite(invocation: Invocation, request: PlanRequest): Promise<PlannedSite> {
  const client = await invocation.connect();
  const documents = await readDesiredState(invocation, request.sources);
  return await planDesiredState(invocation, { request, client, ...documents }, invocation.messages.warn);
}

/** Reports mistakes in the files before any request to the service. */
export async function readDesiredState(invocation: Invocation, sources: readonly string[]) {
  const { context } = invocation;
  const builtinKinds = await loadKinds(loadGroup);
  const desired = await readDocuments(sources, {
    kinds: builtinKinds,
    env: context.env,
    readStandardInput: () => readStandardInput(context, "-"),
    conceal: (secret) => context.conceal?.(secret),
  });
  const kinds = await readServiceKinds(invocation, builtinKinds);
  const problems = makeProblems();
  for (const { kind, place } of desired.items)
    if (!kinds.has(kind)) problems.add(place, `this service does not offer ${kind}`);
  problems.throwIfAny();
  return { kinds, desired: { ...desired, scopes: desired.scopes.filter(({ kind }) => kinds.has(kind)) } };
}

interface Documents extends Pick<PlannedSite, "request" | "client"> {
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  readonly desired: Awaited<ReturnType<typeof readDocuments>>;
}

async function planDesiredState(invocation: Invocation, documents: Documents, warn: (text: string) => void) {
  const { request, client, kinds, desired } = documents;
  const { context, options } = invocation;
  const reader = { client, parallel: options["parallel"] ?? defaults.parallel };
  const observation = await observe(reader, kinds, desired, request.prune);
  const plan = makePlan(desired, observation, request.prune);
  for (const warning of plan.warnings) warn(warning);
  const clients = await openClients(desired.claims, client, invocation);
  const finderAt = (site: string | undefined) => ({
    client: clients.get(site) ?? client,
    random: context.random,
  });
  const claimOptions = claimOptionsOf(request);
  const claimsPlan = await planClaims(desired.claims, claimOptions, finderAt, reader.parallel);
  const { plans: claims, warnings, failures } = claimsPlan;
  throwProblems(claims.flatMap(({ problems }) => problems));
  for (const warning of [...warnings, ...claims.flatMap((each) => each.warnings)]) warn(warning);
  const planAgain = () => planDesiredState(invocation, documents, () => {});
  const siteFailure = failureOfSites(failures, plan.steps.length + claims.length === 0);
  return { request, client, observation, plan, claims, clients, siteFailure, planAgain };
}

/** Returns a client for each site of the claims; the service in use has the key `undefined`. */
export async function openClients(
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
  const { selectConnection } = await import("../../invocation/connection.ts");
  for (const site of sites) {
    const connection = await selectConnection(context, { ...globals, profile: site }, messages, "signed");
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

export const planRequestOf = ({
  options,
  arguments: { file: sources },
}: Invocation<PlanOptions, { readonly file: readonly string[] }>): PlanRequest => ({
  sources,
  prune: options["prune"] === true,
  replaceFailed: options["replace-failed"] === true,
  keep: (options["keep"] ?? []).flatMap((word) => word.toLowerCase().split(",")),
});

export const claimOptionsOf = ({ replaceFailed, keep }: PlanRequest) => ({
  replacesFailed: replaceFailed,
  keep: new Set(keep),
});

export const claimStepsOf = ({ claims }: Pick<PlannedSite, "claims">): readonly ShownStep[] =>
  claims.flatMap(({ step }) => step ?? []);

type Actions = readonly { readonly action: Action }[];

export const actionsOf = (site: Pick<PlannedSite, "plan" | "claims">): Actions => [
  ...site.plan.steps.map(({ step }) => step),
  ...claimStepsOf(site),
];

export function countActions(actions: Actions): Record<Action, number> {
  const counts = { create: 0, update: 0, replace: 0, delete: 0 };
  for (const { action } of actions) counts[action] += 1;
  return counts;
}

export function countTexts(actions: Actions, wordFor: (action: Action) => string): string {
  const counts = countActions(actions);
  const names = ["create", "update", "replace", "delete"] as const;
  return names.map((action) => `${counts[action]} ${wordFor(action)}`).join(", ");
}

export const valueHashesOf = ({ plan, claims, client }: PlannedSite, salt: string): ValueHashes | undefined =>
  hashValues(
    plan,
    claims.map(({ claim }) => claim),
    { salt, secret: client.endpoint.credentials?.tokenSecret },
  );

export const planShape: Shape = {
  identity: "name",
  rows: "changes",
  // A plan contains no secrets.
  sensitive: false,
  columns: [
    { header: "ACTION", path: "action", rank: "key" },
    { header: "KIND", path: "kind" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "FILE", path: "file", rank: "minor" },
    { header: "LINE", path: "line", rank: "minor" },
  ],
};

type PlanInvocation = Invocation<
  PlanOptions & { readonly save?: string; readonly "exit-code"?: boolean },
  { readonly file: readonly string[] }
>;

export async function showPlan(invocation: PlanInvocation): Promise<void> {
  const { context, options } = invocation;
  const { save } = options;
  await checkColumnNames(invocation.globals, planShape.columns);
  if (save === "-")
    throw new Failure("usage", "--save takes the path of a file: standard output shows the plan", {
      hint: "-o json writes the changes to standard output",
    });
  if (save !== undefined) await checkOutputFile(save, true, context);
  const site = await planSite(invocation, planRequestOf(invocation));
  const actions = actionsOf(site);
  if (printsPage(invocation, planShape)) {
    const palette = await paletteFor(context.stdout, invocation.outputSettings(planShape));
    await writeLines(context.stdout, planLines(site, palette));
  } else {
    const changes = [...site.plan.steps.map(({ step }) => shownStep(step)), ...claimStepsOf(site)];
    await invocation.print({ changes, summary: countActions(actions) }, planShape);
  }
  if (save !== undefined)
    await writeOutputFile(save, Buffer.from(savedText(site, context.random.hex(16))), true, context.random);
  if (site.siteFailure !== undefined) throw site.siteFailure;
  if (options["exit-code"] === true && actions.length > 0)
    throw new Failure("differences", "the service differs from the files", { isReported: true });
}

function savedText(site: PlannedSite, salt: string): string {
  const { request, client, plan } = site;
  return planText({
    ...request,
    service: client.endpoint.baseUrl,
    sources: request.sources.map((source) => (source === "-" ? source : resolve(source))),
    changes: savedSteps(plan, claimStepsOf(site)),
    marks: valueHashesOf(site, salt),
  });
}

const signs: Readonly<Record<Action, string>> = { create: "+", update: "~", replace: "-/+", delete: "-" };

const paintOf = (action: Action, palette: Palette) =>
  action === "create" ? palette.added : action === "update" ? palette.changed : palette.removed;

export const planLines = (site: Pick<PlannedSite, "plan" | "claims">, palette: Palette) => [
  ...site.plan.steps.flatMap(({ step }) => stepLines(step, palette)),
  ...claimStepsOf(site).flatMap((claim) => claimLines(claim, palette)),
  `Plan: ${countTexts(actionsOf(site), (action) => `to ${action}`)}.`,
];

const claimLines = ({ action, name, fields }: ShownStep, palette: Palette): readonly string[] => [
  paintOf(action, palette)(`${signs[action]} claims ${escapeLine(name)}`),
  ...Object.entries(fields).flatMap(([field, values]) => fieldLines(field, values, action)),
];

/** New objects are listed without their key fields, which repeat the name. */
function stepLines(step: Step, palette: Palette): readonly string[] {
  const { action, kind, name, changes } = step;
  const { fields } = shownStep(step);
  const visibleChanges = changes.filter(
    ({ field }) => action === "update" || !kind.spec.key.includes(field.name),
  );
  return [
    paintOf(action, palette)(`${signs[action]} ${kind.name} ${escapeLine(name)}`),
    ...visibleChanges.flatMap((change) => changeLines(step, change, fields[change.field.name], palette)),
  ];
}

function changeLines(step: Step, change: Change, values: ShownField | undefined, palette: Palette) {
  if (values === undefined) return [];
  const { action, kind } = step;
  const { field } = change;
  const texts = changedTexts(step, change);
  const lines =
    texts === undefined
      ? fieldLines(field.name, values, action)
      : [`    ${escapeLine(field.name)}:`, ...textLines(texts, palette)];
  const [first = "", ...others] = lines;
  return action === "replace" && !isSettable(kind, field)
    ? [`${first}  (cannot be changed, so the object is replaced)`, ...others]
    : lines;
}

const maxTextLines = 40;

function textLines({ before, after }: NonNullable<ReturnType<typeof changedTexts>>, palette: Palette) {
  const lines = lineDiff(before, after).map(({ sign, text }) => {
    if (sign === "gap") return `        ${text}`;
    const paint = sign === "+" ? palette.added : sign === "-" ? palette.removed : (line: string) => line;
    return paint(`      ${sign} ${escapeLine(truncate(text).replaceAll("\t", "    "))}`.trimEnd());
  });
  const hiddenCount = lines.length - maxTextLines;
  if (hiddenCount > 0) return [...lines.slice(0, maxTextLines), `        and ${hiddenCount} more lines`];
  return lines.length > 0 ? lines : ["        (only line endings or secret parts differ)"];
}

function fieldLines(name: string, { from, to }: ShownField, action: Action): readonly string[] {
  if (isRecord(to)) {
    const before = isRecord(from) ? from : {};
    return Object.entries(to).flatMap(([key, value]) =>
      fieldLines(`${name}.${key}`, { from: before[key] ?? null, to: value }, action),
    );
  }
  const change = action === "create" ? valueText(to) : `${valueText(from)} -> ${valueText(to)}`;
  return [`    ${escapeLine(name)}: ${change}`];
}

/** In characters; `-o json` prints values in full. */
const maxValueLength = 120;

const truncate = (text: string): string =>
  text.length > maxValueLength ? `${text.slice(0, maxValueLength)}...` : text;

function valueText(value: ShownValue): string {
  if (value === null || value === "") return "(none)";
  if (Array.isArray(value)) return `[${value.map((each) => valueText(each)).join(", ")}]`;
  if (typeof value !== "string") return String(value);
  const text = truncate(value);
  return /^[\s"]|[\s"]$|[\n\r\t]|^\(none\)$/.test(text) ? escapeLine(JSON.stringify(text)) : escapeLine(text);
}
