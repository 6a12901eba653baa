import type { CellForm } from "../../catalogue/operation.ts";

export type Paint = (text: string) => string;

export interface Palette {
  readonly header: Paint;
  readonly key: Paint;
  readonly string: Paint;
  readonly literal: Paint;
  readonly added: Paint;
  readonly changed: Paint;
  readonly removed: Paint;
  cell(form: CellForm | undefined, text: string): Paint;
}

export const none: Paint = (text) => text;

export const colorless: Palette = {
  ...{ header: none, key: none, string: none, literal: none, added: none, changed: none, removed: none },
  cell: () => none,
};
