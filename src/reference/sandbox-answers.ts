import { type AnswerDifference, answerDifferences } from "../contract/answer-differences.ts";
import type { Block, Row } from "./page.ts";

/** What the sandbox answers with `--answers documented` and with `--answers deployed`, where they differ. */
export const answerBlocks: readonly Block[] = [
  "Where deployed services answer in another way than the documents of the service say, --answers of 'svc sandbox start' " +
    "and 'svc sandbox exec' chooses between the two. Each difference with the documented answer first, then the deployed one:",
  {
    title: "Answers (--answers documented | deployed)",
    rows: Object.values<AnswerDifference>(answerDifferences).map(
      ({ about, documented, deployed }): Row => [about, `${documented} | ${deployed}`],
    ),
  },
];

/** What help and manual of a command's first word say beside its commands. */
export const remarksOn = (root: string): readonly Block[] => (root === "sandbox" ? answerBlocks : []);
