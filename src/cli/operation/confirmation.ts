import { configGroup } from "../../catalogue/groups/service.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { statusValue } from "../../catalogue/statuses.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { type MachineView, textOf } from "../../client/lifecycle/machine-view.ts";
import { statusNameOf } from "../../client/names/find-nodes.ts";
import { readCurrentUser } from "../../client/service/facts.ts";
import { Failure, withFallback } from "../../core/failure.ts";
import { countOccurrences } from "../../core/grouping.ts";
import { cutList } from "../../core/text/word-lists.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { confirmChange } from "../terminal/prompt.ts";

const maxListedMachines = 20;
const maxListedOwners = 5;

export function machinesAtRisk(operation: Operation, values: Values, machines: readonly MachineView[]) {
  const condition = operation.confirmWhen;
  if (condition === undefined || condition.fields?.some((field) => isOn(values[field]))) return machines;
  return machines.filter(({ status }) => {
    const value = statusValue(status);
    return value === undefined || condition.statuses.includes(value);
  });
}

type ConfirmationContext = Pick<Invocation, "context" | "globals" | "multiSiteRun"> & {
  /** Reads the API key's user, so that the question can mark machines of other users. */
  readonly client: Client;
};

/** Lists machines at risk first. If several are deployed, the user must type the number of machines. */
export async function confirmMachines(
  operation: Operation,
  values: Values,
  machines: readonly MachineView[],
  confirmationContext: ConfirmationContext,
): Promise<void> {
  const atRisk = machinesAtRisk(operation, values, machines);
  if (atRisk.length === 0 || confirmationContext.globals.yes) return;
  const [first] = machines;
  const isOne = machines.length === 1;
  const action = isOne
    ? `${operation.verb} ${first?.hostname}`
    : `${operation.verb} ${machines.length} machines`;
  const deployedCount = machines.filter(({ status }) => statusValue(status) === "deployed").length;
  const warningText =
    deployedCount > 0 ? `${deployedCount} of them deployed` : `${atRisk.length} of them in use`;
  const needsWarning = !isOne && (deployedCount > 0 || atRisk.length < machines.length);
  const atRiskSet = new Set(atRisk);
  const sortedMachines = [...atRisk, ...machines.filter((machine) => !atRiskSet.has(machine))];
  const effects = await readEffects({ ...operation, values, machines }, confirmationContext.client);
  await confirm(action, sortedMachines, confirmationContext, {
    ...(needsWarning ? { warningText } : {}),
    effects,
    ...(deployedCount > 1 ? { count: machines.length } : {}),
  });
}

export async function confirmCall(
  operation: Operation,
  action: string,
  values: Values,
  nodes: readonly MachineView[],
  confirmationContext: ConfirmationContext,
): Promise<void> {
  if (confirmationContext.globals.yes) return;
  const takesNodeList = operation.fields?.some(({ kind, type }) => kind !== undefined && type === "list");
  if (takesNodeList) return await confirmMachines(operation, values, nodes, confirmationContext);
  const effects = await readEffects({ ...operation, values, machines: nodes }, confirmationContext.client);
  await confirm(action, nodes, confirmationContext, { effects });
}

async function confirm(
  action: string,
  machines: readonly MachineView[],
  { context, client, multiSiteRun }: ConfirmationContext,
  {
    warningText,
    effects,
    count,
  }: { readonly warningText?: string; readonly effects: readonly string[]; readonly count?: number },
): Promise<void> {
  const user = machines.some(({ owner }) => owner !== undefined) ? await userName(client) : undefined;
  const machineLines = machines.map((machine) => describeMachine(machine, user));
  const lines = [...cutList(machineLines, maxListedMachines), ...ownersLine(machines, user)];
  const subject = warningText === undefined ? action : `${action}, ${warningText}`;
  if (multiSiteRun !== undefined) {
    if (await multiSiteRun.confirm({ action: `${subject}${effectsText(effects)}`, lines, count })) return;
    throw new Failure("notConfirmed", `${action}: declined`, { hint: "nothing was sent", isReported: true });
  }
  const question = effects.length === 0 ? `${subject}?` : `${subject}: ${effects.join("; ")}. Continue?`;
  const refusal = `${action}: not confirmed${effectsText(effects)}`;
  if (await confirmChange(context, question, { lines, count }, refusal)) return;
  const countHint = count === undefined ? "" : `type ${count} to continue, or add --yes; `;
  throw new Failure("notConfirmed", `${action}: declined`, { hint: `${countHint}nothing was sent` });
}

const effectsText = (effects: readonly string[]): string => effects.map((effect) => `; ${effect}`).join("");

/** Returns the key's user; undefined if it cannot be read, which must not prevent the confirmation question. */
export const userName = (client: Client): Promise<string | undefined> =>
  withFallback(undefined, async () => textOf((await readCurrentUser(client, { retries: 0 }))?.["username"]));

export function describeMachine(machine: MachineView, user: string | undefined): string {
  const { hostname, systemId, owner, release } = machine;
  const statusName = statusNameOf(machine);
  return [
    `${hostname} (${systemId})`,
    owner === undefined ? "no owner" : `owner ${ownerText(owner, user)}`,
    ...(statusName === null ? [] : [statusName]),
    ...(release === undefined ? [] : [release]),
  ].join(", ");
}

const ownerText = (owner: string, user: string | undefined): string =>
  user === undefined || owner === user ? owner : `${owner} (not you)`;

/** Returns no line for one machine, or if one user owns all of them, unless that user is known not to be `user`. */
export function ownersLine(machines: readonly MachineView[], user: string | undefined): readonly string[] {
  const counts = countOccurrences(machines.flatMap(({ owner }) => owner ?? []));
  if (machines.length < 2 || (counts.size < 2 && (user === undefined || counts.has(user)))) return [];
  const owners = [...counts].sort(([, a], [, b]) => b - a);
  const texts = owners
    .slice(0, maxListedOwners)
    .map(([owner, count]) => `${count} of ${ownerText(owner, user)}`);
  const unlistedCount = owners.length - texts.length;
  return [`owners: ${[...texts, ...(unlistedCount > 0 ? [`${unlistedCount} more`] : [])].join(", ")}`];
}

const defaultSeriesItem = "default_distro_series";

export type EffectCall = Pick<Operation, "effects"> & {
  readonly values: Values;
  readonly machines: readonly MachineView[];
};

/** Returns effects that the command's name does not reveal; some depend on the service's configuration. */
export async function readEffects(call: EffectCall, client: Client): Promise<readonly string[]> {
  const items = new Set(
    applicableEffects(call).flatMap(({ effect: { template, configItem }, affected }) => [
      ...(configItem === undefined ? [] : [configItem]),
      ...(template.includes("{release}") && affected.some(({ release }) => release === undefined)
        ? [defaultSeriesItem]
        : []),
    ]),
  );
  const values = new Map<string, string | undefined>();
  for (const item of items) values.set(item, await configValue(item, client));
  return effectTexts(call, values, client.endpoint.credentials?.tokenKey);
}

/** `itemValues` are the configuration items that were read; an effect whose item is unknown is phrased with "if". */
export function effectTexts(
  call: EffectCall,
  itemValues: ReadonlyMap<string, string | undefined> = new Map(),
  tokenKey?: string,
): readonly string[] {
  const { machines, values } = call;
  return applicableEffects(call).flatMap(
    ({ effect: { template, configItem, currentKeyField }, affected }) => {
      if (currentKeyField !== undefined && (tokenKey === undefined || values[currentKeyField] !== tokenKey))
        return [];
      const value = configItem === undefined ? undefined : itemValues.get(configItem);
      if (value !== undefined && !isOn(value)) return [];
      const [onlyMachine] = machines.length === 1 ? machines : [];
      const affectedText = affected.length === machines.length ? "them" : `${affected.length} of them`;
      const release = onlyMachine?.release ?? itemValues.get(defaultSeriesItem);
      // The first mention may count the affected machines; the second refers back to them.
      const text = template
        .replace("{them}", onlyMachine === undefined ? affectedText : "it")
        .replace("{them}", onlyMachine === undefined ? "them" : "it")
        .replace("{release}", release === undefined ? "" : ` (${release})`);
      if (configItem === undefined) return [text];
      return [value === undefined ? `${text} if ${configItem} is on` : `${text} (${configItem} is on)`];
    },
  );
}

const applicableEffects = ({ effects = [], values, machines }: EffectCall) =>
  effects.flatMap((effect) => {
    const { when, unless = {}, statuses: requiredStatuses, onlyVirtual } = effect;
    if ((when !== undefined && !matchesAny(values, when)) || matchesAny(values, unless)) return [];
    const affected = machines.filter(({ status, vmHost }) => {
      const value = statusValue(status);
      if (requiredStatuses !== undefined && (value === undefined || !requiredStatuses.includes(value)))
        return false;
      return onlyVirtual !== true || vmHost !== undefined;
    });
    const needsMachines = machines.length > 0 || requiredStatuses !== undefined || onlyVirtual === true;
    return needsMachines && affected.length === 0 ? [] : [{ effect, affected }];
  });

const matchesAny = (values: Values, conditions: Readonly<Record<string, string>>): boolean =>
  Object.entries(conditions).some(
    ([field, value]) => comparableText(values[field]) === comparableText(value),
  );

/** Switches send 1 or 0 where flags send true or false; both forms become the same text. */
function comparableText(value: Values[string]): string {
  const word = String(value).toLowerCase();
  return word === "1" ? "true" : word === "0" ? "false" : word;
}

const isOn = (value: Values[string]): boolean => comparableText(value) === "true";

/** Undefined if the service does not return the item. */
const configValue = (name: string, client: Client): Promise<string | undefined> =>
  withFallback(undefined, async () => {
    const answer = await client.call(configGroup.operations["svc.get_config"], { name }, { retries: 0 });
    const value = await answer.value();
    return typeof value === "boolean" ? String(value) : textOf(value);
  });
