import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";
import { rewrites, sessionsTimeoutMs, tellSessions } from "../sessions.ts";

const file = join(import.meta.dirname, "../../../recipes/jq.md");

const hasJq = spawnSync("jq", ["--version"]).status === 0;
if (!hasJq) console.warn("jq is absent: its recipes are not run");

test.skipIf(!hasJq)(
  "the recipes with jq say what the page shows",
  { timeout: sessionsTimeoutMs },
  async () => {
    const sandbox = await startSandbox({ instant: true });
    onTestFinished(() => sandbox.stop());
    const written = await tellSessions(file, sandbox);
    if (rewrites) writeFileSync(file, written);
    expect(written).not.toMatch(/^(svc|jq|bash|warning): /m);
  },
);
