import type { Ledger } from "../../../client/http/ledger.ts";
import type { Connection } from "../../../client/profiles/connection.ts";
import type { Context } from "../../../context.ts";
import { isKeyLike, maskByForm } from "../../../core/secrets/text.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { appendLine, stateFolder } from "./file.ts";

export interface RunToRecord {
  readonly ledger: Ledger;
  readonly connections: ReadonlySet<Connection>;
  readonly exitCode: number;
  /** Includes names that the user picked from a list when prompted. */
  readonly argv: readonly string[];
  /** Secrets given on the command line. */
  readonly secrets: readonly string[];
}

/** These limits keep a line small enough to be appended in one write. */
const maxRequests = 300;
const maxCommandLength = 4000;

/** Never fails, because the changes are already made. Records nothing for sandboxes and profiles with `history=off`. */
export function recordRun({ ledger, connections, exitCode, argv, secrets }: RunToRecord, context: Context) {
  const { env, clock } = context;
  const folder = stateFolder(env);
  if (folder === undefined || env["SVC_HISTORY"] === "off") return;
  const services = [...connections].filter(
    ({ safeguards }) => safeguards?.sandbox !== true && safeguards?.history !== "off",
  );
  if (services.length === 0) return;
  const changes = ledger.changes();
  const mask = (text: string): string => maskByForm(context.maskSecrets?.(text) ?? text);
  const unique = (texts: readonly (string | undefined)[]) => [
    ...new Set(texts.filter((text) => text !== undefined)),
  ];
  const entry = {
    time: new Date(clock.now()).toISOString(),
    profile: unique(services.map(({ profile }) => profile)).join(",") || null,
    url: unique(services.map(({ endpoint }) => endpoint.baseUrl)).join(" "),
    command: commandText(argv, secrets, mask).slice(0, maxCommandLength),
    machines: machinesIn(
      changes.map(({ request }) => request),
      ledger.hostnames,
    ),
    outcome: ledger.outcome(),
    exit_code: exitCode,
    count: changes.length,
    requests: changes
      .slice(0, maxRequests)
      .map(({ request, outcome }) => ({ request: mask(request), outcome })),
  };
  try {
    appendLine(folder, JSON.stringify(entry), clock.now());
  } catch {
    // A failed write must not fail the command.
  }
}

function commandText(argv: readonly string[], secrets: readonly string[], mask: (word: string) => string) {
  const hideSecret = (word: string): string => {
    const secret = secrets.find((each) => word === each || word.endsWith(`=${each}`));
    if (secret !== undefined) return `${word.slice(0, word.length - secret.length)}********`;
    return isKeyLike(word) ? "********" : mask(word);
  };
  return ["svc", ...argv.map(hideSecret).map(shellWord)].join(" ");
}

/** Host names of the machines in request paths, or the ids of machines that were not looked up. */
function machinesIn(requests: readonly string[], hostnames: ReadonlyMap<string, string>): readonly string[] {
  const ids = requests.flatMap(
    (request) => /\/(?:machines|nodes|devices)\/([a-z0-9]{6})\b/.exec(request)?.[1] ?? [],
  );
  return [...new Set(ids)].slice(0, maxRequests).map((id) => hostnames.get(id) ?? id);
}
