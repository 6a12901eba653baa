import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadGroup } from "../../../../src/catalogue/index.ts";
import { type Documents, readDocuments } from "../../../../src/desired/document/read.ts";
import { type FieldValue, type Item, placeText } from "../../../../src/desired/item.ts";
import { loadKinds } from "../../../../src/desired/kinds.ts";
import { rejection } from "../../rejection.ts";

export const kinds = await loadKinds(loadGroup);

export interface Given {
  /** The content of `site.yaml`. */
  readonly text?: string | Buffer;
  /** Other files in the folder. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly names?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly secrets?: string[];
}

/** Writes the files to the folder and reads documents with paths relative to it. */
export async function readIn(
  folder: string,
  { text: site, files = {}, names, env = {}, input, secrets }: Given,
) {
  const all = { ...(site === undefined ? {} : { "site.yaml": site }), ...files };
  for (const [name, content] of Object.entries(all)) {
    // Some file systems flush an overwritten file to disk but not a new one, which is slow.
    rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, name), content);
  }
  return await readDocuments(
    (names ?? ["site.yaml"]).map((name) => (name === "-" ? name : join(folder, name))),
    {
      kinds,
      env,
      conceal: (secret) => secrets?.push(secret),
      readStandardInput: async () => Buffer.from(input ?? ""),
    },
  );
}

/** All problems of the documents, one per line, with paths relative to the folder. */
export async function problemsOf(folder: string, files: Given): Promise<readonly string[]> {
  const failure = await rejection(() => readIn(folder, files));
  if (failure.kind !== "usage") throw failure;
  return [failure.message, ...(failure.details.lines ?? [])].map((line) => line.replaceAll(`${folder}/`, ""));
}

/** A value without positions: text, `!file`, `$NAME`, a list or an object. */
export function plainValue(value: FieldValue): unknown {
  switch (value.form) {
    case "text":
      return value.text;
    case "file":
      return { bytes: value.bytes.toString("latin1") };
    case "variable":
      return { variable: value.name, text: value.text };
    case "list":
      return value.values.map(plainValue);
    case "map":
      return new Map([...value.values].map(([name, each]) => [name, plainValue(each)]));
  }
}

export interface PlainItem {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly parent?: Readonly<Record<string, unknown>>;
  readonly mayCreate?: true;
}

const plainFields = ({ fields }: Item): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...fields].map(([name, value]) => [name, plainValue(value)]));

/** Items without positions. */
export const plainItems = ({ items }: Documents): readonly PlainItem[] =>
  items.map((item) => ({
    kind: item.kind,
    fields: plainFields(item),
    ...(item.parent === undefined ? {} : { parent: plainFields(item.parent) }),
    ...(item.mayCreate ? { mayCreate: true } : {}),
  }));

/** The position of each item, with a path relative to the folder. */
export const placesOf = (folder: string, { items }: Documents): readonly string[] =>
  items.map(({ place }) => placeText(place).replace(`${folder}/`, ""));
