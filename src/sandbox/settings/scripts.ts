import { Refusal } from "../handler.ts";
import type { World } from "../world.ts";

/** A commissioning script that an administrator added; the built-in ones are not listed. */
export interface CommissioningScript {
  readonly name: string;
  /** Base64. */
  content: string;
}

/** The script of that name; 404 where there is none. */
export function findScript(world: World, name: string | undefined): CommissioningScript {
  const script = world.state.settings.scripts.find((each) => each.name === name);
  if (script === undefined) throw new Refusal(404, "No Script matches the given query.");
  return script;
}

/** Adds a script; a 400 where its name is taken or could not stand in a path. */
export function addScript(world: World, name: string, content: Uint8Array): CommissioningScript {
  const { scripts } = world.state.settings;
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/.test(name)) {
    throw new Refusal(400, { name: [`Invalid script name: ${name}.`] });
  }
  if (scripts.some((each) => each.name === name)) {
    throw new Refusal(400, { name: ["Script with this Name already exists."] });
  }
  const script = { name, content: Buffer.from(content).toString("base64") };
  scripts.push(script);
  return script;
}

export function removeScript(world: World, script: CommissioningScript): void {
  const { scripts } = world.state.settings;
  scripts.splice(scripts.indexOf(script), 1);
}

export const describeScript = (
  world: World,
  script: CommissioningScript,
): Readonly<Record<string, unknown>> => ({
  name: script.name,
  content: script.content,
  resource_uri: `/${world.segment}/api/2.0/commissioning-scripts/${encodeURIComponent(script.name)}`,
});
