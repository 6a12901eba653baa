import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";

const colons = /^[0-9a-f]{1,2}(:[0-9a-f]{1,2}){5}$/i;
const hyphens = /^[0-9a-f]{2}(-[0-9a-f]{2}){5}$/i;
const quads = /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i;
const bare = /^[0-9a-f]{12}$/i;

/** What a system_id looks like; a host name may look the same. */
export const isSystemId = (name: string): boolean => /^[a-z0-9]{6}$/.test(name);

/** True for what can only be a MAC address: no host name holds a colon. */
export const isMacOnly = (name: string): boolean => colons.test(name);

/** True for a MAC address with colons, hyphens or dots, as in `5254.00aa.bb01`, or in plain digits. */
export const hasMacForm = (name: string): boolean =>
  [colons, hyphens, quads, bare].some((form) => form.test(name));

/** A MAC address as the service writes it: lower case with colons; undefined for any other text. */
export function readMac(name: string): string | undefined {
  if (!hasMacForm(name)) return undefined;
  const digits = name.includes(":")
    ? name.split(":").map((pair) => pair.padStart(2, "0"))
    : (name.replace(/[.-]/g, "").match(/../g) ?? []);
  return digits.join(":").toLowerCase();
}

/** A name without the dot that ends a fully qualified one. */
export const plainName = (name: string): string => name.replace(/\.$/, "");

/** How a node is called in messages and commands. */
export type Labels = (node: { readonly systemId: string; readonly hostname: string }) => string;

/** As the operator named the node, or by its system_id where that is not clear. */
export function labelsOf(names: readonly string[]): Labels {
  const ids = new Set(names);
  /** By host name; null for one that several names begin with. */
  const byHost = new Map<string, string | null>();
  for (const name of names) {
    const parts = name.toLowerCase().replace(/\.$/, "").split(".");
    for (let count = 1; count <= parts.length; count++) {
      const host = parts.slice(0, count).join(".");
      byHost.set(host, byHost.has(host) ? null : name);
    }
  }
  return ({ systemId, hostname }) =>
    ids.has(systemId) ? systemId : (byHost.get(hostname.toLowerCase()) ?? systemId);
}

/** Looks for the nodes of an operation. Where that fails, the hint of a change says that nothing was changed. */
export async function lookingFor<T>({ method }: Operation, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (method === "GET" || !(error instanceof Failure) || error.details.hint === undefined) throw error;
    throw error.with({ hint: `${error.details.hint}; nothing was changed` });
  }
}
