import type { FormReading } from "../networks/form.ts";

/** The architectures of the boot images that a new sandbox offers. */
export const architectures = ["amd64", "arm64", "armhf", "i386", "ppc64el", "s390x"] as const;

/** `architecture` and `subarchitecture` of a form as one: `generic` where neither says more. */
export function readArchitecture(reading: FormReading): string {
  const [name = "", ...rest] = reading.required("architecture").split("/");
  const subarchitecture = rest.join("/") || reading.text("subarchitecture") || "generic";
  const isKnown = (architectures as readonly string[]).includes(name);
  if (name !== "" && (!isKnown || !/^[a-z0-9._-]+$/i.test(subarchitecture))) {
    const choices = architectures.map((each) => `${each}/generic`).join(", ");
    reading.fail(
      "architecture",
      `'${[name, ...rest].join("/")}' is not a valid architecture. It should be one of: ${choices}.`,
    );
  }
  return `${name}/${subarchitecture}`;
}
