import { type GivenKey, readGivenKey } from "../../client/profiles/credentials.ts";
import { configFolder } from "../../client/profiles/folder.ts";
import {
  type EffectiveConnection,
  needsProfiles,
  resolveConnection,
} from "../../client/profiles/precedence.ts";
import { noProfiles } from "../../client/profiles/profile.ts";
import { readProfiles, type StoredProfiles } from "../../client/profiles/store.ts";
import { Failure } from "../../core/failure.ts";
import type { Subject } from "./subject.ts";

/** Where a connection comes from, each part found by itself, so that one that is wrong does not hide the others. */
export interface FoundConnection {
  /** The folder of the profiles; undefined where the environment names none. */
  readonly folder: string | undefined;
  readonly stored: StoredProfiles | Failure;
  /** Whether the profiles matter to this line. */
  readonly usesProfiles: boolean;
  /** The key that was given for this run; undefined where none is. */
  readonly given: GivenKey | undefined;
  /** Why no key can be used; undefined also where there is none at all. */
  readonly keyFailure: Failure | undefined;
  readonly connection: EffectiveConnection | Failure;
}

/** In the place of a key that cannot be read: it is never sent. */
const placeholder: GivenKey = {
  credentials: { consumerKey: "", tokenKey: "", tokenSecret: "" },
  from: "nothing",
};

export async function findConnection({ given: settings, context, wrong }: Subject): Promise<FoundConnection> {
  const folder = configFolder(settings.configDir, context.env);
  const given = await orFailure(() => readGivenKey(settings, context));
  const stored = await orFailure(() => readProfiles(folder));
  const key = given instanceof Failure ? placeholder : given;
  const profiles = stored instanceof Failure ? noProfiles : stored.profiles;
  const usesProfiles = needsProfiles(settings, key);
  const common = {
    folder,
    stored,
    usesProfiles,
    given: given instanceof Failure ? undefined : given,
  };
  const badKey = given instanceof Failure ? given : undefined;
  const wrongUrl = settings.baseUrl === undefined ? wrong["SVC_URL"] : undefined;
  if (wrongUrl !== undefined) return { ...common, keyFailure: badKey, connection: wrongUrl };
  if (usesProfiles && stored instanceof Failure) return { ...common, keyFailure: badKey, connection: stored };
  const connection = await orFailure(() => resolveConnection(settings, key, profiles));
  if (!(connection instanceof Failure)) {
    return { ...common, keyFailure: badKey, connection: badKey ? keyless(connection) : connection };
  }
  // A profile's key that cannot be used leaves the rest of the profile as it is.
  const rest = await orFailure(() => resolveConnection(settings, placeholder, profiles));
  if (key !== undefined || rest instanceof Failure) {
    return { ...common, keyFailure: badKey, connection };
  }
  return { ...common, keyFailure: connection, connection: keyless(rest) };
}

const keyless = (connection: EffectiveConnection): EffectiveConnection => ({
  ...connection,
  endpoint: { ...connection.endpoint, credentials: undefined },
});

async function orFailure<Result>(work: () => Result | Promise<Result>): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
