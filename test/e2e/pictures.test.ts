import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { fastProcess } from "../fast-process.ts";
import { sandboxOfFile } from "../sandboxes.ts";
import { type RunningSvc, startSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { drawScreen, themes } from "./picture.ts";
import { rewrites } from "./sessions.ts";

const images = join(import.meta.dirname, "../../docs/images");
const folder = folderOfFile();
/** A size that fits the README. */
const size = { columns: 96, rows: 23 };

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** Time that passes only by `pass`, for svc and for the sandbox. */
let nowMs = Date.UTC(2026, 10, 5, 12);
const now = () => nowMs;
const pass = (ms: number) => {
  nowMs += ms;
  sandbox.advance(0);
};

/** A fleet with events in the past. */
const sandbox = await sandboxOfFile({ seed: 7, now });
beforeAll(async () => {
  pass(13 * dayMs + 20 * hourMs);
  await svc("machines", "override-failed-testing", "test-01");
  await timingOut("test", "machines", "test", "test-01");
  pass(3 * dayMs + hourMs);
  await svc("machines", "release", "s390-01", "--yes");
  pass(10 * minuteMs);
  await timingOut("deploy", "machines", "deploy", "s390-01");
  pass(2 * hourMs + 21 * minuteMs);
  sandbox.world.faults.replace(["silent=deploy", "silent=commission"]);
  await svc("machines", "deploy", "web-01", "--distro-series", "jammy");
  pass(100_000);
  await svc("machines", "commission", "power-01");
  pass(48_000);
});

const start = (words: readonly string[], isTyped = false): RunningSvc =>
  startSvc(words, {
    env: {
      ...{ SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator },
      ...{ HOME: folder, SVC_CONFIG_DIR: folder, TERM: "xterm" },
    },
    terminal: { isTTY: true, ...size },
    clock: { ...fastProcess.clock, now, monotonic: now },
    isTyped,
  });

async function svc(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await start(words).ended;
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** Runs a command whose operation then times out. */
async function timingOut(operation: string, ...words: readonly string[]): Promise<void> {
  sandbox.world.faults.replace([`silent=${operation}`]);
  await svc(...words);
  pass(hourMs);
  sandbox.world.faults.replace([]);
}

async function shownTop(): Promise<string> {
  const top = start(["top"], true);
  const until = (text: string) => expect.poll(() => top.shown()).toContain(text);
  await until("48s");
  top.type("a");
  await until("esc cancels");
  const screen = top.shown();
  top.type("\u0003");
  await top.ended;
  return screen;
}

/** A name as long as the sandbox's address, whose port changes. */
const withHost = (text: string): string => text.replaceAll(/127\.0\.0\.1:\d{5}/g, "lab.example.com");

test.each([
  ["status", () => svc("status")],
  ["top", shownTop],
])("the picture of svc %s matches its output", async (name, show) => {
  const screen = withHost(await show());
  for (const [theme, colours] of Object.entries(themes)) {
    const file = join(images, `${name}-${theme}.svg`);
    const drawn = await drawScreen(screen, size, colours);
    if (rewrites) writeFileSync(file, drawn);
    else expect(readFileSync(file, "utf8"), "npm run pictures draws it anew").toBe(drawn);
  }
});
