import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Shell, shells } from "../../src/catalogue/commands/options.ts";
import type { KindId } from "../../src/catalogue/named.ts";
import { namesFolder } from "../../src/cli/names-cache/freshness.ts";
import { type Name, storeNames } from "../../src/cli/names-cache/names.ts";
import { eventually } from "../eventually.ts";
import { fastProcess } from "../fast-process.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { openShellLines, type ShellLines } from "./shell-lines.ts";
import { isInstalled } from "./shells.ts";
import { hasTerminal, runOnTerminal } from "./terminal-process.ts";

/**
 * Interactive shells on a terminal. TAB completes with the sources in this process; Enter runs a fake svc that only
 * records its arguments.
 */
const home = folderOfFile();
const scripts = resolve(import.meta.dirname, "../../completions");
const argumentsFile = join(home, "typed");
const url = "http://127.0.0.1:9/SVC";

let shellLines: ShellLines | undefined;

beforeAll(async () => {
  shellLines = await openShellLines({});
  writeFileSync(
    join(home, "svc"),
    `#!/usr/bin/env bash
${shellLines.declaration}
case $1 in __complete) svc "$@" </dev/null; exit ;; esac
for word; do printf '%s\\n' "$word"; done >'${argumentsFile}.new'
mv '${argumentsFile}.new' '${argumentsFile}'
`,
    { mode: 0o755 },
  );
});

afterAll(() => shellLines?.[Symbol.asyncDispose]());

const env = {
  PATH: `${home}:${process.env["PATH"] ?? ""}`,
  HOME: home,
  TERM: "xterm",
  LANG: "C.UTF-8",
  SVC_URL: url,
  SVC_API_KEY: "a:b:c",
  SVC_CACHE_DIR: join(home, "cache"),
};

const name = (word: string, description = "", status = ""): Name => ({
  word,
  otherNames: ["", ""],
  description,
  status,
});

const cachedNames: Readonly<Partial<Record<KindId, readonly Name[]>>> = {
  machines: [name("web-01", "Ready", "4"), name("web-02", "Deployed", "6"), name("db-01", "Deployed", "6")],
  tags: [name("ssd"), name("gpu"), name("nvme")],
  subnets: [name("2001:db8:10::/64", "prod: one"), name("2001:db8:20::/64"), name("10.0.0.0/24")],
  resourcepools: [
    name("my pool", "$(touch harm)"),
    name("r&d $(touch harm)`touch harm`;touch harm"),
    name("don't"),
    name('q"uote!x'),
    name("back\\slash"),
    name("a*b?[c]{d,e}"),
    name("été"),
  ],
};

mkdirSync(join(home, ".config/svc"), { recursive: true });
writeFileSync(
  join(home, ".config/svc/aliases"),
  "up machines deploy --where 'pool=my pool'\ngive machines set-zone --nodes $2 --zone $1\n",
);
writeFileSync(join(home, "svc-fleet"), "#!/bin/sh\n");
chmodSync(join(home, "svc-fleet"), 0o755);

const folder = namesFolder(env, { baseUrl: url, credentials: { consumerKey: "a", tokenKey: "b" } }) ?? "";
for (const [kind, names] of Object.entries(cachedNames))
  storeNames(folder, kind as KindId, { names, isComplete: true, nowMs: Date.now() }, fastProcess.random);

const starts: Readonly<Record<Shell, readonly [command: string, first: string]>> = {
  bash: ["bash --norc -i", `PS1='REA''DY '; source '${scripts}/svc.bash'`],
  zsh: [
    "zsh -f -i",
    `PROMPT='REA''DY '; fpath=('${scripts}' $fpath); autoload -U compinit; compinit -u -C -d "$HOME/.zcompdump"`,
  ],
  fish: ["fish --no-config -i", `source '${scripts}/svc.fish'; function fish_prompt; echo -n REA'DY '; end`],
};

/** A line up to the TAB, and the arguments that svc should get. */
const lines: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["svc machines get db", ["machines", "get", "db-01"]],
  ["svc machines deploy w", ["machines", "deploy", "web-01"]],
  ["svc machines release w", ["machines", "release", "web-02"]],
  ["svc machines get web-01 we", ["machines", "get", "web-01", "web-02"]],
  [`svc --url ${url} machines get db`, ["--url", url, "machines", "get", "db-01"]],
  ["svc machines get -o json db", ["machines", "get", "-o", "json", "db-01"]],
  ["svc machines allocate --tags gp", ["machines", "allocate", "--tags", "gpu"]],
  ["svc machines allocate --tags ssd,n", ["machines", "allocate", "--tags", "ssd,nvme"]],
  ["svc machines allocate --tags=ssd,n", ["machines", "allocate", "--tags=ssd,nvme"]],
  ['svc machines allocate --tags "ssd,n', ["machines", "allocate", "--tags", "ssd,nvme"]],
  ["svc machines list --subnets 2001:db8:1", ["machines", "list", "--subnets", "2001:db8:10::/64"]],
  ["svc machines list --subnets=2001:db8:1", ["machines", "list", "--subnets=2001:db8:10::/64"]],
  ['svc machines list --subnets "2001:db8:1', ["machines", "list", "--subnets", "2001:db8:10::/64"]],
  ["svc machines test --where pool=my", ["machines", "test", "--where", "pool=my pool"]],
  ["svc machines test --where status=ready,poo", ["machines", "test", "--where", "status=ready,pool="]],
  ["svc machines test --where=tags=g", ["machines", "test", "--where=tags=gpu"]],
  ...["", "'", '"'].flatMap((quote): (readonly [string, readonly string[]])[] =>
    (cachedNames.resourcepools ?? []).map(({ word }) => [
      `svc machines update web-01 --pool ${quote}${word.slice(0, 1)}`,
      ["machines", "update", "web-01", "--pool", word],
    ]),
  ),
  ["svc machines update web-01 --pool=my", ["machines", "update", "web-01", "--pool=my pool"]],
  ["svc machines list --columns NAME,STA", ["machines", "list", "--columns", "NAME,STATUS"]],
  ["svc machines list --sort -sta", ["machines", "list", "--sort", "-status"]],
  ["svc machines list --status ready,deploye", ["machines", "list", "--status", "ready,deployed"]],
  ["svc machines list --tags ssd,n", ["machines", "list", "--tags", "ssd,nvme"]],
  ["svc machines clone --destinations w", ["machines", "clone", "--destinations", "web-0"]],
  ["svc profiles set lab addr", ["profiles", "set", "lab", "addressing="]],
  ["svc events query --id d", ["events", "query", "--id", "db-01"]],
  ["svc up --where pool=my", ["up", "--where", "pool=my pool"]],
  ["svc up w", ["up", "web-01"]],
  [`svc --url ${url} up db-01 --wai`, ["--url", url, "up", "db-01", "--wait"]],
  ["svc give north d", ["give", "north", "db-01"]],
  ["svc alias remove gi", ["alias", "remove", "give"]],
  ["svc fle", ["fleet"]],
];

describe.each(shells)("%s", (shell) => {
  const isHere = hasTerminal && isInstalled(shell);
  if (!isHere) console.warn(`${shell} or script is absent: completion is not typed`);
  let terminal: ReturnType<typeof runOnTerminal> | undefined;
  let output = "";
  let isOver = false;

  const type = (keys: string) => void terminal?.stdin.write(keys);
  const until = async (isDone: () => boolean) => {
    await eventually(
      () => isDone() || isOver,
      () => JSON.stringify(output),
    );
    if (isOver) throw new Error(`${shell} has ended: ${JSON.stringify(output)}`);
  };

  beforeAll(async () => {
    if (!isHere) return;
    const [command, first] = starts[shell];
    terminal = runOnTerminal(command, { folder: home, env });
    terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    void terminal.ended.then(() => {
      isOver = true;
    });
    type(`${first}\r`);
    await until(() => output.includes("READY "));
  });

  afterAll(() => terminal?.close());

  test.skipIf(!isHere).each(lines)("%s", async (line, words) => {
    rmSync(argumentsFile, { force: true });
    output = "";
    type(`${line}\t\r`);
    await until(() => existsSync(argumentsFile));
    expect(readFileSync(argumentsFile, "utf8")).toBe(words.map((word) => `${word}\n`).join(""));
    await until(() => output.includes("READY "));
    expect(readdirSync(home)).not.toContain("harm");
  });
});
