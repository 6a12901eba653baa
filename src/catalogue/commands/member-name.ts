/**
 * A name of the catalogue as the library spells it: `distro_series` -> `distroSeries`, `boot-resources` ->
 * `bootResources`.
 */
export const memberName = (name: string): string =>
  name.replace(/(?<![-_])[-_]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
