import type { Connection } from "./connect.ts";
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
