import { mkdirSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { findConnection } from "../../../../src/client/profiles/connection.ts";
import { profilesFile } from "../../../../src/client/profiles/folder.ts";
import { changeProfiles } from "../../../../src/client/profiles/writer.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";
import { lab, labKey } from "./lab.ts";

const settings = {
  profile: undefined,
  baseUrl: undefined,
  signature: undefined,
  addressing: undefined,
  caCert: undefined,
  insecure: false,
  output: undefined,
  apiKeyFile: undefined,
  apiKeyStdin: false,
  configDir: undefined,
};

const context = (env: Record<string, string>) => ({ env, stdin: Readable.from([]) });

test("address and key of the environment are enough, even beside a damaged file", async () => {
  const folder = folderOfTest();
  writeFileSync(profilesFile(folder), "{");
  const { connection, warnings } = await findConnection(
    { ...settings, baseUrl: "http://x.example/SVC" },
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

test("the profile in use is taken from the folder that the environment names", async () => {
  const folder = folderOfTest();
  await changeProfiles(folder, () => ({ current: "lab", byName: { lab } }));
  const { connection } = await findConnection(settings, context({ SVC_CONFIG_DIR: folder }));
  expect([connection.endpoint.baseUrl, connection.profile]).toEqual([lab.url, "lab"]);
});

test("a failure tells also that the profiles could not be read", async () => {
  const folder = folderOfTest();
  mkdirSync(profilesFile(folder));
  const failure = await rejection(() => findConnection({ ...settings, configDir: folder }, context({})));
  expect([failure.kind, failure.details.lines]).toEqual([
    "notAuthenticated",
    [expect.stringContaining("not a regular file")],
  ]);
});
