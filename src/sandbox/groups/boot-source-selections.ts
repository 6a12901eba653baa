import {
  addSelection,
  findSelection,
  type NewSelection,
  requireFreeRelease,
  selectionsOf,
} from "../model/images/sources.ts";
import { serializeSelection } from "../serialize/images.ts";
import type { BootSource } from "../state/images.ts";
import { removeRow, requireRow } from "../state/table.ts";
import { defined } from "../values/defined.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

export const handlers = {
  "boot-source-selections.list": (call) =>
    json(selectionsOf(call.world, sourceOf(call)).map((each) => serializeSelection(call.world, each))),
  "boot-source-selections.create"(call) {
    const source = sourceOf(call);
    const selection = addSelection(call.world, source, { ...everything, ...readSelection(call) });
    return json(serializeSelection(call.world, selection));
  },
  "boot-source-selection.read": (call) => json(serializeSelection(call.world, selectionOf(call))),
  "boot-source-selection.update"(call) {
    const selection = selectionOf(call);
    const wanted = { ...selection, ...readSelection(call) };
    requireFreeRelease(call.world, sourceOf(call), wanted, selection);
    return json(serializeSelection(call.world, Object.assign(selection, wanted)));
  },
  "boot-source-selection.delete"(call) {
    removeRow(call.world.state.images.selections, selectionOf(call).id);
    return empty(200);
  },
} satisfies HandlersOf<"boot-source-selections">;

const sourceOf = ({ world, path }: Call): BootSource =>
  requireRow(world.state.images.sources, path.boot_source_id, "BootSource");

const selectionOf = (call: Call) => findSelection(call.world, sourceOf(call), call.path.id);

/** What a selection holds where the form says nothing. */
const everything: NewSelection = { os: "", release: "", arches: ["*"], subarches: ["*"], labels: ["*"] };

/** The fields that were sent. Lists are repeated parts; an empty one selects everything. */
function readSelection(call: Call): Partial<NewSelection> {
  const form = readForm(call);
  const word = (field: string) => {
    const value = form.text(field);
    if (value !== undefined && !/^[\w.-]*$/.test(value)) form.fail(field, `'${value}' is not a valid name.`);
    return value;
  };
  const list = (field: string) => {
    if (!form.has(field)) return undefined;
    const values = call.form
      .all(field)
      .map((value) => value.trim())
      .filter((value) => value !== "");
    const wrong = values.find((value) => !/^(?:\*|[\w.,-]+)$/.test(value));
    if (wrong !== undefined) form.fail(field, `'${wrong}' is not a valid name.`);
    return values.length === 0 ? ["*"] : [...new Set(values)];
  };
  const selection = {
    os: word("os"),
    release: word("release"),
    arches: list("arches"),
    subarches: list("subarches"),
    labels: list("labels"),
  };
  form.check();
  return defined(selection);
}
