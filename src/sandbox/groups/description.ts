import { createHash } from "node:crypto";
import type { Field, FieldType, Method, Operation } from "../../catalogue/operation.ts";
import { groupBy } from "../../core/grouping.ts";
import { compareTexts } from "../../core/text/order.ts";
import type { Json } from "../serialize/references.ts";
import { capitalize } from "../values/spellings.ts";
import { allowsAnonymous, type ServedOperation } from "../wire/call.ts";

export type Description = ReturnType<typeof describeService>;

interface Handler {
  readonly name: string;
  readonly doc: string;
  readonly params: readonly string[];
  readonly path: string;
  readonly actions: readonly Json[];
}

export function describeService(entries: readonly ServedOperation[], segment: string) {
  const byPath = groupBy(entries, ({ operation }) => operation.path.replace(/op-[a-z_]+$/, ""));
  const resources = [...byPath]
    .flatMap(([path, operationsAtPath]) => describeResource(path, operationsAtPath, segment) ?? [])
    .sort((a, b) => compareTexts(a.name, b.name));
  const doc = "Provisioning Service API";
  const hash = createHash("sha1").update(JSON.stringify({ doc, resources })).digest("hex");
  return {
    /** Does not depend on the address of the service. */
    hash,
    describeAt: (origin: string) => ({
      doc,
      handlers: [],
      resources: resources.map(({ name, anon, auth }) => ({
        name,
        anon: anon && withAddress(anon, origin),
        auth: auth && withAddress(auth, origin),
      })),
      hash,
    }),
  };
}

const withAddress = ({ actions, ...handler }: Handler, origin: string) => ({
  ...handler,
  uri: `${origin}${handler.path}`,
  actions,
});

/** Names that cannot be derived from operation ids. Paths with `undefined` are not described, as in live services. */
const irregularNames: Readonly<Record<string, string | undefined>> = {
  "/boot-resources/{resource_id}/upload/{id}/": undefined,
  "/describe/": undefined,
  "/discovery/": "Discoveries",
  "/installation-results/": "NodeResults",
  "/nodes/{system_id}/results/": "NodeScriptResults",
  "/nodes/{system_id}/results/{id}/": "NodeScriptResult",
  "/scripts/": "NodeScripts",
  "/scripts/{name}": "NodeScript",
  "/vlans/{id}/": undefined,
};

const nameOf = (id: string): string =>
  id
    .replace(/\..*$/, "")
    .replace(/\b(?:dhcp|dns|ip|ssh|ssl)\b/g, (word) => word.toUpperCase())
    .replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Signed requests may also use anonymous operations, except those marked as unsigned. */
function describeResource(path: string, operationsAtPath: readonly ServedOperation[], segment: string) {
  const name = path in irregularNames ? irregularNames[path] : nameOf(operationsAtPath[0]?.id ?? "");
  if (name === undefined) return undefined;
  const operations = operationsAtPath.map(({ operation }) => operation);
  const serviceName = segment.toLowerCase();
  const isConfiguration = path === "/svc/";
  const title = isConfiguration ? capitalize(serviceName) : name;
  const relativePath = isConfiguration ? `/${serviceName}/` : path.replace(/^\/api\//, "/");
  const anonymousOperations = operationsAtPath
    .filter((each) => allowsAnonymous(each))
    .map(({ operation }) => operation);
  const signedOperations = operations.filter(({ unsigned }) => unsigned !== true);
  const describe = (handlerName: string, handlerOperations: readonly Operation[]): Handler => ({
    name: `${handlerName}Handler`,
    doc: `Operations on ${wordsOf(handlerName).toLowerCase()}.`,
    params: operations[0]?.parameters?.map((each) => each.name) ?? [],
    path: `/${segment}/api/2.0${relativePath}`,
    actions: handlerOperations.map(describeAction).sort((a, b) => compareTexts(a.name, b.name)),
  });
  const isAnonymousOnly = anonymousOperations.length === operations.length;
  return {
    name: `${title}Handler`,
    anon:
      anonymousOperations.length === 0
        ? null
        : describe(isAnonymousOnly ? title : `Anon${title}`, anonymousOperations),
    auth: isAnonymousOnly ? null : describe(title, signedOperations),
  };
}

const wordsOf = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");

const crudNames: Readonly<Record<Method, string>> = {
  GET: "read",
  POST: "create",
  PUT: "update",
  DELETE: "delete",
};

function describeAction(operation: Operation) {
  const op = /op-([a-z_]+)$/.exec(operation.path)?.[1] ?? null;
  return {
    method: operation.method,
    name: op ?? crudNames[operation.method],
    op,
    restful: op === null,
    doc: describeFields(operation),
  };
}

function describeFields({ summary, fields = [] }: Operation): string {
  // The description cannot express parameters of which only the prefix is fixed.
  const documentedFields = fields.filter(
    (field) => field.undocumented !== true && (field.prefix ?? "") === "",
  );
  if (documentedFields.length === 0) return `${summary}\n`;
  return `${summary}\n\n${documentedFields.map((field) => `${describeField(field)}\n\n `).join("")}`;
}

const typeNames: Readonly<Record<FieldType, string>> = {
  string: "String",
  integer: "Int",
  boolean: "Boolean",
  switch: "Int",
  size: "String",
  base64: "String",
  file: "String",
  list: "String",
  map: "String",
};

function describeField(field: Field): string {
  const { name, type, help, required, choices } = field;
  const sentences = [
    `${required ? "Required" : "Optional"}. `,
    `${capitalize(help)}.`,
    ...(type === "list" || field.repeatable ? ["It may be given several times."] : []),
    ...(choices === undefined
      ? []
      : [`Possible values are: ${choices.map((each) => `\`\`${each}\`\``).join(", ")}.`]),
    ...(field.default === undefined ? [] : [`(Default: ${field.default}).`]),
  ];
  return `:param ${name}: ${sentences.join(" ")}\n:type ${name}: ${typeNames[type]}`;
}
