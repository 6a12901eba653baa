import { isUtf8 } from "node:buffer";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";

/** The character with which Node replaces bytes that are not UTF-8. */
const replacement = "\ufffd";

/** Throws a usage `Failure` for an argument that is not valid Unicode, because it would be sent as different text. */
export function refuseBrokenWords({ argv, argumentBytes }: Context): void {
  const mayBeBroken = (word: string) => !word.isWellFormed() || word.includes(replacement);
  if (!argv.some(mayBeBroken)) return;
  const bytes = argumentBytes?.();
  const at = argv.findIndex((word, index) => {
    if (!word.isWellFormed()) return true;
    const actual = bytes?.[index];
    return word.includes(replacement) && actual !== undefined && !isUtf8(actual);
  });
  if (at === -1) return;
  const option = /^--[\w-]+(?==)/.exec(argv[at] ?? "")?.[0];
  const before = argv[at - 1] ?? "";
  const place = /^--?[a-z]/.test(before) ? `argument ${at + 1} (after ${before})` : `argument ${at + 1}`;
  throw new Failure("usage", `${option ?? place} is not valid Unicode: it would be sent as different text`, {
    hint: "pass bytes in a file, as in --user-data @FILE; rename files whose names have another encoding",
  });
}
