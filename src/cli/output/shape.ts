import type { OutputFormat } from "../../catalogue/commands/options.ts";
import type { CellForm, Column } from "../../catalogue/operation.ts";
import type { Element } from "../../client/json/splitter.ts";
import type { TableLayout } from "./fit.ts";

/** What an answer holds, in the words of the catalogue: how its rows are found, named and shown. */
export interface Shape {
  readonly columns: readonly Column[];
  /** The dotted path of what `-o name` prints. */
  readonly identity: string;
  /** The dotted path of the rows inside the answer, such as `events`. */
  readonly rows?: string;
  /** The answer, or the members of these names besides those whose names say it, are secret; false: nothing. */
  readonly sensitive?: boolean | readonly string[];
  /** The one value that was asked for by its name: a pipe gets it whole in every form. */
  readonly isNamedValue?: true;
  /** Nothing is known of the rows: the first of them decides on the columns and on what `-o name` prints. */
  readonly isUnknown?: true;
  /** What the rows of a list are called, such as `machines`. */
  readonly listed?: string;
  /** Names by which the rows were chosen, as they were typed. */
  readonly named?: readonly string[];
  /** At most so many rows of a list are shown, the first ones of its order. */
  readonly maxRows?: number;
  /** Called where there are more rows than that. */
  readonly onCut?: () => void;
  /** The form where neither line nor environment asks for one; before the profile's. */
  readonly format?: OutputFormat;
}

/** Host names by system id, as far as they are known; it never rejects. */
export type NodeNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Looks on while an answer is printed; it must not fail. */
export interface AnswerWatch {
  /** Called with each element of a list that is printed row by row. */
  row(element: Element): void;
  /** Called with each piece of an answer that is passed on as it is. */
  piece(bytes: Uint8Array): void;
}

/** How the operator wants it. */
export interface OutputSettings {
  readonly format: OutputFormat;
  /** Headers, or dotted paths into the JSON; undefined: the shape's own columns. */
  readonly columns?: readonly string[] | undefined;
  /** Headers or paths, the first one first; `-` before one turns its order round. */
  readonly sort?: readonly string[] | undefined;
  readonly header: boolean;
  /** A JMESPath expression. */
  readonly query?: string | undefined;
  readonly showSecrets: boolean;
  /** An answer of plain text without the secrets that the command was given. */
  readonly maskKnown?: ((text: string) => string) | undefined;
  /** Undefined: the stream decides. */
  readonly color: boolean | undefined;
  /** The `TERM` of the environment; `dumb` has no colours. */
  readonly term?: string | undefined;
  /** Where the columns of earlier tables of the same stream stand; the first table decides. */
  readonly layout?: TableLayout;
  /** Called where a table has no rows; true where that is said, and no header is needed. */
  readonly noteEmpty?: (() => boolean) | undefined;
  /** Called with the headers of columns that a terminal is too narrow for. */
  readonly noteHidden?: ((headers: readonly string[]) => void) | undefined;
  /** Called with what else could not be shown. */
  readonly note?: ((text: string) => void) | undefined;
  /** The service's time in milliseconds since the epoch, which ages are counted to. */
  readonly now?: (() => number) | undefined;
  /** For the columns of tables that hold system ids. */
  readonly nodeNames?: NodeNames | undefined;
  readonly watch?: AnswerWatch | undefined;
}

/** A column as it is shown: its header, where its values stand, and how they are written. */
export interface ShownColumn {
  readonly header: string;
  readonly path: string;
  readonly as: CellForm | undefined;
  /** See `Column` of the catalogue. */
  readonly rank?: Column["rank"];
  readonly width?: number;
  readonly min?: number;
}
