import { Failure } from "../core/failure.ts";
import { cutList } from "../core/text/word-lists.ts";
import { type Place, placeText } from "./item.ts";

export interface Problem {
  readonly place: Place;
  readonly text: string;
  readonly kind: "usage" | "notFound";
}

export function throwProblems(problems: readonly Problem[]): void {
  const sortedProblems = [...problems].sort(
    (a, b) => Number(a.kind === "notFound") - Number(b.kind === "notFound"),
  );
  const [first] = sortedProblems;
  if (first === undefined) return;
  const texts = sortedProblems.map(({ place, text }) => `${placeText(place)}: ${text}`);
  throw problemFailure(first.kind, texts);
}

const maxListed = 50;

function problemFailure(kind: "usage" | "notFound", texts: readonly string[]): Failure {
  const [first = "", ...others] = texts;
  return new Failure(kind, first, { lines: cutList(others, maxListed - 1) });
}

export type Problems = ReturnType<typeof makeProblems>;

/** Reading stops after this many problems, because a source can contain millions. */
const maxProblems = 10_000;

export function makeProblems() {
  const placesByText = new Map<string, { readonly file: string; readonly place: Place | undefined }>();
  const files: string[] = [];
  const record = (file: string, place: Place | undefined, text: string) => {
    const fullText = place === undefined ? `${file}: ${text}` : `${placeText(place)}: ${text}`;
    if (placesByText.has(fullText)) return;
    if (!files.includes(file)) files.push(file);
    placesByText.set(fullText, { file, place });
    if (placesByText.size >= maxProblems) throwIfAny();
  };
  const throwIfAny = () => {
    const texts = [...placesByText]
      .sort(([, a], [, b]) => files.indexOf(a.file) - files.indexOf(b.file) || comparePlaces(a, b))
      .map(([text]) => text);
    if (texts.length > 0) throw problemFailure("usage", texts);
  };
  return {
    beginFile(file: string): void {
      if (!files.includes(file)) files.push(file);
    },
    add: (place: Place, text: string): void => record(place.file, place, text),
    addRepetition: (place: Place, subject: string, first: Place): void =>
      record(place.file, place, `${subject} is repeated here, first at ${placeText(first)}`),
    addFile: (file: string, text: string): void => record(file, undefined, text),
    stop(place: Place, text: string): never {
      record(place.file, place, text);
      throwIfAny();
      throw new Error(text);
    },
    get count(): number {
      return placesByText.size;
    },
    throwIfAny,
  };
}

type WithPlace = { readonly place: Place | undefined };

const comparePlaces = ({ place: a }: WithPlace, { place: b }: WithPlace): number =>
  (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);

export function excerpt(text: string): string {
  const line = text.replace(/[\r\n]+/g, " ");
  return line.length <= 60 ? line : `${line.slice(0, 57)}...`;
}
