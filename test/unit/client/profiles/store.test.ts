import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  noProfiles,
  type Profile,
  withoutProfile,
  withProfile,
} from "../../../../src/client/profiles/profile.ts";
import {
  configFolder,
  onWindows,
  profilesFile,
  readProfiles,
} from "../../../../src/client/profiles/store.ts";
import { changeProfiles } from "../../../../src/client/profiles/writer.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";
import { lab, labKey } from "./lab.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("a damaged file", () => {
  test.each([
    ["cut off", `{"profiles": {"lab": {"url": "http://lab.example", "key": "${labKey}`],
    ["a list", "[]"],
    ["null", "null"],
    ["profiles that are a list", '{"profiles": []}'],
    ["a profile that is text", `{"profiles": {"lab": "${labKey}"}}`],
    ["a profile without address", `{"profiles": {"lab": {"key": "${labKey}"}}}`],
    ["an address that is no http", `{"profiles": {"lab": {"url": "ftp://x", "key": "${labKey}"}}}`],
    ["a key that is a number", '{"profiles": {"lab": {"url": "http://x", "key": 7}}}'],
    [
      "an offset that is text",
      `{"profiles": {"lab": {"url": "http://x", "key": "k", "clockOffsetMs": "9"}}}`,
    ],
    ["an invalid name", `{"profiles": {"../lab": {"url": "http://x", "key": "k"}}}`],
    ["a name from nowhere", `{"profiles": {"__proto__": {"url": "http://x", "key": "k"}}}`],
  ])("(%s) is named, not quoted, and never overwritten", async (_, text) => {
    const folder = folderOfTest();
    writeFileSync(profilesFile(folder), text);
    for (const run of [() => readProfiles(folder), () => changeProfiles(folder, () => noProfiles)]) {
      const failure = await rejection(run);
      expect(failure.kind).toBe("other");
      expect(failure.message).toContain(profilesFile(folder));
      expect(JSON.stringify([failure.message, failure.details])).not.toContain("LabToken");
    }
    expect(readFileSync(profilesFile(folder), "utf8")).toBe(text);
  });
});

describe("reading", () => {
  test("a missing file or folder has no profiles", () => {
    const folder = folderOfTest();
    for (const place of [folder, join(folder, "none", "deeper"), undefined]) {
      expect(readProfiles(place)).toEqual({ profiles: noProfiles, warnings: [] });
    }
  });

  test("a file in place of the folder is a failure", async () => {
    const plain = join(folderOfTest(), "plain");
    writeFileSync(plain, "");
    const failure = await rejection(() => readProfiles(plain));
    expect([failure.kind, failure.message]).toEqual(["usage", `${plain} is not a folder`]);
  });

  test.each(["", " \n"])(
    "an empty file (%j) has no profiles, with a warning, and can be replaced",
    async (text) => {
      const folder = folderOfTest();
      writeFileSync(profilesFile(folder), text, { mode: 0o600 });
      expect(readProfiles(folder)).toEqual({
        profiles: noProfiles,
        warnings: [expect.stringContaining("is empty")],
      });
      await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
      expect(readProfiles(folder).profiles.byName).toEqual({ lab });
    },
  );

  test.skipIf(onWindows)("a pipe in the file's place is not waited for", async () => {
    const folder = folderOfTest();
    execFileSync("mkfifo", [profilesFile(folder)]);
    expect(readProfiles(folder)).toEqual({
      profiles: noProfiles,
      warnings: [expect.stringContaining("not a regular file")],
    });
    expect((await rejection(() => changeProfiles(folder, () => noProfiles))).message).toContain(
      "is not a regular file",
    );
  });

  test("a file larger than 4 MiB has no profiles, with a warning, and is never overwritten", async () => {
    const folder = folderOfTest();
    writeFileSync(profilesFile(folder), " ".repeat(4 * 1024 * 1024 + 1), { mode: 0o600 });
    expect(readProfiles(folder)).toEqual({
      profiles: noProfiles,
      warnings: [expect.stringContaining("larger than 4 MiB")],
    });
    const failure = await rejection(() => changeProfiles(folder, () => noProfiles));
    expect(failure.message).toContain("is larger than 4 MiB");
  });

  test.skipIf(onWindows)("warns of a folder that other users may write into", async () => {
    const folder = folderOfTest();
    await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
    chmodSync(folder, 0o777);
    expect(readProfiles(folder).warnings).toEqual([expect.stringContaining("chmod 700")]);
    chmodSync(folder, 0o1777);
    expect(readProfiles(folder).warnings).toEqual([expect.stringMatching(/: --config-dir DIR, [^:]*$/)]);
  });

  test("an unreadable file has no profiles, with a warning", () => {
    const folder = folderOfTest();
    mkdirSync(profilesFile(folder));
    const { profiles, warnings } = readProfiles(folder);
    expect(profiles).toEqual(noProfiles);
    expect(warnings).toEqual([expect.stringContaining("not a regular file")]);
  });

  test("warns of a file that other users may read", async () => {
    const folder = folderOfTest();
    await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
    expect(readProfiles(folder).warnings).toEqual([]);
    chmodSync(profilesFile(folder), 0o644);
    expect(readProfiles(folder).warnings).toEqual(onWindows ? [] : [expect.stringContaining("0644")]);
  });
});

describe("writing", () => {
  test("keeps every setting of every profile, names with dots included", async () => {
    const folder = folderOfTest();
    const full: Profile = {
      url: "https://prod.example/METAL",
      addressing: "query",
      signature: "hmac-sha1",
      key: labKey,
      output: "json",
      caCert: "/etc/ca.pem",
      insecure: true,
      clockOffsetMs: -90_000,
    };
    await changeProfiles(folder, (profiles) => withProfile(profiles, "constructor", lab));
    await changeProfiles(folder, (profiles) => ({
      ...withProfile(profiles, "prod.1", full),
      current: "prod.1",
    }));
    expect(readProfiles(folder).profiles).toEqual({
      current: "prod.1",
      byName: { constructor: lab, "prod.1": full },
    });
    await changeProfiles(folder, (profiles) => withoutProfile(profiles, "prod.1"));
    expect(readProfiles(folder).profiles).toEqual({ current: undefined, byName: { constructor: lab } });
  });

  test.skipIf(onWindows)("makes the folder 0700 and the file 0600, and tightens a looser file", async () => {
    const folder = join(folderOfTest(), "deep", "svc");
    await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
    expect([modeOf(folder), modeOf(profilesFile(folder))]).toEqual([0o700, 0o600]);
    chmodSync(profilesFile(folder), 0o664);
    await changeProfiles(folder, (profiles) => profiles);
    expect(modeOf(profilesFile(folder))).toBe(0o600);
  });

  test("leaves only the file behind", async () => {
    const folder = folderOfTest();
    await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
    expect(readdirSync(folder)).toEqual(["profiles.json"]);
  });

  test("to an impossible path is one failure with that path", async () => {
    const folder = folderOfTest();
    writeFileSync(join(folder, "plain"), "as it was");
    const inFile = await rejection(() => changeProfiles(join(folder, "plain", "svc"), () => noProfiles));
    expect([inFile.kind, inFile.message]).toEqual(["other", expect.stringContaining(join(folder, "plain"))]);
    expect(inFile.details.hint).toContain("--config-dir");
    expect(readFileSync(join(folder, "plain"), "utf8")).toBe("as it was");
    mkdirSync(profilesFile(folder));
    expect((await rejection(() => changeProfiles(folder, () => noProfiles))).kind).toBe("other");
    expect((await rejection(() => changeProfiles(undefined, () => noProfiles))).details.hint).toContain(
      "SVC_CONFIG_DIR",
    );
  });

  test.skipIf(!existsSync("/proc/self"))("where no folder can be made is one failure", async () => {
    const failure = await rejection(() => changeProfiles("/proc/none/deeper", () => noProfiles));
    expect([failure.kind, failure.message]).toEqual(["other", expect.stringContaining("/proc/none/deeper")]);
  });

  test("removes files of killed writers, and does not follow links", async () => {
    const folder = folderOfTest();
    const elsewhere = join(folderOfTest(), "elsewhere");
    writeFileSync(elsewhere, "as it was");
    mkdirSync(join(folder, ".profiles-abcdef"));
    writeFileSync(join(folder, ".profiles-abcdef", "profiles.json"), labKey);
    symlinkSync(elsewhere, join(folder, ".profiles-ghijkl"));
    writeFileSync(join(folder, "notes.txt"), "kept");
    await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
    expect(readdirSync(folder).sort()).toEqual(["notes.txt", "profiles.json"]);
    expect(readFileSync(elsewhere, "utf8")).toBe("as it was");
  });

  test("keeps a file that is a link", async () => {
    const folder = folderOfTest();
    const target = join(folderOfTest(), "dotfiles.json");
    writeFileSync(target, "{}", { mode: 0o600 });
    symlinkSync(target, profilesFile(folder));
    await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
    expect(lstatSync(profilesFile(folder)).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toContain("lab.example");
  });

  test("by a process that lost the lock while it was stopped does not overwrite later changes", async () => {
    const folder = folderOfTest();
    const file = profilesFile(folder);
    await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
    let turns = 0;
    await changeProfiles(folder, (profiles) => {
      turns += 1;
      if (turns === 1) {
        // Another writer considers the lock stale, stores a profile and ends.
        rmSync(`${file}.lock`);
        writeFileSync(file, JSON.stringify({ profiles: { lab, other: lab } }), { mode: 0o600 });
      }
      return withProfile(profiles, "mine", lab);
    });
    expect(turns).toBe(2);
    expect(Object.keys(readProfiles(folder).profiles.byName).sort()).toEqual(["lab", "mine", "other"]);
    expect(readdirSync(folder)).toEqual(["profiles.json"]);
  });

  test("that fails leaves the file unchanged", async () => {
    const folder = folderOfTest();
    await changeProfiles(folder, (profiles) => withProfile(profiles, "lab", lab));
    const refuse = () => {
      throw new Failure("notFound", "no such profile");
    };
    expect((await rejection(() => changeProfiles(folder, refuse))).kind).toBe("notFound");
    expect(readProfiles(folder).profiles.byName).toEqual({ lab });
  });

  test("continues after a process that died with the lock", async () => {
    const folder = folderOfTest();
    writeFileSync(`${profilesFile(folder)}.lock`, "");
    await changeProfiles(
      folder,
      (profiles) => withProfile(profiles, "lab", lab),
      async () => undefined,
    );
    expect(readdirSync(folder)).toEqual(["profiles.json"]);
  });

  test("stops waiting for the lock when its pause ends with a signal", async () => {
    const folder = folderOfTest();
    writeFileSync(`${profilesFile(folder)}.lock`, "");
    const interrupted = new Failure("interrupted", "interrupted");
    const store = () =>
      changeProfiles(
        folder,
        () => noProfiles,
        () => Promise.reject(interrupted),
      );
    expect(await rejection(store)).toBe(interrupted);
    expect(readdirSync(folder)).toEqual(["profiles.json.lock"]);
  });

  test("keeps changes that another process stored in the meantime", async () => {
    const folder = folderOfTest();
    const before = readProfiles(folder).profiles;
    expect(before).toEqual(noProfiles);
    const names = Array.from({ length: 12 }, (_, index) => `lab${index}`);
    await Promise.all(names.map((name) => changeProfiles(folder, (now) => withProfile(now, name, lab))));
    expect(Object.keys(readProfiles(folder).profiles.byName).sort()).toEqual([...names].sort());
  });
});

describe("the folder", () => {
  test("is the option's, the variable's, the user's configuration folder, or none", () => {
    const home = { HOME: "/home/x" };
    expect(configFolder("/a", { SVC_CONFIG_DIR: "/b", ...home })).toBe("/a");
    expect(configFolder(undefined, { SVC_CONFIG_DIR: "/b", ...home })).toBe("/b");
    expect(configFolder(undefined, { XDG_CONFIG_HOME: "/c", SVC_CONFIG_DIR: "", ...home })).toBe(
      join("/c", "svc"),
    );
    if (!onWindows)
      expect(configFolder(undefined, { XDG_CONFIG_HOME: "c", ...home })).toBe("/home/x/.config/svc");
    expect(configFolder(undefined, {})).toBeUndefined();
  });
});

test("the first write adds no listener for signals that svc handles", async () => {
  const counts = () => [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")];
  const before = counts();
  await changeProfiles(folderOfTest(), (profiles) => profiles);
  expect(counts()).toEqual(before);
});
