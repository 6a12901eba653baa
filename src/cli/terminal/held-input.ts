import type { TextInput } from "../../context.ts";

/** A terminal that is read from keeps a process alive; one that is not must let it end. */
export function holdProcess(stdin: TextInput, hold: boolean): void {
  const name = hold ? "ref" : "unref";
  const handle: { ref?: () => unknown; unref?: () => unknown } = stdin as object;
  handle[name]?.();
}
