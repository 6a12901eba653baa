import { expect, test } from "vitest";
import { changeGuard } from "../../../../src/cli/invocation/connection.ts";
import { openGate } from "../../../../src/cli/sites/gate.ts";
import type { Connection } from "../../../../src/client/profiles/connection.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { openTerminal } from "../terminal/terminal.ts";

/** Sends a change to two sites with protected profiles, and answers the questions with `answers`. */
async function changeBoth(answers: readonly string[]) {
  const terminal = openTerminal();
  const { context, shown } = terminal;
  const settings = { defaultAction: "lock", mustAsk: false, isYesGiven: false };
  const gate = openGate(["east", "west"], context, settings);
  const siteContext = Object.create(context, {
    stderr: { value: { write: () => true } },
    promptContext: { value: context },
  });
  const sent: string[] = [];
  const change = async (site: string) => {
    const connection = { profile: site, safeguards: { protected: true } } as Connection;
    const guard = changeGuard(connection, siteContext, { yes: false } as Parameters<typeof changeGuard>[2]);
    try {
      await gate.runInTurn(site, async () => guard?.());
      await gate.pass(site);
      sent.push(site);
      gate.end(site, undefined);
      return undefined;
    } catch (error) {
      if (error instanceof Failure) gate.end(site, error);
      return error instanceof Failure ? error.kind : "not a failure";
    }
  };
  const ends = Promise.all([change("east"), change("west")]);
  for (const [index, answer] of answers.entries()) {
    await expect.poll(() => shown.stderr.split("is protected").length).toBe(index + 2);
    terminal.type(answer);
  }
  return { ends: await ends, sent, questions: shown.stderr.split("is protected").length - 1 };
}

test.each<[string, readonly string[], object]>([
  [
    "both names",
    ["east\r", "west\r"],
    { ends: [undefined, undefined], sent: ["east", "west"], questions: 2 },
  ],
  ["a wrong name", ["x\r"], { ends: ["notConfirmed", "notConfirmed"], questions: 1 }],
  ["a wrong second name", ["east\r", "x\r"], { ends: ["notConfirmed", "notConfirmed"], questions: 2 }],
  ["Ctrl-C", ["\u0003"], { ends: ["interrupted", "interrupted"], questions: 1 }],
  ["Ctrl-C at the second", ["east\r", "\u0003"], { ends: ["interrupted", "interrupted"], questions: 2 }],
])("two protected profiles are asked about one after the other: %s", async (_, answers, expected) => {
  expect(await changeBoth(answers)).toEqual({ sent: [], ...expected });
});
