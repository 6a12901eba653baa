import { Failure } from "../../../failure.ts";
import type { SandboxOptions } from "../../../sandbox/sandbox.ts";
import type { Invocation } from "../../action.ts";

/** The largest fleet that the sandbox is made for. */
const mostMachines = 10_000;

/**
 * The options that `sandbox start` and `sandbox exec` share; a `Failure` (usage) for a value that cannot be.
 */
export function readSandboxOptions({ options, context }: Invocation): SandboxOptions {
  const number = (name: string, minimum: number, maximum: number, whole = true): number | undefined => {
    const text = options[name];
    if (typeof text !== "string") return undefined;
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= minimum && value <= maximum && (!whole || Number.isInteger(value))) return value;
    throw new Failure(
      "usage",
      `--${name} takes a ${whole ? "whole " : ""}number from ${minimum} to ${maximum}, not '${text}'`,
    );
  };
  const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
    (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
  const segment = options["segment"];
  if (typeof segment === "string" && !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(segment)) {
    throw new Failure("usage", `--segment takes a word of letters, digits, '-' and '_', not '${segment}'`);
  }
  const faults = options["fault"];
  const state = options["state"];
  if (state === "") throw new Failure("usage", "--state takes the name of a file");
  return {
    now: () => context.clock.now(),
    ...given("port", number("port", 0, 65_535)),
    ...given("host", typeof options["host"] === "string" ? options["host"] : undefined),
    ...given("segment", typeof segment === "string" ? segment : undefined),
    ...given("machines", number("machines", 0, mostMachines)),
    ...given("seed", number("seed", 0, Number.MAX_SAFE_INTEGER)),
    ...given("speed", number("speed", 0.001, 1_000_000, false)),
    ...given("instant", options["instant"] === true ? true : undefined),
    ...given("stateFile", typeof state === "string" ? state : undefined),
    ...given("faults", Array.isArray(faults) ? faults : typeof faults === "string" ? [faults] : undefined),
  };
}
