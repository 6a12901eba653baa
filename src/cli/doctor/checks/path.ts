import { realpathSync } from "node:fs";
import { type CheckSpec, type Finding, ok, warning } from "../check.ts";

/** Which svc a shell starts. */
export const pathCheck: CheckSpec = {
  name: "path",
  needs: [],
  examine({ subject: { context, programs } }) {
    const running = new Set(context.program.command.map(realPath));
    return judgePrograms(
      programs.map((path) => ({ path, isThis: running.has(realPath(path)), file: realPath(path) })),
    );
  },
};

interface ProgramFound {
  readonly path: string;
  /** The file that it leads to. */
  readonly file: string;
  /** It is the svc that runs now. */
  readonly isThis: boolean;
}

export function judgePrograms(found: readonly ProgramFound[]): Finding {
  const [first] = found;
  if (first === undefined) return ok("svc is not on PATH: it was started by its path");
  const others = found.filter(({ file }) => file !== first.file).map(({ path }) => path);
  if (!first.isThis)
    return warning(
      `a shell starts ${first.path}, which is not the svc that runs now`,
      `type -a svc; remove ${first.path}, or put the folder of the svc that is meant before it on PATH`,
    );
  if (others.length === 0) return ok(first.path);
  return warning(
    `${first.path}, and behind it on PATH another one: ${others.join(", ")}`,
    `remove ${others.join(" and ")} where it is an older svc`,
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
