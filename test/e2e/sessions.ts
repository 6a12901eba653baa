import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { storeDescription } from "../stored-description.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { runHere } from "./run-in-process.ts";

/** Rewrites pages with the actual output of their sessions. */
export const rewrites = process.env["SVC_REWRITE_STORIES"] === "1";

/** Limit for all sessions of a page, in milliseconds. */
export const sessionsTimeoutMs = 180_000;

interface Session {
  readonly block: string;
  readonly commands: readonly string[];
}

/** The `console` blocks of a page. Lines that begin with `> ` continue a command. */
const sessionsOf = (text: string): readonly Session[] =>
  [...text.matchAll(/```console\n([\s\S]*?)```\n/g)].map(([block, body = ""]) => ({
    block: block,
    commands: [...body.matchAll(/^\$ (.*(?:\n> .*)*)/gm)].map(([, command = ""]) => command),
  }));

/** Files that sessions read: YAML and CSV blocks that begin with a file name, and scripts that have it below `#!`. */
const filesOf = (text: string): readonly (readonly [name: string, body: string])[] =>
  [...text.matchAll(/```(?:yaml\n|csv\n|sh\n(?=#!))((?:#!.*\n)?# ([\w.-]+)\n[\s\S]*?)```\n/g)].map(
    ([, body = "", name = ""]) => [name, body],
  );

export function storeProfiles(
  folder: string,
  sites: Readonly<Record<string, Pick<Sandbox, "url" | "keys">>>,
): void {
  const profiles = Object.fromEntries(
    Object.entries(sites).map(([name, site]) => [name, { url: site.url, key: site.keys.administrator }]),
  );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "profiles.json"), JSON.stringify({ current: "east", profiles }), {
    mode: 0o600,
  });
}

/**
 * Runs the sessions of a page in order, in one folder and with one sandbox, and compares the output. Resolves
 * with the page as it should be.
 */
export async function tellSessions(
  file: string,
  { url, keys }: Sandbox,
  sites: Readonly<Record<string, Pick<Sandbox, "url" | "keys">>> = {},
): Promise<string> {
  const text = readFileSync(file, "utf8");
  const hasSites = Object.keys(sites).length > 0;
  const env: Readonly<Record<string, string>> = hasSites
    ? {}
    : { SVC_URL: url, SVC_API_KEY: keys.administrator };
  const folder = folderOfTest();
  if (hasSites) storeProfiles(join(folder, "config"), sites);
  for (const [name, body] of filesOf(text)) writeFileSync(join(folder, name), body);
  await storeDescription("documented", url, { HOME: folder, SVC_CONFIG_DIR: join(folder, "config"), ...env });
  let written = text;
  for (const { block, commands } of sessionsOf(text)) {
    const steps: string[] = [];
    for (const command of commands) {
      const { stdout } = await runHere(command.replaceAll("\n> ", "\n"), { folder, env, isMerged: true });
      steps.push(`$ ${command}\n${stdout}`);
    }
    const actualBlock = `\`\`\`console\n${steps.join("")}\`\`\`\n`;
    if (rewrites) written = written.replace(block, () => actualBlock);
    else expect(actualBlock).toBe(block);
  }
  return written;
}
