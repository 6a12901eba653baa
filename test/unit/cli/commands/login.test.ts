import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { login } from "../../../../src/cli/commands/login.ts";
import { Failure } from "../../../../src/failure.ts";
import { profilesFile } from "../../../../src/profiles/folder.ts";
import { changeProfiles } from "../../../../src/profiles/writer.ts";
import { lab, labKey, otherKey, temporaryFolder } from "../../profiles/folders.ts";
import { rejection } from "../../rejection.ts";
import {
  type DeskOptions,
  expectNoKeyShown,
  openDesk,
  refusal,
  storedIn,
  withKey,
  words,
} from "./login-desk.ts";

describe("login stores nothing", () => {
  test.each([
    ["where the key stands for the address", words(labKey)],
    ["where the key stands for the name", words(labKey, lab.url)],
    ["where the key stands behind the name", words("lab", labKey)],
    ["where the key stands in the address", words(`http://${labKey}@lab.example/SVC`)],
  ])("and repeats no key %s", async (_, given) => {
    const desk = openDesk({ words: given });
    const failure = await rejection(() => login(desk.invocation));
    expect([failure.kind, failure.details.hint]).toEqual(["usage", expect.stringContaining("revoke")]);
    expectNoKeyShown(desk, failure);
    expect([desk.asked, storedIn(desk).byName]).toEqual([[], {}]);
  });

  test.each([
    ["without an address", words("lab"), "usage"],
    ["with a name that is none", words("../lab", lab.url), "usage"],
    ["with an address that is none", words("lab", "ftp://lab.example"), "usage"],
    ["without a key where nobody can be asked", words("lab", lab.url), "notAuthenticated"],
  ] as const)("%s", async (_, given, kind) => {
    const desk = openDesk({ words: given });
    expect((await rejection(() => login(desk.invocation))).kind).toBe(kind);
    expect([desk.asked, storedIn(desk).byName]).toEqual([[], {}]);
  });

  test.each([
    ["the service refuses the key", refusal("notAuthenticated", 401), "notAuthenticated", 1],
    ["the user may not read", refusal("forbidden", 403), "forbidden", 1],
    ["the service is ill", refusal("serverError", 502), "serverError", 1],
    ["neither form is known", refusal("notFound", 404), "notFound", 2],
  ] as const)("where %s", async (_, answer, kind, tries) => {
    const desk = openDesk({
      words: words(lab.url),
      env: withKey,
      service: ({ path }) => {
        if (path.startsWith("/api/")) return "2.0";
        throw answer;
      },
    });
    expect((await rejection(() => login(desk.invocation))).kind).toBe(kind);
    expect(desk.asked.filter(({ path }) => !path.startsWith("/api/"))).toHaveLength(tries);
    expect(storedIn(desk).byName).toEqual({});
  });

  test("where the service cannot be reached, and no key is sent", async () => {
    const desk = openDesk({
      words: words(lab.url),
      env: withKey,
      service: () => {
        throw new Failure("unreachable", "refused");
      },
    });
    expect((await rejection(() => login(desk.invocation))).kind).toBe("unreachable");
    expect(desk.asked.map(({ endpoint }) => endpoint.credentials)).toEqual([undefined]);
  });

  test("where a page answers in the service's place", async () => {
    const desk = openDesk({ words: words(lab.url), env: withKey, service: () => "<html>hello</html>" });
    expect((await rejection(() => login(desk.invocation))).message).toContain(lab.url);
    expect(storedIn(desk).byName).toEqual({});
  });

  test("over a damaged file, which stays as it is", async () => {
    const desk = openDesk({ words: words(lab.url), env: withKey });
    writeFileSync(profilesFile(desk.folder), "{");
    expect((await rejection(() => login(desk.invocation))).message).toContain(profilesFile(desk.folder));
    expect(readFileSync(profilesFile(desk.folder), "utf8")).toBe("{");
    expect(desk.asked).toEqual([]);
  });
});

describe("login over a profile of the same name", () => {
  const desk = async (options: DeskOptions) => {
    const folder = temporaryFolder();
    await changeProfiles(folder, () => ({ current: "lab", byName: { lab: { ...lab, key: otherKey } } }));
    return openDesk({ words: words("lab", lab.url), env: withKey, folder, ...options });
  };

  test("needs a yes where nobody can be asked", async () => {
    const unattended = await desk({});
    expect((await rejection(() => login(unattended.invocation))).kind).toBe("notConfirmed");
    expect(storedIn(unattended).byName["lab"]?.key).toBe(otherKey);
    expect(unattended.asked).toEqual([]);
  });

  test("asks on a terminal, and takes a no", async () => {
    const attended = await desk({ isTTY: true });
    const declined = rejection(() => login(attended.invocation));
    attended.type("n\r");
    expect((await declined).kind).toBe("notConfirmed");
    expect(attended.shown.stderr).toContain("'lab'");
  });

  test.each([{ options: { force: true } }, { globals: { yes: true } }])(
    "replaces it with %j",
    async (given) => {
      const sure = await desk(given);
      await login(sure.invocation);
      expect(storedIn(sure).byName["lab"]?.key).toBe(labKey);
    },
  );

  test("takes the address of the profile where only its name is given", async () => {
    const renewing = await desk({ words: words("lab"), options: { force: true } });
    await login(renewing.invocation);
    expect(storedIn(renewing).byName).toEqual({ lab });
  });
});

describe("login", () => {
  test("stores address, form and key, makes the profile the one in use, and shows no key", async () => {
    const desk = openDesk({ words: words("lab", "http://lab.example:5240/SVC/api/2.0/"), env: withKey });
    await login(desk.invocation);
    expect(storedIn(desk)).toEqual({ current: "lab", byName: { lab } });
    expect(desk.printed).toEqual([expect.objectContaining({ name: "lab", url: lab.url, current: true })]);
    expect(desk.shown.stderr).toContain("2.0");
    expectNoKeyShown(desk);
  });

  test("asks for the key on a terminal without showing it, also with --api-key-stdin", async () => {
    for (const globals of [{}, { apiKeyStdin: true }]) {
      const desk = openDesk({ words: words(lab.url), isTTY: true, globals });
      const done = login(desk.invocation);
      desk.type(`${labKey}\r`);
      await done;
      expect(storedIn(desk).byName).toEqual({ lab });
      expectNoKeyShown(desk);
    }
  });

  test("reads the key from a pipe", async () => {
    const desk = openDesk({ words: words(lab.url), globals: { apiKeyStdin: true } });
    desk.type(`${labKey}\n`);
    desk.hangUp();
    await login(desk.invocation);
    expect(storedIn(desk).byName).toEqual({ lab });
  });

  test.each([
    ["http://boot.example.net/METAL", "boot"],
    ["https://10.0.0.7/SVC", "default"],
    ["http://[::1]:5240/SVC", "default"],
    ["http://localhost:5240/SVC", "default"],
  ])("names the profile of %s %s", async (url, name) => {
    const desk = openDesk({ words: words(url), env: withKey });
    await login(desk.invocation);
    expect(storedIn(desk).current).toBe(name);
  });

  test("takes a name from --profile, but not from the environment", async () => {
    const typed = openDesk({ words: words(lab.url), env: withKey, globals: { profile: "typed" } });
    await login(typed.invocation);
    expect(storedIn(typed).current).toBe("typed");
    const inherited = openDesk({
      words: words(lab.url),
      env: { ...withKey, SVC_PROFILE: "prod" },
      globals: { profile: "prod" },
    });
    await login(inherited.invocation);
    expect(storedIn(inherited).current).toBe("lab");
  });

  test.each([
    ["404", refusal("notFound", 404)],
    ["a redirect", refusal("other", 302)],
    ["405", refusal("other", 405)],
    ["400", refusal("invalid", 400)],
  ])("finds out the query form where the path form answers %s", async (_, answer) => {
    const desk = openDesk({
      words: words(lab.url),
      env: withKey,
      service: ({ path, endpoint }) => {
        if (path.startsWith("/api/")) return "2.0";
        if (endpoint.addressing === "path") throw answer;
        return [];
      },
    });
    await login(desk.invocation);
    expect(storedIn(desk).byName["lab"]?.addressing).toBe("query");
  });

  test("tries no other form than the one asked for", async () => {
    const desk = openDesk({ words: words(lab.url), env: withKey, globals: { addressing: "query" } });
    await login(desk.invocation);
    expect(desk.asked.slice(1).map(({ endpoint }) => endpoint.addressing)).toEqual(["query"]);
  });

  test("signs by the service's clock where they are far apart, says so, and keeps it", async () => {
    const desk = openDesk({ words: words(lab.url), env: withKey, clockSkewMs: -3_600_400 });
    await login(desk.invocation);
    expect(desk.asked.at(-1)?.endpoint.clockOffsetMs).toBe(-3_600_000);
    expect(storedIn(desk).byName["lab"]?.clockOffsetMs).toBe(-3_600_000);
    expect(desk.shown.stderr).toContain("1h ahead of");
  });

  test.each([2_300_000_000_000, -90_000_000])(
    "stores no offset of more than a day (%d ms)",
    async (clockSkewMs) => {
      const desk = openDesk({ words: words(lab.url), env: withKey, clockSkewMs, now: 1_800_000_000_000 });
      const failure = await rejection(() => login(desk.invocation));
      expect([failure.kind, failure.message]).toEqual([
        "notAuthenticated",
        expect.stringMatching(/the service's clock says \d{4}-.* days (ahead of|behind) this computer's/),
      ]);
      expect(storedIn(desk).byName).toEqual({});
    },
  );

  test("leaves a small difference of the clocks alone", async () => {
    const desk = openDesk({ words: words(lab.url), env: withKey, clockSkewMs: 59_000 });
    await login(desk.invocation);
    expect(storedIn(desk).byName).toEqual({ lab });
  });

  test("works with a service that hides its version", async () => {
    const desk = openDesk({
      words: words(lab.url),
      env: withKey,
      service: ({ path }) => {
        if (path.startsWith("/api/")) throw refusal("notFound", 404);
        return [];
      },
    });
    await login(desk.invocation);
    expect(storedIn(desk).byName).toEqual({ lab });
  });

  test("warns where the key travels readable, and only there", async () => {
    for (const [url, warns] of [
      [lab.url, true],
      ["https://lab.example/SVC", false],
      ["http://127.0.0.1:5240/SVC", false],
    ] as const) {
      const desk = openDesk({ words: words("lab", url), env: withKey });
      await login(desk.invocation);
      expect(desk.shown.stderr.includes("not encrypted")).toBe(warns);
    }
  });

  test("asks nothing with --no-check", async () => {
    const desk = openDesk({ words: words(lab.url), env: withKey, options: { "no-check": true } });
    await login(desk.invocation);
    expect([desk.asked, storedIn(desk).byName]).toEqual([[], { lab }]);
  });
});

test("login into a folder that takes no file says so before the service is asked", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "plain"), "");
  const desk = openDesk({ words: words(lab.url), env: withKey, folder: join(folder, "plain", "svc") });
  const failure = await rejection(() => login(desk.invocation));
  expect(desk.asked).toEqual([]);
  expect([failure.kind, failure.details.hint]).toEqual(["usage", expect.stringContaining("--config-dir")]);
  expectNoKeyShown(desk, failure);
});
