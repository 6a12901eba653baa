import { type OptionSpec, option, whereOption } from "../../../catalogue/option-spec.ts";
import type { OptionsOf } from "../../invocation/invocation.ts";

export const where = whereOption("only machines that match these list filters");

export const loginOptions = [
  option("login-name", "log in as this user; default: the user of the image", { short: "l", value: "user" }),
  option("address", "use this address, or one in this network, subnet or interface", { value: "address" }),
  option("family", "use only addresses of this family", { value: "family", choices: ["ipv4", "ipv6"] }),
] as const satisfies readonly OptionSpec[];

/** Other options of ssh go after `--`. */
export const sshOptions = [
  option("jump", "connect through this host, or several separated by commas", { short: "J", value: "host" }),
  option("identity", "private key file", { short: "i", value: "file", type: "path", repeatable: true }),
  option("port", "port of the ssh server", { value: "number", type: "count", min: 1, max: 65_535 }),
] as const satisfies readonly OptionSpec[];

export type LoginOptions = OptionsOf<typeof loginOptions>;

export type SshOptions = OptionsOf<typeof sshOptions> & LoginOptions;
