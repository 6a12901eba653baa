import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../../src/cli/commands");
const outcomes = readFileSync(join(folder, "../../../test/wire/several-requests.test.ts"), "utf8");

/**
 * Modules of commands that send requests. Those that send several changes have a case in
 * test/wire/several-requests.
 */
const senders: Readonly<Record<string, "reads" | "one change" | `case: ${string}`>> = {
  "describe-node/read-node.ts": "reads",
  "desired/adopt-claim.ts": "case: machines that a claim adopts",
  "desired/apply-claims.ts": "case: a claim",
  "desired/apply.ts": "case: several objects",
  "desired/claims.ts": "case: the machines of a claim",
  "machines/consoles.ts": "reads",
  "machines/power-cycle.ts": "case: machines that are turned off and on",
  "machines/script-results.ts": "reads",
  "machines/why.ts": "reads",
  "operations/boot-resources-import.ts": "one change",
  "operations/create-from-file.ts": "case: machines of a file",
  "operations/domains.ts": "case: a new domain with forward servers",
  "operations/events.ts": "reads",
  "operations/files.ts": "one change",
  "operations/machines-allocate.ts": "case: allocate --deploy",
  "operations/node-list.ts": "reads",
  "operations/scripts.ts": "one change",
  "operations/tokens.ts": "case: tokens from standard input",
  "operations/version.ts": "reads",
  "service/api.ts": "one change",
  "service/config.ts": "one change",
  "service/send-image.ts": "case: upload",
  "service/upload.ts": "case: upload",
  "status/read-status.ts": "reads",
  // It changes several machines, but reports each of them separately.
  "stored/login.ts": "reads",
  "top/work.ts": "one change",
};

test("every command that sends several changes is tested with each refusal and unclear answer", () => {
  const sends =
    /\bclient\s*\.call\(|\.request\(|\bexecute\(|\b(?:submit\w+|sendToEach)\(|\bapply(?:Plan|Claims)\(/;
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && sends.test(readFileSync(join(folder, path), "utf8")),
  );
  expect(modules.filter((path) => !(path in senders))).toEqual([]);
  for (const kind of Object.values(senders))
    if (kind.startsWith("case: ")) expect(outcomes).toContain(`name: "${kind.slice("case: ".length)}"`);
});
