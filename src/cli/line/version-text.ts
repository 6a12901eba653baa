import { outputFormats } from "../../catalogue/commands/options.ts";
import type { Context } from "../../context.ts";
import { choiceFor } from "../../core/text/choices.ts";
import { version } from "../../core/version.ts";
import { type ScannedLine, valueIn } from "./scan.ts";

/** What `svc --version` prints: the number alone, or an object where JSON or YAML is asked for. */
export function versionText(line: Pick<ScannedLine, "typed">, env: Context["env"]): string {
  const typed = valueIn(line, "output");
  const format =
    typed === undefined ? env["SVC_OUTPUT"]?.toLowerCase() : choiceFor(outputFormats, typed, "--output");
  if (format === "json" || format === "ndjson") return `${JSON.stringify({ version })}\n`;
  return format === "yaml" ? `version: ${version}\n` : `${version}\n`;
}
