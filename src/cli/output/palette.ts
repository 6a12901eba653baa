import type { CellForm } from "../../catalogue/operation.ts";

export type Paint = (text: string) => string;

/** How the parts of the output are coloured; without colours every paint returns its text. */
export interface Palette {
  readonly header: Paint;
  readonly key: Paint;
  readonly string: Paint;
  readonly literal: Paint;
  /** What comes, changes and goes. */
  readonly added: Paint;
  readonly changed: Paint;
  readonly removed: Paint;
  /** The paint of a cell, by its form and the raw text in it. */
  cell(form: CellForm | undefined, text: string): Paint;
}

export const none: Paint = (text) => text;

export const colorless: Palette = {
  ...{ header: none, key: none, string: none, literal: none, added: none, changed: none, removed: none },
  cell: () => none,
};
