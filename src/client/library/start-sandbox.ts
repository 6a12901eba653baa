import { clockSpeed } from "../../catalogue/sandbox-settings.ts";
import { Failure, systemErrorCode } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { choiceFor } from "../../core/text/word-lists.ts";
import { CopyError, readSnapshot } from "../../sandbox/copy/snapshot.ts";
import { StateFileError } from "../../sandbox/persistence/state-file.ts";
import { type Sandbox as Embedded, startSandbox as startEmbedded } from "../../sandbox/sandbox.ts";
import { readSeedFile, SeedFileError } from "../../sandbox/seed/source.ts";
import { FaultError } from "../../sandbox/simulation/faults.ts";
import { ServiceError } from "../../sandbox/state/service-error.ts";
import { asSvcError } from "./error.ts";
import {
  aFlag,
  aFunction,
  aNumber,
  anArrayOfStrings,
  aString,
  aWholeNumber,
  checkOptions,
  type OptionTypes,
} from "./options.ts";
import type { Sandbox, SandboxOptions } from "./sandbox-types.ts";

const sandboxOptions: OptionTypes<SandboxOptions> = {
  machines: aWholeNumber(0, 10_000),
  seed: aWholeNumber(0, Number.MAX_SAFE_INTEGER),
  seedFile: {
    takes: "a path or an object",
    accepts: (value) => typeof value === "string" || isRecord(value),
  },
  from: aString,
  speed: aNumber(clockSpeed.min, clockSpeed.max),
  instant: aFlag,
  state: aString,
  segment: aString,
  answers: aString,
  faults: anArrayOfStrings,
  port: aWholeNumber(0, 65_535),
  tls: aFlag,
  onProblem: aFunction,
};

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  try {
    checkOptions("startSandbox", options, sandboxOptions);
    checkOptionValues(options);
    const { state: stateFile, seedFile, from, ...others } = options;
    const copy = from === undefined ? undefined : readSnapshot(from);
    const seedSource = seedFile === undefined ? undefined : seedSourceOf(seedFile);
    const entries = Object.entries({ ...others, stateFile, copy, seedSource });
    return sandboxOf(
      await startEmbedded(Object.fromEntries(entries.filter(([, value]) => value !== undefined))),
    );
  } catch (error) {
    throw asSvcError(toFailure(error, options));
  }
}

const seedSourceOf = (file: NonNullable<SandboxOptions["seedFile"]>) =>
  typeof file === "string"
    ? readSeedFile(file)
    : { name: "seedFile", text: JSON.stringify(file), hasLocations: false };

const usage = (message: string) => asSvcError(new Failure("usage", message));

function sandboxOf(embedded: Embedded): Sandbox {
  const { url, keys, authority: ca } = embedded;
  const faults = () => embedded.world.faults;
  const stop = () => embedded.stop();
  return {
    url,
    key: keys.administrator,
    userKey: keys.user,
    keyOf: (username) => keyOf(embedded, username),
    ca,
    profile: { url, key: keys.administrator, ...(ca === undefined ? {} : { ca }) },
    faults: {
      list: () => faults().list(),
      set: (...texts) => rethrowAsSvcError(() => faults().replace(texts)),
      add: (...texts) => rethrowAsSvcError(() => faults().add(texts)),
      clear: (...names) => faults().remove(names),
    },
    clock: {
      now: () => new Date(embedded.world.clock.now()),
      advance(ms) {
        if (!Number.isFinite(ms) || ms < 0) throw usage(`advance() takes milliseconds, not ${ms}`);
        embedded.advance(ms);
      },
      setSpeed(factor) {
        const { min, max } = clockSpeed;
        if (!(factor >= min && factor <= max))
          throw usage(`setSpeed() takes a number from ${min} to ${max}, not ${factor}`);
        embedded.world.clock.setSpeed(factor);
      },
      pause: () => embedded.world.clock.setPaused(true),
      resume: () => embedded.world.clock.setPaused(false),
    },
    requests(last = Number.MAX_SAFE_INTEGER) {
      if (!Number.isSafeInteger(last) || last < 0) throw usage(`requests() takes a count, not ${last}`);
      return embedded.requests(last);
    },
    async changes() {
      const changes = await embedded.changes();
      if (changes !== undefined) return changes;
      throw usage("changes() needs a sandbox started with `from` or `seedFile`");
    },
    reset: () => embedded.reset(),
    save: (name) => rethrowAsSvcError(() => embedded.save(name)),
    restore: (name) => rethrowAsSvcError(() => embedded.restore(name)),
    saved: {
      list: embedded.saved.list,
      delete: (name) => rethrowAsSvcError(() => embedded.saved.remove(name)),
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function keyOf(embedded: Embedded, username: string): string {
  const key = embedded.users().find((user) => user.username === username)?.keys[0];
  if (key === undefined)
    throw asSvcError(new Failure("notFound", `the sandbox has no user '${username}' with an API key`));
  return key;
}

function rethrowAsSvcError(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw asSvcError(toFailure(error));
  }
}

function checkOptionValues({ segment, answers, from, seedFile, machines }: SandboxOptions): void {
  if (from !== undefined && (seedFile !== undefined || machines !== undefined || segment !== undefined))
    throw new Failure("usage", "'from' cannot be combined with seedFile, machines or segment");
  if (answers !== undefined) choiceFor(["documented", "deployed"], answers, "answers");
  if (segment !== undefined && !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(segment))
    throw new Failure("usage", `segment takes a word of letters, digits, '-' and '_', not '${segment}'`);
}

function toFailure(error: unknown, { port = 0, from }: SandboxOptions = {}): unknown {
  if (error instanceof CopyError) return new Failure("other", `${from} ${error.message}`, { cause: error });
  if (error instanceof FaultError)
    return new Failure("usage", error.message, { hint: "svc sandbox faults --help explains faults" });
  if (error instanceof SeedFileError) return new Failure("usage", error.message, { cause: error });
  if (error instanceof ServiceError)
    return new Failure(error.kind === "notFound" ? "notFound" : "usage", error.message, { cause: error });
  if (error instanceof StateFileError) return new Failure("other", error.message, { cause: error });
  if (systemErrorCode(error) === "EADDRINUSE")
    return new Failure("other", `another program listens on port ${port}`, {
      hint: "omit port to use a free one",
      cause: error,
    });
  return error;
}
