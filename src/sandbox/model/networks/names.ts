import type { FormReading } from "../../wire/form-reader.ts";

const namePattern = /^\w[ \w-]*$/;

/** Refuses what names of fabrics, VLANs and DHCP snippets may not hold. */
export function checkName(reading: FormReading, name: string, value: string): void {
  if (!namePattern.test(value))
    reading.fail(name, "Enter a valid value: letters, digits, spaces, hyphens and underscores.");
  if (value.length > 256) reading.fail(name, "Ensure this value has at most 256 characters.");
}
