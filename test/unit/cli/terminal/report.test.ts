import { describe, expect, test } from "vitest";
import {
  boundedJson,
  foldMessage,
  makeMessages,
  messageText,
  reportFailure,
} from "../../../../src/cli/terminal/report.ts";
import { createLedger } from "../../../../src/client/http/ledger.ts";
import {
  type ChangeOutcome,
  type ExitKind,
  Failure,
  type FailureDetails,
} from "../../../../src/core/failure.ts";
import { openTerminal } from "./terminal.ts";

const refusal =
  "1 of 2 was refused: app-01 (locked); wait for the others with: svc machines wait web-01 --for deployed";

test.each([20, 40, 60, 80])(
  "messages are folded between words at %d columns, and commands whole",
  (columns) => {
    const lines = foldMessage(refusal, columns);
    expect(lines.map((line) => line.trim()).join(" ")).toBe(refusal);
    const words = new Set(refusal.split(" "));
    for (const line of lines) for (const word of line.trim().split(" ")) expect(words).toContain(word);
    for (const line of lines) if (columns >= 40) expect(line.length).toBeLessThanOrEqual(columns);
    if (columns >= 60) expect(lines.join("\n")).toContain("svc machines wait web-01 --for deployed");
  },
);

test("folded lines keep the margin of their message", () => {
  const lines = foldMessage(`    ${refusal}`, 60);
  expect(lines.map((line) => line.search(/\S/))).toEqual([4, ...lines.slice(1).map(() => 6)]);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
});

test("messages in a pipe are one line, without control characters", () => {
  const { stderr } = openTerminal({ isTTY: false }).context;
  expect(messageText(stderr, `${refusal}\u001b[2J`).match(/\n/g)).toHaveLength(1);
  expect(messageText(stderr, "\u001b[2J")).not.toContain("\u001b");
});

async function reported(error: unknown, outcome: ChangeOutcome, format?: string) {
  const terminal = openTerminal({ isTTY: false });
  const ledger = createLedger();
  if (outcome !== "not_sent") ledger.begin("POST /machines/abc123/op-deploy")(outcome);
  const code = await reportFailure(error, terminal.context, ledger, { format });
  return { code, text: terminal.shown.stderr };
}

const asJson = async (error: unknown, outcome: ChangeOutcome) => {
  const { code, text } = await reported(error, outcome, "json");
  return { code, text, error: JSON.parse(text).error };
};

const failure = (kind: ExitKind, details: FailureDetails = {}) => new Failure(kind, "it failed", details);
const doubt = "it may have been carried out: check before sending it again";

describe("what a failure says of the change", () => {
  test("an unclear outcome is reported in words and as data, with the hint", async () => {
    expect((await reported(failure("unreachable"), "unknown")).text).toBe(`svc: it failed\nhint: ${doubt}\n`);
    expect((await reported(failure("unreachable", { hint: "wait" }), "unknown")).text).toBe(
      `svc: it failed\nhint: ${doubt}; wait\n`,
    );
    expect((await asJson(failure("unreachable"), "unknown")).error).toMatchObject({
      outcome: "unknown",
      hint: doubt,
    });
  });

  test("an unclear outcome that the message mentions is not reported twice", async () => {
    expect((await reported(failure("other", { hint: doubt, outcome: "unknown" }), "unknown")).text).toBe(
      `svc: it failed\nhint: ${doubt}\n`,
    );
  });

  test.each<ExitKind>(["usage", "notConfirmed"])(
    "%s keeps its code only where nothing was sent",
    async (kind) => {
      expect(await asJson(failure(kind, { hint: "nothing was sent" }), "not_sent")).toMatchObject({
        code: { usage: 2, notConfirmed: 13 }[kind as "usage"],
        error: { outcome: "not_sent" },
      });
      const after = await asJson(failure(kind, { hint: "nothing was sent" }), "done");
      expect(after).toMatchObject({
        code: 1,
        error: { kind: "other", outcome: "done", hint: "the operation was carried out" },
      });
      expect(await asJson(failure(kind), "unknown")).toMatchObject({
        code: 1,
        error: { kind: "other", outcome: "unknown", hint: doubt },
      });
    },
  );

  test("a failure after a change that was carried out says so, unless it is about what followed", async () => {
    const text = "the operation was carried out";
    expect((await reported(failure("other"), "done")).text).toContain(text);
    expect((await reported(failure("interrupted"), "done")).text).toContain(text);
    expect((await reported(failure("operationFailed"), "done")).text).not.toContain(text);
    expect((await asJson(failure("operationFailed"), "done")).error.outcome).toBe("done");
  });

  test("the outcome in the failure takes precedence over the ledger", async () => {
    expect((await asJson(failure("conflict", { outcome: "refused" }), "done")).error.outcome).toBe("refused");
  });

  test("the error contains the machines", async () => {
    const machines = [{ system_id: "abc123", hostname: "web-01", status: "Deploying" }];
    expect((await asJson(failure("stillInProgress", { machines }), "done")).error.machines).toEqual(machines);
  });

  test("an unexpected error is one line", async () => {
    const { code, text } = await reported(
      new Error(`first\n  assert(!this.paused)\n${"x".repeat(9_999)}`),
      "unknown",
    );
    expect(code).toBe(1);
    const [line = "", hint] = text.split("\n");
    expect(line.length).toBeLessThan(400);
    expect(line).toContain("svc: first assert(!this.paused)");
    expect(hint).toContain(doubt);
  });
});

describe("errors as JSON", () => {
  const hostile = "\u001b[31m\u0007\u0085\u009b1m\u007f\u202e\u2066\u2028\u200e";

  test("contain no terminal control characters, and the same text", async () => {
    const details = { body: { [hostile]: hostile }, lines: [hostile], hint: hostile, request: hostile };
    const { text } = await reported(new Failure("other", hostile, details), "not_sent", "json");
    expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
    expect(JSON.parse(text).error).toMatchObject({ message: hostile, ...details });
  });

  test.each([
    ["a text", "x".repeat(100_000)],
    ["a list", Array.from({ length: 50_000 }, (_, index) => index)],
    ["an object", Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field_${index}`, "bad"]))],
    ["long names", { ["n".repeat(50_000)]: { ["m".repeat(50_000)]: 1 } }],
    ["deep lists", Array.from({ length: 3_000 }).reduce<unknown>((inner) => [inner], 1)],
    ["wide and deep", Array.from({ length: 12 }).reduce<unknown>((inner) => [inner, inner, inner], "deep")],
  ])("bound what the service sent: %s", async (_, body) => {
    const { text } = await reported(failure("invalid", { body }), "refused", "json");
    expect(text.length).toBeLessThan(20_000);
    expect(JSON.parse(text).error.body).toBeDefined();
    expect(text).toContain("...");
  });

  test("leave a small body as it is", async () => {
    const body = { name: ["is taken", "ü"], count: 3, flag: null, deep: [{ a: [] }] };
    expect(boundedJson(body, 4_096)).toEqual(body);
  });
});

test("a very long word of a note is shortened", () => {
  const { context, shown } = openTerminal({ isTTY: false });
  makeMessages(context, { quiet: false, verbose: false, debug: false }).note(
    `tags ${"L".repeat(70_000)} left out`,
  );
  expect(shown.stderr).toBe(`tags ${"L".repeat(200)}... (70000 characters) left out\n`);
});

test("a long list in a service's words is shortened for people only", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `setting_${index}`);
  for (const [before, after, quote] of [
    ["nope is not a valid setting (valid settings are: ", ").", ""],
    ["It should be one of: ", ".", ""],
    ["choices: [", "]", "'"],
  ]) {
    const words = names.map((name) => `${quote}${name}${quote}`);
    const message = `${before}${words.join(", ")}${after}`;
    const failed = new Failure("invalid", message, {
      lines: [`name: ${message}`],
      body: { name: [message] },
    });
    const { text } = await reported(failed, "refused");
    expect(text).toContain(`${words.slice(0, 10).join(", ")}, ... (-o json shows all)`);
    expect(text).not.toContain(words[10]);
    const { error } = await asJson(failed, "refused");
    expect(error).toMatchObject({ message, lines: [`name: ${message}`], body: { name: [message] } });
  }
});

describe("on a terminal", () => {
  const linesAt = async (columns: number, hint: string) => {
    const terminal = openTerminal({ columns });
    await reportFailure(new Failure("other", "it failed", { hint }), terminal.context, createLedger(), {
      format: undefined,
      isColorless: true,
    });
    return terminal.shown.stderr.split("\n");
  };

  test("lines are folded between words, and a command that fits stays whole", async () => {
    const command = "svc machines release web-01 --erase --secure-erase";
    for (let columns = 60; columns < 120; columns += 7) {
      const lines = await linesAt(columns, `the machine must be given back before anything else: ${command}`);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(lines.some((line) => line.includes(command))).toBe(true);
    }
  });

  test("a word that is wider than the terminal is not broken", async () => {
    const word = "x".repeat(100);
    expect(await linesAt(40, `see ${word}`)).toContain(`  ${word}`);
  });
});
