import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";

const colonPattern = /^[0-9a-f]{1,2}(:[0-9a-f]{1,2}){5}$/i;
const hyphenPattern = /^[0-9a-f]{2}(-[0-9a-f]{2}){5}$/i;
const dotPattern = /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i;
const digitPattern = /^[0-9a-f]{12}$/i;

/** Some host names look like a system_id too. */
export const isSystemId = (name: string): boolean => /^[a-z0-9]{6}$/.test(name);

/** True for a MAC address with colons, which no host name contains. */
export const isColonMac = (name: string): boolean => colonPattern.test(name);

/** True for a MAC address with colons, hyphens or dots (`5254.00aa.bb01`), or with digits alone. */
export const hasMacForm = (name: string): boolean =>
  [colonPattern, hyphenPattern, dotPattern, digitPattern].some((pattern) => pattern.test(name));

export function readMac(name: string): string | undefined {
  if (!hasMacForm(name)) return undefined;
  const digits = name.includes(":")
    ? name.split(":").map((pair) => pair.padStart(2, "0"))
    : (name.replace(/[.-]/g, "").match(/../g) ?? []);
  return digits.join(":").toLowerCase();
}

export const withoutTrailingDot = (name: string): string => name.replace(/\.$/, "");

export type Labeler = (node: { readonly systemId: string; readonly hostname: string }) => string;

/** Prefers the operator's word for a node, then its host name if no other node has it, then its system_id. */
export function labeler(
  names: readonly string[],
  nodes: readonly { readonly hostname: string }[] = [],
): Labeler {
  const ids = new Set(names);
  /** The operator's word by host name; null if ambiguous. */
  const byHost = new Map<string, string | null>();
  for (const name of names) {
    const parts = name.toLowerCase().replace(/\.$/, "").split(".");
    for (let count = 1; count <= parts.length; count++) {
      const host = parts.slice(0, count).join(".");
      byHost.set(host, byHost.has(host) ? null : name);
    }
  }
  const hosts = new Map<string, string | null>();
  for (const { hostname } of nodes) hosts.set(hostname, hosts.has(hostname) ? null : hostname);
  return ({ systemId, hostname }) =>
    ids.has(systemId) ? systemId : (byHost.get(hostname.toLowerCase()) ?? hosts.get(hostname) ?? systemId);
}

/** If a lookup before a change fails, its hint says that nothing was changed. */
export async function lookUpBeforeChange<T>({ method }: Operation, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (method === "GET" || !(error instanceof Failure) || error.details.hint === undefined) throw error;
    throw error.with({ hint: `${error.details.hint}; nothing was changed` });
  }
}
