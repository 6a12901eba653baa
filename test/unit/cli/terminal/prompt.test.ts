import { Writable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import {
  askChoice,
  askForText,
  askHidden,
  askYesNo,
  requireYes,
} from "../../../../src/cli/terminal/prompt.ts";
import { isInteractive } from "../../../../src/cli/terminal/streams.ts";
import type { Failure } from "../../../../src/core/failure.ts";
import { rejection } from "../../rejection.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Checks that the terminal was restored to its initial state. */
const expectReleased = ({ stdin, rawModes, listeners }: Terminal) => {
  expect(rawModes.at(-1)).toBe(false);
  expect(listeners()).toBe(0);
  expect(stdin.listenerCount("data") + stdin.listenerCount("error")).toBe(0);
  expect(stdin.isPaused()).toBe(true);
};

/** Types keys while a question is open. Returns the answer or the kind of failure, and the terminal. */
async function askWithKeys<Answer>(keys: string, ask: (context: Terminal["context"]) => Promise<Answer>) {
  const terminal = openTerminal();
  const answer = ask(terminal.context).then(
    (answer) => ({ answer }),
    ({ kind }: Failure) => ({ kind }),
  );
  terminal.type(keys);
  return { ...(await answer), terminal };
}

const askKey = (context: Terminal["context"]) => askHidden(context, "Key");
const goOn = (context: Terminal["context"]) => askYesNo(context, "Go on?");

describe("a question", () => {
  test.each([
    ["standard input is a pipe", openTerminal({ isTTY: false })],
    ["a CI runs it", openTerminal({ env: { CI: "true" } })],
    ["a CI says 1", openTerminal({ env: { CI: "1" } })],
  ])("is not asked where %s", async (_, { context, shown, rawModes }) => {
    expect(isInteractive(context)).toBe(false);
    for (const ask of [
      () => askHidden(context, "Key"),
      () => askYesNo(context, "Go on?"),
      () => askForText(context, "All of them?", "7"),
      () => askChoice(context, "Which?", [{ value: "a", label: "one" }]),
      () => requireYes(context, false, "go on?"),
    ]) {
      expect((await rejection(ask)).kind).toBe("notConfirmed");
    }
    expect([shown.stdout, shown.stderr, rawModes]).toEqual(["", "", []]);
  });

  test("is asked if CI is empty or false", () => {
    expect(isInteractive(openTerminal({ env: { CI: "" } }).context)).toBe(true);
    expect(isInteractive(openTerminal({ env: { CI: "false" } }).context)).toBe(true);
  });

  test.each(["\u0003", "y\u0003"])("ends with an interruption at Ctrl-C (%j)", async (keys) => {
    const { terminal, ...outcome } = await askWithKeys(keys, goOn);
    expect(outcome).toEqual({ kind: "interrupted" });
    expectReleased(terminal);
  });

  test.each([
    ["SIGINT", "interrupted"],
    ["SIGTERM", "terminated"],
  ] as const)("ends at %s with the terminal as it was", async (signal, kind) => {
    const terminal = openTerminal();
    const answer = rejection(() => askHidden(terminal.context, "Key"));
    terminal.type("half a k");
    terminal.signal(signal);
    expect((await answer).kind).toBe(kind);
    expectReleased(terminal);
  });

  test("ends if the terminal is closed before or during the question", async () => {
    const terminal = openTerminal();
    const answer = rejection(() => askHidden(terminal.context, "Key"));
    terminal.hangUp();
    expect((await answer).kind).toBe("notConfirmed");
    expectReleased(terminal);
    expect(await askYesNo(terminal.context, "Go on?")).toBe(false);
  });

  test("is suspended by Ctrl-Z, and shown again with what was typed", async () => {
    const { context, type, shown, rawModes } = openTerminal();
    let isListening = false;
    const answer = askYesNo(
      Object.assign(Object.create(context), {
        onSuspend: (before: () => void, after: () => void) => {
          isListening = true;
          context.stdin.once("suspend", before).once("suspend", after);
          return () => {
            isListening = false;
          };
        },
        suspend: () => context.stdin.emit("suspend"),
      }),
      "Go on?",
    );
    type("ye\u001as\r");
    expect(await answer).toBe(true);
    expect(shown.stderr).toBe("Go on? [y/N] yeGo on? [y/N] yes\n");
    expect([rawModes, isListening]).toEqual([[true, false, true, false], false]);
  });

  test("gives up on an endless answer", async () => {
    const { terminal, ...outcome } = await askWithKeys("x".repeat(5000), askKey);
    expect(outcome).toEqual({ kind: "notConfirmed" });
    expectReleased(terminal);
  });
});

describe("a secret", () => {
  test("is read without echo, in raw mode, on standard error", async () => {
    const terminal = openTerminal();
    const answer = askHidden(terminal.context, "API key");
    expect(terminal.rawModes).toEqual([true]);
    terminal.type("hu");
    terminal.type("sh\r");
    expect(await answer).toBe("hush");
    expect(terminal.shown).toEqual({ stdout: "", stderr: "API key: \n" });
    expectReleased(terminal);
  });

  test("is asked for only after echo is off", async () => {
    const terminal = openTerminal();
    const modesAtWrite: (readonly boolean[])[] = [];
    const stderr = new Writable({
      write(_chunk, _encoding, done) {
        modesAtWrite.push([...terminal.rawModes]);
        done();
      },
    });
    const answer = askHidden({ ...terminal.context, stderr: Object.assign(stderr, { isTTY: true }) }, "Key");
    terminal.type("hush\r");
    await answer;
    expect(modesAtWrite[0]).toEqual([true]);
  });

  test.each([
    ["pasted with the terminal's marks", "\u001b[200~a:b:c\u001b[201~\r", "a:b:c"],
    ["pasted with spaces and a line feed", "  a:b:c \n", "a:b:c"],
    ["corrected with backspace", "a:b:d\u007fc\r", "a:b:c"],
    ["corrected as a whole", "wrong\u0015a:b:c\r", "a:b:c"],
    ["corrected with Ctrl-W", "a:b:c wrong\u0017\r", "a:b:c"],
    ["with cursor keys in between", "a:\u001b[D\u001b[3~b:c\u001bOC\r", "a:b:c"],
    ["ended by Ctrl-D", "a:b:c\u0004", "a:b:c"],
  ])("%s is what was meant", async (_, keys, expected) => {
    expect(await askWithKeys(keys, askKey)).toMatchObject({ answer: expected });
  });

  test("is read correctly if a character arrives in two parts", async () => {
    const terminal = openTerminal();
    const answer = askHidden(terminal.context, "Key");
    const bytes = Buffer.from("schlüssel\r");
    terminal.context.stdin.unshift(bytes.subarray(0, 5));
    (terminal.stdin as unknown as NodeJS.WritableStream).write(bytes.subarray(5));
    expect(await answer).toBe("schlüssel");
  });

  test.each(["\r", "  \r", "\u0004"])("that is empty (%j) is none", async (keys) => {
    expect(await askWithKeys(keys, askKey)).toMatchObject({ kind: "notConfirmed" });
  });
});

describe("yes or no", () => {
  test.each([
    ["y\r", true],
    ["YES\r", true],
    ["n\r", false],
    ["\r", false],
    ["\u0004", false],
    ["maybe\ry\r", true],
    ["what\rwhat\rwhat\r", false],
  ])("%j is %s", async (keys, answer) => {
    const { terminal, ...outcome } = await askWithKeys(keys, goOn);
    expect(outcome).toEqual({ answer });
    expectReleased(terminal);
  });

  test("shows what is typed, corrections too", async () => {
    const terminal = openTerminal();
    const answer = askYesNo(terminal.context, "Go on?");
    terminal.type("n");
    terminal.type("\u007f");
    terminal.type("y\r");
    await answer;
    expect(terminal.shown.stderr).toBe("Go on? [y/N] n\b \by\n");
  });

  test("erases wide characters whole", async () => {
    const terminal = openTerminal();
    const answer = askYesNo(terminal.context, "Go on?");
    await vi.dynamicImportSettled();
    terminal.type("机器\u007f");
    terminal.type("\u0015y\r");
    await answer;
    expect(terminal.shown.stderr).toBe(`Go on? [y/N] 机器${"\b \b".repeat(4)}机${"\b \b".repeat(2)}y\n`);
  });

  test("answers typed in advance are used one per question", async () => {
    const terminal = openTerminal();
    terminal.type("y\r\nn\u007f\u007fno\rhush\r");
    expect(await askYesNo(terminal.context, "One?")).toBe(true);
    expect(await askYesNo(terminal.context, "Two?")).toBe(false);
    expect(await askHidden(terminal.context, "Key")).toBe("hush");
  });

  test("given in advance is not asked for", async () => {
    const terminal = openTerminal({ isTTY: false });
    await requireYes(terminal.context, true, "go on?");
    expect(terminal.shown.stderr).toBe("");
  });

  test("declined is a failure of its own", async () => {
    const declined = await askWithKeys("n\r", (context) => requireYes(context, false, "go on?"));
    expect(declined).toMatchObject({ kind: "notConfirmed" });
  });
});

test.each([
  ["12\r", true],
  [" 12 \r", true],
  ["1\r", false],
  ["y\r", false],
  ["\r", false],
])("a count that must be typed: %j is %s", async (keys, answer) => {
  const ask = (context: Terminal["context"]) => askForText(context, "Delete 12 machines?", "12");
  expect(await askWithKeys(keys, ask)).toMatchObject({ answer });
});

describe("a choice", () => {
  const choices = [
    { value: "watch", label: "go on watching" },
    { value: "leave", label: "leave it running" },
    { value: "abort", label: "abort the operation" },
  ] as const;

  test.each([
    ["\r", { answer: "watch" }],
    ["2\r", { answer: "leave" }],
    ["A\r", { answer: "abort" }],
    ["9\rx\r3\r", { answer: "abort" }],
    ["7\r8\r9\r1\r", { kind: "notConfirmed" }],
  ])("%j is %o: after three questions a failure", async (keys, outcome) => {
    const ask = (context: Terminal["context"]) => askChoice(context, "What now?", choices);
    expect(await askWithKeys(keys, ask)).toMatchObject(outcome);
  });
});
