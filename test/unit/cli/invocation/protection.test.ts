import { expect, test } from "vitest";
import { guardOf } from "../../../../src/cli/invocation/connection.ts";
import type { Connection } from "../../../../src/client/profiles/connection.ts";
import { rejection } from "../../rejection.ts";
import { openTerminal } from "../terminal/terminal.ts";

const globals = (yes: boolean, namesProfile = true) =>
  ({ yes, namesProfile }) as Parameters<typeof guardOf>[2];
const connection = (safeguards: Connection["safeguards"]) => ({ profile: "prod", safeguards }) as Connection;
const isProtected = connection({ protected: true });

test.each<[string, Connection, string, boolean, string]>([
  ["nothing", connection({}), "machines release web-01 --yes", true, "done"],
  [
    "nothing with --yes and --profile",
    isProtected,
    "machines release web-01 --yes --profile=prod",
    true,
    "done",
  ],
  ["nothing with -p and -y", isProtected, "-p prod machines release web-01 -y", true, "done"],
  ["nothing with --yes and its name before a machine's", isProtected, "x y prod/web-01 --yes", true, "done"],
  ["with --yes alone", isProtected, "machines release web-01 --yes", true, "is protected: not confirmed"],
  [
    "with --profile alone",
    isProtected,
    "-p prod machines release web-01",
    false,
    "is protected: not confirmed",
  ],
  ["nothing of a read-only one", connection({ readOnly: true }), "-p prod x -y", true, "is read-only"],
])("a profile asks %s", async (_, profile, line, yes, outcome) => {
  const { context } = openTerminal({ isTTY: false });
  const guard = guardOf(profile, { ...context, argv: line.split(" ") }, globals(yes));
  if (outcome === "done") return expect(await guard?.()).toBeUndefined();
  const failure = await rejection(async () => guard?.());
  expect(failure.message).toContain(`profile 'prod' ${outcome}`);
  expect(failure.details).toMatchObject({ outcome: "not_sent", hint: expect.stringContaining("prod") });
});

test("a file in a folder with the name of the profile does not confirm a change", async () => {
  const { context } = openTerminal({ isTTY: false });
  const guard = guardOf(isProtected, { ...context, argv: ["apply", "prod/site.yaml"] }, globals(true, false));
  expect((await rejection(async () => guard?.())).message).toContain("not confirmed");
});

test.each([
  ["prod\r", undefined],
  ["yes\r", "notConfirmed"],
  ["\r", "notConfirmed"],
  ["\u0003", "interrupted"],
])("typing %j on a terminal ends as %s, and is asked once", async (keys, kind) => {
  const terminal = openTerminal();
  const guard = guardOf(isProtected, terminal.context, globals(true));
  const answers = [guard?.(), guard?.()].map((answer) =>
    Promise.resolve(answer).then(
      () => undefined,
      (failure) => failure.kind,
    ),
  );
  terminal.type(keys);
  expect(await Promise.all(answers)).toEqual([kind, kind]);
  expect(terminal.shown.stderr.split("make this change there?")).toHaveLength(2);
});
