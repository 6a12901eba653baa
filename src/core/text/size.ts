export const decimalUnits = ["B", "kB", "MB", "GB", "TB", "PB"] as const;
export const binaryUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

export type SizeUnits = typeof decimalUnits | typeof binaryUnits;

/** Rounds to a tenth; with `isFixed` keeps a zero decimal, so that redrawn text keeps its length. */
export function formatSize(
  bytes: number,
  units: SizeUnits = binaryUnits,
  { isFixed = false }: { readonly isFixed?: boolean } = {},
): string {
  const step = units === decimalUnits ? 1000 : 1024;
  let size = bytes;
  let unit = 0;
  // Rounding before the comparison makes 999.96 MB 1 GB, not 1000 MB.
  while (Math.round(Math.abs(size) * 10) / 10 >= step && unit < units.length - 1) {
    size /= step;
    unit += 1;
  }
  return `${isFixed && unit > 0 ? size.toFixed(1) : Math.round(size * 10) / 10} ${units[unit]}`;
}

const powers = ["", "K", "M", "G", "T", "P"];

/** For MiB, GB means GiB: sizes of RAM are binary, however people write them. Returns NaN for other text. */
export function sizeIn(unit: "MiB" | "MB", text: string): number {
  const [, digits = "", letter = "", binary = ""] =
    /^(\d{1,15}(?:\.\d{1,6})?) ?(?:([KMGTP])(i?)B?)?$/i.exec(text.trim()) ?? [];
  if (digits === "") return Number.NaN;
  const power = letter === "" ? 2 : powers.indexOf(letter.toUpperCase());
  if (unit === "MiB") return Number(digits) * 1024 ** (power - 2);
  const step = binary === "" ? 1000 : 1024;
  return (Number(digits) * step ** power) / 1000 ** 2;
}
