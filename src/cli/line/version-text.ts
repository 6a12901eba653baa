import type { Context } from "../../context.ts";
import { outputFormats } from "../../contract/options.ts";
import { version } from "../../version.ts";
import { choiceFor } from "../typed/choices.ts";
import { leadingValue } from "./words.ts";

/** What `svc --version` prints: the number alone, or an object where JSON or YAML is asked for. */
export function versionText({ argv, env }: Pick<Context, "argv" | "env">): string {
  const typed = leadingValue(argv, "output");
  const format =
    typed === undefined ? env["SVC_OUTPUT"]?.toLowerCase() : choiceFor(outputFormats, typed, "--output");
  if (format === "json" || format === "ndjson") return `${JSON.stringify({ version })}\n`;
  return format === "yaml" ? `version: ${version}\n` : `${version}\n`;
}
