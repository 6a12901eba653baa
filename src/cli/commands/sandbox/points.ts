import { Failure, isSystemError, systemErrorText } from "../../../core/failure.ts";
import { writeAtomically } from "../../../core/files.ts";
import { recordsIn } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { askSandbox, controlSandbox, noSandbox, targetSandbox } from "./control.ts";

export async function saveOrRestore(action: "save" | "restore", name: string, invocation: Invocation) {
  const target = targetSandbox(invocation);
  return { url: target.url, ...(await controlSandbox(invocation.context, target, "POST", action, [name])) };
}

/** In characters: 10,000 machines take 40 MB, and so does each saved point. */
const maxStateLength = 400_000_000;

/** Writes a file for `--state`, which only its owner can read. */
export async function writeState(file: string, invocation: Invocation): Promise<void> {
  const { context } = invocation;
  const answer = await askSandbox(context, targetSandbox(invocation), "GET", "state", [], maxStateLength);
  if (answer.kind !== "answer" || answer.status !== 200) throw noSandbox();
  try {
    const temporaryFile = `${file}.${context.random.hex(4)}.new`;
    await writeAtomically(file, answer.text, { temporaryPath: temporaryFile, mode: 0o600 });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure("other", `${file} cannot be written (${systemErrorText(error)})`, { cause: error });
  }
}

export async function changePoints(
  action: "list" | "delete",
  names: readonly string[],
  invocation: Invocation,
): Promise<readonly unknown[]> {
  const { context } = invocation;
  const target = targetSandbox(invocation);
  if (action === "list" && names.length > 0)
    throw new Failure("usage", "list takes no name: svc sandbox saved delete NAME deletes one");
  if (action === "delete" && names.length === 0)
    throw new Failure("usage", "name the saved points to delete");
  for (const name of names)
    await controlSandbox(context, target, "DELETE", `saved/${encodeURIComponent(name)}`);
  const { saved } = await controlSandbox(context, target, "GET", "saved");
  return recordsIn(saved);
}
