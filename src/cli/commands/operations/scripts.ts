import { parse } from "yaml";
import type { Content, Value } from "../../../client/http/call.ts";
import { attempt } from "../../../core/failure.ts";
import { readBytes } from "../../../core/files.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { OperationRun } from "../../invocation/invocation.ts";

export async function createScript({ entry, values, execute }: OperationRun): Promise<void> {
  const { script } = values;
  const name = isContent(script) ? await readName(script) : undefined;
  await execute(entry, name === undefined ? values : { ...values, name });
}

const isContent = (value: Value | undefined): value is Content =>
  typeof value === "object" && "open" in value && typeof value.open === "function";

/** Only this much of a script is searched for its header. */
const maxHeaderBytes = 256 * 1024;

const header =
  /^# --- Start \S+ \S+ script metadata ---[ \t]*\r?\n([\s\S]*?)^# --- End \S+ \S+ script metadata ---/m;

async function readName(script: Content): Promise<string | undefined> {
  const text = (await readBytes(script.open(), maxHeaderBytes)).toString("utf8");
  return nameInHeader(text) ?? (script.filename === "stdin" ? undefined : nameOfFile(script.filename));
}

/** Undefined if the header cannot be parsed: the service reports the error. */
function nameInHeader(text: string): string | undefined {
  const metadata = header.exec(text)?.[1]?.replace(/^#[ \t]?/gm, "");
  if (metadata === undefined) return undefined;
  const value = attempt((): unknown => parse(metadata));
  return isRecord(value) && typeof value["name"] === "string" ? value["name"] : undefined;
}

const nameOfFile = (filename: string): string => filename.replace(/(?<=.)\.(?:sh|bash|py|pl|rb)$/, "");
