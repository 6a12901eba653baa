import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
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

/** A connection, and what the operator should know about how it was found. */
interface FoundConnection {
  readonly connection: EffectiveConnection;
  readonly warnings: readonly string[];
}

/** The effective connection with the key that was given for this run; throws like `connectionWith` and `readGivenKey`. */
export async function findConnection(
  settings: ConnectionSettings & ConnectionSources,
  context: Pick<Context, "env" | "stdin">,
): Promise<FoundConnection> {
  return connectionWith(await readGivenKey(settings, context), settings, context.env);
}

/**
 * The effective connection with a key that was given: reads the stored profiles where they matter. Throws the
 * `Failure`s of `readProfiles` and `resolveConnection`.
 */
export function connectionWith(
  given: GivenKey | undefined,
  settings: ConnectionSettings & Pick<ConnectionSources, "configDir">,
  env: Context["env"],
): FoundConnection {
  const stored = needsProfiles(settings, given)
    ? readProfiles(configFolder(settings.configDir, env))
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
