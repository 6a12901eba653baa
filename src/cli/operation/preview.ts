import type { Operation } from "../../catalogue/operation.ts";
import type { Client, Endpoint, Part, Values, WireRequest } from "../../client/http/call.ts";
import { buildRequest } from "../../client/http/request.ts";
import type { NodeNames } from "../../client/lifecycle/progress-event.ts";
import { mask } from "../../core/secrets/names.ts";
import { displayValueOf, redactUrl } from "../../core/secrets/text.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { noteMasked } from "../output/mask.ts";
import { writeWhole } from "../output/sink.ts";
import type { EffectCall } from "./confirmation.ts";
import { previewShape } from "./shapes.ts";

type RequestPreview = { readonly nodes?: readonly NodeNames[] } & (
  | { readonly request: WireRequest }
  | { readonly operation: Operation; readonly values: Values }
);

/** True if only a preview is requested. An operation with a dry run of its own is sent. */
export const isPreview = (
  { globals, options }: Pick<Invocation, "globals" | "options">,
  { dryRunField }: Pick<Operation, "dryRunField"> = {},
): boolean => globals.curl || (options["dry-run"] === true && dryRunField === undefined);

/** Without `--curl`, also notes the effects that `effectCall` would have. */
export async function printPreviews(
  previews: readonly RequestPreview[],
  client: Client,
  invocation: Invocation,
  effectCall?: EffectCall,
): Promise<void> {
  const { curl, showSecrets } = invocation.globals;
  const requests = previews.map((preview) =>
    "request" in preview ? preview.request : buildRequest(preview.operation, preview.values, client.endpoint),
  );
  if (curl) {
    const { curlCommand } = await import("../../client/http/curl.ts");
    const commands = requests.map((request) =>
      curlCommand(request, client.endpoint, client.trust, showSecrets),
    );
    warnAboutCommands(commands, client.endpoint, invocation);
    return await writeWhole(invocation.context.stdout, `${commands.join("\n")}\n`);
  }
  const maskedMembers = new Set<string>();
  const displayText = (part: TextPart, parts: readonly Part[]): string => {
    const text = showSecrets ? part.value : displayValueOf(part, parts);
    const itemName = part.name === "value" ? parts.find(({ name }) => name === "name")?.value : undefined;
    if (text !== part.value) maskedMembers.add(typeof itemName === "string" ? itemName : part.name);
    return text;
  };
  const rows = requests.map((request, index) =>
    previewRow(request, previews[index]?.nodes ?? [], displayText, showSecrets),
  );
  await invocation.print(rows, previewShape);
  noteMasked({ maskedMembers }, invocation.outputSettings(previewShape));
  invocation.messages.note(
    previews.length === 1 ? "dry run: not sent" : `dry run: ${previews.length} requests, none sent`,
  );
  if (effectCall?.effects === undefined) return;
  const { readEffects } = await import("./confirmation.ts");
  for (const effect of await readEffects(effectCall, client)) invocation.messages.note(effect);
}

function warnAboutCommands(
  commands: readonly string[],
  { signature, credentials }: Endpoint,
  { messages }: Invocation,
): void {
  if (commands.some((command) => command.includes(mask)))
    messages.warn(
      `${mask} is a placeholder for a secret: replace it before running the command, or add --show-secrets`,
    );
  if (signature === "hmac-sha1" && credentials !== undefined)
    messages.warn("the command signs with PLAINTEXT: the token secret is sent with the request");
}

type TextPart = Part & { readonly value: string };

const previewRow = (
  request: WireRequest,
  nodes: readonly NodeNames[],
  displayText: (part: TextPart, parts: readonly Part[]) => string,
  showSecrets: boolean,
) => ({
  method: request.method,
  url: showSecrets ? request.url : redactUrl(request.url),
  nodes: nodes.map(({ hostname, systemId }) => `${hostname} (${systemId})`),
  fields: (request.parts ?? []).map((part, _, parts) => {
    const { name, value } = part;
    if (typeof value !== "string") return `${name}=@${value.filename} (${value.size} bytes)`;
    return `${name}=${displayText({ ...part, value }, parts)}`;
  }),
});
