import { plainWord } from "./statuses.ts";

const statusAdvice = [
  {
    words: ["failed", "failure", "error"],
    advice:
      "'svc machines issues' shows all that failed; the statuses are failed_deployment, failed_testing and so on",
  },
  {
    words: ["free", "available", "idle"],
    advice: "machines that can be allocated have the status ready",
  },
  {
    words: ["active", "running", "used"],
    advice: "machines in use have the status allocated or deployed",
  },
];

export const statusHint = (word: string): string | undefined =>
  statusAdvice.find(({ words }) => words.includes(plainWord(word)))?.advice;
