import type { Connection } from "./connect.ts";
import type { SitesConnection } from "./connect-all.ts";
import type { ConnectOptions } from "./types.ts";

export { SvcError } from "./error.ts";

/**
 * Opens a connection with one member per group of the catalogue and one function per operation. Missing options come
 * from the environment and the stored profiles. Sends nothing yet; loads on call what a connection needs. Rejects with
 * an `SvcError` if address or key are missing or wrong.
 */
export async function connect(options: ConnectOptions = {}): Promise<Connection> {
  const { connect: open } = await import("./connect.ts");
  return await open(options, process.env);
}

/**
 * Opens a connection for each of these profiles, with the members of one for all: `all.machines.release("east/web-01")`
 * goes to its site, lists have the rows of every site, and `at("east")` is the connection of one. Rejects with an
 * `SvcError` if a profile cannot be used.
 */
export async function connectAll(
  sites: readonly string[],
  options: Omit<ConnectOptions, "profile" | "url" | "key"> = {},
): Promise<SitesConnection> {
  const { connectAll: open } = await import("./connect-all.ts");
  return await open(sites, options, process.env);
}
