import { Failure } from "../../failure.ts";
import type { Shape } from "../../output/shape.ts";
import type { Invocation } from "../action.ts";
import { printable } from "../report.ts";

/** What became of one node of several. */
export interface ResultRow {
  readonly system_id: string;
  readonly hostname: string;
  readonly ok: boolean;
  /** The status name it has now, where the answer or the wait told. */
  readonly status: string | null;
  readonly error: string | null;
}

const shape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname" },
    { header: "ID", path: "system_id" },
    { header: "OK", path: "ok", as: "boolean" },
    { header: "STATUS", path: "status", as: "status" },
    { header: "ERROR", path: "error" },
  ],
};

/**
 * Writes a row for each node (under `-o name` only those that went well, so that the next command of a pipe takes no others) and
 * names those that did not on standard error, ready to be used again. Some failed: exit code 10; all for the same reason: its own.
 */
export async function finishRows(
  rows: readonly ResultRow[],
  failures: readonly Failure[],
  what: string,
  invocation: Invocation,
): Promise<void> {
  const isNames = invocation.globals.output === "name";
  await invocation.print(isNames ? rows.filter(({ ok }) => ok) : rows, shape);
  const failed = rows.filter(({ ok }) => !ok);
  if (failed.length === 0) return;
  for (const { hostname, error } of isNames ? failed : []) {
    invocation.messages.warn(`${hostname}: ${error ?? "failed"}`);
  }
  invocation.context.stderr.write(
    `${printable(`svc: ${what}: ${failed.length} of ${rows.length} failed: ${failed.map(({ system_id }) => system_id).join(" ")}`)}\n`,
  );
  const kinds = new Set(failures.map(({ kind }) => kind));
  const [only] = kinds;
  const same = failed.length === rows.length && kinds.size === 1 && only !== undefined;
  throw new Failure(same ? only : "someFailed", `${what}: ${failed.length} of ${rows.length} failed`, {
    reported: true,
  });
}
