import type { Connection } from "./connect.ts";
import type { ConnectOptions } from "./types.ts";

export { SvcError } from "./error.ts";

/**
 * Opens a connection to a service: its members are the groups of the catalogue, and theirs a function for each
 * operation. What the options leave out comes from the environment and the stored profiles. Nothing is sent yet, and
 * what a connection needs is loaded here rather than when the library is imported. Rejects with an `SvcError` where
 * address or key are missing or wrong.
 */
export async function connect(options: ConnectOptions = {}): Promise<Connection> {
  const { connect: open } = await import("./connect.ts");
  return await open(options, process.env);
}
