import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { commandTree } from "../../src/catalogue/commands/command-tree.ts";
import { shells } from "../../src/catalogue/commands/completion-commands.ts";
import { learnedWords } from "../../src/cli/reference/completion/learned.ts";
import { completeFrom, writeWords } from "../../src/client/description/words.ts";
import { described } from "../unit/client/description/fixture.ts";
import { isInstalled, openShellFixture } from "./shells.ts";

const fixture = openShellFixture();
const cache = join(fixture.home, ".cache/svc");
const folder = join(cache, "descriptions", "http_lab_5240_SVC-1");
let count = 0;
const random = { next: () => 0, hex: (length: number) => `${++count}`.padStart(length * 2, "0") };

const words = await learnedWords(
  commandTree(described.groups.map((group) => ({ ...group, load: async () => group }))),
);

/** Puts what a service describes into the cache, as svc does when it learns it. */
function learn(): void {
  mkdirSync(folder, { recursive: true });
  writeWords(folder, words, random);
}

afterEach(() => rmSync(cache, { recursive: true, force: true }));

/** A line, what is offered for it without a cache, and with one. */
const lines: readonly (readonly [line: string, before: readonly string[], after: readonly string[]])[] = [
  ["svc zon", [], ["zones"]],
  ["svc -o json zon", [], ["zones"]],
  ["svc zones cr", [], ["create"]],
  ["svc zone del", [], ["delete"]],
  ["svc static-route lis", [], ["list"]],
  ["svc tags update", [], ["update", "update-nodes"]],
  ["svc interfaces create-b", [], ["create-bond", "create-bridge"]],
  ["svc block-devices form", [], ["format"]],
  ["svc block-devices cr", ["create"], ["create"]],
  ["svc zones create --dry-run", [], ["--dry-run"]],
  ["svc zones create --profile lab --dry-run", [], ["--dry-run"]],
  ["svc zones list --no-check", [], ["--no-check"]],
  ["svc zones list -o nd", ["ndjson"], ["ndjson"]],
  ["svc machines dep", ["deploy"], ["deploy"]],
];

describe.each(shells)("%s", (shell) => {
  const isHere = isInstalled(shell);
  if (!isHere) console.warn(`${shell} is absent: its completion is not driven`);
  const inShell = test.skipIf(!isHere);
  const complete = (line: string) => fixture.complete(shell, line).filter((word) => word !== "value");

  inShell("completes what svc has learned since the script was printed, and starts nothing", () => {
    for (const [line, before] of lines) expect(complete(line), line).toEqual(before);
    learn();
    for (const [line, , after] of lines) expect(complete(line), line).toEqual(after);
    expect(fixture.wasStarted()).toBe(false);
  });

  inShell("completes values that a text lists, and files", () => {
    learn();
    appendFileSync(join(folder, "words-zones"), "value\tzones create --kind\tbig small\t-\n");
    appendFileSync(join(folder, "words-zones"), "option\tzones create\t--kind=\tits kind\n");
    expect(complete("svc zones create --kind s")).toEqual(["small"]);
    appendFileSync(join(folder, "words-zones"), "value\tzones create 1\t<file>\t-\n");
    const [file = ""] = complete("svc zones create clou");
    expect(file.replaceAll("\\", "")).toBe("cloud init.yaml");
  });

  inShell("completes from the service that was used last", () => {
    learn();
    const other = join(cache, "descriptions", "http_other-2");
    mkdirSync(other);
    completeFrom(other, random);
    expect(complete("svc zon")).toEqual([]);
    completeFrom(folder, random);
    expect(complete("svc zon")).toEqual(["zones"]);
  });

  inShell("takes nothing of a damaged or hostile cache for more than text", () => {
    const evil = "$(touch harm)`touch harm`;touch harm";
    learn();
    for (const file of readdirSync(folder))
      writeFileSync(
        join(folder, file),
        [
          `verb\t-\tzonk${evil}\t${evil}`,
          `verb\t-\tzonk\t${evil}`,
          `alias\tzonk\t${evil}\t${evil}`,
          `option\tzones create\t--kind=${evil}\t${evil}`,
          `value\tzones create --kind\t${evil}\t${evil}`,
          "\t\t\t",
          "verb",
          "\u0000\u001b]0;x\u0007",
        ].join("\n"),
      );
    for (const line of ["svc zonk", "svc zonk ", "svc zones create --kind", "svc zones create --kind "])
      complete(line);
    for (const pointer of ["", "\n", "..\n", "../..\n", `${evil}\n`, "x".repeat(100_000), "/etc/passwd\n"]) {
      writeFileSync(join(cache, "completion"), pointer);
      expect(complete("svc zon"), pointer.slice(0, 20)).toEqual([]);
    }
    rmSync(join(cache, "completion"));
    symlinkSync("/dev/zero", join(cache, "completion"));
    expect(complete("svc zon")).toEqual([]);
    expect(existsSync(join(fixture.home, "harm"))).toBe(false);
    expect(complete("svc machines dep")).toEqual(["deploy"]);
  });
});
