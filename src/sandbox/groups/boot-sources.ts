import { addSource, removeSource, requireFreeUrl } from "../model/images/sources.ts";
import { serializeSource } from "../serialize/images.ts";
import { requiredMessage } from "../state/domain-error.ts";
import type { BootSource } from "../state/images.ts";
import { requireRow, rowsOf } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

export const handlers = {
  "boot-sources.list": ({ world }) =>
    json(rowsOf(world.state.images.sources).map((each) => serializeSource(world, each))),
  "boot-sources.create"(call) {
    const { url = "", keyringFilename = "", keyringData = "" } = readSource(call, true);
    return json(serializeSource(call.world, addSource(call.world, { url, keyringFilename, keyringData })));
  },
  "boot-source.read": (call) => json(serializeSource(call.world, sourceOf(call))),
  "boot-source.update"(call) {
    const source = sourceOf(call);
    const { url, keyringFilename, keyringData } = readSource(call, false);
    if (url !== undefined) {
      requireFreeUrl(call.world, url, source);
      source.url = url;
    }
    // A source has one keyring: a new one replaces the other kind.
    if (keyringFilename !== undefined || keyringData !== undefined) {
      source.keyringFilename = keyringFilename ?? "";
      source.keyringData = keyringData ?? "";
    }
    source.updated = call.world.clock.now();
    return json(serializeSource(call.world, source));
  },
  "boot-source.delete"(call) {
    removeSource(call.world, sourceOf(call));
    return empty(200);
  },
} satisfies HandlersOf<"boot-sources">;

const sourceOf = ({ world, path }: Call): BootSource =>
  requireRow(world.state.images.sources, path.id, "BootSource");

interface SourceInput {
  readonly url: string | undefined;
  readonly keyringFilename: string | undefined;
  /** Base64. */
  readonly keyringData: string | undefined;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The form of a source; on creation one of the keyrings is required. */
function readSource(call: Call, isNew: boolean): SourceInput {
  const form = readForm(call);
  const url = form.text("url");
  if (url && !isHttpUrl(url)) form.fail("url", "Enter a valid URL.");
  if (!isNew && url === "") form.fail("url", requiredMessage);
  const keyringFilename = form.text("keyring_filename") || undefined;
  const upload = call.form.file("keyring_data");
  const sent = form.text("keyring_data")?.replace(/\s+/g, "") || undefined;
  const keyringData = upload === undefined ? sent : Buffer.from(upload.content).toString("base64");
  if (keyringData !== undefined && !base64.test(keyringData))
    form.fail("keyring_data", "Enter base64-encoded data.");
  if (keyringFilename !== undefined && keyringData !== undefined)
    form.fail("__all__", "Only one of keyring_filename or keyring_data can be specified.");
  if (isNew && keyringFilename === undefined && keyringData === undefined)
    form.fail("__all__", "One of keyring_data or keyring_filename must be supplied.");
  form.check();
  return { url, keyringFilename, keyringData };
}

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
