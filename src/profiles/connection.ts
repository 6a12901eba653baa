import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type GivenKey, readGivenKey } from "./credentials.ts";
import { configFolder } from "./folder.ts";
import {
  type ConnectionSettings,
  type EffectiveConnection,
  needsProfiles,
  resolveConnection,
} from "./precedence.ts";
import { noProfiles } from "./profile.ts";
import { readProfiles, type StoredProfiles } from "./store.ts";

/** Where the key and the profiles are looked for. */
interface ConnectionSources {
  readonly configDir: string | undefined;
  readonly apiKeyFile: string | undefined;
  readonly apiKeyStdin: boolean;
}

/**
 * The effective connection: reads the key that was given and, where they
 * matter, the stored profiles. `warnings` are for the operator. Throws the
 * `Failure`s of `readGivenKey`, `readProfiles` and `resolveConnection`.
 */
export async function findConnection(
  settings: ConnectionSettings & ConnectionSources,
  context: Pick<Context, "env" | "stdin">,
): Promise<{ readonly connection: EffectiveConnection; readonly warnings: readonly string[] }> {
  const given = await readGivenKey(settings, context);
  const stored = needsProfiles(settings, given)
    ? readProfiles(configFolder(settings.configDir, context.env))
    : { profiles: noProfiles, warnings: [] };
  const connection = resolveOrExplain(settings, given, stored);
  return {
    connection,
    warnings: [...stored.warnings, ...(connection.warning === undefined ? [] : [connection.warning])],
  };
}

/** A failure to find address or key says also why the profiles could not be read. */
function resolveOrExplain(
  settings: ConnectionSettings,
  given: GivenKey | undefined,
  { profiles, warnings }: StoredProfiles,
): EffectiveConnection {
  try {
    return resolveConnection(settings, given, profiles);
  } catch (error) {
    if (!(error instanceof Failure) || warnings.length === 0) throw error;
    throw error.with({ lines: warnings });
  }
}
