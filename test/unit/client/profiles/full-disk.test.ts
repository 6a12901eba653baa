import fs, { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { withProfile } from "../../../../src/client/profiles/profile.ts";
import { profilesFile, readProfiles } from "../../../../src/client/profiles/store.ts";
import { changeProfiles } from "../../../../src/client/profiles/writer.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";
import { lab } from "./lab.ts";

/** In a file of its own: conf keeps the functions of node:fs that it finds when it is first loaded. */
test("a disk that stores only a part of the profiles leaves them as they were", async () => {
  const folder = folderOfTest();
  const { writeSync } = fs;
  let room = Number.POSITIVE_INFINITY;
  vi.spyOn(fs, "writeSync").mockImplementation((fd: number, data: NodeJS.ArrayBufferView | string) =>
    writeSync(fd, String(data).slice(0, room)),
  );
  await changeProfiles(folder, (profiles) => withProfile(profiles, "kept", lab));
  const before = readFileSync(profilesFile(folder), "utf8");
  room = 100;
  const failure = await rejection(() =>
    changeProfiles(folder, (profiles) => withProfile(profiles, "more", lab)),
  );
  expect([failure.kind, failure.message]).toEqual([
    "other",
    expect.stringMatching(/cannot be stored.*ENOSPC/),
  ]);
  expect(readFileSync(profilesFile(folder), "utf8")).toBe(before);
  expect(readProfiles(folder).profiles.byName).toEqual({ kept: lab });
  expect(readdirSync(folder)).toEqual(["profiles.json"]);
});
