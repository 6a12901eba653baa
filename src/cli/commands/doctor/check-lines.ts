import type { Context, TextOutput } from "../../../context.ts";
import type { Check } from "../../doctor/check.ts";
import { escapeLine } from "../../output/escape.ts";
import type { Paint, Palette } from "../../output/palette.ts";
import { colorless, none } from "../../output/palette.ts";
import { paletteFor } from "../../output/print.ts";
import { foldText, widthFor } from "../../output/text-width.ts";
import { type CheckState, checkNames, checkStates } from "../../specs/doctor-commands.ts";
import { columnsOf } from "../../terminal/capabilities.ts";

const marks: Readonly<Record<CheckState, string>> = { ok: "✓", warning: "!", failed: "✗", skipped: "-" };

const gap = 2;
const longest = (words: readonly string[]): number => Math.max(...words.map((word) => word.length));

/**
 * The lines of a check for people: a mark, the name, what was found, and the mend below it. Signs stand for words where
 * the stream has colours and its letters are those of Unicode; a terminal gets folded lines.
 */
export async function createCheckLines(
  { stdout, env }: Pick<Context, "stdout" | "env">,
  color: boolean | undefined,
): Promise<(check: Check) => Promise<readonly string[]>> {
  const palette = await paletteFor(stdout, { color, term: env["TERM"] });
  const hasMarks = palette !== colorless && isUnicode(env);
  const markWidth = hasMarks ? 1 : longest(checkStates);
  const indent = markWidth + longest(checkNames) + 2 * gap - (hasMarks ? 1 : 0);
  const width = stdout.isTTY === true ? columnsOf(stdout) : undefined;
  return async ({ name, state, found, fix }) => {
    const texts = [escapeLine(found), ...(fix === undefined ? [] : [`fix: ${escapeLine(fix)}`])];
    const measure = await widthFor([texts]);
    const head = indentFor(stdout, indent);
    const mark = hasMarks ? marks[state] : state;
    const paint = paintOf(state, palette);
    const start = `${paint(mark.padEnd(markWidth))}${" ".repeat(hasMarks ? 1 : gap)}${name}`;
    const lines = texts.flatMap((text) => foldText(text, { width, measure }, head, head));
    const before = " ".repeat(head);
    if (head < indent) return [start, ...lines.map((line) => before + line)];
    const [first = "", ...others] = lines;
    const space = " ".repeat(indent - markWidth - (hasMarks ? 1 : gap) - name.length);
    return [`${start}${space}${first}`, ...others.map((line) => before + line)];
  };
}

/** A narrow terminal has no room for texts beside the names: they stand below. */
const narrowWidth = 50;
const narrowIndent = 2;

const indentFor = (out: TextOutput, indent: number): number =>
  out.isTTY === true && columnsOf(out) < narrowWidth ? narrowIndent : indent;

function paintOf(state: CheckState, palette: Palette): Paint {
  if (state === "ok") return palette.added;
  if (state === "warning") return palette.changed;
  return state === "failed" ? palette.removed : none;
}

/** Whether the locale writes its letters in UTF-8. */
function isUnicode(env: Context["env"]): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return /utf-?8/i.test(locale);
}
