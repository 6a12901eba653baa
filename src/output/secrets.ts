import type { TextOutput } from "../context.ts";
import { isRecord } from "../json/exact.ts";
import type { OutputSettings, Shape } from "./shape.ts";

export const masked = "********";

/** Which members are masked: all of the answer, those of these names wherever they stand, or none. */
export type Mask = true | ReadonlySet<string> | undefined;

/**
 * Secrets are masked wherever a person or a log may read them, and whole only when asked for by
 * `--show-secrets`, or in JSON that a program reads from a pipe.
 */
export function maskFor(
  { sensitive }: Shape,
  { showSecrets, format }: OutputSettings,
  out: TextOutput,
): Mask {
  if (sensitive === undefined || showSecrets) return undefined;
  if (out.isTTY !== true && (format === "json" || format === "ndjson")) return undefined;
  return sensitive === true ? true : new Set(sensitive);
}

/**
 * The value with its secrets masked: texts and numbers, not names of members, nor what is null, true or
 * false.
 */
export function maskSecrets(value: unknown, mask: Mask): unknown {
  if (mask === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, mask));
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        maskSecrets(member, mask === true || mask.has(key) ? true : mask),
      ]),
    );
  }
  return mask === true && isSecretScalar(value) ? masked : value;
}

function isSecretScalar(value: unknown): boolean {
  return (
    typeof value === "number" || typeof value === "bigint" || (typeof value === "string" && value !== "")
  );
}
