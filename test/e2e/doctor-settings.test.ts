import { chmodSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkNames } from "../../src/cli/doctor/check.ts";
import { sandboxOfFile } from "../sandboxes.ts";
import { commandIn, patientWith } from "./doctor-fixture.ts";

const sandbox = await sandboxOfFile({ instant: true });

const connected = () => ({ url: sandbox.url, key: sandbox.keys.administrator });
const isRoot = process.getuid?.() === 0;

describe("svc doctor without problems", () => {
  test("reports success, writes nothing, and exits with 0", async () => {
    const patient = patientWith(connected());
    const before = readdirSync(patient.folder, { recursive: true });
    const { code, checks, stderr } = await patient.examine("export SVC_CACHE_DIR=$HOME/none");
    expect([code, stderr]).toEqual([0, "no problems found\n"]);
    expect(Object.keys(checks)).toEqual(checkNames);
    expect(
      Object.values(checks)
        .filter(({ state }) => state === "skipped")
        .map(({ name }) => name),
    ).toEqual(["completion", "dns", "tls"]);
    expect(checks["address"]?.found).toBe(`${sandbox.url} (profile 'lab')`);
    expect(checks["user"]?.found).toBe("admin, an administrator");
    // The launcher stores compiled code below .cache; svc itself writes nothing.
    const after = readdirSync(patient.folder, { recursive: true }).filter(
      (name) => !String(name).startsWith(".cache"),
    );
    expect(after).toEqual(before);
  });

  test("works with environment variables alone, and without a home folder", async () => {
    const { url, key } = connected();
    const patient = patientWith({ env: { SVC_URL: url, SVC_API_KEY: key } });
    const { code, checks } = await patient.examine("unset HOME SVC_CONFIG_DIR");
    expect([code, checks["profiles"]?.state, checks["cache"]?.state]).toEqual([0, "ok", "ok"]);
    expect(checks["svc"]?.found).toMatch(/^svc \d\S* on Node \d/);
    expect(checks["settings"]?.found).toBe("address from SVC_URL; key from SVC_API_KEY");
  });

  test("reports that a user is not an administrator, and the source of each setting", async () => {
    const patient = patientWith(
      { ...connected(), env: { SVC_API_KEY: sandbox.keys.user, SVC_ADDRESSING: "path" } },
      "--timeout 9",
    );
    const { checks } = await patient.examine();
    expect(checks["user"]?.found).toMatch(/, not an administrator$/);
    expect(checks["settings"]?.found).toBe(
      "address of profile 'lab' (in use); key from SVC_API_KEY, not the profile's; timeout from --timeout; addressing from SVC_ADDRESSING; config-dir from SVC_CONFIG_DIR",
    );
  });

  test.each([
    ["table", /^ok {7}svc {10}svc \d/],
    ["csv", /^NAME,STATE,FOUND,FIX\r?\nsvc,ok,/],
    ["ndjson", /^\{"name":"svc","state":"ok","found":/],
    ["yaml", /^checks:\n {2}- name: svc\n/],
    ["name", /^svc\npath\n/],
    ["wide", /^NAME +STATE +FOUND/],
  ])("prints a row for each check as %s", async (form, start) => {
    const result = await patientWith(connected()).runHere(`svc doctor -o ${form} -q`);
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(result.stdout).toMatch(start);
  });
});

test("an unknown output format in the environment is reported, and the checks continue", async () => {
  const patient = patientWith({ ...connected(), env: { SVC_OUTPUT: "tabel", SVC_TIMEOUT: "soon" } });
  const { code, checks } = await patient.examine();
  expect([code, checks["variables"]?.state]).toEqual([2, "failed"]);
  expect(checks["variables"]?.found).toMatch(/SVC_OUTPUT.*SVC_TIMEOUT/);
  const mended = await patient.examine(commandIn(checks["variables"]?.fix));
  expect(mended.code).toBe(0);
});

test("a misspelt variable is reported with the right name, which the fix sets", async () => {
  const { url, key } = connected();
  const patient = patientWith({ env: { SVC_ULR: url, SVC_API_KEY: key } });
  const { code, checks } = await patient.examine();
  expect([code, checks["address"]?.state, checks["service"]?.state]).toEqual([2, "failed", "skipped"]);
  expect(checks["variables"]).toMatchObject({
    state: "warning",
    found: "svc does not read SVC_ULR (SVC_URL?)",
  });
  const mended = await patient.examine(commandIn(checks["variables"]?.fix));
  expect([mended.code, mended.checks["variables"]?.state]).toEqual([0, "ok"]);
});

test("without any connection, svc login is the fix", async () => {
  const { code, checks } = await patientWith().examine();
  expect([code, checks["address"]?.state]).toEqual([4, "failed"]);
  expect(checks["address"]?.fix).toMatch(/^svc login NAME URL/);
});

test("ALL_PROXY, which svc does not use, is reported", async () => {
  const patient = patientWith({ ...connected(), env: { ALL_PROXY: "http://u:geheim@proxy.example:1" } });
  const { checks } = await patient.examine();
  expect(checks["variables"]).toMatchObject({
    state: "warning",
    found: expect.stringContaining("ALL_PROXY"),
  });
  expect((await patient.examine(commandIn(checks["variables"]?.fix))).checks["variables"]?.state).toBe("ok");
});

test("a profile that --url overrides is reported", async () => {
  const patient = patientWith({ url: "http://lab.example/SVC", env: { SVC_URL: sandbox.url } }, "-p lab");
  const { code, checks } = await patient.examine(`export SVC_API_KEY=${sandbox.keys.administrator}`);
  expect(code).toBe(0);
  expect(checks["settings"]).toMatchObject({
    state: "warning",
    found: expect.stringContaining("'lab' is not used"),
  });
});

describe("the profiles file", () => {
  const broken = [
    ["that is no JSON", "{", "is not valid JSON"],
    ["of another content", "[]", "does not contain a JSON object"],
    ["with a profile that lacks its address", '{"profiles":{"lab":{"key":"x"}}}', "url is wrong or missing"],
  ] as const;
  test.each(broken)("%s is reported, and the fix moves it away", async (_, content, message) => {
    const patient = patientWith(connected());
    writeFileSync(join(patient.config, "profiles.json"), content);
    const { code, checks } = await patient.examine();
    expect([code, checks["profiles"]?.state, checks["address"]?.state]).toEqual([1, "failed", "failed"]);
    expect(checks["profiles"]?.found).toContain(message);
    writeFileSync(join(patient.folder, "key"), sandbox.keys.administrator);
    const [moved = "", login = ""] = (checks["profiles"]?.fix ?? "").split(", then ");
    const command = login.replace("NAME URL", `lab ${sandbox.url} -q --api-key-file key >/dev/null`);
    expect((await patient.examine(`${moved}; ${command}`)).code).toBe(0);
  });

  test.each(broken)("%s does no harm if the environment has all settings", async (_, content) => {
    const patient = patientWith(connected());
    writeFileSync(join(patient.config, "profiles.json"), content);
    const { code, checks } = await patient.examine(
      `export SVC_URL=${sandbox.url} SVC_API_KEY=${sandbox.keys.administrator}`,
    );
    expect([code, checks["profiles"]?.state]).toEqual([0, "warning"]);
  });

  test("may be empty", async () => {
    const patient = patientWith(connected());
    writeFileSync(join(patient.config, "profiles.json"), "");
    const { code, checks } = await patient.examine();
    expect([code, checks["profiles"]?.state]).toEqual([4, "warning"]);
  });

  test("may begin with a byte order mark", async () => {
    const patient = patientWith(connected());
    const path = join(patient.config, "profiles.json");
    const { administrator: key } = sandbox.keys;
    const lab = { url: sandbox.url, key };
    writeFileSync(path, `\uFEFF${JSON.stringify({ current: "lab", profiles: { lab } })}`);
    expect((await patient.examine()).code).toBe(0);
  });

  test.each([
    ["a file that others can read", "profiles.json", 0o644],
    ["a file that everybody can write", "profiles.json", 0o666],
    ["a folder that everybody can write", ".", 0o777],
  ])("%s is a warning, and the fix removes it", async (_, name, mode) => {
    const patient = patientWith(connected());
    chmodSync(join(patient.config, name), mode);
    const { code, checks } = await patient.examine();
    expect([code, checks["profiles"]?.state]).toEqual([0, "warning"]);
    const mended = await patient.examine(commandIn(checks["profiles"]?.fix));
    expect(mended.checks["profiles"]?.state).toBe("ok");
  });

  test("the sandbox's file is checked too", async () => {
    const patient = patientWith(connected());
    writeFileSync(join(patient.config, "sandbox.json"), "{}", { mode: 0o644 });
    const { checks } = await patient.examine();
    expect(checks["profiles"]).toMatchObject({
      state: "warning",
      found: expect.stringContaining("sandbox.json"),
    });
    const mended = await patient.examine(commandIn(checks["profiles"]?.fix));
    expect(mended.checks["profiles"]?.state).toBe("ok");
  });

  test("aliases that others may change are reported", async () => {
    const patient = patientWith(connected());
    const before = "svc alias set ready 'machines list' -q; chmod 666 config/aliases";
    const { checks } = await patient.examine(before);
    expect(checks["profiles"]).toMatchObject({ state: "warning", found: expect.stringContaining("aliases") });
    const mended = await patient.examine(commandIn(checks["profiles"]?.fix));
    expect(mended.checks["profiles"]?.state).toBe("ok");
  });

  test("in a folder that is a symbolic link is found, and the link is reported", async () => {
    const patient = patientWith(connected());
    renameSync(patient.config, join(patient.folder, "elsewhere"));
    symlinkSync(join(patient.folder, "elsewhere"), patient.config);
    const { code, checks } = await patient.examine();
    expect([code, checks["profiles"]?.state]).toEqual([0, "ok"]);
    expect(checks["profiles"]?.found).toContain("elsewhere");
  });

  test("a folder in its place is reported", async () => {
    const patient = patientWith();
    mkdirSync(join(patient.config, "profiles.json"), { recursive: true, mode: 0o700 });
    const { code, checks } = await patient.examine();
    expect([code, checks["profiles"]?.found]).toEqual([4, expect.stringContaining("not a regular file")]);
  });

  test("a file in place of its folder is reported", async () => {
    const patient = patientWith();
    writeFileSync(patient.config, "");
    const { code, checks } = await patient.examine();
    expect([code, checks["profiles"]?.state]).toEqual([2, "failed"]);
  });

  test.skipIf(isRoot)("that cannot be read is a failure, and the fix removes it", async () => {
    const patient = patientWith(connected());
    chmodSync(join(patient.config, "profiles.json"), 0);
    const { code, checks } = await patient.examine();
    expect([code, checks["profiles"]?.state]).toEqual([4, "failed"]);
    expect((await patient.examine(commandIn(checks["profiles"]?.fix))).code).toBe(0);
  });

  test.skipIf(isRoot)("in a read-only folder is a warning", async () => {
    const patient = patientWith(connected());
    chmodSync(patient.config, 0o500);
    const { checks } = await patient.examine();
    expect(checks["profiles"]).toMatchObject({ state: "warning", found: expect.stringContaining("login") });
    const mended = await patient.examine(commandIn(checks["profiles"]?.fix));
    expect(mended.checks["profiles"]?.state).toBe("ok");
  });
});

test.each([
  ["is a file", "touch cache; export SVC_CACHE_DIR=$PWD/cache", "is not a folder"],
  ["other users can change", "mkdir -m 777 cache; export SVC_CACHE_DIR=$PWD/cache", "other users may change"],
])("a cache folder that %s is a warning", async (_, before, message) => {
  const patient = patientWith(connected());
  const { code, checks } = await patient.examine(before);
  expect([code, checks["cache"]?.state]).toEqual([0, "warning"]);
  expect(checks["cache"]?.found).toContain(message);
  const mended = await patient.examine(`export SVC_CACHE_DIR=$PWD/cache; ${commandIn(checks["cache"]?.fix)}`);
  expect(mended.checks["cache"]?.state).toBe("ok");
});

test.each(["bash", "zsh", "fish"])(
  "an old completion script of %s is told, and installed anew",
  async (shell) => {
    const patient = patientWith({ ...connected(), env: { SHELL: `/bin/${shell}`, FPATH: "/none" } });
    const missing = await patient.examine();
    expect(missing.checks["completion"]).toMatchObject({
      state: "ok",
      found: expect.stringContaining("not installed"),
    });
    const install = `svc completion install ${shell} -q >/dev/null`;
    const fresh = await patient.examine(install);
    const file = /\S*svc\S*/.exec(fresh.checks["completion"]?.found ?? "")?.[0] ?? "";
    expect(file).toContain(patient.folder);
    const old = await patient.examine(`echo '# Completion of svc for ${shell}' > ${file}`);
    expect(old.checks["completion"]).toMatchObject({
      state: "warning",
      found: expect.stringContaining("this version"),
    });
    const mended = await patient.examine(`${old.checks["completion"]?.fix} -q >/dev/null`);
    expect(mended.checks["completion"]?.found).not.toContain("this version");
  },
);

test("the manual page is found in MANPATH and beside PATH", async () => {
  const patient = patientWith(connected());
  const beside = await patient.examine(
    "mkdir -p usr/bin usr/share/man/man1; touch usr/share/man/man1/svc.1; PATH=$PWD/usr/bin:$PATH",
  );
  expect(beside.checks["manual"]?.found).toBe(`${patient.folder}/usr/share/man/man1/svc.1`);
  const result = await patient.examine(
    "mkdir -p more/man1; touch more/man1/svc.1.gz; export MANPATH=$PWD/more",
  );
  expect(result.checks["manual"]?.found).toBe(`${patient.folder}/more/man1/svc.1.gz`);
});

test("another svc earlier in PATH is reported", async () => {
  const patient = patientWith(connected());
  const program = "mkdir bin; printf '#!/bin/sh\\n' > bin/svc; chmod +x bin/svc; export PATH=$PWD/bin:$PATH";
  const { checks } = await patient.examine(program);
  expect(checks["path"]).toMatchObject({ state: "warning", found: expect.stringContaining("bin/svc") });
});
