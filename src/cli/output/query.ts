import { compile, isRegistered, TYPE_EXPREF } from "@jmespath-community/jmespath";
import { parseExact } from "../../client/json/exact.ts";
import { Failure } from "../../core/failure.ts";
import { search, signatureOf, type Tree } from "./jmespath.ts";

const languageHint = "see https://jmespath.org for the language";

/** Throws a usage `Failure` before anything is sent; the returned function throws a `Failure` of kind `other`. */
export function compileQuery(expression: string): (value: unknown) => unknown {
  const queryFailure = (kind: "usage" | "other", error: unknown): Failure =>
    new Failure(kind, `--query: ${reasonOf(error)}`, { hint: languageHint, cause: error });
  let tree: Tree;
  try {
    tree = parse(expression);
  } catch (error) {
    throw queryFailure("usage", error);
  }
  return (value) => {
    try {
      const result = search(tree, value);
      refuseInfinity(result);
      return result;
    } catch (error) {
      throw queryFailure("other", error);
    }
  };
}

/** Finds quoted parts, even one whose quote is not closed, and numbers. */
const lexemes =
  /'(?:[^'\\]|\\[\s\S])*'?|"(?:[^"\\]|\\[\s\S])*"?|`(?<json>(?:[^`\\]|\\[\s\S])*)(?<end>`?)|(?<!\w)-?\d[\d-]*/g;

/** Replaces JSON literals by their indexes and parses them separately, because the package rounds long integers. */
function parse(expression: string): Tree {
  const literals: unknown[] = [];
  const numberedExpression = expression.replace(lexemes, (lexeme, json: string | undefined, end?: string) => {
    const [quote = ""] = lexeme;
    const isClosed = json === undefined ? isClosedBy(quote, lexeme) : end === "`";
    if (`'"\``.includes(quote) && !isClosed) throw new Error(`unclosed quote: ${quote}`);
    if (/\d-/.test(lexeme) && /^[-\d]/.test(lexeme))
      throw new Error(`'${lexeme}' is not a number; write arithmetic as \`1\` - \`2\``);
    return json === undefined ? lexeme : `\`${literals.push(parseLiteral(json)) - 1}\``;
  });
  const tree = compileNumbered(numberedExpression, expression);
  checkNode(tree, literals);
  return tree;
}

/** A quote after an odd number of backslashes does not close anything. */
const isClosedBy = (quote: string, lexeme: string): boolean =>
  lexeme.length > 1 && lexeme.endsWith(quote) && /(?<!\\)(?:\\\\)*$/.test(lexeme.slice(0, -1));

/** Compiles the expression as typed if the numbered one is invalid, so that the error quotes what the user wrote. */
function compileNumbered(numberedExpression: string, expression: string): Tree {
  try {
    return compile(numberedExpression);
  } catch (error) {
    compile(expression);
    throw error;
  }
}

function parseLiteral(json: string): unknown {
  try {
    return parseExact(json.replaceAll("\\`", "`"));
  } catch {
    throw new Error(`\`${json}\` is not valid JSON; in a query, put text in single quotes: 'text'`);
  }
}

/** Checks all functions in advance; JMESPath checks them when they are called, after the request was sent. */
function checkNode(node: unknown, literals: readonly unknown[]): void {
  if (Array.isArray(node)) {
    for (const child of node) checkNode(child, literals);
  } else if (typeof node === "object" && node !== null) {
    if ("type" in node && node.type === "Literal") {
      if ("value" in node && typeof node.value === "number") node.value = literals[node.value];
      return;
    }
    if ("type" in node && node.type === "ExpressionReference")
      throw new Error("'&' is only for arguments of functions, as in sort_by(@, &hostname)");
    checkNode(isCall(node) ? checkedArguments(node) : Object.values(node), literals);
  }
}

interface FunctionCall {
  readonly name: string;
  readonly children: readonly unknown[];
}

const isCall = (node: object): node is FunctionCall =>
  "type" in node && node.type === "Function" && "name" in node && "children" in node;

function checkedArguments({ name, children }: FunctionCall): readonly unknown[] {
  const signature = isRegistered(name) ? signatureOf(name) : undefined;
  if (signature === undefined) throw new Error(`unknown function ${name}()`);
  const min = signature.filter(({ optional }) => optional !== true).length;
  const isVariadic = signature.at(-1)?.variadic === true;
  if (children.length < min || (!isVariadic && children.length > signature.length)) {
    const more = isVariadic ? " or more" : signature.length > min ? ` to ${signature.length}` : "";
    throw new Error(
      `${name}() takes ${min}${more} argument${min === 1 && more === "" ? "" : "s"}, not ${children.length}`,
    );
  }
  return children.map((child, at) => {
    if (signature[at]?.types.includes(TYPE_EXPREF) !== true) return child;
    if (typeof child === "object" && child !== null && "child" in child && "type" in child)
      if (child.type === "ExpressionReference") return child.child;
    throw new Error(`argument ${at + 1} of ${name}() must be an expression, such as &name`);
  });
}

/** JSON has no infinity: such a number would be printed as null. */
function refuseInfinity(value: unknown): void {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw new Error("the result contains a number beyond 1.8e308, which cannot be represented");
  if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) refuseInfinity(item);
}

/** If an expression is nested too deeply, the parser reports only that the call stack is full. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /call stack/i.test(message) ? "the expression or its input is nested too deeply" : message;
}
