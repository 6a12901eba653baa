import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { runChild } from "../terminal/child.ts";
import type { OwnProgram } from "./programs.ts";

/**
 * Runs a program `svc-NAME` in svc's own environment and on its streams. Throws a `Failure` with its exit code, already
 * reported by it, where that is not 0.
 */
export async function runProgram(
  { path }: OwnProgram,
  words: readonly string[],
  context: Context,
): Promise<void> {
  const code = await runChild(path, words, context, { env: context.env }).catch((error: Error) => {
    throw new Failure("other", `cannot run ${path}: ${reasonOf(error)}`, { exitCode: 126, cause: error });
  });
  if (code !== 0)
    throw new Failure("other", `${path} ended with ${code}`, { exitCode: code, reported: true });
}

/** The program was there a moment ago: what is missing then is the one that its first line names. */
const reasonOf = (error: NodeJS.ErrnoException): string =>
  error.code === "ENOENT" ? "its first line names a program that is not there" : error.message;
