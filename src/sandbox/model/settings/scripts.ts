import { invalidField, noMatch } from "../../state/domain-error.ts";
import type { CommissioningScript } from "../../state/settings.ts";
import type { World } from "../../state/world.ts";

/** The script of that name; not found where it does not exist. */
export function findScript(world: World, name: string | undefined): CommissioningScript {
  const script = world.state.settings.scripts.find((each) => each.name === name);
  if (script === undefined) throw noMatch("Script");
  return script;
}

/** Adds a script; an `invalid` error where its name is taken or could not stand in a path. */
export function addScript(world: World, name: string, content: Uint8Array): CommissioningScript {
  const { scripts } = world.state.settings;
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/.test(name)) {
    throw invalidField("name", `Invalid script name: ${name}.`);
  }
  if (scripts.some((each) => each.name === name)) {
    throw invalidField("name", "Script with this Name already exists.");
  }
  const script = { name, content: Buffer.from(content).toString("base64") };
  scripts.push(script);
  return script;
}

export function removeScript(world: World, script: CommissioningScript): void {
  const { scripts } = world.state.settings;
  scripts.splice(scripts.indexOf(script), 1);
}
