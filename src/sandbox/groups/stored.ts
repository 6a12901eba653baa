import {
  addLicenseKey,
  addScript,
  filesOf,
  findFile,
  findFileByKey,
  findLicenseKey,
  findScript,
  storeFile,
} from "../model/settings/stored.ts";
import {
  serializeFile,
  serializeFileWhole,
  serializeLicenseKey,
  serializeScript,
} from "../serialize/settings.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import { invalidField, requiredMessage } from "../state/domain-error.ts";
import type { StoredFile } from "../state/settings.ts";
import { removeFrom } from "../state/table.ts";
import { bytes, empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf, OpenCall } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { resource } from "./resource.ts";

/** What people store: license keys, commissioning scripts, and files, of which each user has their own. */
export const handlers = {
  ...resource(["license-keys", "license-key"], {
    serialize: serializeLicenseKey,
    rows: ({ world }) => world.state.settings.licenseKeys,
    find: ({ world, path }) => findLicenseKey(world, path.osystem, path.distro_series),
    create: (call) => addLicenseKey(call.world, readLicenseKey(call)),
    update(call, key) {
      const form = readForm(call);
      const licenseKey = form.has("license_key") ? form.required("license_key") : key.licenseKey;
      form.check();
      key.licenseKey = licenseKey;
    },
    remove: ({ state }, key) => removeFrom(state.settings.licenseKeys, key),
  }),
  ...resource(["commissioning-scripts", "commissioning-script"], {
    serialize: serializeScript,
    rows: ({ world }) => world.state.settings.scripts.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: ({ world, path }) => findScript(world, path.name),
    create: (call) => addScript(call.world, readScriptName(call), sentContent(call) ?? new Uint8Array()),
    update(call, script) {
      const content = sentContent(call);
      if (content === undefined) throw invalidField("content", requiredMessage);
      script.content = Buffer.from(content).toString("base64");
    },
    remove: ({ state }, script) => removeFrom(state.settings.scripts, script),
  }),
  "files.list": ({ world, user, query }) =>
    json(filesOf(world, user.username, query.get("prefix")).map((file) => serializeFile(world, file))),
  "files.create"(call) {
    const filename = call.form.get("filename");
    if (!filename) throw invalidField("filename", "Filename not supplied");
    const file = storeFile(call.world, call.user.username, filename, sentFile(call));
    return answersAsDeployed(call.world, "created-status")
      ? empty(201)
      : json(serializeFile(call.world, file));
  },
  "files.delete": (call) => removeFile(call, asked(call, "filename")),
  "files.get": (call) => answerContent(call, ownFile(call, asked(call, "filename"))),
  // Whoever has a file's key may read it.
  "files.get_by_key": (call) => answerContent(call, findFileByKey(call.world, asked(call, "key"))),
  "file.read": (call) => json(serializeFileWhole(call.world, ownFile(call, call.path.filename))),
  "file.delete": (call) => removeFile(call, call.path.filename),
} satisfies HandlersOf<"license-keys"> & HandlersOf<"commissioning-scripts"> & HandlersOf<"files">;

function readLicenseKey(call: Call) {
  const form = readForm(call);
  const [osystem = "", distroSeries = ""] = ["osystem", "distro_series"].map((field) => {
    const value = form.text(field) ?? "";
    if (value !== "" && !/^[\w.-]+$/.test(value)) form.fail(field, `'${value}' is not a valid name.`);
    return value;
  });
  form.check();
  return { osystem, distroSeries, licenseKey: form.text("license_key") ?? "" };
}

function readScriptName(call: Call): string {
  const form = readForm(call, [{ name: "name", type: "string", required: true }]);
  if (sentContent(call) === undefined) form.fail("content", requiredMessage);
  form.check();
  return form.text("name") ?? "";
}

/** The `content` part: a file, or text where it has no file name. Undefined where it is missing or empty. */
function sentContent({ form }: Call): Uint8Array | undefined {
  const content = form.file("content")?.content ?? Buffer.from(form.get("content") ?? "");
  return content.byteLength === 0 ? undefined : content;
}

/** The one part sent with a file name, whatever its own name; or the text of a `file` part without one. */
function sentFile({ form }: Call): Uint8Array {
  const parts = form.files();
  if (parts.length > 1) throw invalidField("file", "Exactly one file must be supplied");
  const text = form.get("file");
  const content = parts[0]?.content ?? (text === undefined ? undefined : Buffer.from(text));
  if (content === undefined) throw invalidField("file", "File not supplied");
  return content;
}

/** The value of a required field of the query, to the letter. */
function asked(call: OpenCall, name: string): string | undefined {
  readForm(call).check();
  return call.query.get(name);
}

const ownFile = ({ world, user }: Call, filename: string | undefined) =>
  findFile(world, user.username, filename);

/** A file that was asked for by an operation. */
const answerContent = ({ world }: OpenCall, file: StoredFile) =>
  answersAsDeployed(world, "file-content")
    ? bytes(Buffer.from(file.content, "base64"), "text/html; charset=utf-8")
    : json(serializeFileWhole(world, file));

function removeFile(call: Call, filename: string | undefined) {
  removeFrom(call.world.state.settings.files, ownFile(call, filename));
  return empty(204);
}
