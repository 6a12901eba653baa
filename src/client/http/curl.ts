import { displayValueOf, redactUrl } from "../../core/secrets/text.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import type { Content, Endpoint, Part, Trust, WireRequest } from "./call.ts";
import { isContent } from "./request.ts";

/** Signs with PLAINTEXT, which a shell can compute from SVC_API_KEY. Masks secret fields unless `showSecrets`. */
export function curlCommand(
  request: WireRequest,
  endpoint: Endpoint,
  trust: Trust = {},
  showSecrets = false,
): string {
  const hasKey = endpoint.credentials !== undefined && request.unsigned !== true;
  const lines = [
    `curl --globoff${request.method === "GET" ? "" : ` -X ${request.method}`} ${shellWord(showSecrets ? request.url : redactUrl(request.url))}`,
    ...(hasKey ? [`-H "Authorization: ${authorizationTemplate}"`] : []),
    ...(trust.caCertPath === undefined ? [] : [`--cacert ${shellWord(trust.caCertPath)}`]),
    ...(trust.insecure === true ? ["--insecure"] : []),
    ...formArguments(request, showSecrets),
  ];
  return `${hasKey ? `rest=${expansion("SVC_API_KEY#*:")}\n` : ""}${inputCommand(request)}${lines.join(" \\\n  ")}`;
}

const expansion = (parameter: string): string => `\${${parameter}}`;

/** The shell splits the key by parameter expansion, and generates the nonce and timestamp when the command runs. */
const authorizationTemplate = [
  'OAuth oauth_version=\\"1.0\\"',
  'oauth_signature_method=\\"PLAINTEXT\\"',
  `oauth_consumer_key=\\"${expansion("SVC_API_KEY%%:*")}\\"`,
  `oauth_token=\\"${expansion("rest%%:*")}\\"`,
  `oauth_signature=\\"%26${expansion("SVC_API_KEY##*:")}\\"`,
  "oauth_nonce=\\\"$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')\\\"",
  'oauth_timestamp=\\"$(date +%s)\\"',
].join(", ");

function formArguments({ body, parts }: WireRequest, showSecrets: boolean): readonly string[] {
  if (body !== undefined)
    return ["-H 'Content-Type: application/octet-stream'", `--data-binary ${shellWord(`@${pathOf(body)}`)}`];
  if (parts?.length === 0)
    return ["-H 'Content-Type: multipart/form-data; boundary=svc'", "--data-binary @-"];
  return (parts ?? []).map((part) => partArgument(part, parts ?? [], showSecrets));
}

function inputCommand({ parts }: WireRequest): string {
  // curl cannot send an empty form, and the service ignores bodies that are not forms.
  if (parts?.length === 0) return "printf -- '--svc--\\r\\n' | ";
  const [bytes] = (parts ?? []).flatMap(({ value }) =>
    isContent(value) && value.bytes ? [value.bytes] : [],
  );
  return bytes === undefined ? "" : `printf %s ${shellWord(bytes.toString("base64"))} | base64 -d | `;
}

function partArgument(part: Part, parts: readonly Part[], showSecrets: boolean): string {
  const { name, value } = part;
  if (isContent(value)) {
    const filename = value.filename.replace(/["\\]/g, "\\$&");
    return `-F ${shellWord(`${name}=@"${pathOf(value).replace(/["\\]/g, "\\$&")}";filename="${filename}";type=application/octet-stream`)}`;
  }
  const displayValue = showSecrets ? value : displayValueOf({ ...part, value }, parts);
  return `--form-string ${shellWord(`${name}=${displayValue}`)}`;
}

const pathOf = (content: Content): string => content.path ?? "-";
