import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { isLoopback } from "./address.ts";

/**
 * The proxy that the environment names for an address, the lower-case variable first; never one for loopback.
 * An address without scheme is http. Throws a usage `Failure` for a variable that holds no address; its text,
 * which may hold a password, is not repeated.
 */
export function proxyFor(origin: string, env: Context["env"]): string | undefined {
  if (isLoopback(origin)) return undefined;
  const name = origin.startsWith("https:") ? "https_proxy" : "http_proxy";
  const value = (env[name] ?? env[name.toUpperCase()] ?? "").trim();
  if (value === "") return undefined;
  const address = value.includes("://") ? value : `http://${value}`;
  if (!URL.canParse(address)) {
    throw new Failure("usage", `${name.toUpperCase()} holds no address of a proxy`, {
      hint: "an address looks like http://proxy.example:3128",
    });
  }
  return address;
}
