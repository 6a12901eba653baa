import type { ConfigItem } from "../../catalogue/config-items.ts";
import { defaults } from "../../catalogue/defaults.ts";
import { group } from "../../catalogue/groups/config.ts";
import type { Operation } from "../../catalogue/operation.ts";
import {
  findItem,
  isSecretItem,
  items,
  listedNames,
  nameAtService,
} from "../../client/values/config-names.ts";
import { wordsOf } from "../../client/values/words.ts";
import { Failure } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import { meantHint } from "../../core/text/nearest.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import type { Action } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { checkColumnNames } from "../typed/column-names.ts";
import { printing } from "./printing.ts";

const listShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "VALUE", path: "value", rank: "text" },
    { header: "MEANING", path: "meaning", wide: true, rank: "text" },
  ],
};

const describeShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "TYPE", path: "type" },
    { header: "ALLOWED", path: "allowed" },
    { header: "DEFAULT", path: "default" },
    { header: "MEANING", path: "meaning", rank: "text" },
  ],
};

/** No service has an item of this name: its refusal lists those that it has. */
const noItem = "-";

/**
 * `svc config list`: the items that the service lists, or else the documented ones.
 */
export const listConfig: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, listShape.columns);
  const client = await invocation.connect();
  const listed = await client
    .call(readOf(noItem), { name: noItem })
    .then((): readonly string[] => [], namesIn);
  const documented = items.map(({ name }) => nameAtService(name, client.endpoint.baseUrl));
  const names =
    listed.length === 0
      ? documented
      : [
          ...documented.filter((name) => listed.includes(name)),
          ...listed.filter((name) => !documented.includes(name)),
        ];
  const missing: string[] = [];
  const rows = await inParallel(names, defaults.parallel, async (name) => {
    try {
      const answer = await client.call(readOf(name), { name });
      return { name, value: await answer.value(), meaning: findItem(name)?.meaning ?? null };
    } catch (error) {
      if (!isUnknown(error)) throw error;
      missing.push(name);
      return undefined;
    }
  });
  const known = rows.filter((row) => row !== undefined);
  await invocation.print(known, listShape);
  if (missing.length > 0) invocation.messages.note(`the service does not have: ${missing.join(", ")}`);
};

/** The names in a refusal; any failure but that of an unknown item is thrown on. */
function namesIn(error: unknown): readonly string[] {
  if (!isUnknown(error)) throw error;
  return listedNames(error);
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Failure && (error.kind === "invalid" || error.kind === "notFound");

/** `svc config describe [NAME...]`: what the items are and take; asks no service. */
export const describeConfig = printing(
  describeShape,
  (invocation) => {
    const names = wordsOf(invocation.arguments["name"]);
    const described = (names.length === 0 ? items.map(({ name }) => name) : names).map((name) => {
      const item = findItem(name);
      if (item === undefined) throw undescribed(name);
      return { ...item, name, allowed: allowedValues(item), default: item.default ?? null };
    });
    return names.length === 1 ? described[0] : described;
  },
  { members: [...new Set(items.flatMap(Object.keys))] },
);

function undescribed(name: string): Failure {
  const names = items.map((item) => item.name);
  const otherwise = `svc config get ${shellWord(name)} shows its value if the service has it`;
  return new Failure("notFound", `configuration item '${name}' is not documented`, {
    hint: meantHint(name, names, otherwise),
  });
}

/** What a secret item answers is shown in no trace either. */
const readOf = (name: string): Operation => ({
  ...group.operations["svc.get_config"],
  ...(isSecretItem(name) ? { sensitive: true } : {}),
});

function allowedValues({ choices, min, max, form, unit }: ConfigItem): string | null {
  if (choices !== undefined) return choices.map((choice) => (choice === "" ? "(empty)" : choice)).join(", ");
  const bounds = min === undefined && max === undefined ? undefined : `${min ?? ""}..${max ?? ""}`;
  const facts = [bounds, unit, form].filter((fact) => fact !== undefined);
  return facts.length === 0 ? null : facts.join(" ");
}
