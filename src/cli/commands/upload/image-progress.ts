import { textOf } from "../../../client/lifecycle/machine-view.ts";
import { isRecord } from "../../../core/json-record.ts";
import { chunkBytes, type ImageFacts } from "./image-file.ts";

/** Where an upload stands, by the service's own words. */
export interface ImageState {
  readonly isComplete: boolean;
  /** Where the chunks go; undefined where the service names no place (a complete file has none). */
  readonly uploadUri: string | undefined;
  /** Bytes that the service has; undefined where its answer does not show it. */
  readonly received: number | undefined;
  /** Nothing has come in yet: the file's own progress, wrong as it may be otherwise, is right about that. */
  readonly isUntouched: boolean;
}

/**
 * Finds a file by hash and size in a boot resource: a complete one first, else that of the newest set.
 * Undefined where there is none.
 */
export function findImage(resource: unknown, { sha256, size }: ImageFacts): ImageState | undefined {
  const sets = isRecord(resource) ? resource["sets"] : undefined;
  if (!isRecord(sets)) return undefined;
  const found = Object.entries(sets)
    .sort(([a], [b]) => collator.compare(b, a))
    .flatMap(([, set]): ImageState[] => {
      const files = isRecord(set) && isRecord(set["files"]) ? Object.values(set["files"]) : [];
      const file = files.filter(isRecord).find((each) => isSame(each, sha256, size));
      if (file === undefined || !isRecord(set)) return [];
      return [
        {
          isComplete: file["complete"] === true,
          uploadUri: textOf(file["upload_uri"]),
          isUntouched: (file["progress"] ?? 0) === 0,
          received: files.length === 1 ? receivedOf(set["progress"], size) : undefined,
        },
      ];
    });
  return found.find(({ isComplete }) => isComplete) ?? found[0];
}

/** Versions are dates, with a number where a day has several. */
const collator = new Intl.Collator("en", { numeric: true });

function isSame(file: Readonly<Record<string, unknown>>, sha256: string, size: number): boolean {
  return String(file["sha256"]).toLowerCase() === sha256 && Number(file["size"]) === size;
}

/**
 * The bytes behind a set's `progress` (percent, float), which must come to a whole number of bytes within the
 * size, at the end of a chunk: anything else is not believed.
 */
export function receivedOf(progress: unknown, size: number): number | undefined {
  if (typeof progress !== "number" || !(progress >= 0 && progress <= 100)) return undefined;
  const bytes = (progress / 100) * size;
  const nearest = Math.round(bytes / chunkBytes) * chunkBytes;
  const boundary = Math.abs(bytes - size) < Math.abs(bytes - nearest) || nearest > size ? size : nearest;
  // What a float can be off by in percent and back, and never as much as a byte where sizes are real.
  const tolerance = Math.max(0.01, size * 1e-14);
  return Math.abs(bytes - boundary) <= tolerance ? boundary : undefined;
}
