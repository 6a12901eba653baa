import { Failure } from "../../failure.ts";

/** Splits `name=value`. The usage `Failure` for a missing name does not quote what may be a secret. */
export function splitPair(pair: string, label: string): readonly [string, string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new Failure("usage", `${label} takes name=value`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
