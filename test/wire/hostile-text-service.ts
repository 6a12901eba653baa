import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isRecord } from "../../src/core/json-record.ts";
import { closeServer, listen } from "./raw-server.ts";

/** Follows the line end in `spoiled`, so a line that starts with it was broken by the service's text. */
export const lineMark = "EVIL";

/** Escape sequences (ESC and C1), bidirectional controls, erasing characters and line ends. */
export const hostileText =
  `\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[31m\u009b5m\u009d0;x\u009c` +
  `\u202e\u2066\u200f\u061c\u2028\u007f\u0008\u0000\r\n${lineMark}`;

/** Members that are objects with keys chosen by users. */
const userKeyedMembers = new Set(["owner_data", "workload_annotations", "power_parameters"]);

/** Appends `spoiled` to each text whose member `isChosen` selects. */
function spoil(value: unknown, isChosen: (member: string) => boolean, member = ""): unknown {
  if (typeof value === "string") return isChosen(member) ? value + hostileText : value;
  if (Array.isArray(value)) return value.map((each) => spoil(each, isChosen, member));
  if (!isRecord(value)) return value;
  const suffix = userKeyedMembers.has(member) && isChosen(member) ? hostileText : "";
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name + suffix, spoil(each, isChosen, name)]),
  );
}

interface SpoilingService {
  readonly url: string;
  spoils(member: string): boolean;
  /** Sent with status 200 in place of a refusal. */
  inPlaceOfRefusal: unknown;
  close(): Promise<void>;
}

/** Undefined if the text is not JSON: a device's details are binary although their type is JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy in front of another service that spoils its texts, and removes them again from request paths. */
export async function spoilingService(targetUrl: string): Promise<SpoilingService> {
  const { origin } = new URL(targetUrl);
  const service: SpoilingService = {
    url: "",
    spoils: () => true,
    inPlaceOfRefusal: undefined,
    close: () => closeServer(server),
  };
  const server = createServer((request, response) => {
    // Closes the connection at once; otherwise svc would wait until its time-out.
    answerTo(request, response).catch(() => request.socket.destroy());
  });

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const body = await buffer(request);
    const path = (request.url ?? "").replaceAll(/(?:%[\dA-F]{2}|[^/&?])*EVIL/g, (word) =>
      encodeURIComponent(decodeURIComponent(word).replaceAll(hostileText, "")),
    );
    const forwardedHeaders = Object.entries(headers).filter(
      ([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name),
    );
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: forwardedHeaders.map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === "GET" ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type") ?? "";
    const isRefused = answer.status >= 400 && method === "GET" && service.inPlaceOfRefusal !== undefined;
    const value = isRefused
      ? service.inPlaceOfRefusal
      : type.includes("json")
        ? jsonOf(bytes.toString())
        : undefined;
    response.statusCode = isRefused ? 200 : answer.status;
    response.setHeader("content-type", isRefused ? "application/json" : type);
    // The service's description is passed on unchanged.
    if (path.includes("/describe/")) response.end(bytes);
    else if (value !== undefined)
      response.end(JSON.stringify(spoil(value, (member) => service.spoils(member))));
    else response.end(type.startsWith("text/") ? `${bytes}${hostileText}` : bytes);
  }

  const port = await listen(server);
  return Object.assign(service, { url: targetUrl.replace(origin, `http://127.0.0.1:${port}`) });
}
