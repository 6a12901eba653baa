import { applyPatch, keyOfAnswer } from "../state/patches.ts";
import type { Patch, World } from "../state/world.ts";
import { type Answer, writeJson } from "./answers.ts";

/** In a sandbox copied from a site, restores the site's answer where nothing has changed since the copy. */
export function restoreSiteAnswer({ state: { copied } }: World, answer: Answer): Answer {
  if (copied === null || answer.status >= 300) return answer;
  const patchText = (text: string) => applyPatches(text, copied.patches);
  if (answer.rewrite !== undefined) return answer.rewrite(patchText);
  const isJson = answer.contentType?.startsWith("application/json") === true;
  return isJson && typeof answer.body === "string" ? { ...answer, body: patchText(answer.body) } : answer;
}

function applyPatches(text: string, patches: Readonly<Record<string, Patch>>): string {
  if (!text.includes('"resource_uri"')) return text;
  const value: unknown = JSON.parse(text);
  const changedObjects = [value].flat().filter((each) => {
    const patch = patches[keyOfAnswer(each) ?? ""];
    return patch !== undefined && applyPatch(each, patch);
  });
  return changedObjects.length === 0 ? text : writeJson(value);
}
