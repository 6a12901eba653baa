import { existsSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaults } from "../../../catalogue/defaults.ts";
import { groupNames, groups, loadGroup } from "../../../catalogue/index.ts";
import { attempt, Failure, systemErrorText } from "../../../core/failure.ts";
import { makeFolder } from "../../../core/files.ts";
import { nearestOrAll } from "../../../core/text/word-lists.ts";
import { exportDocuments } from "../../../desired/export.ts";
import { type LoadedKind, loadKinds, topLevelKinds } from "../../../desired/kinds.ts";
import { documentSchema } from "../../../desired/schema.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { checkOutputFile, writeOutputFile } from "../../operation/content.ts";
import { jsonText } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { readServiceKinds } from "./plan.ts";

type ExportInvocation = Invocation<{ readonly into?: string }, { readonly kind: readonly string[] }>;

export async function exportKinds(invocation: ExportInvocation): Promise<void> {
  const { site } = invocation.globals;
  const { into } = invocation.options;
  const folder = site === undefined ? into : join(into ?? ".", site);
  if (folder === undefined) return await exportTo(undefined, invocation);
  // Reports before the first request if the folder cannot be created. A failed export must leave no empty folder.
  removeFolders(createFolders(folder));
  await exportTo(join(folder, "export.yaml"), invocation);
}

function createFolders(path: string): readonly string[] {
  try {
    return makeFolder(path, 0o755);
  } catch (error) {
    throw new Failure("other", `cannot create '${path}': ${systemErrorText(error)}`, { cause: error });
  }
}

const removeFolders = (paths: readonly string[]): void => {
  for (const path of paths.toReversed()) attempt(() => rmdirSync(path));
};

async function exportTo(path: string | undefined, invocation: ExportInvocation): Promise<void> {
  const { context, messages, globals } = invocation;
  const words = invocation.arguments.kind;
  const builtinKinds = await loadKinds(loadGroup);
  for (const word of words) kindOf(word, builtinKinds);
  const replaces =
    path !== undefined && existsSync(dirname(path)) && (await checkOutputFile(path, globals.yes, context));
  const client = await invocation.connect();
  const kinds = await readServiceKinds(invocation, builtinKinds);
  const requestedKinds = words.map((word) => kindOf(word, kinds));
  const reader = { client, parallel: defaults.parallel };
  const variables = new Set<string>();
  const exportContext = { reader, kinds, variables, note: messages.note };
  const pieces: string[] = [];
  for await (const piece of exportDocuments([...new Set(requestedKinds)], exportContext))
    if (path === undefined) await writeWhole(context.stdout, piece);
    else pieces.push(piece);
  if (path !== undefined) {
    const folders = createFolders(dirname(path));
    try {
      await writeOutputFile(path, Buffer.from(pieces.join("")), replaces, context.random);
    } catch (error) {
      removeFolders(folders);
      throw error;
    }
    messages.note(`wrote '${path}'`);
  }
  const secretsText = variables.size === 1 ? "1 secret is" : `${variables.size} secrets are`;
  if (variables.size > 0) messages.note(`${secretsText} written as !env: set the variables to apply them`);
}

function kindOf(word: string, kinds: ReadonlyMap<string, LoadedKind>): LoadedKind {
  const kind = kinds.get(word);
  if (kind !== undefined && kind.spec.parent === undefined) return kind;
  if (kind?.spec.parent !== undefined)
    throw new Failure("usage", `${word} are exported with the objects that contain them`, {
      hint: `svc export ${kind.spec.parent.kind}`,
    });
  const names = topLevelKinds(kinds).map(({ name }) => name);
  throw new Failure("usage", `unknown kind '${word}'`, {
    hint: nearestOrAll(word.toLowerCase(), names, "kinds", "svc schema"),
  });
}

export async function writeSchema(invocation: Invocation): Promise<void> {
  const schema = documentSchema(await readSchemaKinds(invocation), summaryOf);
  await writeWhole(invocation.context.stdout, `${jsonText(schema, 2)}\n`);
}

function summaryOf(kind: string): string | undefined {
  const name = groupNames.find((each) => each === kind);
  return name && groups[name].summary;
}

async function readSchemaKinds(invocation: Invocation): Promise<ReadonlyMap<string, LoadedKind>> {
  try {
    return await readServiceKinds(invocation);
  } catch (error) {
    if (!(error instanceof Failure) || !["usage", "unreachable", "notAuthenticated"].includes(error.kind))
      throw error;
    invocation.messages.note(`the service may not have some of these kinds: ${error.message}`);
    return await loadKinds(loadGroup);
  }
}
