import {
  type JSONValue,
  TreeInterpreter,
  TYPE_ARRAY,
  TYPE_BOOLEAN,
  TYPE_EXPREF,
  TYPE_NULL,
  TYPE_NUMBER,
  TYPE_OBJECT,
  TYPE_STRING,
} from "@jmespath-community/jmespath";
import { parseExact, stringifyExact } from "../../client/json/exact.ts";
import { groupBy } from "../../core/grouping.ts";
import { isRecord } from "../../core/json-record.ts";

/** The package computes with doubles, sorts numbers as text, and finds inherited members: this file replaces those parts. */
type Interpreter = typeof TreeInterpreter;
export type Tree = Parameters<Interpreter["visit"]>[0];
type Runtime = Interpreter["runtime"];
type Numeric = number | bigint;

export const search = (tree: Tree, value: unknown): unknown => interpreter.search(tree, value as JSONValue);

export const signatureOf = (name: string) => interpreter.runtime._functionTable[name]?._signature;

const isNumeric = (value: unknown): value is Numeric =>
  typeof value === "number" || typeof value === "bigint";

const isExact = (value: Numeric): boolean => typeof value === "bigint" || Number.isSafeInteger(value);

const asNumberIfSafe = (value: bigint): Numeric =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

function areEqual(one: unknown, other: unknown): boolean {
  if (isNumeric(one) && isNumeric(other)) return one <= other && one >= other;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => areEqual(item, other[at]));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && areEqual(one[name], other[name]))
  );
}

function applyComparator(operator: string, one: unknown, other: unknown): boolean | null {
  if (operator === "EQ" || operator === "NE") return areEqual(one, other) === (operator === "EQ");
  if (!isNumeric(one) || !isNumeric(other)) return null;
  if (operator === "GT") return one > other;
  if (operator === "GTE") return one >= other;
  return operator === "LT" ? one < other : one <= other;
}

interface Operator {
  readonly ofIntegers: (one: bigint, other: bigint) => bigint | undefined;
  readonly ofDoubles: (one: number, other: number) => number;
}

const times: Operator = { ofIntegers: (one, other) => one * other, ofDoubles: (one, other) => one * other };

const operators: Readonly<Record<string, Operator>> = {
  Plus: { ofIntegers: (one, other) => one + other, ofDoubles: (one, other) => one + other },
  Minus: { ofIntegers: (one, other) => one - other, ofDoubles: (one, other) => one - other },
  Multiply: times,
  Star: times,
  Modulo: { ofIntegers: (one, other) => one % other, ofDoubles: (one, other) => one % other },
  Divide: {
    ofIntegers: (one, other) => (one % other === 0n ? one / other : undefined),
    ofDoubles: (one, other) => one / other,
  },
  Div: {
    ofIntegers: (one, other) => (one - (((one % other) + other) % other)) / other,
    ofDoubles: (one, other) => Math.floor(one / other),
  },
};

const divisions: readonly string[] = ["Divide", "Div", "Modulo"];

/** Throws if an operand is not a number, on division by zero, or if the result would lose digits. */
function applyOperator(operator: string, one: unknown, other: unknown): Numeric {
  const rule = operators[operator];
  if (rule === undefined || !isNumeric(one) || !isNumeric(other))
    throw new Error("arithmetic takes numbers; a literal number needs backticks, as in `1` + `2`");
  if (divisions.includes(operator) && Number(other) === 0) throw new Error("division by zero");
  if (isExact(one) && isExact(other)) {
    const exactResult = rule.ofIntegers(BigInt(one), BigInt(other));
    if (exactResult !== undefined) return asNumberIfSafe(exactResult);
  } else if (typeof one === "bigint" || typeof other === "bigint")
    throw new Error(`${one} and ${other} cannot be combined without losing digits`);
  return rule.ofDoubles(Number(one), Number(other));
}

/** Compares texts by code point, because JavaScript orders characters above U+FFFF differently. */
function compareKeys(one: unknown, other: unknown): number {
  if (isNumeric(one) && isNumeric(other)) return one < other ? -1 : one > other ? 1 : 0;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

type KeyOf = (expression: Tree, item: unknown) => unknown;
type QueryFunction = (values: readonly unknown[], keyOf: KeyOf) => unknown;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const sumOf = (list: unknown): Numeric =>
  listOf(list).reduce((sum: Numeric, item) => applyOperator("Plus", sum, item), 0);

function pairWithKeys(name: string, [list, expression]: readonly unknown[], keyOf: KeyOf) {
  const pairs = listOf(list).map((item) => ({ item, key: keyOf(expression as Tree, item) }));
  if (!pairs.every(({ key }) => isNumeric(key)) && !pairs.every(({ key }) => typeof key === "string"))
    throw new Error(
      `${name}() takes keys that are all numbers or all strings; one is missing or has another type`,
    );
  return pairs;
}

const itemAsKey: KeyOf = (_, item) => item;

const sortedBy =
  (name: string, key?: KeyOf): QueryFunction =>
  (values, keyOf) =>
    pairWithKeys(name, values, key ?? keyOf)
      .sort((one, other) => compareKeys(one.key, other.key))
      .map(({ item }) => item);

const extremeBy =
  (name: string, sign: 1 | -1, key?: KeyOf): QueryFunction =>
  (values, keyOf) =>
    pairWithKeys(name, values, key ?? keyOf).reduce(
      (best: { item: unknown; key: unknown } | undefined, pair) =>
        best === undefined || compareKeys(pair.key, best.key) * sign > 0 ? pair : best,
      undefined,
    )?.item ?? null;

const roundWith =
  (round: (value: number) => number): QueryFunction =>
  ([value]) =>
    typeof value === "number" ? round(value) : value;

const functions: Readonly<Record<string, QueryFunction>> = {
  abs: ([value]) => (isNumeric(value) && value < 0 ? applyOperator("Minus", 0, value) : value),
  avg: ([list]) =>
    listOf(list).length === 0 ? null : applyOperator("Divide", sumOf(list), listOf(list).length),
  ceil: roundWith(Math.ceil),
  contains: ([value, searchedValue]) => {
    if (typeof value !== "string") return listOf(value).some((item) => areEqual(item, searchedValue));
    return typeof searchedValue === "string" ? value.includes(searchedValue) : null;
  },
  floor: roundWith(Math.floor),
  group_by: ([list, expression], keyOf) => {
    const groups = groupBy(listOf(list), (item) => {
      const key = keyOf(expression as Tree, item);
      if (typeof key !== "string") throw new Error("group_by() takes keys that are strings");
      return key;
    });
    return Object.fromEntries(groups);
  },
  map: ([expression, list], keyOf) => listOf(list).map((item) => keyOf(expression as Tree, item)),
  max: extremeBy("max", 1, itemAsKey),
  max_by: extremeBy("max_by", 1),
  merge: (values) => Object.fromEntries(values.filter(isRecord).flatMap((value) => Object.entries(value))),
  min: extremeBy("min", -1, itemAsKey),
  min_by: extremeBy("min_by", -1),
  sort: sortedBy("sort", itemAsKey),
  sort_by: sortedBy("sort_by"),
  sum: ([list]) => sumOf(list),
  to_number: ([value]) => {
    if (typeof value !== "string") return isNumeric(value) ? value : null;
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) ? parseExact(value) : null;
  },
  to_string: ([value]) => (typeof value === "string" ? value : stringifyExact(value)),
};

/** Expressions that are arguments of functions (`&name`); objects of the data are never in this set. */
const expressions = new WeakSet<object>();

function typeOf(value: unknown): number {
  if (isNumeric(value)) return TYPE_NUMBER;
  if (typeof value === "string") return TYPE_STRING;
  if (typeof value === "boolean") return TYPE_BOOLEAN;
  if (Array.isArray(value)) return TYPE_ARRAY;
  if (typeof value !== "object" || value === null) return TYPE_NULL;
  return expressions.has(value) ? TYPE_EXPREF : TYPE_OBJECT;
}

/** Replaces methods of the interpreter, many of which the package declares private. */
function withExactNumbers(interpreter: Interpreter): Interpreter {
  const { runtime } = interpreter;
  const visit = interpreter.visit.bind(interpreter);
  const withScope = interpreter.withScope.bind(interpreter);
  const validateTypes = Reflect.get(runtime, "validateTypes").bind(runtime);
  const visitExact = (node: Tree, value: unknown): unknown => {
    const resultOf = (child: Tree): unknown => visitExact(child, value);
    switch (node.type) {
      case "Field":
        return isRecord(value) && Object.hasOwn(value, node.name) ? (value[node.name] ?? null) : null;
      case "Comparator":
        return applyComparator(node.name, resultOf(node.left), resultOf(node.right));
      case "Arithmetic":
        return applyOperator(node.operator, resultOf(node.left), resultOf(node.right));
      case "Unary":
        return applyOperator(node.operator, 0, resultOf(node.operand));
      case "MultiSelectHash":
        return Object.fromEntries(node.children.map((child) => [child.name, resultOf(child.value)]));
      case "ExpressionReference":
        expressions.add(node.child);
        return node.child;
      default:
        return visit(node, value as JSONValue);
    }
  };
  const replace = (object: object, methods: Readonly<Record<string, unknown>>) =>
    Object.defineProperties(
      object,
      Object.fromEntries(Object.entries(methods).map(([name, value]) => [name, { value }])),
    );
  replace(runtime, {
    getTypeName: typeOf,
    // The last entry of a signature also applies to all further arguments.
    validateTypes: (name: string, values: readonly unknown[], signature: readonly unknown[]) =>
      validateTypes(
        name,
        values,
        values.map((_, at) => signature[Math.min(at, signature.length - 1)]),
      ),
  });
  replace(interpreter, {
    visit: visitExact,
    withScope: (scope: Parameters<typeof withScope>[0]) => withExactNumbers(withScope(scope)),
  });
  return interpreter;
}

const interpreter = withExactNumbers(TreeInterpreter);

for (const [name, compute] of Object.entries(functions))
  Object.assign(interpreter.runtime._functionTable[name] ?? {}, {
    _func(this: Runtime, values: readonly unknown[]) {
      return compute(values, (tree, item) => this._interpreter.visit(tree, item as JSONValue));
    },
  });
