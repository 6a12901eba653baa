import { Failure } from "../failure.ts";
import { meantHint } from "../text/nearest.ts";

/** A misspelt option, or a field in the place of the options, would be lost without a word. */
export function refuseUnknownOptions(name: string, options: object, known: ReadonlySet<string>): void {
  const unknown = Object.keys(options).find((each) => !known.has(each));
  if (unknown === undefined) return;
  throw new Failure("usage", `${name} has no option '${unknown}'`, {
    hint: meantHint(unknown, known, `its options are ${[...known].join(", ")}`),
  });
}
