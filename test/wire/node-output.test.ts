import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../src/catalogue/index.ts";
import { exampleOf } from "../../src/cli/tree/operation-spec.ts";
import { runSvc } from "../svc-run.ts";
import { shellWords } from "../unit/cli/reference/sandbox-line.ts";
import { partOfRun } from "../unit/random.ts";
import { sideBySide } from "./changing-operations.ts";
import { doubtfulService } from "./unclear-answer-service.ts";

/**
 * Every change that takes nodes as arguments, as a function from node names to a command line. Excludes
 * operations that create an object, since their answer must identify it.
 */
const changes = (await loadAllOperations()).flatMap((entry) => {
  const { operation, group } = entry;
  if (operation.method === "GET" || operation.answersWith !== undefined) return [];
  const [identifier, ...others] = operation.parameters ?? [];
  const field = operation.fields?.find(({ kind, type }) => kind !== undefined && type === "list");
  if (others.length > 0 || (identifier ?? field)?.kind === undefined) return [];
  const { verb } = operation;
  const example = shellWords(exampleOf(entry)).slice(3);
  if (identifier !== undefined)
    return [(names: readonly string[]) => [group.name, verb, ...names, ...example.slice(1)]];
  const option = `--${field?.name}`;
  const at = example.indexOf(option);
  const rest = [...example.slice(0, at), ...example.slice(at + 2)];
  return [
    (names: readonly string[]) => [group.name, verb, ...names.flatMap((name) => [option, name]), ...rest],
  ];
});

const forms = ["json", "name", "table", "ndjson", "yaml", "csv", "tsv", "wide"];

/** Bodies with which services answer changes, whatever is documented. */
const answers = [
  [204, ""],
  [200, ""],
  [200, "null"],
  [200, "{}"],
  [200, "true"],
  [200, '"OK"'],
  [200, '{"result": "ok"}'],
  [200, '{"system_id": "zzzzzz"}'],
] as const;

test("many operations change nodes", () => expect(changes.length).toBeGreaterThan(35));

describe.each(answers.map(([status, body], turn) => [status, body, turn] as const))(
  "a change of nodes answered with %i %s",
  (status, body, turn) => {
    test("prints the nodes in every output format", async () => {
      const { env } = await doubtfulService(() => ({ status, body }));
      const wrong: string[] = [];
      const lines = partOfRun([...changes.entries()], 5, turn).flatMap(([index, wordsFor]) => {
        // Alternates between one node and two. Every change is tried with -o name and one other format.
        const names = ((index + turn) >> 1) % 2 === 0 ? ["aaaaaa"] : ["aaaaaa", "bbbbbb"];
        return ["name", ...forms.filter((_, form) => (form + index + (turn >> 1)) % 8 === 0)].map((form) => ({
          words: [...wordsFor(names), "-y", "-o", form],
          names,
          form,
        }));
      });
      await sideBySide(lines, async ({ words, names, form }) => {
        const { code, stdout, stderr } = await runSvc(words, { env });
        const isFit =
          form === "name" ? stdout === `${names.join("\n")}\n` : names.every((name) => stdout.includes(name));
        if (code !== 0 || !isFit) wrong.push(`${words.join(" ")}: ${code} ${stdout} ${stderr}`);
      });
      expect(wrong).toEqual([]);
    });
  },
);
