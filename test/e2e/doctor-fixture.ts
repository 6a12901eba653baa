import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { runSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { labKey } from "../unit/client/profiles/lab.ts";
import { runHere } from "./run-in-process.ts";
import { runInShell } from "./terminal.ts";

interface Told {
  readonly name: string;
  readonly state: string;
  readonly found: string;
  readonly fix?: string;
}

interface Diagnosis {
  readonly code: number;
  readonly checks: Readonly<Record<string, Told>>;
  readonly stdout: string;
  readonly stderr: string;
}

interface Patient {
  /** The configuration folder. */
  readonly config: string;
  readonly folder: string;
  /** Runs `svc doctor -o json` in this process, with the environment that these shell commands set. */
  examine(before?: string): Promise<Diagnosis>;
  /** Runs shell commands with the same environment; those that name `$n` and `$l` with the built svc. */
  run(command: string): ReturnType<typeof runInShell>;
  /** Runs a command of svc in this process. */
  runHere(line: string): ReturnType<typeof runInShell>;
}

/** Variables that only start svc in the tests are left out. */
const plain = "n=$SVC_NODE l=$SVC_LAUNCHER; unset SVC_NODE SVC_LAUNCHER NODE_EXTRA_CA_CERTS; ";

/** Parses the variables that `env -0` writes after a zero byte. */
function variablesIn(written: string): Readonly<Record<string, string>> {
  const [before, ...variables] = written.split("\0").slice(0, -1);
  expect(before).toBe("");
  return Object.fromEntries(
    variables.map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]),
  );
}

/** A user of svc with a new home folder, and a profile `lab` if `url` is set. */
export function patientWith(
  { url, env = {}, key = labKey, ...settings }: PatientOptions = {},
  options = "",
): Patient {
  const folder = folderOfTest();
  const config = join(folder, "config");
  if (url !== undefined) {
    mkdirSync(config, { mode: 0o700 });
    const lab = { url, addressing: "path", signature: "plaintext", key, ...settings };
    writeFileSync(join(config, "profiles.json"), JSON.stringify({ current: "lab", profiles: { lab } }), {
      mode: 0o600,
    });
  }
  const run = (command: string) =>
    command.includes('"$n"')
      ? runInShell(plain + command, { folder, env })
      : runHere(command, { folder, env, clock: systemClock, before: plain });
  const home = { PATH: process.env["PATH"] ?? "", HOME: folder, SVC_CONFIG_DIR: config };
  const words = ["doctor", "-o", "json", ...options.split(" ").filter((word) => word !== "")];
  const examineIn = (environment: Readonly<Record<string, string>>) =>
    runSvc(words, { env: environment, clock: systemClock });
  return {
    config,
    folder,
    run,
    runHere: (line) => runHere(line, { folder, env, clock: systemClock }),
    async examine(before = "") {
      const prepared = before === "" ? undefined : await run(`${before}\nprintf '\\0'; env -0`);
      const answer = await examineIn(
        prepared === undefined ? { ...home, ...env } : variablesIn(prepared.stdout),
      );
      const result = { ...answer, stderr: (prepared?.stderr ?? "") + answer.stderr };
      const value = JSON.parse(result.stdout) as { checks: Told[]; exit_code: number };
      expect(value.exit_code).toBe(result.code);
      for (const { name, state, found, fix } of value.checks) {
        expect(found, name).toMatch(/^\S.*\S$/);
        // Every problem must have a fix.
        if (state === "failed" || state === "warning") expect(fix, `${name}: ${found}`).toMatch(/^\S.*\S$/);
        else expect(fix, name).toBe(undefined);
        expect(`${found} ${fix}`).not.toMatch(/secretsecret|LabTokenSecret|geheim/);
      }
      const checks = Object.fromEntries(value.checks.map((check) => [check.name, check]));
      return { ...result, checks };
    },
  };
}

interface PatientOptions {
  readonly url?: string;
  readonly key?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly [setting: string]: unknown;
}

/** The command at the end of a fix, which a user would copy. */
export function commandIn(fix: string | undefined): string {
  const programs = "svc (?:profiles set|login|describe)|chmod|unset|export|rm|mv";
  const command = new RegExp(`(?:^|[:;,] |, or |, then )((?:${programs}) .*)$`).exec(fix ?? "")?.[1];
  if (command === undefined) throw new Error(`no command in the mend '${fix}'`);
  return command;
}

/** Closes the server and its connections at the end of the test. */
export function closing<Server extends { close(done: () => void): unknown }>(
  server: Server,
  sockets: Iterable<{ destroy(): unknown }>,
): Server {
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  );
  return server;
}
