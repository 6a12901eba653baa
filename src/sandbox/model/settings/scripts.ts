import { invalid, invalidField, requireFound } from "../../state/domain-error.ts";
import { newScriptFields, type Script, type ScriptFields, scriptTypes } from "../../state/settings.ts";
import { removeFrom } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { builtinScripts } from "./builtin-scripts.ts";

export const allScripts = ({ state }: World): readonly Script[] => [
  ...(state.settings.hasOwnBuiltins ? [] : builtinScripts),
  ...state.settings.scripts,
];

export const scriptNamed = (world: World, name: string | undefined): Script | undefined =>
  allScripts(world).find((each) => each.name === name || String(each.id) === name);

export const findScript = (world: World, name: string | undefined): Script =>
  requireFound(scriptNamed(world, name), "Script");

export const commissioningScripts = ({ state }: World): Script[] =>
  state.settings.scripts.filter((each) => each.type === scriptTypes.commissioning && !each.default);

export const findCommissioningScript = (world: World, name: string | undefined): Script =>
  requireFound(
    commissioningScripts(world).find((each) => each.name === name),
    "Script",
  );

export function addCommissioningScript(world: World, name: string, content: Uint8Array): Script {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/.test(name))
    throw invalidField("name", `Invalid script name: ${name}.`);
  if (scriptNamed(world, name) !== undefined)
    throw invalidField("name", "Script with this Name already exists.");
  return addScript(world, newScriptFields(name, scriptTypes.commissioning), content, null);
}

export function addScript(
  world: World,
  fields: ScriptFields,
  content: Uint8Array,
  comment: string | null,
): Script {
  const script: Script = { ...fields, id: world.state.settings.nextScriptId++, revisions: [] };
  world.state.settings.scripts.push(script);
  addRevision(world, script, content, comment);
  return script;
}

export function addRevision(world: World, script: Script, content: Uint8Array, comment: string | null): void {
  script.revisions.unshift({
    id: world.state.settings.nextScriptId++,
    comment,
    created: world.clock.now(),
    content: Buffer.from(content).toString("base64"),
  });
}

/** `to` is a revision id, or a negative number of steps back. */
export function revertScript(script: Script, to: number): void {
  refuseDefaultScript(script);
  const index = to < 0 ? -to : script.revisions.findIndex(({ id }) => id === to);
  if (script.revisions[index] === undefined)
    throw to < 0
      ? invalid(`Unable to revert ${-to} revisions: the script has ${script.revisions.length}.`)
      : invalid(`${to} not found in history.`);
  script.revisions.splice(0, index);
}

export function removeScript(world: World, script: Script): void {
  refuseDefaultScript(script);
  removeFrom(world.state.settings.scripts, script);
}

export function refuseDefaultScript(script: Script): void {
  if (script.default) throw invalid("Not allowed to change on default scripts.");
}
