import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { Profile } from "../../../src/profiles/profile.ts";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-profiles-"));
  made.push(folder);
  return folder;
}

export const labKey = "LabConsumerKey0001:LabTokenKey0000001:LabTokenSecret000000000000000001";
export const otherKey = "TwoConsumerKey0001:TwoTokenKey0000001:TwoTokenSecret000000000000000001";

export const lab: Profile = {
  url: "http://lab.example:5240/SVC",
  addressing: "path",
  signature: "plaintext",
  key: labKey,
};
