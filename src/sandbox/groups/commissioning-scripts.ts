import { addScript, findScript, removeScript } from "../model/settings/stored.ts";
import { serializeScript } from "../serialize/settings.ts";
import { invalidField, requiredMessage } from "../state/domain-error.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

export const handlers = {
  "commissioning-scripts.list"({ world }) {
    const scripts = [...world.state.settings.scripts].sort((a, b) => (a.name < b.name ? -1 : 1));
    return json(scripts.map((script) => serializeScript(world, script)));
  },
  "commissioning-scripts.create"(call) {
    const form = readForm(call, [{ name: "name", type: "string", required: true }]);
    const content = sentContent(call);
    if (content === undefined) form.fail("content", requiredMessage);
    form.check();
    const script = addScript(call.world, form.text("name") ?? "", content ?? new Uint8Array());
    return json(serializeScript(call.world, script));
  },
  "commissioning-script.read": (call) => json(serializeScript(call.world, scriptOf(call))),
  "commissioning-script.update"(call) {
    const script = scriptOf(call);
    const content = sentContent(call);
    if (content === undefined) throw invalidField("content", requiredMessage);
    script.content = Buffer.from(content).toString("base64");
    return json(serializeScript(call.world, script));
  },
  "commissioning-script.delete"(call) {
    removeScript(call.world, scriptOf(call));
    return empty(200);
  },
} satisfies HandlersOf<"commissioning-scripts">;

const scriptOf = ({ world, path }: Call) => findScript(world, path.name);

/** The `content` part: a file, or text where it has no file name. Undefined where it is missing or empty. */
function sentContent({ form }: Call): Uint8Array | undefined {
  const content = form.file("content")?.content ?? Buffer.from(form.get("content") ?? "");
  return content.byteLength === 0 ? undefined : content;
}
