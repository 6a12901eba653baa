import type { FieldErrors } from "../../state/domain-error.ts";

const namePattern = /^\w[ \w-]*$/;

/** Refuses what names of fabrics, VLANs and DHCP snippets may not hold. */
export function checkName(errors: FieldErrors, name: string, value: string): void {
  if (!namePattern.test(value))
    errors.fail(name, "Enter a valid value: letters, digits, spaces, hyphens and underscores.");
  if (value.length > 256) errors.fail(name, "Ensure this value has at most 256 characters.");
}
