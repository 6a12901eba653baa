import type { TextForm } from "../catalogue/kind.ts";
import type { LoadedKind, StateField } from "./kinds.ts";
import { normalBoolean, normalNumber, normalText, withUnixLineEnds } from "./normal-text.ts";
import { isReadMap, type ReadScalar, type ReadValue } from "./observed.ts";
import type { PlainValue } from "./values.ts";

export interface Comparison {
  readonly textComparison?: TextForm | undefined;
  /** A word that means an empty value in rows, besides null and empty text. */
  readonly emptyWord?: string | undefined;
  readonly wordsAddedByService?: readonly string[] | undefined;
  /** True if the item's values need only be among the current ones. */
  readonly isSubset?: boolean;
  readonly toCanonical?: ((text: string) => string) | undefined;
}

export function comparisonOf(
  { kind }: LoadedKind,
  { name }: StateField,
  canonical?: (text: string) => string,
): Comparison {
  return {
    textComparison: kind.comparisons?.[name],
    emptyWord: kind.emptyMarkers?.[name],
    wordsAddedByService: kind.addedWords?.[name],
    isSubset: kind.otherKeys?.includes(name) === true,
    toCanonical: canonical,
  };
}

export const isSame = (value: PlainValue, spellings: readonly ReadValue[], comparison: Comparison): boolean =>
  spellings.some((spelling) => isSpelling(value, spelling, comparison));

function isSpelling(value: PlainValue, read: ReadValue, comparison: Comparison): boolean {
  switch (value.form) {
    case "bytes":
      return value.bytes === undefined || value.bytes.equals(bytesOf(read));
    case "list":
      return (
        value.texts === undefined ||
        isSameSet(value.texts, listOf(read), comparison) ||
        isSameSet(value.texts.flatMap(wordsIn), listOf(read), comparison)
      );
    case "map":
      return [...value.texts].every(([key, text]) => {
        const currentText = isReadMap(read) && Object.hasOwn(read, key) ? read[key] : null;
        return text === undefined || isSameText(text, currentText ?? null, comparison);
      });
    case "text":
      if (value.text === undefined) return true;
      // A row may contain a list for a field documented as text: `10.0.0.1,10.0.0.2`.
      return Array.isArray(read)
        ? isSameSet(wordsIn(value.text), read, comparison)
        : isSameText(value.text, read, comparison);
  }
}

function isSameText(text: string, read: ReadValue, comparison: Comparison): boolean {
  if (text === read) return true;
  if (read === null || read === "" || read === comparison.emptyWord)
    return text.trim() === "" || text === comparison.emptyWord;
  if (!isScalar(read)) return false;
  // A service that trims would store nothing, so here blank text must match exactly.
  if (text.trim() === "") return withUnixLineEnds(text) === withUnixLineEnds(String(read));
  if (comparison.textComparison === "bytes")
    return normalText(text, "bytes") === normalText(String(read), "bytes");
  if (typeof read === "boolean") return normalBoolean(text) === String(read);
  if (typeof read === "number" || typeof read === "bigint") {
    const number = normalNumber(text);
    if (number !== undefined) return number === normalNumber(String(read));
    const word = normalBoolean(text);
    return word !== undefined && word === normalBoolean(String(read));
  }
  const { toCanonical: canonical, textComparison } = comparison;
  const isSameName = canonical !== undefined && canonical(text) === canonical(read);
  return isSameName || normalText(text, textComparison) === normalText(read, textComparison);
}

function isSameSet(
  desiredTexts: readonly string[],
  currentTexts: readonly ReadScalar[],
  comparison: Comparison,
): boolean {
  const texts = desiredTexts.filter(
    (text) => text !== comparison.emptyWord && comparison.wordsAddedByService?.includes(text) !== true,
  );
  const currentValues = currentTexts.filter((each) => each !== comparison.emptyWord);
  const isInRow = (text: string) => currentValues.some((each) => isSameText(text, each, comparison));
  const isInTexts = (each: ReadScalar) => texts.some((text) => isSameText(text, each, comparison));
  return texts.every(isInRow) && (comparison.isSubset === true || currentValues.every(isInTexts));
}

const isScalar = (read: ReadValue): read is ReadScalar =>
  read === null || (typeof read !== "object" && typeof read !== "undefined");

const wordsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== "");

function listOf(read: ReadValue): readonly ReadScalar[] {
  if (Array.isArray(read)) return read;
  if (read === null || read === "") return [];
  return typeof read === "string" ? wordsIn(read) : isScalar(read) ? [read] : [];
}

const bytesOf = (read: ReadValue): Buffer =>
  Buffer.isBuffer(read) ? read : Buffer.from(isScalar(read) && read !== null ? String(read) : "", "utf8");
