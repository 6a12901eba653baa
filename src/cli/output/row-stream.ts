import type { TextOutput } from "../../context.ts";
import type { TableLayout } from "./fit.ts";
import { printValue } from "./print.ts";
import type { OutputSettings, Shape } from "./shape.ts";

/** Rows that come in batches and are printed as they come. */
interface RowStream {
  /** Prints rows; rejects as `printValue` does. */
  write(rows: readonly unknown[]): Promise<void>;
}

/**
 * Opens a stream of rows in the form asked for: one header (that of csv and tsv comes at once), columns that stay where they are, and for `-o
 * json` an object a line, as nobody could tell the end of an array. A query is about each row.
 */
export function openRowStream(shape: Shape, settings: OutputSettings, out: TextOutput): RowStream {
  const { rows: _inside, ...rowShape } = shape;
  const layout: TableLayout = {};
  const format = settings.format === "json" ? "ndjson" : settings.format;
  let { header, note, noteHidden } = settings;
  // The columns of a table are as wide as its first rows need, so those are waited for.
  const isHeaderDue = () => header && (format === "csv" || format === "tsv") && settings.query === undefined;
  return {
    write: async (rows) => {
      if (rows.length === 0 && !isHeaderDue()) return;
      const batch: OutputSettings = { ...settings, format, header, note, noteHidden, layout };
      header = false;
      note = undefined;
      noteHidden = undefined;
      if (settings.query === undefined) return await printValue(rows, rowShape, batch, out);
      for (const row of rows) await printValue(row, rowShape, batch, out);
    },
  };
}
