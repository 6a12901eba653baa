import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { login } from "../../../../../src/cli/commands/profiles.ts";
import { runCommand } from "../../../../../src/cli/invocation/invocation.ts";
import { profilesFile } from "../../../../../src/client/profiles/store.ts";
import { changeProfiles } from "../../../../../src/client/profiles/writer.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { lab, labKey, otherKey } from "../../../client/profiles/lab.ts";
import { rejection } from "../../../rejection.ts";
import {
  expectNoKeyShown,
  type HarnessOptions,
  openHarness,
  refusal,
  storedIn,
  withKey,
  words,
} from "./login-harness.ts";

/** Logs in successfully, by default with only a URL and the key from the environment. */
async function loggedIn(options: HarnessOptions = {}) {
  const harness = openHarness({ words: words(lab.url), env: withKey, ...options });
  await runCommand(login, harness.invocation);
  return harness;
}

/** Runs a login that fails. */
async function refused(options: HarnessOptions = {}) {
  const harness = openHarness({ words: words(lab.url), env: withKey, ...options });
  return { harness, failure: await rejection(() => runCommand(login, harness.invocation)) };
}

describe("login stores nothing", () => {
  test.each([
    ["where the key stands for the address", words(labKey)],
    ["where the key stands for the name", words(labKey, lab.url)],
    ["where the key stands behind the name", words("lab", labKey)],
    ["where the key stands in the address", words(`http://${labKey}@lab.example/SVC`)],
  ])("and does not repeat the key %s", async (_, key) => {
    const harness = openHarness({ words: key });
    const failure = await rejection(() => runCommand(login, harness.invocation));
    expect([failure.kind, failure.details.hint]).toEqual(["usage", expect.stringContaining("revoke")]);
    expectNoKeyShown(harness, failure);
    expect([harness.requests, storedIn(harness).byName]).toEqual([[], {}]);
  });

  test.each([
    ["without an address", words("lab"), "usage"],
    ["with a name that is none", words("../lab", lab.url), "usage"],
    ["with an address that is none", words("lab", "ftp://lab.example"), "usage"],
    ["without a key where nobody can be asked", words("lab", lab.url), "notAuthenticated"],
  ] as const)("%s", async (_, key, kind) => {
    const harness = openHarness({ words: key });
    expect((await rejection(() => runCommand(login, harness.invocation))).kind).toBe(kind);
    expect([harness.requests, storedIn(harness).byName]).toEqual([[], {}]);
  });

  test.each([
    ["the service refuses the key", refusal("notAuthenticated", 401), "notAuthenticated", 1],
    ["the user may not read", refusal("forbidden", 403), "forbidden", 1],
    ["the service is ill", refusal("serverError", 502), "serverError", 1],
    ["neither form is known", refusal("notFound", 404), "notFound", 2],
  ] as const)("if %s", async (_, answer, kind, tries) => {
    const { harness, failure } = await refused({
      service: ({ path }) => {
        if (path.startsWith("/api/")) return "2.0";
        throw answer;
      },
    });
    expect(failure.kind).toBe(kind);
    expect(harness.requests.filter(({ path }) => !path.startsWith("/api/"))).toHaveLength(tries);
    expect(storedIn(harness).byName).toEqual({});
  });

  test("if the service cannot be reached, and sends no key", async () => {
    const { harness, failure } = await refused({
      service: () => {
        throw new Failure("unreachable", "refused");
      },
    });
    expect(failure.kind).toBe("unreachable");
    expect(harness.requests.map(({ endpoint }) => endpoint.credentials)).toEqual([undefined]);
  });

  test("if another web page answers instead of the service", async () => {
    const { harness, failure } = await refused({ service: () => "<html>hello</html>" });
    expect(failure.message).toContain(lab.url);
    expect(storedIn(harness).byName).toEqual({});
  });

  test("if the profile file is damaged, which stays unchanged", async () => {
    const harness = openHarness({ words: words(lab.url), env: withKey });
    writeFileSync(profilesFile(harness.folder), "{");
    expect((await rejection(() => runCommand(login, harness.invocation))).message).toContain(
      profilesFile(harness.folder),
    );
    expect(readFileSync(profilesFile(harness.folder), "utf8")).toBe("{");
    expect(harness.requests).toEqual([]);
  });
});

describe("login over a profile of the same name", () => {
  const harness = async (options: HarnessOptions) => {
    const folder = folderOfTest();
    await changeProfiles(folder, () => ({ current: "lab", byName: { lab: { ...lab, key: otherKey } } }));
    return openHarness({ words: words("lab", lab.url), env: withKey, folder, ...options });
  };

  test("needs --yes if nobody can be asked", async () => {
    const unattended = await harness({});
    expect((await rejection(() => runCommand(login, unattended.invocation))).kind).toBe("notConfirmed");
    expect(storedIn(unattended).byName["lab"]?.key).toBe(otherKey);
    expect(unattended.requests).toEqual([]);
  });

  test("asks on a terminal, and accepts a no", async () => {
    const attended = await harness({ isTTY: true });
    const declined = rejection(() => runCommand(login, attended.invocation));
    attended.type("n\r");
    expect((await declined).kind).toBe("notConfirmed");
    expect(attended.shown.stderr).toContain("'lab'");
  });

  test.each([{ options: { force: true } }, { globals: { yes: true } }])(
    "replaces it with %j",
    async (key) => {
      const sure = await harness(key);
      await runCommand(login, sure.invocation);
      expect(storedIn(sure).byName["lab"]?.key).toBe(labKey);
    },
  );

  test("uses the address of the profile if only its name is given", async () => {
    const renewing = await harness({ words: words("lab"), options: { force: true } });
    await runCommand(login, renewing.invocation);
    expect(storedIn(renewing).byName).toEqual({ lab });
  });
});

describe("login while another profile is in use", () => {
  const harness = async (options: HarnessOptions) => {
    const folder = folderOfTest();
    await changeProfiles(folder, () => ({ current: "prod", byName: { prod: { ...lab, key: otherKey } } }));
    return openHarness({ words: words("lab", lab.url), env: withKey, folder, user: "amy", ...options });
  };

  test.each<[HarnessOptions, string, string, string]>([
    [{}, "", "lab", "profile 'lab' is now in use instead of 'prod': 'svc profiles use prod' switches back"],
    [
      { options: { "no-use": true } },
      "",
      "prod",
      "'prod' is still in use: 'svc profiles use lab' switches to 'lab'",
    ],
    [{ isTTY: true }, "y\r", "lab", "use profile 'lab' from now on, instead of 'prod'?"],
    [{ isTTY: true }, "\r", "prod", "'prod' is still in use"],
    [{ isTTY: true, globals: { yes: true } }, "", "lab", "instead of 'prod'"],
  ])("%j %j", async (options, keys, used, text) => {
    const one = await harness(options);
    const done = runCommand(login, one.invocation);
    one.type(keys);
    await done;
    expect(storedIn(one)).toMatchObject({ current: used, byName: { lab: { user: "amy" } } });
    expect(one.shown.stderr).toContain(text);
    expect(one.shown.stderr).toContain("as amy");
  });
});

describe("login", () => {
  test("stores address, form and key, switches to the profile, and shows no key", async () => {
    const harness = await loggedIn({ words: words("lab", "http://lab.example:5240/SVC/api/2.0/") });
    expect(storedIn(harness)).toEqual({ current: "lab", byName: { lab } });
    expect(harness.printed).toEqual([expect.objectContaining({ name: "lab", url: lab.url, current: true })]);
    expect(harness.shown.stderr).toContain("2.0");
    expectNoKeyShown(harness);
  });

  test("asks for the key without echo on a terminal, even with --api-key-stdin, and explains where keys are", async () => {
    for (const globals of [{}, { apiKeyStdin: true }]) {
      const harness = openHarness({ words: words(lab.url), isTTY: true, globals });
      const done = runCommand(login, harness.invocation);
      harness.type(`${labKey}\r`);
      await done;
      expect(storedIn(harness).byName).toEqual({ lab });
      expect(harness.shown.stderr).toMatch(/find or create an API key in the web interface.*\n.*API key for/);
      expectNoKeyShown(harness);
    }
  });

  test("reads the key from a pipe", async () => {
    const harness = openHarness({ words: words(lab.url), globals: { apiKeyStdin: true } });
    harness.type(`${labKey}\n`);
    harness.hangUp();
    await runCommand(login, harness.invocation);
    expect(storedIn(harness).byName).toEqual({ lab });
  });

  test.each([
    ["http://boot.example.net/METAL", "boot"],
    ["https://10.0.0.7/SVC", "default"],
    ["http://[::1]:5240/SVC", "default"],
    ["http://localhost:5240/SVC", "default"],
  ])("names the profile of %s %s", async (url, name) => {
    const harness = await loggedIn({ words: words(url) });
    expect(storedIn(harness).current).toBe(name);
  });

  test("accepts a name from --profile, but not from the environment", async () => {
    const named = await loggedIn({ globals: { profile: "typed" } });
    expect(storedIn(named).current).toBe("typed");
    const inherited = openHarness({
      words: words(lab.url),
      env: { ...withKey, SVC_PROFILE: "prod" },
      globals: { profile: "prod" },
    });
    await runCommand(login, inherited.invocation);
    expect(storedIn(inherited).current).toBe("lab");
  });

  test.each([
    ["404", refusal("notFound", 404)],
    ["a redirect", refusal("other", 302)],
    ["405", refusal("other", 405)],
    ["400", refusal("invalid", 400)],
  ])("detects the query form if the path form answers %s", async (_, answer) => {
    const harness = await loggedIn({
      service: ({ path, endpoint }) => {
        if (path.startsWith("/api/")) return "2.0";
        if (endpoint.addressing === "path") throw answer;
        return [];
      },
    });
    expect(storedIn(harness).byName["lab"]?.addressing).toBe("query");
  });

  test("tries only the requested form", async () => {
    const harness = await loggedIn({ globals: { addressing: "query" } });
    expect(harness.requests.slice(1).map(({ endpoint }) => endpoint.addressing)).toEqual(["query"]);
  });

  test("signs with the service's time if the clocks differ much, reports it, and stores the offset", async () => {
    const harness = await loggedIn({ clockSkewMs: -3_600_400 });
    expect(harness.requests.at(-1)?.endpoint.clockOffsetMs).toBe(-3_600_000);
    expect(storedIn(harness).byName["lab"]?.clockOffsetMs).toBe(-3_600_000);
    expect(harness.shown.stderr).toContain("1h ahead of");
  });

  test.each([2_300_000_000_000, -90_000_000])(
    "stores no offset of more than a day (%d ms)",
    async (clockSkewMs) => {
      const { harness, failure } = await refused({ clockSkewMs, now: 1_800_000_000_000 });
      expect([failure.kind, failure.message]).toEqual([
        "notAuthenticated",
        expect.stringMatching(/the service's clock says \d{4}-.* days (ahead of|behind) this computer's/),
      ]);
      expect(storedIn(harness).byName).toEqual({});
    },
  );

  test("ignores a small difference between the clocks", async () => {
    const harness = await loggedIn({ clockSkewMs: 59_000 });
    expect(storedIn(harness).byName).toEqual({ lab });
  });

  test("works with a service that hides its version", async () => {
    const harness = await loggedIn({
      service: ({ path }) => {
        if (path.startsWith("/api/")) throw refusal("notFound", 404);
        return [];
      },
    });
    expect(storedIn(harness).byName).toEqual({ lab });
  });

  test("warns only if the key is sent unencrypted", async () => {
    for (const [url, warns] of [
      [lab.url, true],
      ["https://lab.example/SVC", false],
      ["http://127.0.0.1:5240/SVC", false],
    ] as const) {
      const harness = await loggedIn({ words: words("lab", url) });
      expect(harness.shown.stderr.includes("not encrypted")).toBe(warns);
    }
  });

  test("sends no request with --no-check", async () => {
    const harness = await loggedIn({ options: { "no-check": true } });
    expect([harness.requests, storedIn(harness).byName]).toEqual([[], { lab }]);
  });
});

test("login fails before any request if the folder is not writable", async () => {
  const folder = folderOfTest();
  writeFileSync(join(folder, "plain"), "");
  const { harness, failure } = await refused({ folder: join(folder, "plain", "svc") });
  expect(harness.requests).toEqual([]);
  expect([failure.kind, failure.details.hint]).toEqual(["usage", expect.stringContaining("--config-dir")]);
  expectNoKeyShown(harness, failure);
});
