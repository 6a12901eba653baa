import type { TextOutput } from "../../context.ts";
import { isRecord } from "../../core/json-record.ts";
import { isSecretName, mask as masked, maskUserInfo } from "../../core/secrets/names.ts";
import { redactText } from "../../core/secrets/text.ts";
import type { OutputSettings, Shape } from "./columns.ts";

export interface Mask {
  readonly isWhole: boolean;
  isSecretMember(name: string): boolean;
  text(value: string): string;
  /** Masks a value and records that it did. */
  hidden(): string;
  readonly hasHidden: boolean;
}

/**
 * Undefined if secrets are shown: with `--show-secrets`, or to programs that read JSON or one value requested
 * by name from a pipe.
 */
export function maskFor(
  { sensitive, isNamedValue }: Shape,
  { showSecrets, format }: OutputSettings,
  out: TextOutput,
): Mask | undefined {
  if (showSecrets || sensitive === false) return undefined;
  const isForProgram = format === "json" || format === "ndjson" || isNamedValue === true;
  if (out.isTTY !== true && isForProgram) return undefined;
  const named = new Set(sensitive === true ? [] : sensitive);
  let hasHidden = false;
  return {
    isWhole: sensitive === true,
    isSecretMember: (name) => named.has(name) || isSecretName(name),
    text: (value) => {
      const shown = sensitive === undefined ? maskUserInfo(value) : redactText(value, "document");
      hasHidden ||= shown !== value;
      return shown;
    },
    hidden: () => {
      hasHidden = true;
      return masked;
    },
    get hasHidden() {
      return hasHidden;
    },
  };
}

/**
 * Masks texts and numbers, but not member names, null or booleans. Returns the value itself if nothing is
 * secret.
 */
export function maskSecrets(value: unknown, mask: Mask | undefined): unknown {
  return mask === undefined ? value : maskedValue(value, mask, mask.isWhole);
}

function maskedValue(value: unknown, mask: Mask, isSecret: boolean): unknown {
  if (typeof value === "string") {
    if (value === "") return value;
    return isSecret ? mask.hidden() : mask.text(value);
  }
  if (typeof value === "number" || typeof value === "bigint") return isSecret ? mask.hidden() : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => maskedValue(item, mask, isSecret));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isRecord(value) ? maskedRecord(value, mask, isSecret) : value;
}

function maskedRecord(record: Readonly<Record<string, unknown>>, mask: Mask, isSecret: boolean): unknown {
  const item = record["name"];
  const namesSecret = typeof item === "string" && "value" in record && mask.isSecretMember(item);
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(record)) {
    const member = record[name];
    const shown = maskedValue(
      member,
      mask,
      isSecret || mask.isSecretMember(name) || (namesSecret && name === "value"),
    );
    if (shown === member) continue;
    changed ??= { ...record };
    changed[name] = shown;
  }
  return changed ?? record;
}
