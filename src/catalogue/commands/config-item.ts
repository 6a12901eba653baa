import type { ConfigItem } from "../operation.ts";

/** The documented prefix of item names. A service may use its own name: `svc_name` is `lab_name` at `/LAB`. */
export const itemPrefix = "svc_";

export function itemNamed(items: readonly ConfigItem[], name: string): ConfigItem | undefined {
  const exact = items.find((item) => item.name === name);
  if (exact !== undefined) return exact;
  const rest = name.slice(name.indexOf("_") + 1);
  return rest === name ? undefined : items.find((item) => item.name === `${itemPrefix}${rest}`);
}
