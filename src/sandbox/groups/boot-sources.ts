import {
  addSelection,
  addSource,
  findSelection,
  type NewSelection,
  removeSource,
  requireFreeRelease,
  requireFreeUrl,
  selectionsOf,
} from "../model/images/sources.ts";
import { serializeSelection, serializeSource } from "../serialize/images.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import { requiredMessage } from "../state/domain-error.ts";
import type { BootSource } from "../state/images.ts";
import { removeRow, requireRow } from "../state/table.ts";
import { defined } from "../values/defined.ts";
import { isBase64 } from "../values/spellings.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { inTable, resource } from "./resource.ts";

export const handlers = {
  ...resource(["boot-sources", "boot-source"], {
    ...inTable((world) => world.state.images.sources, "BootSource"),
    serialize: serializeSource,
    create(call) {
      const { url = "", keyringFilename = "", keyringData = "" } = readSource(call, true);
      return addSource(call.world, { url, keyringFilename, keyringData });
    },
    update(call, source) {
      const { url = source.url, keyringFilename, keyringData } = readSource(call, false);
      requireFreeUrl(call.world, url, source);
      source.url = url;
      // A source has one keyring: a new one replaces the other kind.
      if (keyringFilename !== undefined || keyringData !== undefined) {
        source.keyringFilename = keyringFilename ?? "";
        source.keyringData = keyringData ?? "";
      }
      source.updated = call.world.clock.now();
    },
    remove: removeSource,
  }),
  ...resource(["boot-source-selections", "boot-source-selection"], {
    serialize: serializeSelection,
    rows: (call) => selectionsOf(call.world, sourceOf(call)),
    find: (call) => findSelection(call.world, sourceOf(call), call.path.id),
    create: (call) => addSelection(call.world, sourceOf(call), { ...everything, ...readSelection(call) }),
    update(call, selection) {
      const wanted = { ...selection, ...readSelection(call) };
      requireFreeRelease(call.world, sourceOf(call), wanted, selection);
      Object.assign(selection, wanted);
    },
    remove: ({ state }, selection) => removeRow(state.images.selections, selection.id),
  }),
} satisfies HandlersOf<"boot-sources"> & HandlersOf<"boot-source-selections">;

const sourceOf = ({ world, path }: Call): BootSource =>
  requireRow(world.state.images.sources, path.boot_source_id, "BootSource");

/** The form of a source; on creation one of the keyrings is required. The data of a keyring are base64. */
function readSource(call: Call, isNew: boolean) {
  const form = readForm(call);
  const url = form.text("url");
  if (url && !isHttpUrl(url)) form.fail("url", "Enter a valid URL.");
  if (!isNew && url === "") form.fail("url", requiredMessage);
  const keyringFilename = form.text("keyring_filename") || undefined;
  const upload = call.form.file("keyring_data");
  const isText = !answersAsDeployed(call.world, "keyring-data");
  const sent = (isText && form.text("keyring_data")?.replace(/\s+/g, "")) || undefined;
  const keyringData = upload === undefined ? sent : Buffer.from(upload.content).toString("base64");
  if (keyringData !== undefined && !isBase64(keyringData))
    form.fail("keyring_data", "Enter base64-encoded data.");
  if (keyringFilename !== undefined && keyringData !== undefined)
    form.fail("__all__", "Only one of keyring_filename or keyring_data can be specified.");
  if (isNew && keyringFilename === undefined && keyringData === undefined)
    form.fail("__all__", "One of keyring_data or keyring_filename must be supplied.");
  form.check();
  return { url, keyringFilename, keyringData };
}

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

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
  const [os, release] = ["os", "release"].map(word);
  const [arches, subarches, labels] = ["arches", "subarches", "labels"].map(list);
  form.check();
  return defined({ os, release, arches, subarches, labels });
}
