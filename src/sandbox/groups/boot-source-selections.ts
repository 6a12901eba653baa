import {
  addSelection,
  findSelection,
  findSource,
  type NewSelection,
  requireFreeRelease,
  selectionsOf,
} from "../model/images/sources.ts";
import { serializeSelection } from "../serialize/images.ts";
import { removeRow } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Document 2, "Boot sources and selections". Administrators change them. */
export const handlers = {
  "boot-source-selections.list": (call) => {
    const source = findSource(call.world, call.path.boot_source_id);
    return json(selectionsOf(call.world, source).map((each) => serializeSelection(call.world, each)));
  },

  "boot-source-selections.create": (call) => {
    const source = findSource(call.world, call.path.boot_source_id);
    const selection = addSelection(call.world, source, { ...whole, ...readSelection(call) });
    return json(serializeSelection(call.world, selection));
  },

  "boot-source-selection.read": (call) => json(serializeSelection(call.world, find(call).selection)),

  "boot-source-selection.update": (call) => {
    const { source, selection } = find(call);
    const wanted = { ...selection, ...readSelection(call) };
    requireFreeRelease(call.world, source, wanted, selection);
    Object.assign(selection, wanted);
    return json(serializeSelection(call.world, selection));
  },

  "boot-source-selection.delete": (call) => {
    removeRow(call.world.state.images.selections, find(call).selection.id);
    return empty(200);
  },
} satisfies HandlersOf<"boot-source-selections">;

function find(call: Call) {
  const source = findSource(call.world, call.path.boot_source_id);
  return { source, selection: findSelection(call.world, source, call.path.id) };
}

/** What a selection holds where the form says nothing: everything. */
const whole: NewSelection = { os: "", release: "", arches: ["*"], subarches: ["*"], labels: ["*"] };

/**
 * The fields that were sent. Lists are repeated parts (field notes, "Requests"); an empty one selects
 * everything.
 */
function readSelection(call: Call): Partial<NewSelection> {
  const form = readForm(call.form);
  const word = (field: "os" | "release") => {
    const value = form.text(field);
    if (value !== undefined && !/^[\w.-]*$/.test(value)) form.fail(field, `'${value}' is not a valid name.`);
    return value === undefined ? {} : { [field]: value };
  };
  const list = (field: "arches" | "subarches" | "labels") => {
    const values = call.form
      .all(field)
      .map((value) => value.trim())
      .filter((value) => value !== "");
    const wrong = values.find((value) => !/^(?:\*|[\w.,-]+)$/.test(value));
    if (wrong !== undefined) form.fail(field, `'${wrong}' is not a valid name.`);
    if (!call.form.has(field)) return {};
    return { [field]: values.length === 0 ? ["*"] : [...new Set(values)] };
  };
  const selection = {
    ...word("os"),
    ...word("release"),
    ...list("arches"),
    ...list("subarches"),
    ...list("labels"),
  };
  form.check();
  return selection;
}
