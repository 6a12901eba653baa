import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnswerStyle } from "../../src/catalogue/sandbox-settings.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { hasTurn } from "../unit/random.ts";
import { runHere } from "./run-here.ts";
import { storeProfiles } from "./sessions.ts";
import { answersOf, linesOf, matches, parseStory, writeStep } from "./story.ts";
import { runInShell } from "./terminal.ts";

const stories = join(import.meta.dirname, "stories");

/** Nothing listens here. */
const nowhere = "http://127.0.0.1:1/SVC";

/** `SVC_REWRITE_STORIES=1 npm test` writes what was really said into the stories. */
const rewrites = process.env["SVC_REWRITE_STORIES"] === "1";

/**
 * Declares a test for each story: it is told at a sandbox that answers so. Documented answers alone are written down.
 * With them, a third of the commands, others each day, run as processes where the stories first have them; all other
 * lines run in this process where they need no shell. That the built svc can load all of its code has a test of its own.
 */
export function tellStories(answers: AnswerStyle): void {
  const names = readdirSync(stories).filter((name) => name.endsWith(".story"));
  describe(`stories, answers as ${answers}`, () => {
    test.skipIf(rewrites && answers !== "documented").each(names)("%s", async (name) => {
      const file = join(stories, name);
      const written = await tellStory(file, answers);
      if (rewrites) writeFileSync(file, written.join("\n"));
    });
  });
}

/** The words of the first line of svc that name its command. */
const commandOf = (step: string): string => /\bsvc((?: [a-z][a-z-]*){0,2})/.exec(step)?.[1] ?? "";

/** The commands of the stories so far. */
const commands = new Set<string>();

function isForProcess(step: string): boolean {
  const command = commandOf(step);
  if (commands.has(command)) return false;
  commands.add(command);
  return hasTurn(commands.size, 3);
}

/** Runs the steps of a story, and resolves with them as they should be written. */
async function tellStory(file: string, answers: AnswerStyle): Promise<readonly string[]> {
  const steps = parseStory(readFileSync(file, "utf8"));
  const folder = folderOfTest();
  const hasSites = file.endsWith("sites.story");
  const sandbox = await startSandbox({ instant: true, seed: 1, machines: 12, answers });
  const other = hasSites ? await startSandbox({ instant: true, seed: 2, machines: 8, answers }) : undefined;
  const env: Readonly<Record<string, string>> =
    other === undefined
      ? {
          SVC_URL: sandbox.url,
          SVC_API_KEY: sandbox.keys.administrator,
          SVC_USER_KEY: sandbox.keys.user,
        }
      : { EAST: sandbox.url, WEST: other.url };
  if (other !== undefined)
    storeProfiles(join(folder, "config"), { east: sandbox, west: other, down: { ...sandbox, url: nowhere } });
  const written: string[] = [];
  try {
    // As after svc login.
    await runHere("svc describe --quiet", { folder, env });
    for (const step of steps) {
      const runStep = answers === "documented" && isForProcess(step.command) ? runInShell : runHere;
      const { stdout, stderr, code } = await runStep(step.command, { folder, env });
      const shown = (text: string) =>
        linesOf(
          text
            .replaceAll(sandbox.url, hasSites ? "$EAST" : "$SVC_URL")
            .replaceAll(other?.url ?? "\0", "$WEST"),
        );
      const said = { stdout: shown(stdout), stderr: shown(stderr), code };
      const isMeant = (answersOf(step) ?? answers) === answers;
      written.push(writeStep(step, isMeant ? said : step));
      const isRight =
        matches(step.stdout, said.stdout) && matches(step.stderr, said.stderr) && step.code === said.code;
      if (rewrites || !isMeant || isRight) continue;
      const expected = { stdout: step.stdout, stderr: step.stderr, code: step.code };
      expect({ command: step.command, ...said }).toEqual({ command: step.command, ...expected });
    }
  } finally {
    await sandbox.stop();
    await other?.stop();
  }
  return written;
}
