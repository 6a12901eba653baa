import { compile, isRegistered, type JSONValue, TreeInterpreter } from "@jmespath-community/jmespath";
import { Failure } from "../../core/failure.ts";

const hint = "see https://jmespath.org for the language";

/**
 * Reads a JMESPath expression; a usage `Failure` where it is not one, or calls an unknown function, so that a
 * command can fail before it sends anything. The function that is returned throws a `Failure` (other) for an
 * answer that the expression does not fit. Loads the JMESPath package: import this file where it is needed.
 */
export function compileQuery(expression: string): (value: unknown) => unknown {
  const failed = (kind: "usage" | "other", error: unknown): Failure =>
    new Failure(kind, `--query: ${reasonOf(error)}`, {
      hint,
      cause: error,
    });
  let tree: Tree;
  try {
    tree = compile(expression);
    checkFunctions(tree);
  } catch (error) {
    throw failed("usage", error);
  }
  return (value) => {
    try {
      return TreeInterpreter.search(tree, value as JSONValue);
    } catch (error) {
      throw failed("other", error);
    }
  };
}

type Tree = ReturnType<typeof compile>;

/** The package finds out about functions only when it calls them, which is after a change was sent. */
function checkFunctions(node: unknown): void {
  if (Array.isArray(node)) {
    for (const child of node) checkFunctions(child);
  } else if (typeof node === "object" && node !== null) {
    if (isCall(node)) checkCall(node);
    // What stands in a literal is data.
    if (!("type" in node && node.type === "Literal")) checkFunctions(Object.values(node));
  }
}

interface Call {
  readonly name: string;
  readonly children: readonly unknown[];
}

const isCall = (node: object): node is Call =>
  "type" in node && node.type === "Function" && "name" in node && "children" in node;

function checkCall({ name, children }: Call): void {
  if (!isRegistered(name)) throw new Error(`unknown function ${name}()`);
  const signature = TreeInterpreter.runtime._functionTable[name]?._signature ?? [];
  const min = signature.filter(({ optional }) => optional !== true).length;
  const isOpen = signature.at(-1)?.variadic === true;
  if (children.length >= min && (isOpen || children.length <= signature.length)) return;
  const more = isOpen ? " or more" : signature.length > min ? ` to ${signature.length}` : "";
  throw new Error(
    `${name}() takes ${min}${more} argument${min === 1 && more === "" ? "" : "s"}, not ${children.length}`,
  );
}

/** Of what is nested too deeply the parser says no more than that the stack is full. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /call stack/i.test(message) ? "the expression, or what it is about, is nested too deeply" : message;
}
