import { answerDifferences } from "../../catalogue/commands/answer-differences.ts";
import { sandboxLimits } from "../../catalogue/commands/sandbox-limits.ts";
import type { Block, Row } from "./page.ts";

/** Differences between `--answers documented` and `deployed`. */
const answerBlocks: readonly Block[] = [
  "Where deployed services answer in another way than the documents of the service say, --answers of 'svc sandbox start' " +
    "and 'svc sandbox exec' chooses between the two. Each difference with the documented answer first, then the deployed one:",
  {
    title: "Answers (--answers documented | deployed)",
    rows: Object.values(answerDifferences).map(
      ([about, documented, deployed]): Row => [about, `${documented} | ${deployed}`],
    ),
  },
];

const limitBlocks: readonly Block[] = [
  { title: "Not simulated", rows: sandboxLimits.map(({ about, says }): Row => [about, says]) },
];

export const remarksOn = (root: string): readonly Block[] =>
  root === "sandbox" ? [...answerBlocks, ...limitBlocks] : [];
