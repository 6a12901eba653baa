import type { ConnectOptions } from "./types.ts";

export { SvcError } from "./error.ts";

export async function connect(options: ConnectOptions = {}) {
  const { connect: open } = await import("./connect.ts");
  return await open(options, process.env);
}

export async function connectAll(
  sites: readonly string[],
  options: Omit<ConnectOptions, "profile" | "url" | "key"> = {},
) {
  const { connectAll: open } = await import("./connect-all.ts");
  return await open(sites, options, process.env);
}
