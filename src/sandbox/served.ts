import { handlers } from "./groups/handlers.ts";
import { describeService } from "./serialize/description.ts";
import { loadServedOperations, undocumentedHandlers } from "./undocumented/index.ts";
import type { Handler } from "./wire/call.ts";
import { makeRouter, type Router } from "./wire/router.ts";

/** How requests find what answers them. */
export interface ServedOperations {
  readonly router: Router;
  /** By the id of the operation. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** What the answer of every operation carries. */
  readonly operationHeaders: Readonly<Record<string, string>>;
}

let latest: { readonly segment: string; readonly served: Promise<ServedOperations> } | undefined;

/**
 * Every operation of the service, documented or not, at the addresses of its segment. Their answers carry the
 * hash of the description of them all. They hold nothing of one sandbox: the next one of that segment has the same.
 */
export function serveOperations(segment: string): Promise<ServedOperations> {
  if (latest?.segment !== segment) latest = { segment, served: makeServed(segment) };
  return latest.served;
}

async function makeServed(segment: string): Promise<ServedOperations> {
  const operations = await loadServedOperations();
  const description = describeService(operations, segment);
  return {
    router: makeRouter(operations, segment),
    handlers: { ...handlers, ...undocumentedHandlers(description) },
    operationHeaders: { [`X-${segment}-API-Hash`]: description.hash },
  };
}
