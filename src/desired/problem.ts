import { Failure } from "../core/failure.ts";
import { type Place, placeText } from "./item.ts";

/** Why a plan cannot be made. */
export interface Problem {
  readonly place: Place;
  readonly text: string;
  readonly kind: "usage" | "notFound";
  readonly hint?: string;
}

/** No more are told; the rest is counted. */
const maxTold = 50;

/** Throws one failure with all problems, the first as its message; a wrong item counts before a missing object. */
export function throwProblems(problems: readonly Problem[]): void {
  const ordered = [...problems].sort((a, b) => Number(a.kind === "notFound") - Number(b.kind === "notFound"));
  const [first, ...others] = ordered;
  if (first === undefined) return;
  const told = ({ place, text }: Problem) => `${placeText(place)}: ${text}`;
  const lines = others.slice(0, maxTold - 1).map(told);
  const rest = others.length - lines.length;
  throw new Failure(first.kind, told(first), {
    lines: rest === 0 ? lines : [...lines, `and ${rest} more`],
    ...(first.hint === undefined ? {} : { hint: first.hint }),
  });
}
