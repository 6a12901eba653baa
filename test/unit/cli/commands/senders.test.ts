import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../../src/cli/commands");
const outcomes = readFileSync(join(folder, "../../../test/wire/several-requests.test.ts"), "utf8");

/**
 * Modules of commands that send requests. Those that send several changes name their cases in
 * test/wire/several-requests.
 */
const senders: Readonly<Record<string, "reads" | "one change" | readonly string[]>> = {
  "describe-node/read-node.ts": "reads",
  "desired/apply-claims.ts": ["a claim"],
  "desired/apply.ts": ["several objects"],
  "desired/claims.ts": ["the machines of a claim", "machines that a claim adopts"],
  "machines/consoles.ts": "reads",
  "machines/power-cycle.ts": ["machines that are turned off and on"],
  "machines/script-results.ts": "reads",
  "machines/why.ts": "reads",
  "operations/boot-resources-import.ts": "one change",
  "operations/create-from-file.ts": ["machines of a file"],
  "operations/domains.ts": ["a new domain with forward servers"],
  "operations/events.ts": "reads",
  "operations/files.ts": "one change",
  "operations/machines-allocate.ts": ["allocate --deploy"],
  "operations/node-list.ts": "reads",
  "operations/scripts.ts": "one change",
  "operations/tokens.ts": ["tokens from standard input"],
  "operations/version.ts": "reads",
  "service/api.ts": "one change",
  "service/config.ts": "one change",
  "service/send-image.ts": ["upload"],
  "service/upload.ts": ["upload"],
  "stored/login.ts": "reads",
  // It changes several machines, but reports each of them separately.
  "top/work.ts": "one change",
};

test("every command that sends several changes is tested with each refusal and unclear answer", () => {
  const sends =
    /\bclient\s*\.(?:call|send)\(|\.request\(|\bexecute\(|\b(?:submit\w+|sendToEach)\(|\bapply(?:Plan|Claims)\(/;
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && sends.test(readFileSync(join(folder, path), "utf8")),
  );
  expect(modules.toSorted()).toEqual(Object.keys(senders).toSorted());
  for (const cases of Object.values(senders).filter((kind) => typeof kind !== "string"))
    for (const name of cases) expect(outcomes).toContain(`name: "${name}"`);
});
