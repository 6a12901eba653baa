import { mkdirSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import {
  type ConnectionSettings,
  findConnection,
  needsProfiles,
  requireKey,
  resolveConnection,
} from "../../../../src/client/profiles/connection.ts";
import { type ExplicitKey, keyText, parseKey } from "../../../../src/client/profiles/credentials.ts";
import { noProfiles, type Profiles } from "../../../../src/client/profiles/profile.ts";
import { profilesFile } from "../../../../src/client/profiles/store.ts";
import { changeProfiles } from "../../../../src/client/profiles/writer.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";
import { lab, labKey, otherKey } from "./lab.ts";

const silent: ConnectionSettings = {
  profile: undefined,
  url: undefined,
  signature: undefined,
  addressing: undefined,
  caCert: undefined,
  insecure: false,
  output: undefined,
};

const settings = { ...silent, apiKeyFile: undefined, apiKeyStdin: false, configDir: undefined };

const context = (env: Record<string, string>) => ({ env, stdin: Readable.from([]) });

test("address and key of the environment are enough, even with a damaged profiles file", async () => {
  const folder = folderOfTest();
  writeFileSync(profilesFile(folder), "{");
  const { connection, warnings } = await findConnection(
    { ...settings, url: "http://x.example/SVC" },
    context({ SVC_API_KEY: labKey, SVC_CONFIG_DIR: folder }),
  );
  expect([connection.endpoint.baseUrl, connection.profile, warnings]).toEqual([
    "http://x.example/SVC",
    undefined,
    [],
  ]);
  expect((await rejection(() => findConnection(settings, context({ SVC_CONFIG_DIR: folder })))).kind).toBe(
    "other",
  );
});

test("the current profile is read from the folder in the environment", async () => {
  const folder = folderOfTest();
  await changeProfiles(folder, () => ({ current: "lab", byName: { lab } }));
  const { connection } = await findConnection(settings, context({ SVC_CONFIG_DIR: folder }));
  expect([connection.endpoint.baseUrl, connection.profile]).toEqual([lab.url, "lab"]);
});

test("a failure also says that the profiles could not be read", async () => {
  const folder = folderOfTest();
  mkdirSync(profilesFile(folder));
  const failure = await rejection(() => findConnection({ ...settings, configDir: folder }, context({})));
  expect([failure.kind, failure.details.lines]).toEqual([
    "notAuthenticated",
    [expect.stringContaining("not a regular file")],
  ]);
});

const stored: Profiles = {
  current: "lab",
  byName: {
    lab: {
      ...lab,
      addressing: "query",
      signature: "hmac-sha1",
      output: "yaml",
      caCert: "/ca.pem",
      insecure: true,
      clockOffsetMs: 90_000,
    },
    prod: { ...lab, url: "https://prod.example/METAL", key: otherKey },
  },
};

const explicitKey: ExplicitKey = { credentials: parseKey(otherKey, "SVC_API_KEY"), source: "SVC_API_KEY" };

const keySent = (settings: Partial<ConnectionSettings>, key?: ExplicitKey, profiles = stored) => {
  const { credentials } = resolveConnection({ ...silent, ...settings }, key, profiles).endpoint;
  return credentials && keyText(credentials);
};

describe("a profile's key", () => {
  test.each([
    "http://elsewhere.example/SVC",
    "https://lab.example:5240/SVC",
    "http://lab.example/SVC",
    "http://lab.example:5241/SVC",
    "http://lab.example.evil.example:5240/SVC",
  ])("is never sent to another origin: %s", (url) => {
    expect(keySent({ url })).toBeUndefined();
    expect(keySent({ url, profile: "lab" })).toBeUndefined();
    expect(keySent({ url }, explicitKey)).toBe(otherKey);
  });

  test("is sent to its own service, with any segment", () => {
    expect(keySent({})).toBe(labKey);
    expect(keySent({ url: "http://lab.example:5240/OTHER" })).toBe(labKey);
    expect(keySent({ profile: "prod" })).toBe(otherKey);
  });

  test("is replaced by an explicit key", () => {
    expect(keySent({}, explicitKey)).toBe(otherKey);
  });
});

describe("an address of another service", () => {
  const elsewhere = { ...silent, url: "http://elsewhere.example/SVC" };

  test("uses no setting of the profile", () => {
    const { endpoint, insecure, caCert, profile } = resolveConnection(elsewhere, explicitKey, stored);
    expect(endpoint).toMatchObject({ addressing: "path", signature: "plaintext", clockOffsetMs: 0 });
    expect([insecure, caCert, profile]).toEqual([false, undefined, undefined]);
  });

  test("causes a warning only if --profile was given", () => {
    expect(resolveConnection({ ...elsewhere, profile: "lab" }, explicitKey, stored).warning).toContain(
      "'lab'",
    );
    expect(resolveConnection(elsewhere, explicitKey, stored).warning).toBeUndefined();
  });

  test("without an explicit key is not authenticated", async () => {
    const failure = await rejection(() => requireKey(resolveConnection(elsewhere, undefined, stored)));
    expect([failure.kind, failure.message]).toEqual([
      "notAuthenticated",
      expect.stringContaining("http://elsewhere.example/SVC"),
    ]);
  });
});

describe("a setting", () => {
  test("comes from the profile by default", () => {
    expect(resolveConnection(silent, undefined, stored)).toMatchObject({
      endpoint: { baseUrl: lab.url, addressing: "query", signature: "hmac-sha1", clockOffsetMs: 90_000 },
      profile: "lab",
      caCert: "/ca.pem",
      insecure: true,
      output: "yaml",
      warning: undefined,
    });
  });

  test("from an option or the environment takes precedence", () => {
    const typedConnection = {
      ...silent,
      addressing: "path",
      signature: "plaintext",
      output: "json",
      caCert: "/own.pem",
    } as const;
    expect(resolveConnection(typedConnection, undefined, stored)).toMatchObject({
      endpoint: { addressing: "path", signature: "plaintext" },
      output: "json",
      caCert: "/own.pem",
    });
  });
});

describe("no address", () => {
  test("is not authenticated without profiles, with a hint how to log in", async () => {
    const failure = await rejection(() => resolveConnection(silent, undefined, noProfiles));
    expect(failure.kind).toBe("notAuthenticated");
    expect(failure.details.hint).toMatch(/svc login NAME URL.*svc sandbox exec -- /);
  });

  test("and a key is a usage failure", async () => {
    expect((await rejection(() => resolveConnection(silent, explicitKey, noProfiles))).kind).toBe("usage");
  });

  test("but profiles that are not in use lists them", async () => {
    const failure = await rejection(() =>
      resolveConnection(silent, undefined, { ...stored, current: undefined }),
    );
    expect([failure.kind, failure.details.hint]).toEqual(["usage", expect.stringContaining("lab, prod")]);
  });

  test.each(["lba", "__proto__", "toString"])(
    "and an unknown profile (%s) lists the existing ones",
    async (profile) => {
      const failure = await rejection(() => resolveConnection({ ...silent, profile }, explicitKey, stored));
      expect([failure.kind, failure.details.hint]).toEqual(["notFound", "profiles: lab, prod"]);
    },
  );

  test("and a current profile that was deleted counts as none", async () => {
    const gone = { ...stored, current: "gone" };
    expect((await rejection(() => resolveConnection(silent, undefined, gone))).kind).toBe("usage");
    expect(keySent({ url: "http://x.example" }, explicitKey, gone)).toBe(otherKey);
  });
});

test("profiles do not matter with an explicit address and key", () => {
  const address = { ...silent, url: "http://x.example" };
  expect(needsProfiles(address, explicitKey)).toBe(false);
  expect(needsProfiles({ ...address, profile: "lab" }, explicitKey)).toBe(true);
  expect(needsProfiles(address, undefined)).toBe(true);
  expect(needsProfiles(silent, explicitKey)).toBe(true);
});
