import type { TextComparison } from "../catalogue/kind.ts";
import type { LoadedKind, StateField } from "./kinds.ts";
import { normalBoolean, normalNumber, normalText, plainLines } from "./normal-text.ts";
import { isReadMap, type ReadScalar, type ReadValue } from "./observed.ts";
import type { PlainValue } from "./values.ts";

export interface Comparison {
  readonly likeness?: TextComparison | undefined;
  /** A word in rows for an empty value, besides null and empty text. */
  readonly none?: string | undefined;
  readonly added?: readonly string[] | undefined;
  /** The item's values need only be among the present ones. */
  readonly isSubset?: boolean;
  /** For references: one word for all names of an object. */
  readonly canonical?: ((text: string) => string) | undefined;
}

export function comparisonOf(
  { kind }: LoadedKind,
  { name }: StateField,
  canonical?: (text: string) => string,
): Comparison {
  return {
    likeness: kind.comparisons?.[name],
    none: kind.emptyMarkers?.[name],
    added: kind.addedWords?.[name],
    isSubset: kind.otherKeys?.includes(name) === true,
    canonical,
  };
}

/** True if the item's value matches one of the row's spellings. Unset variables count as equal. */
export function isSame(value: PlainValue, spellings: readonly ReadValue[], how: Comparison): boolean {
  return spellings.some((spelling) => isSpelling(value, spelling, how));
}

function isSpelling(value: PlainValue, read: ReadValue, how: Comparison): boolean {
  switch (value.form) {
    case "bytes":
      return value.bytes === undefined || value.bytes.equals(bytesOf(read));
    case "list":
      return (
        value.texts === undefined ||
        isSameSet(value.texts, listOf(read), how) ||
        isSameSet(value.texts.flatMap(wordsIn), listOf(read), how)
      );
    case "map":
      return [...value.texts].every(([key, text]) => {
        const currentText = isReadMap(read) && Object.hasOwn(read, key) ? read[key] : null;
        return text === undefined || isSameText(text, currentText ?? null, how);
      });
    case "text":
      if (value.text === undefined) return true;
      // A field documented as text may be a list in a row: `10.0.0.1,10.0.0.2`.
      return Array.isArray(read)
        ? isSameSet(wordsIn(value.text), read, how)
        : isSameText(value.text, read, how);
  }
}

function isSameText(text: string, read: ReadValue, how: Comparison): boolean {
  if (text === read) return true;
  if (read === null || read === "" || read === how.none) return text.trim() === "" || text === how.none;
  if (!isScalar(read)) return false;
  // Services that trim have an empty text instead.
  if (text.trim() === "") return plainLines(text) === plainLines(String(read));
  if (how.likeness === "bytes") return normalText(text, "bytes") === normalText(String(read), "bytes");
  if (typeof read === "boolean") return normalBoolean(text) === String(read);
  if (typeof read === "number" || typeof read === "bigint") {
    const number = normalNumber(text);
    if (number !== undefined) return number === normalNumber(String(read));
    const word = normalBoolean(text);
    return word !== undefined && word === normalBoolean(String(read));
  }
  const normal = (each: string) => how.canonical?.(each) ?? normalText(each, how.likeness);
  return normal(text) === normal(read) || normalText(text, how.likeness) === normalText(read, how.likeness);
}

function isSameSet(
  desiredTexts: readonly string[],
  currentTexts: readonly ReadScalar[],
  how: Comparison,
): boolean {
  const texts = desiredTexts.filter((text) => text !== how.none && how.added?.includes(text) !== true);
  const read = currentTexts.filter((each) => each !== how.none);
  const isAmong = (text: string) => read.some((each) => isSameText(text, each, how));
  if (!texts.every(isAmong)) return false;
  return how.isSubset === true || read.every((each) => texts.some((text) => isSameText(text, each, how)));
}

const isScalar = (read: ReadValue): read is ReadScalar =>
  read === null || (typeof read !== "object" && typeof read !== "undefined");

const wordsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== "");

/** Splits a list written as one text, such as addresses separated by spaces. */
function listOf(read: ReadValue): readonly ReadScalar[] {
  if (Array.isArray(read)) return read;
  if (read === null || read === "") return [];
  return typeof read === "string" ? wordsIn(read) : isScalar(read) ? [read] : [];
}

const bytesOf = (read: ReadValue): Buffer =>
  Buffer.isBuffer(read) ? read : Buffer.from(isScalar(read) && read !== null ? String(read) : "", "utf8");
