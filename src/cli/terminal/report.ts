import type { Context } from "../../context.ts";
import { exitCodes } from "../../contract/exit-codes.ts";
import { Failure } from "../../failure.ts";
import { escapeText } from "../../output/escape.ts";
import { leadingValue } from "../line/words.ts";

/**
 * Says on standard error what failed and what to do about it, and returns the exit code. Under `-o json` the
 * same as one JSON object.
 */
export function reportFailure(error: unknown, context: Context, isDebugging: boolean): number {
  const failure = asFailure(error);
  if (failure.details.reported) return failure.exitCode;
  const format = leadingValue(context.argv, "output") ?? context.env["SVC_OUTPUT"];
  const text = format === "json" || format === "ndjson" ? asJson(failure) : asLines(failure);
  context.stderr.write(`${text}\n`);
  if (isDebugging)
    context.stderr.write(`${(error instanceof Error ? error.stack : undefined) ?? String(error)}\n`);
  return failure.exitCode;
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure("other", message, {
    hint: "--debug shows where",
    cause: error,
  });
}

function asLines({ message, details }: Failure): string {
  const cause = [details.request, details.status].filter((part) => part !== undefined).join(" -> ");
  return [
    `svc: ${message}${cause === "" ? "" : ` (${cause})`}`,
    ...(details.lines ?? []).map((line) => `  ${line}`),
    ...(details.hint === undefined ? [] : [`hint: ${details.hint}`]),
    ...(details.usage === undefined ? [] : [`usage: ${details.usage}`]),
  ]
    .map(escapeText)
    .join("\n");
}

function asJson({ kind, message, details, exitCode }: Failure): string {
  const { hint, lines, status, request, body, usage } = details;
  return JSON.stringify({
    error: {
      kind,
      exit_code: exitCode,
      meaning: exitCodes[kind].meaning,
      message,
      ...{ status, request, hint, lines, body, usage },
    },
  });
}
