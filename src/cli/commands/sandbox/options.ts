import { Failure } from "../../../failure.ts";
import type { SandboxOptions } from "../../../sandbox/sandbox.ts";
import type { Invocation } from "../../invocation/invocation.ts";

/**
 * The options that `sandbox start` and `sandbox exec` share; a `Failure` (usage) for a value that cannot be.
 */
export function readSandboxOptions({ options, context }: Invocation): SandboxOptions {
  const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
    (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
  const { segment } = options;
  if (segment !== undefined && !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(segment)) {
    throw new Failure("usage", `--segment takes a word of letters, digits, '-' and '_', not '${segment}'`);
  }
  return {
    now: () => context.clock.now(),
    ...given("port", options.port),
    ...given("host", options.host),
    ...given("segment", segment),
    ...given("machines", options.machines),
    ...given("seed", options.seed),
    ...given("speed", options.speed),
    ...given("instant", options.instant),
    ...given("stateFile", options.state),
    ...given("faults", options.fault),
  };
}
