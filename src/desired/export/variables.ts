import { createHash } from "node:crypto";

/** Makes the names of variables that stand for secrets: the same ones for the same objects, each only once. */
export type NameVariable = (...parts: readonly string[]) => string;

const maxLength = 120;

export function variableNames(): NameVariable {
  const taken = new Map<string, string>();
  return (...parts) => {
    const meaning = parts.join("\0");
    const name = nameOf(parts);
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? name : `${name}_${number}`;
      const before = taken.get(numbered);
      if (before === undefined) taken.set(numbered, meaning);
      if (before === undefined || before === meaning) return numbered;
    }
  };
}

/** `license-keys`, `windows/win2022`, `license_key` -> `LICENSE_KEYS_WINDOWS_WIN2022_LICENSE_KEY`. */
function nameOf(parts: readonly string[]): string {
  const name = parts
    .map((part) => part.toUpperCase().replace(/[^A-Z0-9]+/g, "_"))
    .map((part) => part.replace(/^_|_$/g, ""))
    .filter((part) => part !== "")
    .join("_");
  const whole = /^[A-Z]/.test(name) ? name : `SVC_${name}`;
  if (whole.length <= maxLength) return whole;
  const digest = createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 8).toUpperCase();
  return `${whole.slice(0, maxLength - 9)}_${digest}`;
}
