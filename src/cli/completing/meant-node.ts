import { isNameKind } from "../../catalogue/named.ts";
import type { Context } from "../../context.ts";
import type { Failure } from "../../core/failure.ts";
import { nearest } from "../../core/text/choices.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { namesFolder } from "../names-cache/freshness.ts";
import { nameIn } from "../names-cache/name.ts";
import { readNames } from "../names-cache/store.ts";
import { serviceOf } from "./service.ts";

/** Comparing takes time, and the command fails anyway. */
const maxCompared = 20_000;

/**
 * Adds the nearest name in the cache to a notFound failure of a machine, device or node; sends no request.
 * Never rejects.
 */
export async function withMeantNode(error: Failure, context: Context): Promise<Failure> {
  const [, kind, typed] = /^no (machine|device|node) is called '([^']+)'$/.exec(error.message) ?? [];
  if (kind === undefined || typed === undefined) return error;
  try {
    const service = await serviceOf(context.argv, context);
    const folder = service && namesFolder(context.env, service.connection.endpoint);
    if (folder === undefined) return error;
    const kinds = kind === "node" ? ["nodes", "machines", "devices"] : [`${kind}s`];
    const names = kinds
      .filter(isNameKind)
      .flatMap((each) => readNames(folder, each).lines.slice(0, maxCompared))
      .flatMap((line) => nameIn(line)?.word ?? []);
    const meant = nearestName(typed, names);
    return meant === undefined
      ? error
      : error.with({ hint: `did you mean ${shellWord(meant)}? ${error.details.hint ?? ""}`.trim() });
  } catch {
    return error;
  }
}

/** Digits must be equal: `web-02` is not a typing error for `web-01`. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const numbers = numbersIn(typed);
  return nearest(
    typed.toLowerCase(),
    names.filter((name) => numbersIn(name) === numbers),
  );
}

const numbersIn = (name: string): string => (name.match(/\d+/g) ?? []).map(Number).join(" ");
