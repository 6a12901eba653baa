import { describe, expect, test } from "vitest";
import { plainNameOf } from "../../../../../src/cli/commands/top/machines.ts";
import {
  checkPreference,
  commandWords,
  defaultPreferences,
  machineCommands,
  readPreferences,
  tableKeys,
} from "../../../../../src/cli/commands/top/preferences.ts";
import { firstBindings, lastBindings } from "../../../../../src/cli/commands/top/view-overlays.ts";
import { runSvc } from "../../../../svc-run.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { rejection } from "../../../rejection.ts";
import { globals } from "../../harness.ts";
import { press, stateOf } from "./top-state.ts";

const key = "aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccccccccccccccccccccccccccccccc";

async function profileWith(...settings: readonly string[]) {
  const env = { SVC_CONFIG_DIR: folderOfTest() };
  await runSvc(["login", "lab", "http://127.0.0.1:9/SVC", "--no-check", "--api-key-stdin"], {
    env,
    input: key,
  });
  const { code, stderr } = await runSvc(["profiles", "set", "lab", ...settings], { env });
  return { code, stderr, read: () => readPreferences(globals, env) };
}

test("columns, order and keys come from the profile", async () => {
  const { code, stderr, read } = await profileWith(
    ...["columns.top=ip,STATUS", "sort.top=-CPUS", "key.D=machines describe '{name}' --columns 'A B'"],
  );
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const { columns, order, commands } = read();
  expect(columns.map(({ id }) => id)).toEqual(["site", "name", "ip", "status"]);
  expect(order).toEqual({ column: "cpus", isDescending: true });
  expect(commands[0]).toMatchObject({ key: "D", brief: "describe", isFromProfile: true });
  const state = stateOf(undefined, undefined, read());
  const { effects } = press(state, "D");
  expect(effects).toMatchObject([{ kind: "run", command: { key: "D" } }]);
  const machine = { systemId: "abcdef", hostname: "web-01.lab" };
  expect(commandWords(commands[0]?.words ?? [], machine)).toEqual([
    ...["machines", "describe", "web-01.lab", "--columns", "A B"],
  ]);
  for (const hostname of [
    "--yes",
    "w 1;$(x)",
    "a\u001b[2J",
    "a\nb",
    "'",
    "*",
    "a[1-9]",
    "a,b",
    "@f",
    "{id}",
    "",
  ]) {
    const hostile = { ...machine, hostname };
    expect(commandWords(["{name}", "{name}={id}"], hostile)).toEqual(["abcdef", "abcdef=abcdef"]);
    expect(plainNameOf(hostile)).toBe("abcdef");
  }
});

test("without settings the defaults apply", () => {
  expect(readPreferences(globals, { SVC_CONFIG_DIR: folderOfTest() })).toEqual(defaultPreferences);
});

describe("an invalid setting is refused:", () => {
  test.each([
    ["key", "r", "machines get {id}", /r is a key of svc top itself/],
    ["key", "s", "machines get {id}", /s is a key of svc top itself/],
    ["key", "DD", "machines get {id}", /does not name a key/],
    ["key", "D", "machines get '{id}", /balanced quotes/],
    ["key", "D", " ", /takes a command line/],
    ["key", "D", "machines get {ip}", /contains \{ip\}/],
    ["columns", "top", "NAME,FOO", /no column 'FOO'/],
    ["sort", "top", "NAME,IP", /one column/],
    ["sort", "top", "-FOO", /no column 'FOO'/],
  ])("%s.%s=%s", async (kind, name, value, message) => {
    const failure = await rejection(() => checkPreference(kind, name, value));
    expect(failure).toMatchObject({ kind: "usage", message: expect.stringMatching(message) });
  });
});

test("svc top reserves all of its keys", () => {
  const keys = [...firstBindings, ...lastBindings].flatMap(({ keys: text }) => text.split(" "));
  const single = keys.filter((each) => each.length === 1 && each !== "y");
  for (const each of [...single, "y", "h", "g", "G"]) expect(tableKeys).toContain(each);
  for (const command of machineCommands) expect(tableKeys).not.toContain(command.key);
});
