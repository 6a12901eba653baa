import { emptyTable, type Table } from "../networks/table.ts";
import type { BootResource } from "./resources.ts";
import type { BootSelection, BootSource } from "./sources.ts";

/** Boot images and where they come from (document 2, "Boot resources" and "Boot sources and selections"). */
export interface Images {
  readonly resources: Table<BootResource>;
  nextFileId: number;
  readonly sources: Table<BootSource>;
  readonly selections: Table<BootSelection>;
  /** When the running import ends, in simulated milliseconds; null while none runs. */
  importEndsAt: number | null;
}

export const emptyImages = (): Images => ({
  resources: emptyTable(),
  nextFileId: 1,
  sources: emptyTable(),
  selections: emptyTable(),
  importEndsAt: null,
});
