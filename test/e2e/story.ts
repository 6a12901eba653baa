/**
 * A story is a terminal session in a text file: `$ command`, its standard output, its standard error with `!
 * ` before each line, and its exit code as `? code` unless that is 0. `# ` begins a remark; `# answers
 * documented` or `# answers deployed` limits the next step to that answer style. In expected lines, `[..]`
 * matches any text, and a line `...` any lines.
 */
interface Step {
  readonly command: string;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly code: number;
  /** Remarks and empty lines before the step. */
  readonly remarks: readonly string[];
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

export function parseStory(text: string): readonly Step[] {
  const steps: { command: string; stdout: string[]; stderr: string[]; code: number; remarks: string[] }[] =
    [];
  let remarks: string[] = [];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const last = steps.at(-1);
    if (line.startsWith("$ ")) {
      steps.push({ command: line.slice(2), stdout: [], stderr: [], code: 0, remarks });
      remarks = [];
    } else if (line.startsWith("# ") || (line === "" && (last === undefined || remarks.length > 0)))
      remarks.push(line);
    else if (last === undefined) throw new Error(`a story begins with a command, not with '${line}'`);
    else if (line.startsWith("? ")) last.code = Number(line.slice(2));
    else if (line.startsWith("! ") || line === "!") last.stderr.push(line.slice(2));
    else last.stdout.push(line);
  }
  for (const step of steps) while (step.stdout.at(-1) === "") step.remarks.push(step.stdout.pop() ?? "");
  return steps;
}

/** The answer styles that a step is limited to; undefined if it is the same in all. */
export const answersOf = ({ remarks }: Step): string | undefined =>
  remarks.find((line) => line.startsWith("# answers "))?.slice("# answers ".length);

/** Compares lines; `[..]` and `...` in the expected ones are wildcards. */
export function matches(expected: readonly string[], actual: readonly string[]): boolean {
  const [first, ...others] = expected;
  if (first === undefined) return actual.length === 0;
  if (first === "...") {
    return actual.length === 0
      ? matches(others, actual)
      : matches(others, actual) || matches(expected, actual.slice(1));
  }
  const [line] = actual;
  return line !== undefined && matchesLine(first, line) && matches(others, actual.slice(1));
}

function matchesLine(expected: string, actual: string): boolean {
  const pieces = expected.split("[..]").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join(".*")}$`, "s").test(actual);
}

export const linesOf = (text: string): readonly string[] =>
  text === "" ? [] : text.replace(/\n$/, "").split("\n");

/** A step as text with the actual output. Lines that matched keep their wildcards. */
export function writeStep(step: Step, result: Pick<Step, "stdout" | "stderr" | "code">): string {
  const keep = (expected: readonly string[], actual: readonly string[]) =>
    matches(expected, actual) ? expected : actual;
  return [
    ...step.remarks.filter((line) => line !== ""),
    `$ ${step.command}`,
    ...keep(step.stdout, result.stdout),
    ...keep(step.stderr, result.stderr).map((line) => `! ${line}`.trimEnd()),
    ...(result.code === 0 ? [] : [`? ${result.code}`]),
    "",
  ].join("\n");
}
