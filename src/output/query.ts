import { compile, type JSONValue, TreeInterpreter } from "@jmespath-community/jmespath";
import { Failure } from "../failure.ts";

/**
 * Reads a JMESPath expression; a usage `Failure` where it is none, so that a command can tell before it sends
 * anything. Loads the JMESPath package: import this file where it is needed.
 */
export function compileQuery(expression: string): (value: unknown) => unknown {
  const hint = "see https://jmespath.org for the language";
  const failed = (error: unknown): Failure =>
    new Failure("usage", `--query: ${error instanceof Error ? error.message : String(error)}`, {
      hint,
      cause: error,
    });
  try {
    const tree = compile(expression);
    return (value) => {
      try {
        return TreeInterpreter.search(tree, value as JSONValue);
      } catch (error) {
        throw failed(error);
      }
    };
  } catch (error) {
    throw failed(error);
  }
}
