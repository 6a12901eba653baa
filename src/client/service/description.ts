import { Failure } from "../../core/failure.ts";
import { requestLabel } from "../http/address.ts";
import { pageInstead } from "../http/answer-faults.ts";
import type { Answer, CallOptions, Client } from "../http/call.ts";
import { buildRawRequest } from "../http/request.ts";
import { pageText } from "../http/text.ts";
import { parseJson } from "../json/check.ts";

/** A description has about 0.5 MB. */
const maxBytes = 16 * 1024 * 1024;

/**
 * A service's description of itself as JSON, which needs no key; undefined where it has none. Throws the `Failure` of
 * a service that cannot be reached or answers something else.
 */
export async function readDescription(client: Client, options?: CallOptions): Promise<unknown> {
  const request = buildRawRequest({ method: "GET", path: "describe/" }, client.endpoint);
  try {
    const answer = await client.send(request, options);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.bytes()) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxBytes) throw new Failure("other", "the service's description is larger than 16 MiB");
    }
    const body = Buffer.concat(chunks);
    const parsed = parseJson(body.toString("utf8"));
    if (parsed === undefined) throw notJson(body, answer, requestLabel(request));
    return parsed.value ?? null;
  } catch (error) {
    if (error instanceof Failure && (error.details.status === 404 || error.details.status === 410))
      return undefined;
    throw error;
  }
}

/** A page for a browser says that the address is not that of the service. */
function notJson(body: Buffer, { status, contentType }: Answer, request: string): Failure {
  const page = pageText(body, contentType);
  return page === undefined
    ? new Failure("other", "the service's description is not JSON")
    : pageInstead(page, { contentType, status, request, changes: false });
}
