import { describe, expect, test } from "vitest";
import { expandAliases, expandBeforeCursor } from "../../../../src/cli/extensions/expansion.ts";
import { firstWordAt } from "../../../../src/cli/line/flags.ts";
import { Failure } from "../../../../src/core/failure.ts";

const aliases = new Map(
  Object.entries({
    ready: "machines list --status ready",
    one: "ready --limit 1",
    own: "machines get $1 --columns 'NAME,IN USE'",
    both: "machines deploy $2 --comment $1",
    around: "machines lock $@ --yes",
    first: "machines list --pool=$1",
    literal: "api GET machines/ --query \\$1",
    quoted: `api GET $1 --query "[?a=='\\$2'].\\$@" '$2'`,
    kept: "api GET '\\$1'",
    a: "b",
    b: "c x",
    c: "a",
    self: "self --limit 1",
    many: "many2 $@ $@",
  }),
);
for (let level = 2; level < 30; level++) aliases.set(`many${level}`, `many${level + 1} $@ $@`);

const expand = (line: string) => expandAliases(line.split(" "), aliases).join(" ");

describe("an alias", () => {
  test.each([
    ["ready", "machines list --status ready"],
    ["ready --limit 2", "machines list --status ready --limit 2"],
    ["-p lab -o json ready", "-p lab -o json machines list --status ready"],
    ["--profile=lab one -q", "--profile=lab machines list --status ready --limit 1 -q"],
    ["own web-01", "machines get web-01 --columns NAME,IN USE"],
    ["own web-01 -q", "machines get web-01 --columns NAME,IN USE -q"],
    ["both why web-01 web-02", "machines deploy web-01 --comment why web-02"],
    ["around", "machines lock --yes"],
    ["around web-01 web-02", "machines lock web-01 web-02 --yes"],
    ["first ci", "machines list --pool=ci"],
    ["literal", "api GET machines/ --query $1"],
    ["literal x", "api GET machines/ --query $1 x"],
    ["quoted a b c", "api GET a --query [?a=='$2'].$@ b c"],
    ["quoted $2 $1", "api GET $2 --query [?a=='$2'].$@ $1"],
    ["kept a", "api GET \\a"],
    ["machines ready", "machines ready"],
    ["-q", "-q"],
    ["toString", "toString"],
  ])("%s is %s", (line, expected) => {
    expect(expand(line)).toBe(expected);
  });

  test.each([
    ["a", "alias 'a' refers to itself: a -> b -> c -> a"],
    ["self", "alias 'self' refers to itself: self -> self"],
    ["own", "alias 'own' needs an argument for $1"],
    ["both x", "alias 'both' needs an argument for $2"],
    ["many x", "expands to too many words"],
  ])("%s is refused: %s", (line, message) => {
    expect(() => expand(line)).toThrow(Failure);
    expect(() => expand(line)).toThrow(message);
  });
});

describe("a line that is being typed has before the cursor", () => {
  test.each([
    ["ready", "machines list --status ready"],
    ["-p lab one --sort", "-p lab machines list --status ready --limit 1 --sort"],
    ["own", "machines get"],
    ["own web-01", "machines get web-01 --columns NAME,IN USE"],
    ["both", "machines deploy _ --comment"],
    ["both why", "machines deploy"],
    ["both why web-01", "machines deploy web-01 --comment why"],
    ["around", "machines lock"],
    ["around web-01", "machines lock web-01"],
  ])("%s: %s", (line, expected) => {
    expect(expandBeforeCursor(line.split(" "), aliases)?.join(" ")).toBe(expected);
  });

  test.each(["first", "machines", "-q", "nosuch"])("nothing of an alias: %s", (line) => {
    expect(expandBeforeCursor(line.split(" "), aliases)).toBeUndefined();
  });
});

test.each([
  [["ready"], 0],
  [["-p", "lab", "ready", "x"], 2],
  [["-qp", "lab", "ready"], 2],
  [["--profile=lab", "--", "ready"], -1],
  [["-q"], -1],
  [[], -1],
])("the first word of %j stands at %i", (argv, at) => {
  expect(firstWordAt(argv)).toBe(at);
});
