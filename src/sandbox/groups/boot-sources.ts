import { addSource, findSource, removeSource, requireFreeUrl } from "../model/images/sources.ts";
import { serializeSource } from "../serialize/images.ts";
import { rowsOf } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Document 2, "Boot sources and selections". Administrators change them. */
export const handlers = {
  "boot-sources.list": (call) =>
    json(rowsOf(call.world.state.images.sources).map((each) => serializeSource(call.world, each))),

  "boot-sources.create": (call) => {
    const { url, keyringFilename, keyringData } = readSource(call, true);
    const source = addSource(call.world, {
      url: url ?? "",
      keyringFilename: keyringFilename ?? "",
      keyringData: keyringData ?? "",
    });
    return json(serializeSource(call.world, source));
  },

  "boot-source.read": (call) => json(serializeSource(call.world, findSource(call.world, call.path.id))),

  "boot-source.update": (call) => {
    const source = findSource(call.world, call.path.id);
    const { url, keyringFilename, keyringData } = readSource(call, false);
    if (url !== undefined) {
      requireFreeUrl(call.world, url, source);
      source.url = url;
    }
    // A source has one keyring: a new one takes the place of the other kind.
    if (keyringFilename !== undefined || keyringData !== undefined) {
      source.keyringFilename = keyringFilename ?? "";
      source.keyringData = keyringData ?? "";
    }
    source.updated = call.world.clock.now();
    return json(serializeSource(call.world, source));
  },

  "boot-source.delete": (call) => {
    removeSource(call.world, findSource(call.world, call.path.id));
    return empty(200);
  },
} satisfies HandlersOf<"boot-sources">;

interface SourceForm {
  readonly url: string | undefined;
  readonly keyringFilename: string | undefined;
  /** Base64. */
  readonly keyringData: string | undefined;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The form of a source; on creation the address and one of the keyrings are required. */
function readSource(call: Call, isNew: boolean): SourceForm {
  const form = readForm(call.form);
  const url = isNew ? form.required("url") : form.text("url");
  if (url !== undefined && url !== "" && !isHttpUrl(url)) form.fail("url", "Enter a valid URL.");
  if (!isNew && url === "") form.fail("url", "This field is required.");
  const keyringFilename = form.text("keyring_filename") || undefined;
  const upload = call.form.file("keyring_data");
  const sent = form.text("keyring_data")?.replace(/\s+/g, "") || undefined;
  const keyringData = upload === undefined ? sent : Buffer.from(upload.content).toString("base64");
  if (keyringData !== undefined && !base64.test(keyringData)) {
    form.fail("keyring_data", "Enter base64-encoded data.");
  }
  if (keyringFilename !== undefined && keyringData !== undefined) {
    form.fail("__all__", "Only one of keyring_filename or keyring_data can be specified.");
  }
  if (isNew && keyringFilename === undefined && keyringData === undefined) {
    form.fail("__all__", "One of keyring_data or keyring_filename must be supplied.");
  }
  form.check();
  return { url, keyringFilename, keyringData };
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
