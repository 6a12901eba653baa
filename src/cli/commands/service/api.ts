import { STATUS_CODES } from "node:http";
import type { Method } from "../../../catalogue/operation.ts";
import type { Content, Part } from "../../../client/http/call.ts";
import { buildRawRequest } from "../../../client/http/request.ts";
import { Failure } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { escapeLine } from "../../output/escape.ts";
import { writeLines } from "../../output/sink.ts";
import { checkColumnNames, refuseColumnOptions } from "../../parsing/column-names.ts";
import { openContent, readText } from "../../values/inputs.ts";

type Pairs = readonly (readonly [string, string])[];

type ApiInvocation = Invocation<
  { readonly field?: Pairs; readonly form?: Pairs; readonly input?: string; readonly include?: boolean },
  { readonly method: Method; readonly path: string }
>;

const jsonShape: Shape = { columns: [], identity: "id", format: "json", sensitive: false };

/** Unlike other commands, prints secrets unmasked. */
export async function sendRequest(invocation: ApiInvocation): Promise<void> {
  const { context, options } = invocation;
  const { method, path } = invocation.arguments;
  const input = options["input"];
  const body = input !== undefined ? await openContent(input, context, "--input") : undefined;
  if (body !== undefined && (method === "GET" || method === "DELETE"))
    throw new Failure("usage", `--input requires POST or PUT, not ${method}`);
  // A JSON answer is printed as JSON unless the command line sets another format; the profile's format is ignored.
  if (invocation.globals.output === undefined)
    refuseColumnOptions(invocation.globals, "with JSON output", "use -o table for columns");
  await checkColumnNames(invocation.globals, []);
  const fields = await readParts(invocation);
  const client = await invocation.connect("keyless");
  const request = buildRawRequest(
    { method, path, fields, ...(body === undefined ? {} : { body }) },
    client.endpoint,
  );
  if (invocation.globals.curl) {
    const { printPreviews } = await import("../../operation/preview.ts");
    return await printPreviews([{ request }], client, invocation);
  }
  const answer = await client.send(request).catch((error: unknown) => {
    throw withSlashHint(error, method, path);
  });
  if (options["include"] === true) {
    const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`${answer.status} ${STATUS_CODES[answer.status] ?? ""}`.trim(), ...headers];
    await writeLines(context.stdout, [...head.map(escapeLine), ""]);
  }
  if (answer.contentType?.includes("json")) return await invocation.printAnswer(answer, jsonShape);
  const { printRaw } = await import("../../output/print.ts");
  await printRaw(answer.bytes(), context.stdout);
}

/** The service's 404 does not mention the missing slash. */
function withSlashHint(error: unknown, method: Method, requestPath: string): unknown {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(requestPath) ?? [];
  const endsCorrectly = path.endsWith("/") || /\/?op-\w+$/.test(path);
  if (!(error instanceof Failure) || error.kind !== "notFound" || endsCorrectly) return error;
  return error.with({
    hint: `most paths end in a slash: svc api ${method} ${shellWord(`${path}/${query}`)}`,
  });
}

async function readParts({ context, options }: ApiInvocation): Promise<readonly Part[]> {
  const texts = (options["field"] ?? []).map(([name, value]): Part => ({ name, value }));
  const files = (options["form"] ?? []).map(async ([name, text]): Promise<Part> => {
    const value: string | Content = text.startsWith("@@")
      ? await readText(text, context, "-F", "document")
      : text.startsWith("@")
        ? await openContent(text.slice(1), context, `-F ${name}`)
        : text;
    return { name, value };
  });
  return [...texts, ...(await Promise.all(files))];
}
