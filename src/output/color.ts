import type { TextOutput } from "../context.ts";
import { colorless, type Palette } from "./palette.ts";

/** Whether this stream gets colours: as the operator asked, else where it is a terminal that has them. */
export function hasColor(
  stream: TextOutput,
  { color, term }: { readonly color: boolean | undefined; readonly term?: string | undefined },
): boolean {
  return color ?? (stream.isTTY === true && term !== "dumb");
}

/** The palette of a stream that has colours or has none; chalk is loaded for the first kind only. */
export async function paletteFor(color: boolean): Promise<Palette> {
  return color ? (await import("./colored.ts")).colored : colorless;
}
