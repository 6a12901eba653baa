import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Context } from "../../../context.ts";
import { type CheckSpec, ok } from "../check.ts";

/** Whether `man svc` finds a page. */
export const manualCheck: CheckSpec = {
  name: "manual",
  needs: [],
  examine({ subject: { context } }) {
    const page = manualFolders(context.env)
      .flatMap((folder) => ["svc.1", "svc.1.gz"].map((name) => join(folder, "man1", name)))
      .find((path) => existsSync(path));
    return ok(page ?? "man svc finds no page here; svc help COMMAND says the same");
  },
};

/** The folders that man looks into: those of MANPATH, and those beside the folders of PATH. */
export function manualFolders({ MANPATH = "", PATH = "" }: Context["env"]): readonly string[] {
  const beside = PATH.split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => [join(folder, "../share/man"), join(folder, "../man")]);
  const named = MANPATH.split(delimiter);
  // An empty entry stands for the folders that man finds by itself.
  return named.includes("") ? [...named.filter(isAbsolute), ...beside] : named.filter(isAbsolute);
}
