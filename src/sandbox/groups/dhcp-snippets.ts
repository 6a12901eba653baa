import { checkName, findSubnet, makeRevision, makeSnippet } from "../model/networks/subnets.ts";
import { serializeSnippet } from "../serialize/networks.ts";
import type { Snippet } from "../state/networks.ts";
import { invalidChoice, notFound } from "../state/service-error.ts";
import { findRow, requireNamedRow, revisionsUntil, rowsOf } from "../state/table.ts";
import { nodeById, type World } from "../state/world.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readValidForm } from "../wire/form-reader.ts";
import { resource, tableAccess } from "./resource.ts";

const snippets = tableAccess((world) => world.state.networks.snippets, "DHCPSnippet", requireNamedRow);

export const dhcpSnippets = {
  ...resource(["dhcp-snippets", "dhcp-snippet"], {
    ...snippets,
    serialize: serializeSnippet,
    read: readSnippet,
    create: ({ world }, { value = "", changes }) => makeSnippet(world, { value, ...changes }),
    update({ world }, snippet, { value, changes }) {
      Object.assign(snippet, changes);
      if (value !== undefined) setSnippetValue(world, snippet, value);
    },
  }),
  "dhcp-snippet.revert"(call) {
    const snippet = snippets.find(call);
    const to = readValidForm(call).integer("to") ?? 0;
    const history = revisionsUntil(snippet.history, to);
    if (history === undefined) throw notFound(`The snippet ${snippet.name} has no revision ${to}.`);
    snippet.history = history;
    return json(serializeSnippet(call.world, snippet));
  },
} satisfies HandlersOf<"dhcp-snippets">;

function readSnippet(form: FormReader, { world }: Call, current?: Snippet) {
  const name = current === undefined || form.has("name") ? form.required("name") : current.name;
  const value = current === undefined || form.has("value") ? form.required("value") : undefined;
  const scope = readScope(world, form, current ?? globalScope);
  if (name !== "") checkName(form, "name", name);
  if (rowsOf(world.state.networks.snippets).some((each) => each !== current && each.name === name))
    form.addError("name", "DHCP snippet with this Name already exists.");
  const problem = configurationProblem(value ?? "");
  if (problem !== undefined) form.addError("value", problem);
  const settings = form.values({ enabled: "boolean", description: "text" });
  return { value, changes: { name, ...scope, ...settings } };
}

/** A snippet is global, or applies to one node, or to one subnet and optionally to one of its ranges. */
type Scope = Pick<Snippet, "node" | "subnetId" | "rangeId">;
const globalScope: Scope = { node: null, subnetId: null, rangeId: null };

function readScope(world: World, form: FormReader, current: Scope): Scope {
  const isGlobal = form.boolean("global_snippet") === true;
  checkScope(form, isGlobal ? globalScope : current);
  if (isGlobal) {
    if (form.text("node")) form.addError("global_snippet", "Cannot be global and set for a node.");
    if (form.text("subnet")) form.addError("global_snippet", "Cannot be global and set for a subnet.");
    if (form.text("iprange")) form.addError("iprange", "Cannot be global and set for an IP range.");
    return globalScope;
  }
  const node = form.reference("node", (id) => nodeById(world, id));
  const subnet = form.reference("subnet", (text) => findSubnet(world, text));
  const subnetId = subnet === undefined ? current.subnetId : (subnet?.id ?? null);
  return {
    node: node === undefined ? current.node : (node?.systemId ?? null),
    subnetId,
    rangeId: readRangeId(world, form, subnetId, current),
  };
}

function checkScope(form: FormReader, current: Scope): void {
  const [node, subnet] = [form.text("node"), form.text("subnet")];
  const message = "Cannot set both subnet and node on a snippet.";
  if (subnet && (node || (current.node !== null && node !== ""))) form.addError("subnet", message);
  if (node && current.subnetId !== null && subnet !== "") form.addError("node", message);
}

function readRangeId(world: World, form: FormReader, subnetId: number | null, current: Scope): number | null {
  const text = form.text("iprange");
  if (text === undefined) return subnetId === current.subnetId ? current.rangeId : null;
  const range = findRow(world.state.networks.ranges, text);
  if (text !== "" && subnetId === null) form.addError("iprange", "An IP range requires a subnet.");
  else if (text !== "" && range?.subnetId !== subnetId) form.addError("iprange", invalidChoice(text));
  return range?.id ?? null;
}

function setSnippetValue(world: World, snippet: Snippet, value: string): void {
  if (snippet.history[0]?.value !== value) snippet.history.unshift(makeRevision(world, value));
}

function configurationProblem(value: string): string | undefined {
  let depth = 0;
  for (const character of value.replace(/"[^"\n]*"|#.*$/gm, "")) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return "Invalid DHCP configuration: a closing brace without an opening one.";
  }
  return depth === 0 ? undefined : "Invalid DHCP configuration: an opening brace without a closing one.";
}
