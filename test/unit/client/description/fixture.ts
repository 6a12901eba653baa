import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import {
  describedCatalogue,
  type Surroundings,
  surroundings,
} from "../../../../src/client/description/catalogue.ts";

/** A description of the form that deployed services send, its texts left out. */
export const fixture: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../fixtures/description.json"), "utf8"),
);

export const documented = await loadAllOperations();
export const around: Surroundings = surroundings(
  documented,
  builtinCommands.map(({ command }) => command),
);
export const described = describedCatalogue(fixture, around);
