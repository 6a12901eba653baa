import { answerDifferences } from "../../catalogue/commands/answer-differences.ts";
import { sandboxLimits } from "../../catalogue/commands/sandbox-limits.ts";
import type { Block, Row } from "./page.ts";

/** Of the sandbox: the differences between its answers, and what it does not simulate. */
export const remarksOn = (root: string): readonly Block[] =>
  root !== "sandbox"
    ? []
    : [
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
