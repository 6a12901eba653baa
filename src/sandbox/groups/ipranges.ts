import { clearFreeHints } from "../model/networks/addresses.ts";
import { checkEnds } from "../model/networks/ranges.ts";
import { removeRange } from "../model/networks/removal.ts";
import { findSubnet } from "../model/networks/subnets.ts";
import { serializeRange } from "../serialize/networks.ts";
import { forbidden, invalid, invalidChoice } from "../state/domain-error.ts";
import type { IpRange, RangeType } from "../state/networks.ts";
import { insert, requireRow, rowsOf } from "../state/table.ts";
import { parseAddress } from "../values/blocks.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

export const handlers = {
  "ip-ranges.list": ({ world }) =>
    json(rowsOf(world.state.networks.ranges).map((each) => serializeRange(world, each))),
  "ip-ranges.create": (call) => json(serializeRange(call.world, create(call))),
  "ip-range.read": (call) => json(serializeRange(call.world, rangeOf(call))),
  "ip-range.update": (call) => json(serializeRange(call.world, update(call, ownRangeOf(call)))),
  "ip-range.delete"(call) {
    removeRange(call.world, ownRangeOf(call));
    return empty(200);
  },
} satisfies HandlersOf<"ipranges">;

const rangeOf = ({ world, path }: Call): IpRange =>
  requireRow(world.state.networks.ranges, path.id, "IPRange");

/** The range of the path: 403 unless the caller made it or is an administrator. */
function ownRangeOf(call: Call): IpRange {
  const range = rangeOf(call);
  if (!call.user.isAdministrator && range.owner !== call.user.username)
    throw forbidden("Unable to modify IP range. You don't own the IP range.");
  return range;
}

const isRangeType = (text: string): text is RangeType => text === "dynamic" || text === "reserved";

function create(call: Call): IpRange {
  const { world, user } = call;
  const form = readForm(call);
  const type = form.text("type") ?? "";
  const spec = form.text("subnet") ?? "";
  const start = parseAddress(form.address("start_ip") ?? "");
  const end = parseAddress(form.address("end_ip") ?? "");
  const subnet = spec === "" ? undefined : findSubnet(world, spec);
  if (spec !== "" && subnet === undefined) form.fail("subnet", invalidChoice(spec));
  if (type === "dynamic" && !user.isAdministrator)
    throw forbidden("Unable to create dynamic IP range. You must be an administrator.");
  if (subnet !== undefined && isRangeType(type)) checkEnds(world, form, { subnet, type, start, end });
  form.check();
  if (subnet === undefined || !isRangeType(type) || start === undefined || end === undefined)
    throw invalid("The IP range is incomplete.");
  clearFreeHints(world, subnet.id);
  return insert(world.state.networks.ranges, (id) => ({
    id,
    subnetId: subnet.id,
    type,
    startIp: start.text,
    endIp: end.text,
    owner: user.username,
    comment: form.text("comment") ?? "",
  }));
}

function update(call: Call, range: IpRange): IpRange {
  const { world } = call;
  const form = readForm(call);
  const startIp = form.address("start_ip") ?? range.startIp;
  const endIp = form.address("end_ip") ?? range.endIp;
  const subnet = world.state.networks.subnets.rows[range.subnetId];
  if (subnet !== undefined && (form.has("start_ip") || form.has("end_ip"))) {
    const [start, end] = [parseAddress(startIp), parseAddress(endIp)];
    checkEnds(world, form, { subnet, type: range.type, start, end }, range);
  }
  form.check();
  clearFreeHints(world, range.subnetId);
  return Object.assign(range, { startIp, endIp, comment: form.text("comment") ?? range.comment });
}
