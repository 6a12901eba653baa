import { HttpError } from "./http-error.ts";
import { percentDecode, readUtf8 } from "./text-encodings.ts";

/**
 * The path of a request as the service reads it: percent-decoded, and doubled slashes folded. Throws a 400 for one
 * that is badly encoded.
 */
export function readPath(path: string): string {
  const bytes = percentDecode(path, false);
  if (bytes === undefined) throw badPath();
  return decoded(bytes).replace(/\/{2,}/g, "/");
}

const badPath = () => new HttpError(400, "The path is badly percent-encoded.");

function decoded(bytes: Buffer): string {
  try {
    return readUtf8(bytes);
  } catch {
    throw badPath();
  }
}

/** The path of a template, such as `/machines/{system_id}/`, taken apart. */
export interface PathPattern {
  /** The names in braces with their values; undefined for a path that does not match. */
  match(path: string): Readonly<Record<string, string>> | undefined;
}

/** Names that may hold slashes themselves. */
const wideNames = ["filename"];

/** A subnet is named by its block too, such as `10.10.0.0/24`, whose slash comes decoded. */
const subnetForm = "([^/]+(?:/[0-9]{1,3})?)";

/** `isInteger` tells which names in braces stand for integers: other texts do not match. */
export function compilePath(template: string, isInteger: (name: string) => boolean): PathPattern {
  const names: string[] = [];
  const source = template
    .split(/[{}]/)
    .map((piece, index, pieces) => {
      if (index % 2 === 0) return piece.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      names.push(piece);
      if (pieces[index - 1]?.endsWith("/subnets/") === true) return subnetForm;
      return isInteger(piece) ? "(-?[0-9]+)" : wideNames.includes(piece) ? "(.+)" : "([^/]+)";
    })
    .join("");
  const expression = new RegExp(`^${source}$`, "s");
  return {
    match(path) {
      const match = expression.exec(path);
      return match === null
        ? undefined
        : Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ""]));
    },
  };
}
