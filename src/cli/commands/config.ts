import { type ConfigItem, configItems } from "../../api/config-items.ts";
import { group } from "../../api/groups/config.ts";
import type { Operation } from "../../api/operation.ts";
import { Failure } from "../../failure.ts";
import type { Shape } from "../../output/shape.ts";
import { isSecretName } from "../../secrets/names.ts";
import type { Action } from "../action.ts";
import { inParallel } from "../fleet/pool.ts";
import { wordsOf } from "../line/arguments.ts";
import { nearest } from "../line/nearest.ts";

/** Requests under way at once while all items are read. */
const parallelReads = 8;

const listShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name" },
    { header: "VALUE", path: "value" },
    { header: "MEANING", path: "meaning", wide: true },
  ],
};

const describeShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name" },
    { header: "TYPE", path: "type" },
    { header: "ALLOWED", path: "allowed" },
    { header: "DEFAULT", path: "default" },
    { header: "MEANING", path: "meaning" },
  ],
};

const items: readonly ConfigItem[] = configItems;

/**
 * `svc config list`: every item that the documents name, read side by side; one that this service lacks is
 * left out with a note.
 */
export const listConfig: Action = async (invocation) => {
  const client = await invocation.connect();
  const missing: string[] = [];
  let fatal: unknown;
  const rows = await inParallel(
    items,
    parallelReads,
    async (item) => {
      try {
        const answer = await client.call(readOf(item), { name: item.name });
        return { name: item.name, value: await answer.value(), meaning: item.meaning };
      } catch (error) {
        if (error instanceof Failure && (error.kind === "invalid" || error.kind === "notFound")) {
          missing.push(item.name);
        } else {
          fatal ??= error;
        }
        return undefined;
      }
    },
    () => fatal !== undefined,
  );
  if (fatal !== undefined) throw fatal;
  const known = rows.filter((row) => row !== undefined);
  await invocation.print(known, listShape);
  if (missing.length > 0) invocation.messages.note(`not known to this service: ${missing.join(", ")}`);
};

/** `svc config describe [NAME...]`: what the documents say of the items; asks no service. */
export const describeConfig: Action = async (invocation) => {
  const names = wordsOf(invocation.arguments["name"]);
  const unknown = names.find((name) => !items.some((item) => item.name === name));
  if (unknown !== undefined) {
    const meant = nearest(
      unknown,
      items.map((item) => item.name),
    );
    throw new Failure("notFound", `no configuration item '${unknown}' is documented`, {
      hint: meant === undefined ? "svc config describe lists them all" : `did you mean ${meant}?`,
    });
  }
  const described = items
    .filter((item) => names.length === 0 || names.includes(item.name))
    .map((item) => ({ ...item, allowed: allowedValues(item), default: item.default ?? null }));
  await invocation.print(names.length === 1 ? described[0] : described, describeShape);
};

/** What a secret item answers is shown in no trace either. */
const readOf = (item: ConfigItem): Operation => ({
  ...group.operations["svc.get_config"],
  ...(isSecretName(item.name) ? { sensitive: true } : {}),
});

function allowedValues({ choices, min, max, form, unit }: ConfigItem): string | null {
  if (choices !== undefined) return choices.map((choice) => (choice === "" ? "(empty)" : choice)).join(", ");
  const bounds = min === undefined && max === undefined ? undefined : `${min ?? ""}..${max ?? ""}`;
  const facts = [bounds, unit, form].filter((fact) => fact !== undefined);
  return facts.length === 0 ? null : facts.join(" ");
}
