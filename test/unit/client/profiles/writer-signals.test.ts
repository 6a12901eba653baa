import { expect, test } from "vitest";
import { changeProfiles } from "../../../../src/client/profiles/writer.ts";
import { folderOfTest } from "../../../temporary-folder.ts";

/** In a file of its own: what hooks signals does so once, when it is loaded. */
test("the first write of a process hooks no signal that svc answers itself", async () => {
  const counts = () => [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")];
  const before = counts();
  await changeProfiles(folderOfTest(), (profiles) => profiles);
  expect(counts()).toEqual(before);
});
