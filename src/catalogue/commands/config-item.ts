import type { ConfigItem } from "../config-items.ts";

/** Documented items begin with this where a service puts its own name: `svc_name` is `lab_name` at `/LAB`. */
export const itemPrefix = "svc_";

/** The documented item that a name means: its documented name, or that of a service with another prefix. */
export function itemNamed(items: readonly ConfigItem[], name: string): ConfigItem | undefined {
  const exact = items.find((item) => item.name === name);
  if (exact !== undefined) return exact;
  const rest = name.slice(name.indexOf("_") + 1);
  return rest === name ? undefined : items.find((item) => item.name === `${itemPrefix}${rest}`);
}
