import type { Context } from "../../context.ts";

/** Replacements, of the same width, for all characters beyond ASCII that svc writes. */
const asciiGlyphs: Readonly<Record<string, string>> = {
  ...{
    "\u2026": "~",
    "\u2588": "#",
    "\u2714": "+",
    "\u2716": "x",
    "\u2713": "+",
    "\u2717": "x",
    "\u26a0": "!",
    "\u2139": "i",
  },
  ...{ "\u00b7": ".", "\u2191": "^", "\u2193": "v", "\u2192": ">", "\u2013": "-", "\u2014": "-" },
  ...Object.fromEntries([..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"].map((frame, index) => [frame, "-\\|/"[index % 4] ?? "-"])),
};

const anyGlyph = new RegExp(`[${Object.keys(asciiGlyphs).join("")}]`, "g");

/** Values of TERM for text consoles and serial lines. */
const asciiTerminals = /^(?:linux|vt\d+|dumb|ansi|cons25)/;

/** True if the locale is set and not UTF-8, and for consoles whose fonts lack these characters. */
export function isAsciiOnly(env: Context["env"]): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "UTF-8";
  return !/utf-?8/i.test(locale) || asciiTerminals.test(env["TERM"] ?? "");
}

export const toAscii = (text: string): string => text.replace(anyGlyph, (glyph) => asciiGlyphs[glyph] ?? "?");
