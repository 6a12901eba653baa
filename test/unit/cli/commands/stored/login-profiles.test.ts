import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  currentProfile,
  listProfiles,
  logout,
  printEnvironment,
  removeProfile,
  renameProfile,
  setProfile,
  showProfile,
  useProfile,
} from "../../../../../src/cli/commands/profiles.ts";
import { runCommand } from "../../../../../src/cli/invocation/invocation.ts";
import { profilesFile } from "../../../../../src/client/profiles/store.ts";
import { changeProfiles } from "../../../../../src/client/profiles/writer.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { lab, labKey, otherKey } from "../../../client/profiles/lab.ts";
import { rejection } from "../../../rejection.ts";
import { expectNoKeyShown, type HarnessOptions, openHarness, refusal, storedIn } from "./login-harness.ts";

describe("with two profiles stored,", () => {
  const harness = async (options: HarnessOptions = {}) => {
    const folder = folderOfTest();
    const prod = { ...lab, url: "https://prod.example/METAL", key: otherKey };
    await changeProfiles(folder, () => ({ current: "lab", byName: { lab, prod } }));
    return openHarness({ folder, ...options });
  };

  test("logout removes only the profile in use", async () => {
    const leaving = await harness();
    await runCommand(logout, leaving.invocation);
    expect([storedIn(leaving).current, Object.keys(storedIn(leaving).byName)]).toEqual([undefined, ["prod"]]);
    expect(leaving.requests).toEqual([]);
    expect(readFileSync(profilesFile(leaving.folder), "utf8")).not.toContain(labKey);
  });

  test("logout --revoke deletes the key at its own service, signed with that key", async () => {
    const leaving = await harness({
      words: { name: "prod" },
      options: { revoke: true },
      globals: { yes: true },
    });
    await runCommand(logout, leaving.invocation);
    expect(leaving.requests).toMatchObject([
      {
        endpoint: { baseUrl: "https://prod.example/METAL", credentials: { tokenKey: "TwoTokenKey0000001" } },
        path: "/account/op-delete_authorisation_token",
        values: { token_key: "TwoTokenKey0000001" },
      },
    ]);
    expect(storedIn(leaving).current).toBe("lab");
    expectNoKeyShown(leaving);
  });

  test.each([
    [401, undefined, true],
    [404, undefined, true],
    [401, 900_000, false],
    [403, undefined, false],
    [502, undefined, false],
  ])("logout --revoke after a %d (skew %s) removes the profile: %s", async (status, clockSkewMs, forgets) => {
    const leaving = await harness({
      options: { revoke: true },
      globals: { yes: true },
      ...(clockSkewMs === undefined ? {} : { clockSkewMs }),
      service: () => {
        throw refusal("other", status);
      },
    });
    const failed = await runCommand(logout, leaving.invocation).then(
      () => false,
      () => true,
    );
    expect([failed, storedIn(leaving).byName["lab"] === undefined]).toEqual([!forgets, forgets]);
  });

  test("logout --revoke sends nothing without a confirmation", async () => {
    const unattended = await harness({ options: { revoke: true } });
    expect((await rejection(() => runCommand(logout, unattended.invocation))).kind).toBe("notConfirmed");
    expect([unattended.requests, Object.keys(storedIn(unattended).byName)]).toEqual([[], ["lab", "prod"]]);
  });

  test("list and show print every setting, but no key", async () => {
    const looking = await harness({ words: { name: "prod" } });
    await runCommand(listProfiles, looking.invocation);
    await runCommand(showProfile, looking.invocation);
    expect(looking.printed).toMatchObject([
      [
        { name: "lab", current: true },
        { name: "prod", current: false },
      ],
      { name: "prod", url: "https://prod.example/METAL" },
    ]);
    expectNoKeyShown(looking);
  });

  test("use and remove switch and remove profiles; after remove none is in use", async () => {
    const switching = await harness({ words: { name: "prod" } });
    await runCommand(useProfile, switching.invocation);
    expect(storedIn(switching).current).toBe("prod");
    await runCommand(removeProfile, switching.invocation);
    expect([storedIn(switching).current, Object.keys(storedIn(switching).byName)]).toEqual([
      undefined,
      ["lab"],
    ]);
    expect(switching.shown.stderr).toContain(
      "no profile is in use now; 'svc profiles use NAME' selects another (profiles: lab)",
    );
  });

  test("removing another profile does not mention the one in use", async () => {
    const removing = await harness({ words: { name: "prod" } });
    await runCommand(removeProfile, removing.invocation);
    expect(storedIn(removing).current).toBe("lab");
    expect(removing.shown.stderr).not.toContain("no profile is in use");
  });

  test("current prints the profile in use, and rename renames it", async () => {
    const renaming = await harness({ words: { name: "lab", "new-name": "old.lab" } });
    await runCommand(currentProfile, renaming.invocation);
    await runCommand(renameProfile, renaming.invocation);
    expect(storedIn(renaming).current).toBe("old.lab");
    expect(Object.keys(storedIn(renaming).byName).sort()).toEqual(["old.lab", "prod"]);
    expect(renaming.printed).toEqual(["lab"]);
  });

  test.each([
    ["prod", "profile 'prod' already exists"],
    [
      "../x",
      "a profile name begins with a letter or digit and has at most 64 letters, digits, '.', '_' and '-'",
    ],
    [
      labKey,
      "a profile name begins with a letter or digit and has at most 64 letters, digits, '.', '_' and '-'",
    ],
  ])("rename to %s is refused", async (newName, message) => {
    const renaming = await harness({ words: { name: "lab", "new-name": newName } });
    const failure = await rejection(() => runCommand(renameProfile, renaming.invocation));
    expect([failure.kind, failure.message]).toEqual(["usage", message]);
    expect(Object.keys(storedIn(renaming).byName).sort()).toEqual(["lab", "prod"]);
  });

  test("env prints shell variables into a pipe", async () => {
    const piped = await harness({ isTTY: false, words: { name: "lab" } });
    await runCommand(printEnvironment, piped.invocation);
    expect(piped.shown.stdout).toBe(`export SVC_URL=${lab.url}\nexport SVC_API_KEY=${labKey}\n`);
  });

  test("env shows the key on a terminal only if requested", async () => {
    const shy = await harness({ isTTY: true, words: { name: "lab" } });
    const failure = await rejection(() => runCommand(printEnvironment, shy.invocation));
    expectNoKeyShown(shy, failure);
    const requests = await harness({ isTTY: true, words: { name: "lab" }, globals: { showSecrets: true } });
    await runCommand(printEnvironment, requests.invocation);
    expect(requests.shown.stdout).toContain(labKey);
  });

  test.each([useProfile, removeProfile, showProfile, setProfile, logout])(
    "an unknown name changes nothing and lists the existing ones ($command)",
    async (action) => {
      const mistaken = await harness({ words: { name: "prdo", "setting=value": ["output=json"] } });
      const before = readFileSync(profilesFile(mistaken.folder), "utf8");
      const failure = await rejection(() => runCommand(action, mistaken.invocation));
      expect([failure.kind, failure.details.hint]).toEqual(["notFound", "profiles: lab, prod"]);
      expect(readFileSync(profilesFile(mistaken.folder), "utf8")).toBe(before);
    },
  );

  test("set changes settings, and an empty value restores the default", async () => {
    const folder = folderOfTest();
    await changeProfiles(folder, () => ({ current: "lab", byName: { lab } }));
    const set = async (...pairs: string[]) => {
      const setting = openHarness({ folder, words: { name: "lab", "setting=value": pairs } });
      await runCommand(setProfile, setting.invocation);
      return storedIn(setting).byName["lab"];
    };
    const changed = await set(
      ...["url=https://new.example/SVC/", "signature=hmac-sha1", "addressing=query", "output=json"],
      ...["ca-cert=/ca.pem", "insecure=true", "clock-offset=-90"],
    );
    expect(changed).toEqual({
      url: "https://new.example/SVC",
      addressing: "query",
      signature: "hmac-sha1",
      key: labKey,
      output: "json",
      caCert: "/ca.pem",
      insecure: true,
      clockOffsetMs: -90_000,
    });
    const reset = await set(
      `url=${lab.url}`,
      ...["signature=", "addressing=", "output=", "ca-cert=", "insecure=", "clock-offset="],
    );
    expect(reset).toEqual(lab);
  });

  test.each([
    ...["outptu=json", "output=yaml", "output", "output=xml", "signature=rsa", "addressing=both"],
    ...["insecure=maybe", "clock-offset=soon", "url=lab.example", "url=", "__proto__=x"],
    `key=${otherKey}`,
  ])("set refuses %s, and all settings given with it", async (pair) => {
    const mistaken = await harness({ words: { name: "lab", "setting=value": ["output=json", pair] } });
    const failure = await rejection(() => runCommand(setProfile, mistaken.invocation));
    expect(failure.kind).toBe("usage");
    expectNoKeyShown(mistaken, failure);
    expect(storedIn(mistaken).byName["lab"]).toEqual(lab);
  });
});
