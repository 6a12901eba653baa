import { applyPatch, keyOfAnswer } from "../state/patches.ts";
import type { Patch, World } from "../state/world.ts";
import { type Answer, writeJson } from "./answers.ts";

/** In a sandbox copied from a site, restores the site's answer where nothing has changed since the copy. */
export function asAtSite({ state: { copied } }: World, answer: Answer): Answer {
  if (copied === null || answer.status >= 300) return answer;
  const patched = (text: string) => patchedText(text, copied.patches);
  if (answer.rewrite !== undefined) return answer.rewrite(patched);
  const isJson = answer.contentType?.startsWith("application/json") === true;
  return isJson && typeof answer.body === "string" ? { ...answer, body: patched(answer.body) } : answer;
}

function patchedText(text: string, patches: Readonly<Record<string, Patch>>): string {
  if (!text.includes('"resource_uri"')) return text;
  const value: unknown = JSON.parse(text);
  const changed = [value].flat().filter((each) => {
    const patch = patches[keyOfAnswer(each) ?? ""];
    return patch !== undefined && applyPatch(each, patch);
  });
  return changed.length === 0 ? text : writeJson(value);
}
