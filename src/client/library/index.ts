import type { Connection } from "./connect.ts";
import type { SitesConnection } from "./connect-all.ts";
import type { ConnectOptions } from "./types.ts";

export { SvcError } from "./error.ts";

/**
 * Opens a connection with one member per group of the catalogue and one function per operation. Missing options
 * come from the environment and the stored profiles. Sends no request yet. Rejects with an `SvcError` if the
 * address or key is missing or invalid.
 */
export async function connect(options: ConnectOptions = {}): Promise<Connection> {
  const { connect: open } = await import("./connect.ts");
  return await open(options, process.env);
}

/**
 * Opens a connection for each of these profiles, with the same members for all:
 * `all.machines.release("east/web-01")` calls the site `east`, lists have the rows of every site, and `at("east")`
 * is the connection of one site. Rejects with an `SvcError` if a profile cannot be used.
 */
export async function connectAll(
  sites: readonly string[],
  options: Omit<ConnectOptions, "profile" | "url" | "key"> = {},
): Promise<SitesConnection> {
  const { connectAll: open } = await import("./connect-all.ts");
  return await open(sites, options, process.env);
}
