import { addScript, findScript, removeScript } from "../model/settings/scripts.ts";
import { serializeScript } from "../serialize/settings.ts";
import { invalidField } from "../state/domain-error.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/**
 * Document 2, "Commissioning scripts": for administrators. The fields are those of field notes, "Requests".
 */
export const handlers = {
  "commissioning-scripts.list": (call) => {
    const scripts = [...call.world.state.settings.scripts].sort((a, b) => (a.name < b.name ? -1 : 1));
    return json(scripts.map((script) => serializeScript(call.world, script)));
  },

  "commissioning-scripts.create": (call) => {
    const form = readForm(call.form);
    const name = form.required("name");
    const content = sentContent(call);
    if (content === undefined) form.fail("content", "This field is required.");
    form.check();
    return json(serializeScript(call.world, addScript(call.world, name, content ?? new Uint8Array())));
  },

  "commissioning-script.read": (call) =>
    json(serializeScript(call.world, findScript(call.world, call.path.name))),

  "commissioning-script.update": (call) => {
    const script = findScript(call.world, call.path.name);
    const content = sentContent(call);
    if (content === undefined) throw invalidField("content", "This field is required.");
    script.content = Buffer.from(content).toString("base64");
    return json(serializeScript(call.world, script));
  },

  "commissioning-script.delete": (call) => {
    removeScript(call.world, findScript(call.world, call.path.name));
    return empty(200);
  },
} satisfies HandlersOf<"commissioning-scripts">;

/** The `content` part: a file, or text where it has no file name. Undefined where it is missing or empty. */
function sentContent(call: Call): Uint8Array | undefined {
  const content = call.form.file("content")?.content ?? Buffer.from(call.form.get("content") ?? "");
  return content.byteLength === 0 ? undefined : content;
}
