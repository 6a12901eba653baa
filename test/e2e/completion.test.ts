import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { outputFormats, shells } from "../../src/catalogue/commands/options.ts";
import { groupNames, groups, loadAllOperations } from "../../src/catalogue/index.ts";
import { answer } from "../unit/cli/completing/completion.ts";
import { isInstalled, openShellFixture } from "./shells.ts";

const fixture = openShellFixture();

/** The sorted candidates of svc for a line, filtered as shells do it. */
async function offersFor(line: string): Promise<readonly string[]> {
  const env = { HOME: fixture.home, PATH: fixture.home };
  const words = await answer("fish", line.replace(/^svc /, ""), env);
  return words
    .map((word) => word.split("\t")[0] ?? "")
    .filter((word) => word.startsWith(/\S*$/.exec(line)?.[0] ?? ""))
    .sort();
}

const operations = await loadAllOperations();
const verbsOf = (group: string) =>
  operations.filter((entry) => entry.group.name === group).map(({ operation }) => operation.verb);

/** Lines with the candidates that every shell should offer. svc chooses them. */
const lines: readonly (readonly [line: string, offers: readonly string[]])[] = [
  ["svc mach", ["machines"]],
  ["svc machines dep", ["deploy"]],
  ["svc -o json machines dep", ["deploy"]],
  ["svc --profile lab machines dep", ["deploy"]],
  ["svc machine rescue", ["rescue-mode"]],
  ["svc ssh-keys imp", ["import"]],
  ["svc sandbox ex", ["exec"]],
  ["svc machines deploy --bridge-t", ["--bridge-type"]],
  ["svc machines deploy web-01 --install-k", ["--install-kvm"]],
  ["svc machines deploy web-01 --no-install-k", ["--no-install-kvm"]],
  ["svc machines deploy --agent-name x --bridge-type ", ["ovs", "standard"]],
  ["svc machines deploy web-01 --where status=ready --bridge-type o", ["ovs"]],
  ["svc machines deploy web-01 --wait-t", ["--wait-timeout"]],
  ["svc machines get web-01 --show-s", ["--show-secrets"]],
  ["svc machines list --status rescue", ["rescue_mode"]],
  ["svc machines wait web-01 --for ss", ["ssh"]],
  ["svc machines list -o ", [...outputFormats].sort()],
  ["svc --signature ", ["hmac-sha1", "plaintext"]],
  ["svc bcaches create web-01 --cache-mode WRITEB", ["WRITEBACK"]],
  ["svc machines set-storage-layout web-01 --storage-layout vmfs", ["vmfs6", "vmfs7"]],
  ["svc config get remote", ["remote_syslog"]],
  ["svc config describe ntp_servers remote", ["remote_syslog"]],
  ["svc api P", ["POST", "PUT"]],
  ["svc completion ", [...shells, "install", "uninstall"].sort()],
  ["svc help exit", ["exit-codes"]],
  ["svc help sslk", ["sslkeys"]],
  ["svc help machine dep", ["deploy"]],
  ["svc machines help dep", ["deploy"]],
  ["svc machine help dep", ["deploy"]],
  ["svc describe sslk", ["sslkeys"]],
  ["svc machines get -- --sh", []],
  ["svc machines list --columns STA", ["STATUS"]],
  ["svc machines list --columns NAME,STA", ["NAME,STATUS"]],
  ["svc machines list --columns=name,sta", ["--columns=name,status"]],
  ["svc machines list --sort NAME,-STA", ["NAME,-STATUS"]],
  ["svc fabrics list --sort -cla", ["-class"]],
  ["svc machines list --status ready,deploye", ["ready,deployed"]],
  ["svc machines list --status=ready,deploye", ["--status=ready,deployed"]],
  ["svc machines list --power on,o", ["on,off"]],
  ["svc machines wait web-01 --for deployed,power=of", ["deployed,power=off"]],
  ["svc bcaches create web-01 --cache-mode writeb", []],
  ["svc nonsense ", []],
];

test.each(lines)("%s", async (line, offers) => {
  expect(await offersFor(line)).toEqual(offers);
});

test("every verb of every group is offered, for each spelling of the group", async () => {
  for (const name of groupNames) {
    const offers = await offersFor(`svc ${name} `);
    expect(offers).toEqual(expect.arrayContaining(verbsOf(name)));
    for (const alias of groups[name].aliases) expect(await offersFor(`svc ${alias} `)).toEqual(offers);
  }
});

test("lines behind the alias of a verb are completed as behind the verb", async () => {
  for (const rest of ["--status rescue", "--limi"])
    expect(await offersFor(`svc machines ls ${rest}`)).toEqual(await offersFor(`svc machines list ${rest}`));
  expect(await offersFor("svc machines ls --limi")).toEqual(["--limit"]);
});

test("a global option that the command refuses is not offered", async () => {
  expect(await offersFor("svc doctor --cur")).not.toContain("--curl");
  expect(await offersFor("svc machines list --cur")).toEqual(["--curl"]);
  expect(
    (await offersFor("svc profiles use -")).filter((flag) => /^(!|-p$|--profile$|--url$)/.test(flag)),
  ).toEqual([]);
  expect(await offersFor("svc profiles use --qui")).toEqual(["--quiet"]);
  expect(await offersFor("svc completion install --")).toEqual(
    expect.arrayContaining(["--dry-run", "--force", "--output", "--help"]),
  );
});

describe.each(shells)("%s", (shell) => {
  const isHere = isInstalled(shell);
  if (!isHere) console.warn(`${shell} is absent: its completion is not driven`);
  const inShell = test.skipIf(!isHere);

  inShell("offers groups and the aliases of the operator, and no word that is not a name", () => {
    const folder = join(fixture.home, ".config/svc");
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "aliases"),
      "# remark\nmy-ready machines list --status ready\nmy-recent events ls\nmy-$(touch x) y\nmy-alone\n",
    );
    try {
      expect(fixture.complete(shell, "svc my-")).toEqual(["my-ready", "my-recent"]);
      expect(fixture.complete(shell, "svc ")).toEqual(expect.arrayContaining([...groupNames, "my-ready"]));
      expect(fixture.complete(shell, "svc machines my")).not.toContain("my-ready");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  inShell("completes the value behind an equals sign", () => {
    const [offer = ""] = fixture.complete(shell, "svc machines list --output=nd");
    expect(offer.replace("--output=", "")).toBe("ndjson");
  });

  inShell("offers programs of PATH that are commands, and completes files behind them", () => {
    const program = join(fixture.home, "svc-fleet-report");
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    writeFileSync(join(fixture.home, "svc-notes"), "");
    try {
      expect(fixture.complete(shell, "svc fle")).toEqual(["fleet-report"]);
      expect(fixture.complete(shell, "svc not")).not.toContain("notes");
      expect(fixture.complete(shell, "svc fleet-report clou").join().replaceAll("\\", "")).toBe(
        "cloud init.yaml",
      );
    } finally {
      rmSync(program);
    }
  });

  inShell("completes files where a file is meant, and after @", () => {
    for (const line of [
      "svc files create --file clou",
      "svc plan clou",
      "svc machines deploy web-01 --user-data @clou",
      ...(shell === "fish" ? ["svc machines deploy web-01 --user-data '@clou'"] : []),
    ]) {
      const [offer = ""] = fixture.complete(shell, line);
      expect(offer.replaceAll("\\", "").replace(/^@/, "")).toBe("cloud init.yaml");
    }
  });

  inShell("hands a line behind sandbox exec -- to the command it names", () => {
    expect(fixture.complete(shell, "svc sandbox exec -- nod").join(" ")).toMatch(/\bnode\b/);
  });
});
