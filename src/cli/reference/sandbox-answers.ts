import { answerDifferences } from "../../catalogue/commands/answer-differences.ts";
import { sandboxLimits } from "../../catalogue/commands/sandbox-limits.ts";
import type { Block, Row } from "./page.ts";

/** The differences between the answers of the sandbox, and what it does not simulate. */
export const sandboxAnswers: readonly Block[] = [
  "Where deployed services answer in another way than the documents of the service say, --answers of 'svc sandbox start' " +
    "and 'svc sandbox exec' chooses between the two. Each difference with the documented answer first, then the deployed one:",
  {
    title: "Answers (--answers documented | deployed)",
    rows: Object.values(answerDifferences).map(
      ([about, documented, deployed]): Row => [about, `${documented} | ${deployed}`],
    ),
  },
  { title: "Not simulated", rows: sandboxLimits.map(({ about, says }): Row => [about, says]) },
];
