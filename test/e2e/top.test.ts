import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { openTypedTerminal } from "./interactive-shell.ts";
import { launcher, node } from "./terminal.ts";
import { hasTerminal } from "./terminal-process.ts";

if (!hasTerminal) console.warn("notice: no script of util-linux here; svc top is not tested on a terminal");

const enter = "\u001b[?1049h";
const leave = "\u001b[?1049l";

describe.skipIf(!hasTerminal)("svc top on a terminal", { timeout: 240_000 }, () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  beforeAll(async () => {
    sandbox = await startSandbox({ speed: 0.01 });
  });
  afterAll(() => sandbox.stop());

  /** A user at a shell, with `svc top` as the function `top`. */
  async function atShell(
    act: (terminal: ReturnType<typeof openTypedTerminal>) => Promise<void>,
  ): Promise<void> {
    const folder = folderOfTest();
    const terminal = openTypedTerminal(folder, {
      SVC_CONFIG_DIR: folder,
      SVC_URL: sandbox.url,
      SVC_API_KEY: sandbox.keys.administrator,
    });
    try {
      terminal.type(`top() { ${node} ${launcher} top --interval 1s "$@"; }\n`);
      await act(terminal);
    } finally {
      await terminal.close();
    }
  }

  test("a key quits it, and the terminal is restored", async () => {
    await atShell(async (terminal) => {
      terminal.type("stty -g; top; echo code $?; stty -g\n");
      const [, before] = /(\S+:\S+)\r\n/.exec(await terminal.until(/web-02/)) ?? [];
      terminal.type("q");
      const end = await terminal.until(/code (\d+)\r\n(\S+)\r\n/);
      expect(end).toContain("code 0");
      expect(end.indexOf(leave)).toBeLessThan(end.indexOf("code 0"));
      expect(end.lastIndexOf("\u001b[?25h")).toBeGreaterThan(end.lastIndexOf("\u001b[?25l"));
      expect(before).toBeDefined();
      expect(end.trimEnd().split("\r\n").at(-1)).toBe(before);
    });
  });

  test("Ctrl-Z suspends it until fg, and Ctrl-C quits it", async () => {
    await atShell(async (terminal) => {
      terminal.type("top\n");
      await terminal.until(/web-02/);
      terminal.type("\u001a");
      const stopped = await terminal.until(/Stopped/);
      expect(stopped).toContain(leave);
      terminal.type("stty -a | tr ' ' '\\n' | grep -x -e icanon -e echo | tr '\\n' ' '; echo; fg\n");
      const again = await terminal.until(/web-02/);
      expect(again).toMatch(/icanon echo|echo icanon/);
      expect(again).toContain(enter);
      expect(again).toContain("web-02");
      terminal.type("\u0003");
      await terminal.until(/\[\?1049l/);
      terminal.type("echo code $?\n");
      expect(await terminal.until(/code \d+\r/)).toContain("code 130");
    });
  });

  test.each([
    ["TERM", 143],
    ["HUP", 129],
    ["INT", 130],
  ])("SIG%s restores the terminal", async (signal, code) => {
    await atShell(async (terminal) => {
      terminal.type(`(exec ${node} ${launcher} top) & pid=$!; fg; echo code $?\n`);
      await terminal.until(/web-02/);
      const pid = await pidOf(terminal);
      process.kill(pid, `SIG${signal}`);
      const end = await terminal.until(/code \d+\r/);
      expect(end).toContain(leave);
      expect([`code ${code}`, "code 143"].some((each) => end.includes(each))).toBe(true);
    });
  });

  test("keys deploy a machine", async () => {
    await atShell(async (terminal) => {
      terminal.type("top\n");
      await terminal.until(/web-02/);
      terminal.type("/web-02\r");
      await terminal.until(/1 of 12 shown/);
      terminal.type("ad");
      await terminal.until(/for the default/);
      terminal.type("jammy\r");
      await terminal.until(/\[y\/N\]/);
      terminal.type("y");
      await terminal.until(/web-02 +Deploying/);
      terminal.type("q");
      await terminal.until(/\[\?1049l/);
    });
  });
});

/** The foreground process of the terminal. */
async function pidOf(terminal: ReturnType<typeof openTypedTerminal>): Promise<number> {
  terminal.type("\u001a");
  await terminal.until(/Stopped/);
  terminal.type('echo "pid $pid"; fg; echo code $?\n');
  const pid = Number(/pid (\d+)/.exec(await terminal.until(/pid \d+/))?.[1]);
  await terminal.until(/web-02/);
  return pid;
}
