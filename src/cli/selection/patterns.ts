import type { Values } from "../../client/http/call.ts";
import { wordsOf } from "../../client/values/words.ts";
import { isGlob, matchesGlob } from "../../core/text/glob.ts";

/** The names of a node, as far as they are known. */
export interface NodeNames {
  readonly hostname: string | undefined;
  readonly fqdn: string | undefined;
}

/** True where the host name or the FQDN of a node has the form of one of the patterns. */
export const matchesAny = (patterns: readonly string[], { hostname, fqdn }: NodeNames): boolean =>
  patterns.some((pattern) =>
    [hostname, fqdn].some((name) => name !== undefined && matchesGlob(pattern, name)),
  );

/**
 * Node list filters without host names that have patterns among them, which no service understands, and the names and
 * patterns that nodes are to be held against instead; undefined where there are none.
 */
export function withoutPatterns(filters: Values): {
  readonly sent: Values;
  readonly patterns: readonly string[] | undefined;
} {
  const { hostname, ...sent } = filters;
  const names = wordsOf(hostname);
  return names.some(isGlob) ? { sent, patterns: names } : { sent: filters, patterns: undefined };
}
