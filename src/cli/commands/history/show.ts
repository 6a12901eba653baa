import { Failure } from "../../../core/failure.ts";
import { shellWords } from "../../../core/text/shell-words.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { expandRanges } from "../../parsing/ranges.ts";
import { type HistoryEntry, readHistory, stateFolder } from "./file.ts";

const entriesOf = ({ context: { env } }: Pick<Invocation, "context">): readonly HistoryEntry[] => {
  const folder = stateFolder(env);
  return folder === undefined ? [] : readHistory(folder);
};

export function listHistory(
  invocation: Invocation<{ readonly machine?: string; readonly failed?: boolean }>,
): readonly unknown[] {
  const { machine, failed, limit = 100 } = invocation.options;
  return entriesOf(invocation)
    .filter(({ entry }) => failed !== true || entry["exit_code"] !== 0)
    .filter(({ entry }) => machine === undefined || concernsMachine(entry, machine))
    .reverse()
    .slice(0, limit)
    .map(({ number, entry: { requests: _, ...entry } }) => ({ number, ...entry }));
}

function concernsMachine({ machines, command, requests }: HistoryEntry["entry"], machine: string): boolean {
  const shortName = (name: unknown) => String(name).replace(/\..*/, "").toLowerCase();
  if (Array.isArray(machines) && machines.some((name) => shortName(name) === shortName(machine))) return true;
  if (JSON.stringify(requests ?? []).includes(`/${machine}/`)) return true;
  const words = (shellWords(String(command)) ?? []).flatMap((word) =>
    word.includes("[") ? namesIn(word) : [word],
  );
  return words.some((word) => shortName(word) === shortName(machine));
}

function namesIn(word: string): readonly string[] {
  try {
    return expandRanges(word);
  } catch {
    return [];
  }
}

const requestShape: Shape = {
  identity: "request",
  columns: [
    { header: "OUTCOME", path: "outcome", rank: "key" },
    { header: "REQUEST", path: "request", rank: "text" },
  ],
};

export async function showHistory(number: string, shape: Shape, invocation: Invocation): Promise<void> {
  const change = entriesOf(invocation).find((each) => String(each.number) === number);
  if (change === undefined)
    throw new Failure("notFound", `the history has no change ${number}`, {
      hint: "svc history lists them",
    });
  const changeRow = { number: change.number, ...change.entry };
  const { format, query } = invocation.outputSettings(shape);
  await invocation.print(changeRow, shape);
  if ((format !== "table" && format !== "wide") || query !== undefined) return;
  const { requests } = change.entry;
  await invocation.print(Array.isArray(requests) ? requests : [], requestShape);
}
