import { isRecord } from "../../core/json-record.ts";
import { isSecretName, mask as masked } from "../../core/secrets/names.ts";
import { maskByForm, redactText } from "../../core/secrets/text.ts";
import type { OutputSettings, Shape } from "./columns.ts";

/** A parameter called `member` is the name of the member that a value belongs to. */
export interface Mask {
  readonly isAllSecret: boolean;
  /** True if the operation declares secrets beyond those that names and forms of values suggest. */
  readonly declaresSecrets: boolean;
  /** True if the `name` of an item decides whether its `value` is secret. */
  readonly listsItems: boolean;
  isSecretMember(name: string): boolean;
  text(value: string, member: string): string;
  /** Returns the text that replaces a secret, and records the member. */
  hide(member: string): string;
  readonly maskedMembers: Set<string>;
  /** The name of a value that belongs to no member. */
  readonly valueName: string;
}

/** Undefined if secrets are shown. */
export function maskFor(
  { sensitive, listsItems, valueName = "the value" }: Shape,
  { showSecrets }: Pick<OutputSettings, "showSecrets">,
): Mask | undefined {
  if (showSecrets || sensitive === false) return undefined;
  const secretMembers = new Set(sensitive === true ? [] : sensitive);
  const maskedMembers = new Set<string>();
  return {
    isAllSecret: sensitive === true,
    declaresSecrets: sensitive !== undefined,
    listsItems: listsItems === true,
    isSecretMember: (name) => secretMembers.has(name) || isSecretName(name),
    text: (value, member) => {
      const safeText = sensitive === undefined ? maskByForm(value) : redactText(value, "document");
      if (safeText !== value) maskedMembers.add(member);
      return safeText;
    },
    hide: (member) => {
      maskedMembers.add(member);
      return masked;
    },
    maskedMembers,
    valueName,
  };
}

const maxListed = 10;

export function noteMasked(mask: Pick<Mask, "maskedMembers"> | undefined, settings: OutputSettings): void {
  const { maskedMembers } = mask ?? { maskedMembers: new Set() };
  if (maskedMembers.size === 0) return;
  const names = [...maskedMembers].slice(0, maxListed).map((name) => name.slice(0, 60));
  const restTexts = maskedMembers.size > maxListed ? [`${maskedMembers.size - maxListed} more`] : [];
  settings.noteMasked?.(`masked: ${[...names, ...restTexts].join(", ")}; --show-secrets shows secrets`);
}

/** Masks texts and numbers, but not member names, null or booleans. Returns `value` itself if nothing is secret. */
export const maskSecrets = (value: unknown, mask: Mask | undefined): unknown =>
  mask === undefined ? value : maskedValue(value, mask, mask.isAllSecret, mask.valueName);

function maskedValue(value: unknown, mask: Mask, isSecret: boolean, member: string): unknown {
  if (typeof value === "string") {
    if (value === "") return value;
    return isSecret ? mask.hide(member) : mask.text(value, member);
  }
  if (typeof value === "number" || typeof value === "bigint") return isSecret ? mask.hide(member) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => maskedValue(item, mask, isSecret, member));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isRecord(value) ? maskedRecord(value, mask, isSecret) : value;
}

function maskedRecord(record: Readonly<Record<string, unknown>>, mask: Mask, isSecret: boolean): unknown {
  const itemName = mask.listsItems ? record["name"] : undefined;
  let maskedCopy: Record<string, unknown> | undefined;
  for (const name of Object.keys(record)) {
    const member = record[name];
    const memberName = name === "value" && typeof itemName === "string" ? itemName : name;
    const safeValue = maskedValue(member, mask, isSecret || mask.isSecretMember(memberName), memberName);
    if (safeValue === member) continue;
    maskedCopy ??= { ...record };
    maskedCopy[name] = safeValue;
  }
  return maskedCopy ?? record;
}
