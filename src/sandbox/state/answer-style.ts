import type { AnswerDifferenceId } from "../../catalogue/commands/answer-differences.ts";
import type { World } from "./world.ts";

/** Whether this difference is answered as deployed services do, and not as the documents say. */
export const answersAsDeployed = ({ answers }: Pick<World, "answers">, _about: AnswerDifferenceId): boolean =>
  answers.style === "deployed";
