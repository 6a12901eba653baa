import { answersAsDeployed } from "../state/answer-style.ts";
import type { World } from "../state/world.ts";
import { indentedJson } from "../values/indented-json.ts";
import type { Answer } from "./answers.ts";

/** The answer with its JSON laid out as the service would. */
export function layOutAnswer(world: World, answer: Answer): Answer {
  const { body, contentType = "" } = answer;
  const isJson = contentType.startsWith("application/json") && !(body instanceof Uint8Array);
  if (!isJson || !answersAsDeployed(world, "json-layout")) return answer;
  if (typeof body !== "string") return { ...answer, body: indentedJson(body) };
  return { ...answer, body: [...indentedJson([body])].join("") };
}
