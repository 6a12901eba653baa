import { isRecord } from "../../../core/json-record.ts";
import type { Shape } from "../../output/shape.ts";
import { printing } from "../printing.ts";
import { controlSandbox, targetSandbox } from "./control.ts";

const shape: Shape = {
  identity: "path",
  listed: "requests",
  columns: [
    { header: "TIME", path: "time" },
    { header: "USER", path: "user" },
    { header: "METHOD", path: "method", rank: "key" },
    { header: "PATH", path: "path", rank: "key" },
    { header: "SENT", path: "sent", rank: "text" },
    { header: "STATUS", path: "status", rank: "key" },
    { header: "ANSWER", path: "answer.body", rank: "text", wide: true },
    { header: "OPERATION", path: "operation", wide: true },
    { header: "TYPE", path: "content_type", wide: true },
    { header: "MS", path: "took_ms", wide: true },
  ],
};

/** `svc sandbox requests [--last N]`: the last requests of the running sandbox with their answers, oldest first. */
export const showRequests = printing(shape, async (invocation) => {
  const last = Number(invocation.options["last"] ?? defaultLast);
  const target = targetSandbox(invocation);
  const { requests } = await controlSandbox(invocation.context, target, "GET", `requests?last=${last}`);
  return Array.isArray(requests)
    ? requests.filter(isRecord).map((each) => ({ ...each, sent: sentText(each) }))
    : [];
});

const defaultLast = 20;

/** The fields of a request in one line: `name=web-01 tags=a tags=b file=@name(12 bytes)`. */
function sentText({ query, form, files }: Record<string, unknown>): string {
  const fields = [query, form].flatMap((each) => (isRecord(each) ? Object.entries(each) : []));
  const texts = fields
    .filter(([name]) => !name.startsWith("oauth_"))
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${String(value)}`));
  const named = [files]
    .flat()
    .filter(isRecord)
    .map((file) => `${String(file["name"])}=@${String(file["filename"])}(${String(file["bytes"])} bytes)`);
  return [...texts, ...named].join(" ");
}
