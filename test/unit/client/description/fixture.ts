import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import {
  describedCatalogue,
  type ExistingCommands,
  existingCommands,
} from "../../../../src/client/description/catalogue.ts";
import { resourcePath } from "../../../../src/client/description/families.ts";
import { pathTemplate } from "../../../../src/client/description/words.ts";
import { loadDocumentedOperations } from "../../catalogue/documented.ts";

interface Action {
  readonly method: string;
  readonly name: string;
  readonly op: string | null;
  readonly doc: string;
}

interface Handler {
  readonly path: string;
  readonly actions: readonly Action[];
}

export interface Description {
  readonly hash: string;
  readonly resources: readonly { readonly anon: Handler | null; readonly auth: Handler | null }[];
}

/** The description of a live service, without its texts. */
const deployed: Description = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../fixtures/description.json"), "utf8"),
);

const builtins = builtinCommands.map(({ command }) => command);
const ofDocuments = await loadDocumentedOperations();
const documentedPaths = new Set(
  ofDocuments.map(({ operation }) => pathTemplate(resourcePath(operation.path))),
);

const isDocumented = ({ path }: Handler): boolean =>
  documentedPaths.has(pathTemplate(path.replace("/SVC/api/2.0", "")));

/** Adds the field `lab_note`, which no catalogue has, to documented actions. */
function withFurtherField(handler: Handler): Handler {
  if (!isDocumented(handler)) return handler;
  const field = ":param lab_note: Optional. The note.\n:type lab_note: String\n";
  return { ...handler, actions: handler.actions.map((each) => ({ ...each, doc: `${each.doc}\n${field}` })) };
}

/**
 * Turns a documented resource into an unknown one: `/zones/` becomes `/lab-zones/`, `op-format` becomes
 * `op-lab_format`.
 */
function fictional(handler: Handler): Handler {
  const { path, actions } = handler;
  if (!isDocumented(handler))
    return { path: path.replace(/([\w-]+)(?=(?:\/\{\w+\})*\/?$)/, "lab-$1"), actions };
  const renamedActions = actions.map((action) => ({ ...action, op: `lab_${action.op ?? action.name}` }));
  return { path, actions: renamedActions };
}

/**
 * The description of a live service with a fictional resource added for each of its own, so that tests of
 * undocumented commands do not depend on what the catalogue lacks.
 */
export const fixture: Description = {
  ...deployed,
  resources: deployed.resources.flatMap(({ anon, auth }) => [
    { anon: anon && withFurtherField(anon), auth: auth && withFurtherField(auth) },
    { anon: anon && fictional(anon), auth: auth && fictional(auth) },
  ]),
};

export const documented = await loadAllOperations();
export const around: ExistingCommands = existingCommands(documented, builtins);
export const described = describedCatalogue(fixture, around);

/** The names that are taken where the catalogue has nothing beyond the documents. */
export const aroundDocuments: ExistingCommands = existingCommands(ofDocuments, builtins);
