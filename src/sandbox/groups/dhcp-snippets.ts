import { checkName } from "../model/networks/fabrics.ts";
import {
  configurationFault,
  makeSnippet,
  revertSnippet,
  setSnippetValue,
} from "../model/networks/snippets.ts";
import { findSubnet } from "../model/networks/subnets.ts";
import { serializeSnippet } from "../serialize/networks.ts";
import { nodeById } from "../state/access.ts";
import { invalidChoice } from "../state/domain-error.ts";
import type { Snippet } from "../state/networks.ts";
import { findRow, removeRow, requireRow, rowsOf } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { defined } from "../values/defined.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";

export const handlers = {
  "dhcp-snippets.list": ({ world }) =>
    json(rowsOf(world.state.networks.snippets).map((each) => serializeSnippet(world, each))),
  "dhcp-snippets.create"(call) {
    const { value = "", changes } = readSnippet(call);
    return json(serializeSnippet(call.world, makeSnippet(call.world, { value, ...changes })));
  },
  "dhcp-snippet.read": (call) => json(serializeSnippet(call.world, snippetOf(call))),
  "dhcp-snippet.update"(call) {
    const snippet = snippetOf(call);
    const { value, changes } = readSnippet(call, snippet);
    Object.assign(snippet, changes);
    if (value !== undefined) setSnippetValue(call.world, snippet, value);
    return json(serializeSnippet(call.world, snippet));
  },
  "dhcp-snippet.revert"(call) {
    const snippet = snippetOf(call);
    const form = readForm(call);
    form.check();
    revertSnippet(snippet, form.integer("to") ?? 0);
    return json(serializeSnippet(call.world, snippet));
  },
  "dhcp-snippet.delete"(call) {
    removeRow(call.world.state.networks.snippets, snippetOf(call).id);
    return empty(200);
  },
} satisfies HandlersOf<"dhcp-snippets">;

const snippetOf = ({ world, path }: Call): Snippet =>
  requireRow(world.state.networks.snippets, path.id, "DHCPSnippet");

function readSnippet(call: Call, own?: Snippet) {
  const form = readForm(call);
  const name = own === undefined || form.has("name") ? form.required("name") : own.name;
  const value = own === undefined || form.has("value") ? form.required("value") : undefined;
  const scope = readScope(call.world, form, own ?? globalScope);
  if (name !== "") checkName(form, "name", name);
  if (rowsOf(call.world.state.networks.snippets).some((each) => each !== own && each.name === name))
    form.fail("name", "DHCP snippet with this Name already exists.");
  const fault = configurationFault(value ?? "");
  if (fault !== undefined) form.fail("value", fault);
  form.check();
  const described = { enabled: form.boolean("enabled"), description: form.text("description") };
  return { value, changes: { name, ...scope, ...defined(described) } };
}

/** Where a snippet holds: everywhere, or for one node, or for one subnet and perhaps a range of it. */
type Scope = Pick<Snippet, "node" | "subnetId" | "rangeId">;
const globalScope: Scope = { node: null, subnetId: null, rangeId: null };

/** `current` is the scope to keep where the form says nothing. */
function readScope(world: World, form: FormReader, current: Scope): Scope {
  const [node, subnetText, rangeText] = ["node", "subnet", "iprange"].map(form.text);
  if (node && subnetText) form.fail("subnet", "Cannot set both subnet and node on a snippet.");
  if (form.boolean("global_snippet")) {
    if (node) form.fail("global_snippet", "Cannot be global and set for a node.");
    if (subnetText) form.fail("global_snippet", "Cannot be global and set for a subnet.");
    if (rangeText) form.fail("iprange", "Cannot be global and set for an IP range.");
    return globalScope;
  }
  if (node && current.subnetId !== null && subnetText !== "")
    form.fail("node", "Cannot set both subnet and node on a snippet.");
  if (subnetText && current.node !== null && node !== "")
    form.fail("subnet", "Cannot set both subnet and node on a snippet.");
  if (node && nodeById(world, node) === undefined) form.fail("node", invalidChoice(node));
  const subnetId = readSubnetId(world, form, subnetText, current.subnetId);
  return {
    node: node === undefined ? current.node : node || null,
    subnetId,
    rangeId: readRangeId(world, form, rangeText, subnetId, current),
  };
}

function readSubnetId(world: World, form: FormReader, text: string | undefined, current: number | null) {
  if (text === undefined) return current;
  const subnet = text === "" ? undefined : findSubnet(world, text);
  if (text !== "" && subnet === undefined) form.fail("subnet", invalidChoice(text));
  return subnet?.id ?? null;
}

function readRangeId(
  world: World,
  form: FormReader,
  text: string | undefined,
  subnetId: number | null,
  current: Scope,
): number | null {
  if (text === undefined) return subnetId === current.subnetId ? current.rangeId : null;
  const range = text === "" ? undefined : findRow(world.state.networks.ranges, text);
  if (text !== "" && subnetId === null) form.fail("iprange", "An IP range requires a subnet.");
  else if (text !== "" && range?.subnetId !== subnetId) form.fail("iprange", invalidChoice(text));
  return range?.id ?? null;
}
