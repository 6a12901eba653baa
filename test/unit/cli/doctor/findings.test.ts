import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { environmentVariables, globalOptions } from "../../../../src/catalogue/commands/options.ts";
import { checkNames, failed } from "../../../../src/cli/doctor/check.ts";
import { judgeCache } from "../../../../src/cli/doctor/checks/files.ts";
import {
  isSupported,
  judgePrograms,
  judgeScript,
  judgeVariables,
  knownVariables,
  manualFolders,
} from "../../../../src/cli/doctor/checks/local.ts";
import { judgeConnections } from "../../../../src/cli/doctor/checks/network.ts";
import {
  addressOfRedirect,
  judgeCachedDescription,
  judgeClock,
  judgeTimes,
} from "../../../../src/cli/doctor/checks/service.ts";
import { causeOf } from "../../../../src/cli/doctor/checks/settings.ts";

test("Nodes are judged as package.json declares them", () => {
  const { engines } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../../package.json"), "utf8"),
  ) as { engines: { node: string } };
  expect(engines.node).toBe(">=20.19 <21 || >=22.3");
  const versions = [
    ...["18.20.0", "20.18.3", "20.19.0", "20.20.2", "21.7.3", "22.2.0", "22.3.0", "23.0.0", "24.1.0"],
    "26.0.0",
  ];
  expect(versions.filter(isSupported)).toEqual([
    ...["20.19.0", "20.20.2", "22.3.0", "23.0.0", "24.1.0", "26.0.0"],
  ]);
});

describe("connections to several addresses", () => {
  const explain = () => failed("unreachable", "refused", "start it");
  const v4 = { address: "192.0.2.1", family: "IPv4" } as const;
  const v6 = { address: "2001:db8::1", family: "IPv6" } as const;
  const refused = Object.assign(new Error(), { code: "ECONNREFUSED" });
  const lab = { host: "lab.example", port: 5240 };

  test("an address that does not answer beside one that does causes a warning with its family", () => {
    const finding = judgeConnections(
      [
        { ...v4, tookMs: 3 },
        { ...v6, error: refused },
      ],
      lab,
      explain,
    );
    expect(finding).toMatchObject({
      state: "warning",
      found: "port 5240 of 192.0.2.1 in 3 ms; 2001:db8::1 refuses connections",
    });
    expect(finding.fix).toMatch(/IPv6 route to 2001:db8::1/);
  });

  test("loopback often listens in one family alone", () => {
    const tries = [
      { ...v4, tookMs: 3 },
      { ...v6, error: refused },
    ];
    expect(judgeConnections(tries, { host: "localhost", port: 1 }, explain).state).toBe("ok");
  });

  test("if none answers, the failure names each address", () => {
    const finding = judgeConnections(
      [
        { ...v4, error: refused },
        { ...v6, error: new Error("x") },
      ],
      lab,
      explain,
    );
    expect(finding).toMatchObject({
      state: "failed",
      found: "refused (192.0.2.1 refuses connections; 2001:db8::1 fails (unknown error))",
    });
  });
});

describe("variables", () => {
  test("every one that is documented is known", () => {
    const names = [
      ...globalOptions.flatMap((option) => ("env" in option ? option.env : [])),
      ...environmentVariables.flatMap(({ name }) => name.split(", ")),
    ];
    expect(knownVariables).toEqual(expect.arrayContaining(names));
    const env = Object.fromEntries(
      names.filter((name) => name.startsWith("SVC_")).map((name) => [name, "x"]),
    );
    expect(judgeVariables(env, {}).state).toBe("ok");
  });

  test("every one that svc reads or sets is known", () => {
    const root = join(import.meta.dirname, "../../../../src");
    const names = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => readFileSync(join(root, file), "utf8").match(/\bSVC_[A-Z_]*[A-Z]\b/g) ?? []);
    expect(names).toContain("SVC_SANDBOX_LOG");
    expect([...new Set(names)].filter((name) => !knownVariables.includes(name))).toEqual([]);
  });

  test.each([
    ["SVC_ULR", "SVC_URL"],
    ["SVC_APIKEY", "SVC_API_KEY"],
    ["SVC_PROFIL", "SVC_PROFILE"],
    ["SVC_CACERT", "SVC_CA_CERT"],
    ["SVC_CONFIGDIR", "SVC_CONFIG_DIR"],
  ])("%s is taken for %s", (name, expected) => {
    expect(judgeVariables({ [name]: "x" }, {})).toMatchObject({
      state: "warning",
      fix: `export ${expected}="$${name}"; unset ${name}`,
    });
  });

  test("unknown variables without a similar name get no suggestion, and many are shortened", () => {
    expect(judgeVariables({ SVC_COFFEE_MACHINE: "x" }, {}).fix).toBe("unset SVC_COFFEE_MACHINE");
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`SVC_COFFEE_CUP_${index}`, "x"]),
    );
    expect(judgeVariables(many, {}).found).toMatch(/ and 4 more$/);
  });

  test("empty variables count as not set", () => {
    expect(judgeVariables({ SVC_ULR: "" }, {})).toEqual({ state: "ok", found: "no SVC_* variable is set" });
  });
});

test.each([
  [0, 0, "ok"],
  [60_000, 0, "ok"],
  [61_000, 0, "warning"],
  [300_000, 0, "warning"],
  [301_000, 0, "failed"],
  [-301_000, 0, "failed"],
  [0, 301_000, "ok"],
] as const)("a skew of %i ms after an offset of %i is %s", (skewMs, offsetMs, state) => {
  expect(judgeClock(skewMs, offsetMs, "lab").state).toBe(state);
});

test("the fix for the clock is the whole offset, and none beyond a day", () => {
  expect(judgeClock(-400_000, 600_000, "lab").fix).toMatch(/svc profiles set lab clock-offset=200s$/);
  expect(judgeClock(90_000_000, 0, "lab").fix).not.toContain("clock-offset");
  expect(judgeClock(400_000, 0, undefined).fix).not.toContain("clock-offset");
});

test.each([
  ["http://lab/SVC", "https://lab/SVC/api/version/", "https://lab/SVC"],
  ["http://lab/SVC", "/METAL/api/2.0/version/", "http://lab/METAL"],
  ["http://lab/SVC", "https://other/SVC/api/version/", undefined],
  ["http://lab/SVC", "https://u:p@lab/SVC/api/version/", undefined],
  ["http://lab/SVC", "/login?next=/SVC/api/version/", undefined],
  ["http://lab/SVC", "/SVC/api/2.0/version/", undefined],
  ["http://lab/SVC", "http://[", undefined],
  ["http://lab/SVC", undefined, undefined],
])("a redirect of %s to %s means %s", (baseUrl, location, address) => {
  expect(addressOfRedirect(baseUrl, location)).toBe(address);
});

test.each([
  ["Authorization Error: 'Expired timestamp: given 1 and now 2'", "time"],
  ["Nonce already used: 1", "time"],
  ["Invalid signature", "signature"],
  ["Invalid consumer.", "key"],
  ["Invalid access token: abc", "key"],
  ["no", undefined],
])("%s is about %s", (text, about) => {
  expect(causeOf(text)?.about).toBe(about);
});

test.each([
  [undefined, "skipped", undefined],
  [{ state: "missing", next: undefined }, "ok", undefined],
  [{ state: "current", next: undefined }, "ok", undefined],
  [{ state: "current", next: "add a line" }, "warning", "add a line"],
  [{ state: "other", next: "add a line" }, "warning", "svc completion install fish --force"],
] as const)("a completion script of %j is %s", (script, state, fix) => {
  const installed = script && { shell: "fish", file: "/f/svc.fish", ...script };
  expect(judgeScript(installed)).toMatchObject({ state, ...(fix === undefined ? {} : { fix }) });
});

test("man searches MANPATH, and folders beside PATH if that is empty or has an empty entry", () => {
  expect(manualFolders({ PATH: "/usr/bin:relative" })).toEqual(["/usr/share/man", "/usr/man"]);
  expect(manualFolders({ PATH: "/usr/bin", MANPATH: "/m" })).toEqual(["/m"]);
  expect(manualFolders({ PATH: "/usr/bin", MANPATH: "/m:" })).toEqual(["/m", "/usr/share/man", "/usr/man"]);
});

test("programs of the same name are distinguished by their files", () => {
  const mine = { path: "/usr/bin/svc", file: "/opt/svc/bin/svc.js", isRunning: true };
  const other = { path: "/old/svc", file: "/old/svc", isRunning: false };
  expect(judgePrograms([])).toMatchObject({ state: "ok" });
  expect(judgePrograms([mine, { ...mine, path: "/bin/svc" }])).toEqual({
    state: "ok",
    found: "/usr/bin/svc",
  });
  expect(judgePrograms([mine, other])).toMatchObject({
    state: "warning",
    fix: expect.stringContaining("/old/svc"),
  });
  expect(judgePrograms([other, mine])).toMatchObject({
    state: "warning",
    fix: expect.stringContaining("PATH"),
  });
});

const folder = {
  path: "/c",
  kind: "folder",
  mode: 0o700,
  owner: 7,
  isReadable: true,
  isWritable: true,
} as const;

test("a cache of another user is not used", () => {
  expect(judgeCache(folder, folder, 7).state).toBe("ok");
  expect(judgeCache(folder, folder, 8)).toMatchObject({
    state: "warning",
    found: expect.stringContaining("uid 7"),
  });
  expect(judgeCache({ ...folder, isWritable: false }, { ...folder, isWritable: false }, 7).fix).toBe(
    "chmod u+rwx /c",
  );
});

test("no fix changes the owner or mode of a shared folder", () => {
  const shared = { ...folder, path: "/tmp", mode: 0o1777, owner: 0 };
  const another = "export SVC_CACHE_DIR=DIR, a folder that only svc uses";
  expect(judgeCache(shared, shared, 0).fix).toBe(another);
  expect(judgeCache(shared, shared, 7).fix).toBe(another);
  const system = { ...shared, path: "/usr", mode: 0o755 };
  expect(judgeCache(system, system, 7).fix).toBe(another);
  const folderFacts = { ...system, path: "/home/ada/.cache/svc" };
  expect(judgeCache(folderFacts, folderFacts, 7).fix).toBe('sudo chown -R "$(id -un)" /home/ada/.cache/svc');
  const loose = { ...folderFacts, mode: 0o777 };
  expect(judgeCache(loose, loose, 0).fix).toBe("chmod go-w /home/ada/.cache/svc");
});

test("a cached description is compared by the hash in answers", () => {
  const description = { groups: [], isOutdated: false, ageMs: 60_000, hash: "a", currentHash: "a" };
  expect(judgeCachedDescription(description).state).toBe("ok");
  expect(judgeCachedDescription({ ...description, currentHash: undefined }).state).toBe("ok");
  expect(judgeCachedDescription({ ...description, currentHash: "b" }).state).toBe("warning");
  expect(judgeCachedDescription({ ...description, isOutdated: true }).state).toBe("warning");
});

test("the speed is the median", () => {
  expect(judgeTimes([900, 20, 10], "")).toEqual({
    state: "ok",
    found: "an answer takes 20 ms (median of 3)",
  });
  expect(judgeTimes([2_500], "").state).toBe("warning");
  expect(judgeTimes([], "").state).toBe("warning");
});

test("every check needs only earlier ones", async () => {
  const { checkSpecs: checks } = await import("../../../../src/cli/commands/service/doctor.ts");
  for (const [index, name] of checkNames.entries())
    for (const need of checks[name].needs ?? []) expect(checkNames.slice(0, index)).toContain(need);
});

test("every check is tested with a whole run", () => {
  const folder = join(import.meta.dirname, "../../../e2e");
  const tests = readdirSync(folder)
    .filter((file) => /^doctor-.*\.test\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  expect(checkNames.filter((name) => !tests.includes(`checks["${name}"]`))).toEqual([]);
});
