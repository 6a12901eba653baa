import { invalidField } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import type { Constraints } from "../../values/constraints.ts";

/** Keys given are set or, with an empty value, removed; others stay. At least one must be given. */
export function annotate(node: Node, given: Constraints): void {
  const changes = [...given].filter(([name]) => name !== "op");
  if (changes.length === 0) throw invalidField("key", "At least one key must be given.");
  const annotations = new Map(Object.entries(node.annotations));
  for (const [name, values] of changes) {
    const value = values.at(-1) ?? "";
    if (value === "") annotations.delete(name);
    else annotations.set(name, value);
  }
  // Own members whatever their names, `__proto__` among them.
  node.annotations = Object.fromEntries(annotations);
}
