import { answerDifferences } from "../../catalogue/commands/answer-differences.ts";
import { sandboxLimits } from "../../catalogue/commands/sandbox-limits.ts";
import type { Block, Row } from "./page.ts";

export const sandboxAnswers: readonly Block[] = [
  "Live services give some answers that differ from the service's documents. With --answers, 'svc sandbox start' and " +
    "'svc sandbox exec' can give either. In each row, the documented answer comes first, then that of live services:",
  {
    title: "Answers (--answers documented | deployed)",
    rows: Object.values(answerDifferences).map(
      ([about, documented, deployed]): Row => [about, `${documented} | ${deployed}`],
    ),
  },
  { title: "Not simulated", rows: sandboxLimits.map(({ about, text }): Row => [about, text]) },
];
