import type { ConfigItem } from "../../catalogue/config-items.ts";
import { configValue, findItem, setConfigValue } from "../model/settings/config.ts";
import {
  addCommissioningScript,
  addRevision,
  commissioningScripts,
  findCommissioningScript,
} from "../model/settings/scripts.ts";
import {
  addLicenseKey,
  filesOf,
  findFile,
  findFileByKey,
  findLicenseKey,
  storeFile,
} from "../model/settings/users.ts";
import {
  serializeFile,
  serializeFileWithContent,
  serializeLicenseKey,
  serializeScript,
} from "../serialize/settings.ts";
import { forbidden, invalid, invalidField, requiredMessage } from "../state/domain-error.ts";
import { contentOf, type LicenseKey, type Script, type StoredFile } from "../state/settings.ts";
import { removeFrom } from "../state/table.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { bytes, empty, json, plainJson, text } from "../wire/answers.ts";
import type { AnonymousCall, Call, HandlersOf } from "../wire/call.ts";
import { checkedForm, type FormReader } from "../wire/form-reader.ts";
import { assign, resource, withoutContent } from "./resource.ts";

const capabilities = [
  "networks-management",
  "static-ipaddresses",
  "ipv6-deployment-ubuntu",
  "devices-management",
  "storage-deployment-ubuntu",
  "network-deployment-ubuntu",
  "bridging-interface-ubuntu",
  "bridging-automatic-ubuntu",
  "authenticate-api",
];

export const versionAndConfig = {
  // `/version/` answers the API version as text; `/api/2.0/version/` answers the service's version as JSON.
  "version.get": (call) =>
    call.path.version === undefined
      ? text("2.0")
      : json({ capabilities, version: "3.4.10-sandbox", subversion: "" }),
  // The API documentation describes plain text, empty if the item is not set.
  "svc.get_config"(call) {
    const item = itemOf(call);
    const value = configValue(call.world, item.name);
    if (item.secret && !call.user.isAdministrator) throw forbidden();
    return usesDeployedStyle(call.world, "config-values") ? plainJson(value) : text(String(value ?? ""));
  },
  "svc.set_config"(call) {
    const value = call.form.get("value");
    if (value === undefined && usesDeployedStyle(call.world, "config-without-value"))
      throw invalid("No provided value!");
    setConfigValue(call.world, itemOf(call), value ?? "");
    return text("OK");
  },
} satisfies HandlersOf<"version"> & HandlersOf<"config">;

function itemOf(call: Call): ConfigItem {
  return findItem(call.world, checkedForm(call).text("name") ?? "");
}

export const keysScriptsAndFiles = {
  ...resource(["license-keys", "license-key"], {
    serialize: serializeLicenseKey,
    rows: ({ world }) => world.state.settings.licenseKeys,
    find: ({ world, path }) => findLicenseKey(world, path.osystem, path.distro_series),
    read: readLicenseKey,
    create: ({ world }, key) => addLicenseKey(world, key),
    update: assign,
    remove: ({ state }, key) => removeFrom(state.settings.licenseKeys, key),
  }),
  ...resource(["commissioning-scripts", "commissioning-script"], {
    serialize: (world: World, script: Script, { operation, path }: Call) =>
      operation.method === "GET" && path.name === undefined && usesDeployedStyle(world, "script-names")
        ? script.name
        : serializeScript(world, script),
    rows: ({ world }) => commissioningScripts(world).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: ({ world, path }) => findCommissioningScript(world, path.name),
    rules: (_call, current) =>
      current === undefined ? [{ name: "name", type: "string", required: true }] : [],
    read: readScript,
    create: ({ world }, { name, content }) => addCommissioningScript(world, name, content),
    update: ({ world }, script, { content }) => addRevision(world, script, content, null),
    remove: ({ state }, script) => removeFrom(state.settings.scripts, script),
  }),
  "commissioning-script.read"(call) {
    const script = findCommissioningScript(call.world, call.path.name);
    return usesDeployedStyle(call.world, "script-names")
      ? bytes(Buffer.from(contentOf(script), "base64"), "application/binary")
      : json(serializeScript(call.world, script));
  },
  "files.list": ({ world, user, query }) =>
    json(filesOf(world, user.username, query.get("prefix")).map((file) => serializeFile(world, file))),
  "files.create"(call) {
    const filename = call.form.get("filename");
    if (!filename) throw invalidField("filename", "Filename not supplied");
    const file = storeFile(call.world, call.user.username, filename, readFile(call));
    return usesDeployedStyle(call.world, "created-status")
      ? empty(201)
      : json(serializeFile(call.world, file));
  },
  "files.delete": withoutContent((call) => removeFile(call, queryValue(call, "filename"))),
  "files.get": (call) => answerContent(call, fileOfUser(call, queryValue(call, "filename"))),
  "files.get_by_key": (call) => answerContent(call, findFileByKey(call.world, queryValue(call, "key"))),
  "file.read": (call) => json(serializeFileWithContent(call.world, fileOfUser(call, call.path.filename))),
  "file.delete": withoutContent((call) => removeFile(call, call.path.filename)),
} satisfies HandlersOf<"license-keys"> & HandlersOf<"commissioning-scripts"> & HandlersOf<"files">;

function readLicenseKey(form: FormReader, _call: Call, current?: LicenseKey): LicenseKey {
  if (current !== undefined)
    return {
      ...current,
      licenseKey: form.has("license_key") ? form.required("license_key") : current.licenseKey,
    };
  const types = { osystem: "text", distroSeries: "text", licenseKey: "text" } as const;
  const { osystem = "", distroSeries = "", licenseKey = "" } = form.values(types);
  for (const [field, value] of Object.entries({ osystem, distro_series: distroSeries }))
    if (value !== "" && !/^[\w.-]+$/.test(value)) form.fail(field, `'${value}' is not a valid name.`);
  return { osystem, distroSeries, licenseKey };
}

function readScript(form: FormReader, call: Call) {
  const content = readContent(call);
  if (content === undefined) form.fail("content", requiredMessage);
  return { name: form.text("name") ?? "", content: content ?? new Uint8Array() };
}

function readContent({ form }: Call): Uint8Array | undefined {
  const content = form.file("content")?.content ?? Buffer.from(form.get("content") ?? "");
  return content.byteLength === 0 ? undefined : content;
}

function readFile({ form }: Call): Uint8Array {
  const parts = form.files();
  if (parts.length > 1) throw invalidField("file", "Exactly one file must be supplied");
  const text = form.get("file");
  const content = parts[0]?.content ?? (text === undefined ? undefined : Buffer.from(text));
  if (content === undefined) throw invalidField("file", "File not supplied");
  return content;
}

function queryValue(call: AnonymousCall, name: string): string | undefined {
  checkedForm(call);
  return call.query.get(name);
}

const fileOfUser = ({ world, user }: Call, filename: string | undefined) =>
  findFile(world, user.username, filename);

const answerContent = ({ world }: AnonymousCall, file: StoredFile) =>
  usesDeployedStyle(world, "file-content")
    ? bytes(Buffer.from(file.content, "base64"), "text/html; charset=utf-8")
    : json(serializeFileWithContent(world, file));

function removeFile(call: Call, filename: string | undefined): void {
  removeFrom(call.world.state.settings.files, fileOfUser(call, filename));
}
