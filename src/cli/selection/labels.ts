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
