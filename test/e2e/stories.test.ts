import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { linesOf, matches, parseStory, writeStep } from "./story.ts";
import { runInShell } from "./terminal.ts";

const stories = join(import.meta.dirname, "stories");

/** `SVC_REWRITE_STORIES=1 npm test` writes what was really said into the stories. */
const rewrites = process.env["SVC_REWRITE_STORIES"] === "1";

describe("stories", () => {
  test.each(readdirSync(stories).filter((name) => name.endsWith(".story")))("%s", async (name) => {
    const file = join(stories, name);
    const steps = parseStory(readFileSync(file, "utf8"));
    const folder = folderOfTest();
    const sandbox = await startSandbox({ instant: true, seed: 1, machines: 12 });
    const written: string[] = [];
    try {
      for (const step of steps) {
        const outcome = await runInShell(step.command, {
          folder,
          env: {
            SVC_URL: sandbox.url,
            SVC_API_KEY: sandbox.keys.administrator,
            SVC_USER_KEY: sandbox.keys.user,
          },
        });
        const said = {
          ...outcome,
          stdout: outcome.stdout.replaceAll(sandbox.url, "$SVC_URL"),
          stderr: outcome.stderr.replaceAll(sandbox.url, "$SVC_URL"),
        };
        written.push(writeStep(step, said));
        if (rewrites) continue;
        const actual = {
          command: step.command,
          stdout: linesOf(said.stdout),
          stderr: linesOf(said.stderr),
          code: said.code,
        };
        if (
          matches(step.stdout, actual.stdout) &&
          matches(step.stderr, actual.stderr) &&
          step.code === actual.code
        )
          continue;
        expect(actual).toEqual({
          command: step.command,
          stdout: step.stdout,
          stderr: step.stderr,
          code: step.code,
        });
      }
    } finally {
      await sandbox.stop();
    }
    if (rewrites) writeFileSync(file, written.join("\n"));
  });
});
