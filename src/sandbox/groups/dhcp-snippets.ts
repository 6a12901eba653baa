import { checkName } from "../model/networks/names.ts";
import {
  configurationFault,
  makeSnippet,
  requireSnippet,
  revertSnippet,
  setSnippetValue,
} from "../model/networks/snippets.ts";
import { findSubnet } from "../model/networks/subnets.ts";
import { serializeSnippet } from "../serialize/snippets.ts";
import { nodeById } from "../state/access.ts";
import type { Snippet } from "../state/networks.ts";
import { findRow, removeRow, rowsOf } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";

const choice = (value: string) => `Select a valid choice. ${value} is not one of the available choices.`;

interface Scope {
  readonly node: string | null;
  readonly subnetId: number | null;
  readonly rangeId: number | null;
}

const globalScope: Scope = { node: null, subnetId: null, rangeId: null };

/**
 * Where a snippet holds: everywhere, or for one node, or for one subnet and perhaps a range of it (document
 * 2, "DHCP snippets"). `current` is the scope to keep where the form says nothing.
 */
function readScope(call: Call, reading: FormReader, current: Scope): Scope {
  const node = reading.text("node");
  const subnetText = reading.text("subnet");
  const rangeText = reading.text("iprange");
  const isGlobal = reading.boolean("global_snippet") ?? false;
  if (node && subnetText) reading.fail("subnet", "Cannot set both subnet and node on a snippet.");
  if (isGlobal && node) reading.fail("global_snippet", "Cannot be global and set for a node.");
  if (isGlobal && subnetText) reading.fail("global_snippet", "Cannot be global and set for a subnet.");
  if (isGlobal && rangeText) reading.fail("iprange", "Cannot be global and set for an IP range.");
  if (isGlobal) return globalScope;
  if (node && current.subnetId !== null && subnetText !== "")
    reading.fail("node", "Cannot set both subnet and node on a snippet.");
  if (subnetText && current.node !== null && node !== "")
    reading.fail("subnet", "Cannot set both subnet and node on a snippet.");
  if (node && nodeById(call.world, node) === undefined) reading.fail("node", choice(node));
  const subnet = subnetText ? findSubnet(call.world, subnetText) : undefined;
  if (subnetText && subnet === undefined) reading.fail("subnet", choice(subnetText));
  const subnetId = subnetText === undefined ? current.subnetId : (subnet?.id ?? null);
  const range = rangeText ? findRow(call.world.state.networks.ranges, rangeText) : undefined;
  if (rangeText && subnetId === null) reading.fail("iprange", "An IP range requires a subnet.");
  else if (rangeText && range?.subnetId !== subnetId) reading.fail("iprange", choice(rangeText));
  const keptRangeId = subnetId === current.subnetId ? current.rangeId : null;
  return {
    node: node === undefined ? current.node : node || null,
    subnetId,
    rangeId: rangeText === undefined ? keptRangeId : (range?.id ?? null),
  };
}

function readSnippet(call: Call, reading: FormReader, own?: Snippet) {
  const name = own === undefined || reading.has("name") ? reading.required("name") : own.name;
  const value = own === undefined || reading.has("value") ? reading.required("value") : undefined;
  const enabled = reading.boolean("enabled");
  const description = reading.text("description");
  const scope = readScope(call, reading, own ?? globalScope);
  if (name !== "") checkName(reading, "name", name);
  if (rowsOf(call.world.state.networks.snippets).some((each) => each !== own && each.name === name))
    reading.fail("name", "DHCP snippet with this Name already exists.");
  const fault = configurationFault(value ?? "");
  if (fault !== undefined) reading.fail("value", fault);
  reading.check();
  const changes = {
    name,
    ...scope,
    ...(enabled === undefined ? {} : { enabled }),
    ...(description === undefined ? {} : { description }),
  };
  return { value, changes };
}

/** Document 2, "DHCP snippets". */
export const handlers = {
  "dhcp-snippets.list": (call) =>
    json(rowsOf(call.world.state.networks.snippets).map((each) => serializeSnippet(call.world, each))),
  "dhcp-snippets.create"(call) {
    const { value = "", changes } = readSnippet(call, readForm(call.form));
    return json(serializeSnippet(call.world, makeSnippet(call.world, { value, ...changes })));
  },
  "dhcp-snippet.read": (call) => json(serializeSnippet(call.world, requireSnippet(call.world, call.path.id))),
  "dhcp-snippet.update"(call) {
    const snippet = requireSnippet(call.world, call.path.id);
    const { value, changes } = readSnippet(call, readForm(call.form), snippet);
    Object.assign(snippet, changes);
    if (value !== undefined) setSnippetValue(call.world, snippet, value);
    return json(serializeSnippet(call.world, snippet));
  },
  "dhcp-snippet.revert"(call) {
    const snippet = requireSnippet(call.world, call.path.id);
    const reading = readForm(call.form);
    const to = reading.requiredInteger("to", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    reading.check();
    revertSnippet(snippet, to);
    return json(serializeSnippet(call.world, snippet));
  },
  "dhcp-snippet.delete"(call) {
    removeRow(call.world.state.networks.snippets, requireSnippet(call.world, call.path.id).id);
    return empty(200);
  },
} satisfies HandlersOf<"dhcp-snippets">;
