import { configGroup } from "../../catalogue/groups/service.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { statusValue } from "../../catalogue/statuses.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { type MachineView, textOf } from "../../client/lifecycle/machine-view.ts";
import { Failure, isSignal } from "../../core/failure.ts";

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

/** `items` are the values of configuration items that have been read. */
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
  Object.entries(conditions).some(([field, value]) => wordOf(values[field]) === wordOf(value));

/** Makes values of switches and flags comparable. */
function wordOf(value: Values[string]): string {
  const word = String(value).toLowerCase();
  return word === "1" ? "true" : word === "0" ? "false" : word;
}

export const isOn = (value: Values[string]): boolean => wordOf(value) === "true";

/** Undefined if the service does not return the item. */
async function configValue(name: string, client: Client): Promise<string | undefined> {
  try {
    const answer = await client.call(configGroup.operations["svc.get_config"], { name }, { retries: 0 });
    const value = await answer.value();
    return typeof value === "boolean" ? String(value) : textOf(value);
  } catch (error) {
    if (error instanceof Failure && !isSignal(error)) return undefined;
    throw error;
  }
}
