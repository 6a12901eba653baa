import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AnswerStyle } from "../../src/catalogue/sandbox-settings.ts";
import { hashText } from "../../src/core/text/hash.ts";
import { sandboxOfTest } from "../sandboxes.ts";
import { storeDescription } from "../stored-description.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { hasTurn } from "../unit/random.ts";
import { runHere } from "./run-in-process.ts";
import { storeProfiles } from "./sessions.ts";
import { answersOf, linesOf, matches, parseStory, writeStep } from "./story.ts";
import { runInShell } from "./terminal.ts";

const stories = join(import.meta.dirname, "stories");

/** Nothing listens here. */
const nowhere = "http://127.0.0.1:1/SVC";

/** `SVC_REWRITE_STORIES=1 npm test` writes the actual output into the stories. */
const rewrites = process.env["SVC_REWRITE_STORIES"] === "1";

/**
 * All stories run with documented and with deployed answers. Only documented answers are rewritten.
 * An eighth of the commands, different ones each day, run as processes, whatever the order of the tests; all
 * other commands that need no shell run in this process. Another test checks that all code of the build can be
 * loaded.
 */
const names = readdirSync(stories).filter((name) => name.endsWith(".story"));

test.each(names)("%s", async (name) => {
  const file = join(stories, name);
  const written = await tellStory(file, "documented");
  if (rewrites) writeFileSync(file, written.join("\n"));
});

test.skipIf(rewrites).each(names)("%s, with deployed answers", async (name) => {
  await tellStory(join(stories, name), "deployed");
});

const isForProcess = (step: string): boolean => hasTurn(Number.parseInt(hashText(step), 16), 8);

/** Runs the steps of a story, and resolves with their actual output. */
async function tellStory(file: string, answers: AnswerStyle): Promise<readonly string[]> {
  const steps = parseStory(readFileSync(file, "utf8"));
  const folder = folderOfTest();
  const hasSites = file.endsWith("sites.story");
  const sandbox = await sandboxOfTest({ instant: true, seed: 1, machines: 12, answers });
  const other = hasSites ? await sandboxOfTest({ instant: true, seed: 2, machines: 8, answers }) : undefined;
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
  await storeDescription(answers, sandbox.url, {
    HOME: folder,
    SVC_CONFIG_DIR: join(folder, "config"),
    ...env,
  });
  for (const step of steps) {
    const runStep = answers === "documented" && isForProcess(step.command) ? runInShell : runHere;
    const { stdout, stderr, code } = await runStep(step.command, { folder, env });
    const displayText = (text: string) =>
      linesOf(
        text.replaceAll(sandbox.url, hasSites ? "$EAST" : "$SVC_URL").replaceAll(other?.url ?? "\0", "$WEST"),
      );
    const result = { stdout: displayText(stdout), stderr: displayText(stderr), code };
    const isMeant = (answersOf(step) ?? answers) === answers;
    written.push(writeStep(step, isMeant ? result : step));
    const isRight =
      matches(step.stdout, result.stdout) && matches(step.stderr, result.stderr) && step.code === result.code;
    if (rewrites || !isMeant || isRight) continue;
    const expected = { stdout: step.stdout, stderr: step.stderr, code: step.code };
    expect({ command: step.command, ...result }).toEqual({ command: step.command, ...expected });
  }
  return written;
}
