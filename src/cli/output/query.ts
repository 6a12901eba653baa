import { compile, isRegistered, type JSONValue, TreeInterpreter } from "@jmespath-community/jmespath";
import { Failure } from "../../core/failure.ts";

const hint = "see https://jmespath.org for the language";

/**
 * Throws a usage `Failure` for an invalid expression or unknown function, before anything is sent. The
 * returned function throws a `Failure` (other) for an answer that does not fit. Loads JMESPath: import this
 * file on demand.
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

/** JMESPath itself checks functions only when called, after a change was sent. */
function checkFunctions(node: unknown): void {
  if (Array.isArray(node)) {
    for (const child of node) checkFunctions(child);
  } else if (typeof node === "object" && node !== null) {
    if (isCall(node)) checkCall(node);
    // Literals are data.
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

/** For deep nesting the parser only reports a full stack. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /call stack/i.test(message) ? "the expression, or what it is about, is nested too deeply" : message;
}
