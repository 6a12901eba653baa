import { stringify } from "yaml";

/**
 * A value as YAML 1.2 that a reader of YAML 1.1 understands the same way (`"on"` stays text); bigints stay
 * whole. Loads the yaml package: import this file where it is needed.
 */
export function yamlText(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 0 });
}
