import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { outputFormats, shells } from "../../src/catalogue/commands/options.ts";
import { groupNames, groups, loadAllOperations } from "../../src/catalogue/index.ts";
import { isInstalled, openShellFixture } from "./shells.ts";

const fixture = openShellFixture();

const operations = await loadAllOperations();
const verbsOf = (group: string) =>
  operations.filter((entry) => entry.group.name === group).map(({ operation }) => operation.verb);

/** Lines with the candidates that every shell should offer. svc chooses them, so one shell is enough. */
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
  ["svc nonsense ", []],
];

describe.each(shells.map((shell, index) => [shell, index] as const))("%s", (shell, turn) => {
  const isHere = isInstalled(shell);
  if (!isHere) console.warn(`${shell} is absent: its completion is not driven`);
  const inShell = test.skipIf(!isHere);

  inShell.each(lines.filter((_, index) => index % shells.length === turn))("%s", (line, offers) => {
    expect(fixture.complete(shell, line)).toEqual(offers);
  });

  inShell("offers every group, and every verb of every group", () => {
    expect(fixture.complete(shell, "svc ")).toEqual(expect.arrayContaining([...groupNames]));
    for (const name of groupNames.filter((_, index) => index % 7 === 0)) {
      expect(fixture.complete(shell, `svc ${name} `)).toEqual(expect.arrayContaining(verbsOf(name)));
    }
  });

  inShell("offers the aliases of the operator, and no word that is not a name", () => {
    const folder = join(fixture.home, ".config/svc");
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "aliases"),
      "# remark\nmy-ready machines list --status ready\nmy-recent events ls\nmy-$(touch x) y\nmy-alone\n",
    );
    try {
      expect(fixture.complete(shell, "svc my-")).toEqual(["my-ready", "my-recent"]);
      expect(fixture.complete(shell, "svc ")).toEqual(expect.arrayContaining(["machines", "my-ready"]));
      expect(fixture.complete(shell, "svc machines my")).not.toContain("my-ready");
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(fixture.complete(shell, "svc ")).not.toContain("my-ready");
  });

  inShell("completes behind the alias of a verb as behind the verb", () => {
    for (const rest of ["--status rescue", "--limi"])
      expect(fixture.complete(shell, `svc machines ls ${rest}`)).toEqual(
        fixture.complete(shell, `svc machines list ${rest}`),
      );
    expect(fixture.complete(shell, "svc machines ls --limi")).toEqual(["--limit"]);
  });

  inShell("offers no global option that the command refuses", () => {
    expect(fixture.complete(shell, "svc doctor --cur")).not.toContain("--curl");
    expect(fixture.complete(shell, "svc machines list --cur")).toEqual(["--curl"]);
    expect(
      fixture.complete(shell, "svc profiles use -").filter((flag) => /^(!|-p$|--profile$|--url$)/.test(flag)),
    ).toEqual([]);
    expect(fixture.complete(shell, "svc profiles use --qui")).toEqual(["--quiet"]);
    expect(fixture.complete(shell, "svc completion install --")).toEqual(
      expect.arrayContaining(["--dry-run", "--force", "--output", "--help"]),
    );
  });

  inShell("knows every other spelling of a group", () => {
    const aliased = groupNames.find((name) => groups[name].aliases.length > 2) ?? "machines";
    for (const alias of groups[aliased].aliases) {
      expect(fixture.complete(shell, `svc ${alias} `)).toEqual(fixture.complete(shell, `svc ${aliased} `));
    }
  });

  inShell("completes the value behind an equals sign", () => {
    const [offer = ""] = fixture.complete(shell, "svc machines list --output=nd");
    expect(offer.replace("--output=", "")).toBe("ndjson");
  });

  inShell("completes columns, several in one word, in either case, and behind a minus sign", () => {
    const columns: readonly (readonly [line: string, offer: string])[] = [
      ["svc machines list --columns STA", "STATUS"],
      ["svc machines list --columns NAME,STA", "NAME,STATUS"],
      ["svc machines list --columns=name,sta", "name,status"],
      ["svc machines list --sort NAME,-STA", "NAME,-STATUS"],
      ["svc fabrics list --sort -cla", "-class"],
    ];
    for (const [line, word] of columns) {
      const [offer = "", ...others] = fixture.complete(shell, line);
      expect(others, line).toEqual([]);
      // For zsh, candidates are the part after the last comma, or after the minus sign.
      expect(offer, line).toMatch(/[A-Za-z]$/);
      expect(word.endsWith(offer.replace("--columns=", "")), `${line}: ${offer}`).toBe(true);
    }
  });

  inShell("completes several fixed words in one, each once, as they are spelled", () => {
    const lists: readonly (readonly [line: string, offers: readonly string[]])[] = [
      ["svc machines list --status ready,deploye", ["ready,deployed"]],
      ["svc machines list --status=ready,deploye", ["ready,deployed"]],
      ["svc machines list --power on,o", ["on,off"]],
      ["svc machines wait web-01 --for deployed,power=of", ["deployed,power=off"]],
    ];
    expect(fixture.complete(shell, "svc bcaches create web-01 --cache-mode writeb")).not.toContain(
      "writeback",
    );
    for (const [line, words] of lists) {
      const offers = fixture.complete(shell, line).filter((word) => word !== "value");
      expect(offers, line).toHaveLength(words.length);
      for (const [index, word] of words.entries())
        expect(word.endsWith(offers[index]?.replace("--status=", "") ?? "?"), `${line}: ${offers}`).toBe(
          true,
        );
    }
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
    ]) {
      const [offer = ""] = fixture.complete(shell, line);
      expect(offer.replaceAll("\\", "").replace(/^@/, "")).toBe("cloud init.yaml");
    }
  });

  inShell("hands a line behind sandbox exec -- to the command it names", () => {
    expect(fixture.complete(shell, "svc sandbox exec -- nod").join(" ")).toMatch(/\bnode\b/);
  });
});
