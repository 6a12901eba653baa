import {
  addCommissioningScript,
  addRevision,
  addScript,
  allScripts,
  commissioningScripts,
  findScript,
  refuseDefaultScript,
  requireCommissioningScript,
  requireScript,
} from "../model/settings/scripts.ts";
import { serializeCommissioningScript, serializeNodeScript } from "../serialize/settings.ts";
import { invalid, requiredMessage } from "../state/service-error.ts";
import { contentOf, matchesHardware, newScriptFields, type Script, scriptTypes } from "../state/settings.ts";
import { removeFrom, revisionsUntil } from "../state/table.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { type Answer, bytes, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm, readValidForm } from "../wire/form-reader.ts";
import { resource, tagHandlers, withoutContent } from "./resource.ts";

const scriptAnswer = ({ world }: Call, script: Script, withContent = false): Answer =>
  json(serializeNodeScript(world, script, withContent));

const scriptOf = ({ world, path }: Call): Script => requireScript(world, path.name);

const typeNumbers: Readonly<Record<string, number>> = scriptTypes;

export const scripts = {
  "scripts.list"(call) {
    const { world } = call;
    const form = readValidForm(call);
    const [type, hardware] = [form.text("type"), form.text("hardware_type")];
    const filters = form.list("filters");
    const matches = allScripts(world).filter(
      (script) =>
        (!type || type === String(script.type) || typeNumbers[type] === script.type) &&
        (!hardware || matchesHardware(hardware, script.hardwareType)) &&
        (filters.length === 0 || filters.some((each) => each === script.name || script.tags.includes(each))),
    );
    const withContent = form.boolean("include_script") ?? false;
    return json(matches.map((script) => serializeNodeScript(world, script, withContent)));
  },
  "scripts.create": storeScript,
  "script.read": (call) => scriptAnswer(call, scriptOf(call), readValidForm(call).boolean("include_script")),
  "script.update": (call) => storeScript(call, scriptOf(call)),
  "script.delete": withoutContent((call) => {
    const script = scriptOf(call);
    refuseDefaultScript(script);
    removeFrom(call.world.state.settings.scripts, script);
  }),
  "script.download"(call) {
    const { revisions } = scriptOf(call);
    const form = readForm(call);
    const revisionId = form.integer("revision");
    const revision = revisionId === undefined ? revisions[0] : revisions.find(({ id }) => id === revisionId);
    if (revision === undefined) form.addError("revision", `${revisionId} not found in history.`);
    form.throwErrors();
    return bytes(Buffer.from(revision?.content ?? "", "base64"), "application/binary");
  },
  ...tagHandlers("script", (call, changeTags) => {
    const script = scriptOf(call);
    const tag = readValidForm(call).text("tag") ?? "";
    refuseDefaultScript(script);
    script.tags = changeTags(script.tags, tag);
    return scriptAnswer(call, script);
  }),
  "script.revert"(call) {
    const script = scriptOf(call);
    const to = readValidForm(call).integer("to") ?? 0;
    refuseDefaultScript(script);
    const revisions = revisionsUntil(script.revisions, to);
    if (revisions === undefined)
      throw invalid(
        to < 0
          ? `Unable to revert ${-to} revisions: the script has ${script.revisions.length}.`
          : `${to} not found in history.`,
      );
    script.revisions = revisions;
    return scriptAnswer(call, script);
  },
  ...resource(["commissioning-scripts", "commissioning-script"], {
    serialize: (world: World, script: Script, { operation, path }: Call) =>
      operation.method === "GET" && path.name === undefined && usesDeployedStyle(world, "script-names")
        ? script.name
        : serializeCommissioningScript(world, script),
    rows: ({ world }) => commissioningScripts(world).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: ({ world, path }) => requireCommissioningScript(world, path.name),
    rules: (_call, current) => (current === undefined ? [scriptNameRule] : []),
    read: readCommissioningScript,
    create: ({ world }, { name, content }) => addCommissioningScript(world, name, content),
    update: ({ world }, script, { content }) => addRevision(world, script, content, null),
    remove: ({ state }, script) => removeFrom(state.settings.scripts, script),
  }),
  "commissioning-script.read"(call) {
    const script = requireCommissioningScript(call.world, call.path.name);
    return usesDeployedStyle(call.world, "script-names")
      ? bytes(Buffer.from(contentOf(script), "base64"), "application/binary")
      : json(serializeCommissioningScript(call.world, script));
  },
} satisfies HandlersOf<"scripts" | "commissioning-scripts">;

/** The form must contain the content; the other fields may be in the header of the script. */
async function storeScript(call: Call, current?: Script): Promise<Answer> {
  const { readScriptFields, readHeader, withAddedTags, mergeHeader } = await import(
    "../model/settings/script-header.ts"
  );
  const { world } = call;
  if (current !== undefined) refuseDefaultScript(current);
  const form = readForm(call, [
    { name: "script", type: "file" },
    // The service accepts words and numbers here.
    ...["type", "hardware_type", "parallel"].map((name) => ({ name, type: "string" }) as const),
  ]);
  const content = readContent(call, form, current);
  const formFields = readScriptFields(form.text, form.addError);
  const header = content === undefined ? {} : readHeader(Buffer.from(content).toString("utf8"));
  if (typeof header === "string") form.addError("script", header);
  const headerFields =
    typeof header === "string"
      ? {}
      : readScriptFields(
          (name) => header[name] ?? (name === "type" ? header["script_type"] : undefined),
          form.addError,
        );
  const fields = mergeHeader(formFields, headerFields, form.addError);
  checkName(call, form, fields.name, current);
  const comment = form.text("comment") ?? null;
  form.throwErrors();
  const { name = "" } = fields;
  if (current === undefined) {
    const newScript = withAddedTags({ ...newScriptFields(name, scriptTypes.testing), ...fields });
    return scriptAnswer(call, addScript(world, newScript, content ?? new Uint8Array(), comment));
  }
  Object.assign(current, withAddedTags({ ...current, ...fields }));
  if (content !== undefined) addRevision(world, current, content, comment);
  return scriptAnswer(call, current);
}

function readContent({ form }: Call, { addError }: FormReader, current?: Script): Uint8Array | undefined {
  const text = form.get("script");
  const content = form.file("script")?.content ?? (text === undefined ? undefined : Buffer.from(text));
  if (content === undefined || content.byteLength === 0) {
    if (current === undefined || content !== undefined) addError("script", requiredMessage);
    return undefined;
  }
  if (!Buffer.from(content.subarray(0, 3)).equals(Buffer.from("#!/")))
    addError("script", "Must start with shebang.");
  return content;
}

function checkName(
  { world }: Call,
  { addError }: FormReader,
  name: string | undefined,
  current?: Script,
): void {
  if (name === undefined) {
    if (current === undefined) addError("name", requiredMessage);
    return;
  }
  if (!/^[\w.-]+$/.test(name))
    addError("name", `Name '${name}' contains disallowed characters, e.g. space or quotes.`);
  else if (/^\d+$/.test(name)) addError("name", "Cannot be a number.");
  else if (name === "none") addError("name", '"none" is a reserved name.');
  const other = findScript(world, name);
  if (other !== undefined && other !== current) addError("name", "Script with this Name already exists.");
}

const scriptNameRule: FieldRule = {
  name: "name",
  type: "string",
  required: true,
  matches: /^\w[\w.-]{0,254}$/,
  message: (name) => `Invalid script name: ${name}.`,
};

function readCommissioningScript(form: FormReader, call: Call, current?: Script) {
  const { name = "" } = form.values({ name: "text" });
  if (current === undefined && findScript(call.world, name) !== undefined)
    form.addError("name", "Script with this Name already exists.");
  const content = call.form.file("content")?.content ?? Buffer.from(call.form.get("content") ?? "");
  if (content.byteLength === 0) form.addError("content", requiredMessage);
  return { name, content };
}
